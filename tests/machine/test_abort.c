/* SPDX-License-Identifier: BSD-2-Clause */
/* A node that aborts the run, one that recovers from a failure, and reports in the program's own
 * words. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "support.h"

static int
abort_one(vcube_node *self, void *arg)
{
	int value = 0;

	if (vcube_rank(self) == 2)
		return vcube_abort(self, *(int *)arg);
	return vcube_recv(self, NULL, vcube_rank(self) == 1 ? 0 : 1, &value, sizeof value, NULL);
}

static void
test_abort(void **state)
{
	int code = 42;

	(void)state;
	for (int clock = 0; clock < CLOCKS; clock++) {
		vcube_machine *const m = open_machine("full:4 %s", each_clock[clock]);

		for (int again = 0; again < 2; again++) {
			run_for(m, abort_one, &code, VCUBE_EABORT);
			error_has(vcube_run_error(m), VCUBE_EABORT,
				  "node 2 aborted the run with code 42");
			assert_int_equal(vcube_exit_code(m), 42);
		}
		vcube_close(m);
	}
}

/* In picoseconds */
static const vcube_time HOUR = INT64_C(3600000000000000);

struct outside {
	vcube_machine *machine;
	pthread_t thread;
	bool busy;                      /* two nodes exchange messages meanwhile */
};

static void *
abort_from_outside(void *arg)
{
	vcube_abort_by(((struct outside *)arg)->machine, 3, 7);
	return NULL;
}

static int
go_on_for_an_hour(vcube_node *self, void *arg)
{
	struct outside *const o = arg;
	const int me = vcube_rank(self);
	int value = 0;

	if (me == 0 && pthread_create(&o->thread, NULL, abort_from_outside, o) != 0)
		return VCUBE_EHOST;
	while (o->busy && (me == 1 || me == 2) && !vcube_failed(self)) {
		vcube_send(self, NULL, 3 - me, &me, sizeof me);
		vcube_recv(self, NULL, 3 - me, &value, sizeof value, NULL);
	}
	return vcube_recv_within(self, NULL, 0, &value, sizeof value, HOUR, NULL);
}

/* Another thread aborts the run while nodes run, and while all wait; in virtual time an hour of
 * that is over at once. */
static void
test_from_outside(void **state)
{
	static const struct { const char *machine; bool busy; } cases[] = {
		{ "", true }, { "", false }, { "threads=one", true }, { "threads=one", false },
		{ "clock=wall", true }, { "clock=wall", false },
		{ "clock=wall threads=one", true }, { "clock=wall threads=one", false },
		{ "clock=virtual", true }, { "clock=virtual threads=one", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct outside o = { .busy = cases[i].busy };

		o.machine = open_machine("full:4 %s", cases[i].machine);
		run_for(o.machine, go_on_for_an_hour, &o, VCUBE_EABORT);
		assert_int_equal(pthread_join(o.thread, NULL), 0);
		assert_int_equal(vcube_exit_code(o.machine), 7);
		vcube_close(o.machine);
	}
}

static int
fine(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_barrier(self, NULL, NULL);
}

/* A run after an aborted one knows nothing of it. */
static void
test_after_abort(void **state)
{
	vcube_machine *const m = open_machine("full:4");
	int code = 1;

	(void)state;
	run_for(m, abort_one, &code, VCUBE_EABORT);
	run_well(m, fine, NULL);
	assert_int_equal(vcube_exit_code(m), 0);
	vcube_close(m);
}

/* The second of two messages is received although the first was too long. */
static int
recover(vcube_node *self, void *arg)
{
	char data[8] = "abcdefg";
	struct vcube_error error;

	(void)arg;
	CHECK(self, vcube_recover(self, NULL) == 0);
	if (vcube_rank(self) == 0) {
		vcube_tsend(self, NULL, 1, 1, data, 8);
		return vcube_tsend(self, NULL, 1, 2, data, 4);
	}
	CHECK(self, vcube_trecv(self, NULL, 0, 1, data, 3, NULL) == VCUBE_ETRUNC);
	CHECK(self, vcube_failed(self) == VCUBE_ETRUNC);
	CHECK(self, vcube_recover(self, &error) == VCUBE_ETRUNC && error.code == VCUBE_ETRUNC);
	CHECK(self, vcube_failed(self) == 0 && memcmp(data, "abcdefg", 8) == 0);
	return vcube_trecv(self, NULL, 0, 2, data, 8, NULL);
}

/* A message that is too long for a posted receive fails the wait for it, not the call that
 * finds it on its way. */
static int
recover_posted(vcube_node *self, void *arg)
{
	char data[8] = "abcdefg", short_one[4];
	struct vcube_status status;
	vcube_request *r;

	(void)arg;
	if (vcube_rank(self) == 0) {
		vcube_tsend(self, NULL, 1, 1, data, 8);
		return vcube_tsend(self, NULL, 1, 2, data, 4);
	}
	memset(data, '-', sizeof data);
	r = vcube_tirecv(self, NULL, VCUBE_ANY, 1, data, 3);
	CHECK(self, vcube_trecv(self, NULL, 0, 2, short_one, 4, NULL) == 0);
	CHECK(self, memcmp(short_one, "abcd", 4) == 0);
	CHECK(self, vcube_wait(self, r, NULL) == VCUBE_ETRUNC);
	CHECK(self, vcube_recover(self, NULL) == VCUBE_ETRUNC);
	CHECK(self, vcube_wait(self, r, &status) == 0 && status.bytes == 8 && status.from == 0);
	CHECK(self, memcmp(data, "abc-----", 8) == 0);
	return 0;
}

static void
test_recover(void **state)
{
	(void)state;
	try_everywhere("full:2", recover, NULL);
	try_everywhere("full:2", recover_posted, NULL);
}

static void
in_words(void *arg, char *buffer, size_t room)
{
	snprintf(buffer, room, "RECEIVE(%d)", *(int *)arg);
}

static int
explained(vcube_node *self, void *arg)
{
	int value = vcube_rank(self) + 70;

	(void)arg;
	vcube_explain(self, in_words, &value);
	return vcube_recv(self, NULL, 1 - vcube_rank(self), &value, sizeof value, NULL);
}

static void
test_explain(void **state)
{
	vcube_machine *const m = open_machine("full:2");

	(void)state;
	run_for(m, explained, NULL, VCUBE_EDEADLOCK);
	report_has(m, "node 0 waits in RECEIVE(70)");
	report_has(m, "node 1 waits in RECEIVE(71)");
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_abort),
		TEST(test_from_outside),
		TEST(test_after_abort),
		TEST(test_recover),
		TEST(test_explain),
	};

	return RUN_TESTS(tests);
}

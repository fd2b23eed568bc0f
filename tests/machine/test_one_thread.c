/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines with threads=one: times, results and reports are those of nodes with threads; and which
 * machines threads=auto gives one thread. tests/clock/test_wall has the wall clock. */
#include <string.h>
#include "node.h"
#include "support.h"

/* The same machine with a thread for each node, and with one. */
struct pair {
	vcube_machine *each, *one;
};

static struct pair
open_pair(const char *text)
{
	return (struct pair){ open_machine("%s clock=virtual", text),
			      open_machine("%s clock=virtual threads=one", text) };
}

static void
close_pair(struct pair p)
{
	vcube_close(p.each);
	vcube_close(p.one);
}

static void
same_run(struct pair p)
{
	assert_int_equal(vcube_run_time(p.each), vcube_run_time(p.one));
	assert_string_equal(vcube_run_report(p.each), vcube_run_report(p.one));
}

struct turns {
	int count, rank[16];
};

static int
take_turns(vcube_node *self, void *arg)
{
	struct turns *const t = arg;

	for (int i = 0; i < 2; i++) {
		vcube_compute(self, 1000000000);
		vcube_now(self);
		t->rank[t->count++] = vcube_rank(self);
	}
	return vcube_failed(self);
}

/* In real time, those that can run do so in the order in which they became able to. */
static void
test_turns_in_order(void **state)
{
	vcube_machine *const m = open_machine("full:8 clock=wall threads=one");
	struct turns t = {0};

	(void)state;
	run_well(m, take_turns, &t);
	assert_int_equal(t.count, 16);
	for (int i = 0; i < t.count; i++)
		assert_int_equal(t.rank[i], i % 8);
	vcube_close(m);
}

/* Collectives, requests, receives from any, and groups; `into` depends on the order of all that came. */
static int
mixture(vcube_node *self, void *into)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int64_t sum = me + 1, *all = vcube_alloc(self, (size_t)p * 8);
	int64_t got = 0, came = 0;
	vcube_group *half = NULL;
	vcube_request *r;

	if (all == NULL)
		return vcube_failed(self);
	vcube_scan(self, NULL, &sum, &sum, 1, VCUBE_INT64, VCUBE_SUM, NULL);
	vcube_allgather(self, NULL, &sum, all, 1, VCUBE_INT64, NULL);
	r = vcube_irecv(self, NULL, (me + 1) % p, &got, 8);
	vcube_compute(self, 1000 * (vcube_time)(me % 3));
	vcube_send(self, NULL, (me + p - 1) % p, &all[me], 8);
	vcube_wait(self, r, NULL);
	if (me != 0)
		vcube_send(self, NULL, 0, &sum, 8);
	for (int i = 1; me == 0 && i < p; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &came, 8, NULL);
		got = got % 1000003 * 31 + came;
	}
	vcube_split(self, NULL, me % 2, me, &half);
	vcube_barrier(self, half, NULL);
	((int64_t *)into)[me] = got;
	return vcube_failed(self);
}

static void
test_times_and_results(void **state)
{
	static const char *const machines[] = { "full:2", "ring:7 startup=1us", "hypercube:4",
		"torus:4x4 ports=all", "fattree:2x3 routing=any switching=store-and-forward", "mesh:3x5 capacity=64",
		"full:8 jitter=5us", "ring:6 strict=yes" };

	(void)state;
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		struct pair p = open_pair(machines[i]);
		int64_t each[16], one[16];

		for (int run = 0; run < 2; run++) {
			run_for(p.each, mixture, each, 0);
			run_for(p.one, mixture, one, 0);
			same_run(p);
			assert_memory_equal(each, one, (size_t)vcube_machine_nodes(p.one) * sizeof *one);
		}
		close_pair(p);
	}
}

/* Every node but the last polls for what the next one sends after work. */
static int
polls(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), last = vcube_size(self) - 1;
	int token = 0, done = me == last;
	vcube_request *r = me < last ? vcube_irecv(self, NULL, me + 1, &token, sizeof token) : NULL;

	(void)arg;
	vcube_compute(self, 1000);
	while (!done && vcube_failed(self) == 0)
		vcube_test(self, r, &done, NULL);
	if (me > 0)
		vcube_send(self, NULL, me - 1, &token, sizeof token);
	return vcube_failed(self);
}

static void
test_a_poll_lets_others_run(void **state)
{
	struct pair p = open_pair("full:9");

	(void)state;
	run_for(p.one, polls, NULL, 0);
	close_pair(p);
}

static int
circle(vcube_node *self, void *arg)
{
	int token;

	(void)arg;
	return vcube_recv(self, NULL, (vcube_rank(self) + 1) % vcube_size(self), &token, sizeof token, NULL);
}

static void
test_the_same_report(void **state)
{
	struct pair p = open_pair("ring:5");

	(void)state;
	run_for(p.each, circle, NULL, VCUBE_EDEADLOCK);
	run_for(p.one, circle, NULL, VCUBE_EDEADLOCK);
	same_run(p);
	assert_non_null(strstr(vcube_run_report(p.one), "node 4"));
	close_pair(p);
}

static int
for_ever(vcube_node *self, void *arg)
{
	int token = 0;

	(void)arg;
	while (vcube_failed(self) == 0)
		vcube_exchange(self, NULL, vcube_rank(self) ^ 1, &token, sizeof token, &token, sizeof token, NULL);
	return vcube_failed(self);
}

static void
test_a_limit_ends_it(void **state)
{
	vcube_machine *const machine = open_machine("full:2 clock=virtual threads=one limit=20ms");

	(void)state;
	run_for(machine, for_ever, NULL, VCUBE_ELIMIT);
	report_has(machine, "the run took longer than its limit of 20 ms");
	vcube_close(machine);
}

/* Waits again and again with limits that are soon over, while another one has to act. */
static int
impatient(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	int ball = me, code = VCUBE_ETIMEDOUT;

	(void)arg;
	for (int i = 0; i < 50; i++, code = VCUBE_ETIMEDOUT) {
		if (me == i % p)
			vcube_send(self, NULL, (me + 1) % p, &i, sizeof i);
		while (me == (i + 1) % p && code == VCUBE_ETIMEDOUT)
			code = vcube_recv_within(self, NULL, i % 2 ? VCUBE_ANY : i % p, &ball, sizeof ball,
						 i % 3 * 20000000, NULL);
		CHECK(self, me != (i + 1) % p || ball == i);
	}
	return vcube_failed(self);
}

/* The free clock's limits are of the host's time. */
static int
waits_in_vain(vcube_node *self, void *arg)
{
	const vcube_time limit = 2000000000;
	int word;

	(void)arg;
	CHECK(self, vcube_recv_within(self, NULL, VCUBE_ANY, &word, sizeof word,
				      limit * (vcube_rank(self) + 1), NULL) == VCUBE_ETIMEDOUT);
	return vcube_failed(self);
}

static void
test_time_limits_of_waits(void **state)
{
	(void)state;
	try_well("ring:5 threads=one", impatient, NULL);
	try_well("ring:5 clock=wall startup=1us threads=one", impatient, NULL);
	try_well("full:6 threads=one", waits_in_vain, NULL);
	try_for("full:6 clock=wall startup=1000s limit=10ms threads=one", circle, NULL, VCUBE_EDEADLOCK);
}

static void
test_the_free_clock(void **state)
{
	int64_t each[16], one[16];

	(void)state;
	for (int p = 2; p <= 16; p += 7) {
		vcube_machine *const m = open_machine("full:%d capacity=64", p);
		vcube_machine *const n = open_machine("full:%d capacity=64 threads=one", p);

		run_for(m, mixture, each, 0);
		run_for(n, mixture, one, 0);
		/* node 0's depends on the order in which all came */
		assert_memory_equal(each + 1, one + 1, (size_t)(p - 1) * sizeof *one);
		run_for(n, polls, NULL, 0);
		run_for(n, circle, NULL, VCUBE_EDEADLOCK);
		vcube_close(m);
		vcube_close(n);
	}
}

/* More nodes than any host has processors; and one, which no host has less of. */
static void
test_auto(void **state)
{
	static const struct {
		const char *text;
		bool one;
	} machines[] = {
		{ "full:4096 clock=wall heap=4KiB", true },
		{ "full:1 clock=wall", false },
		{ "full:600 clock=wall hard_limit=yes limit=1s", false },
		{ "full:600 fuzz=1", false },
		{ "full:3 explore=both", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		vcube_machine *const m = open_machine("%s threads=auto", machines[i].text);

		assert_int_equal(m->in_one_thread, machines[i].one);
		/* what a run says of its machine does not depend on the host */
		assert_int_equal(vcube_machine_desc(m)->threads, VCUBE_THREADS_AUTO);
		vcube_close(m);
	}
}

static void
test_refused(void **state)
{
	static const char *const descriptions[][2] = {
		{ "ring:4 threads=one fuzz=1", "fuzz=0" },
		{ "ring:4 clock=virtual threads=one digest=yes", "digest=no" },
		{ "ring:4 clock=wall threads=one hard_limit=yes limit=1s", "hard_limit=no" },
		{ "ring:4 clock=virtual threads=one priority=realtime", "threads=yes" },
		{ "ring:4 explore=both threads=one", "threads=yes" },
		{ "ring:4 threads=two", "no such choice; it takes no|yes|one|auto" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(descriptions); i++) {
		struct vcube_error error;

		assert_null(vcube_open(descriptions[i][0], &error));
		error_has(&error, VCUBE_EINVAL, descriptions[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times_and_results),
		cmocka_unit_test(test_a_poll_lets_others_run),
		cmocka_unit_test(test_turns_in_order),
		cmocka_unit_test(test_the_same_report),
		cmocka_unit_test(test_a_limit_ends_it),
		cmocka_unit_test(test_time_limits_of_waits),
		cmocka_unit_test(test_the_free_clock),
		cmocka_unit_test(test_auto),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

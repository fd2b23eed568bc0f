/* SPDX-License-Identifier: BSD-2-Clause */
/* Results of a run: times, counts, failures that stay, and unreceived messages. */
#include <string.h>
#include "support.h"

/* Sums up all ranks by passing them around; 8 bytes per message. */
static int
ring_sum(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int64_t sum = me, word = me, next;

	for (int i = 1; i < p; i++, word = next) {
		vcube_step(self, "shift");
		if (vcube_sendrecv(self, NULL, (me + 1) % p, &word, 8, (me + p - 1) % p, &next, 8,
				   NULL) != 0)
			return vcube_failed(self);
		sum += next;
	}
	((int64_t *)arg)[me] = sum;
	return vcube_failed(self);
}

static void
test_what_a_run_tells(void **state)
{
	int64_t sum[9];
	struct vcube_stats stats;

	(void)state;
	for (int p = 1; p <= 9; p++) {
		vcube_machine *machine = open_machine("ring:%d clock=virtual startup=2us per_byte=1ns", p);

		/* before any run there are no results */
		assert_string_equal(vcube_run_report(machine), "");
		assert_true(vcube_run_time(machine) == 0);
		run_well(machine, ring_sum, sum);
		assert_true(vcube_run_time(machine) == (p - 1) * 2008000);
		for (int r = 0; r < p; r++) {
			assert_int_equal(sum[r], p * (p - 1) / 2);
			assert_int_equal(vcube_run_result(machine, r), 0);
			assert_int_equal(vcube_run_failure(machine, r)->code, 0);
			vcube_run_stats(machine, r, &stats);
			assert_true(stats.time == vcube_run_time(machine));
			assert_int_equal(stats.messages, p - 1);
			assert_int_equal(stats.bytes, 8 * (p - 1));
			assert_int_equal(stats.steps, p - 1);
		}
		vcube_close(machine);
	}
	vcube_close(NULL);
}

/* A node knows what it has sent so far, by itself and in a collective. */
static int
sent_so_far(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	const char out[100] = "";
	char in[100];
	uint64_t messages, bytes;

	(void)arg;
	vcube_sent(self, &messages, &bytes);
	CHECK(self, messages == 0 && bytes == 0);
	for (unsigned i = 1; i <= 3; i++) {
		vcube_sendrecv(self, NULL, (me + 1) % p, out, i * 30, (me + p - 1) % p, in, i * 30, NULL);
		vcube_sent(self, &messages, &bytes);
		CHECK(self, messages == i && bytes == i * (i + 1) / 2 * 30);
	}
	vcube_allgather(self, NULL, out, vcube_alloc(self, (size_t)p * 8), 8, VCUBE_BYTES(1), "ring");
	vcube_sent(self, &messages, &bytes);
	CHECK(self, vcube_failed(self) ||
		    (messages == 3 + (uint64_t)p - 1 && bytes == 180 + 8 * ((uint64_t)p - 1)));
	return vcube_failed(self);
}

static void
test_sent_so_far(void **state)
{
	static const char *const machines[] = {
		"ring:5", "ring:5 clock=virtual", "ring:5 clock=virtual ports=all", "ring:5 clock=wall",
		"ring:5 clock=virtual threads=no", "ring:5 strict=yes",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		vcube_machine *const machine = open_machine("%s", machines[i]);

		/* each run counts anew */
		run_well(machine, sent_so_far, NULL);
		run_well(machine, sent_so_far, NULL);
		vcube_close(machine);
	}
}

/* A program's own result and message. */
static int
return_rank(vcube_node *self, void *arg)
{
	const int *fail = arg;

	if (*fail && vcube_rank(self) == 2) {
		vcube_fail(self, "first %d", 1);
		CHECK(self, vcube_fail(self, "second") == VCUBE_EPROGRAM);
		CHECK(self, strcmp(vcube_failure(self)->text, "first 1") == 0);
	}
	return vcube_rank(self) == 3 ? 42 : 0;
}

static void
test_results(void **state)
{
	vcube_machine *machine = open_machine("full:5");
	int no = 0, yes = 1;

	(void)state;
	run_for(machine, return_rank, &no, VCUBE_EPROGRAM);
	error_has(vcube_run_error(machine), VCUBE_EPROGRAM, "the program of node 3 returned 42");
	for (int r = 0; r < 5; r++)
		assert_int_equal(vcube_run_result(machine, r), r == 3 ? 42 : 0);
	run_for(machine, return_rank, &yes, VCUBE_EPROGRAM);
	error_has(vcube_run_error(machine), VCUBE_EPROGRAM, "first 1");
	report_has(machine, "first 1");
	vcube_close(machine);
}

/* A failure is sticky: later calls do nothing and return the same code. */
static int
after_failure(vcube_node *self, void *arg)
{
	char byte = 0, more[8];
	vcube_group *group;
	struct vcube_pair pair = {0, &byte, 1, more, 8};
	vcube_request *r = NULL;
	int done = 0;
	const vcube_time now = vcube_now(self);

	(void)arg;
	vcube_fail(self, "sticky");
	if (vcube_send(self, NULL, 0, &byte, 1) != VCUBE_EPROGRAM ||
	    vcube_recv(self, NULL, 0, more, 8, NULL) != VCUBE_EPROGRAM ||
	    vcube_recv_within(self, NULL, VCUBE_ANY, more, 8, 5, NULL) != VCUBE_EPROGRAM ||
	    vcube_sendrecv(self, NULL, 0, &byte, 1, 0, more, 8, NULL) != VCUBE_EPROGRAM ||
	    vcube_exchange(self, NULL, 0, &byte, 1, more, 8, NULL) != VCUBE_EPROGRAM ||
	    vcube_exchange_all(self, NULL, &pair, 1) != VCUBE_EPROGRAM ||
	    (r = vcube_isend(self, NULL, 0, &byte, 1)) != NULL ||
	    (r = vcube_irecv(self, NULL, 0, &byte, 1)) != NULL ||
	    vcube_wait(self, r, NULL) != VCUBE_EPROGRAM ||
	    vcube_waitall(self, &r, 1) != VCUBE_EPROGRAM ||
	    vcube_test(self, r, &done, NULL) != VCUBE_EPROGRAM || !done ||
	    vcube_split(self, NULL, 0, 0, &group) != VCUBE_EPROGRAM || group != NULL ||
	    vcube_align(self, NULL) != VCUBE_EPROGRAM || vcube_now(self) != now)
		return 99;
	return vcube_failed(self);
}

static void
test_failures_are_sticky(void **state)
{
	(void)state;
	for (int i = 0; i < CLOCKS; i++) {
		vcube_machine *machine = open_machine("full:2 %s", each_clock[i]);

		run_for(machine, after_failure, NULL, VCUBE_EPROGRAM);
		assert_int_equal(vcube_run_result(machine, 0), VCUBE_EPROGRAM);
		assert_int_equal(vcube_run_result(machine, 1), VCUBE_EPROGRAM);
		vcube_close(machine);
	}
}

/* Never received: 0 a short one, 1 a lent one, 2 one of several, 3 to oneself. */
static int
unreceived(vcube_node *self, void *arg)
{
	const int *how = arg;
	char data[5000] = {0};

	if (vcube_rank(self) == 1 && *how == 1)
		return vcube_wait(self, vcube_isend(self, NULL, 2, data, sizeof data), NULL);
	if (vcube_rank(self) == 1 && *how != 3)
		vcube_send(self, NULL, 2, data, *how ? 100 : 0);
	if (vcube_rank(self) == 0 && *how == 2)
		for (int i = 0; i < 50; i++)
			vcube_send(self, NULL, 2, data, 10);
	if (vcube_rank(self) == 2 && *how == 2)
		vcube_recv(self, NULL, 0, data, 10, NULL);
	if (vcube_rank(self) == 2 && *how == 3)
		vcube_send(self, NULL, 2, data, 5);
	return vcube_failed(self);
}

static int
wait_for_any(vcube_node *self, void *arg)
{
	char byte;

	(void)arg;
	return vcube_recv(self, NULL, VCUBE_ANY, &byte, 1, NULL);
}

static void
test_unreceived(void **state)
{
	static const char *const words[] = {
		"a message of 0 bytes from node 1 to node 2 was never received",
		"a message of 5000 bytes from node 1 to node 2 was never received",
		"50 messages (590 bytes) were never received, the first from node 0 to node 2",
		"a message of 5 bytes from node 2 to node 2 was never received",
	};

	(void)state;
	for (int i = 0; i < CLOCKS; i++)
		for (int how = 0; how < 4; how++) {
			vcube_machine *machine = open_machine("full:3 %s", each_clock[i]);

			run_for(machine, unreceived, &how, VCUBE_EUNRECEIVED);
			report_has(machine, words[how]);
			/* of the first there is no tag and no line */
			assert_null(strstr(vcube_run_report(machine), "; the first"));
			for (int r = 0; r < 3; r++)
				assert_int_equal(vcube_run_failure(machine, r)->code, 0);
			/* the next run has none of it */
			run_for(machine, wait_for_any, NULL, VCUBE_EDEADLOCK);
			vcube_close(machine);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_what_a_run_tells),
		TEST(test_sent_so_far),
		TEST(test_results),
		TEST(test_failures_are_sticky),
		TEST(test_unreceived),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected crashes of nodes, after some operations, at a time or never: nobody hangs. */
#include <stdio.h>
#include "faulty.h"

enum { NODES = 4, MESSAGES = 40 };

/* Counts the operations that it completes. */
static int
count_operations(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int *done = arg, word = 0;

	done[me] = 0;
	for (int i = 0; i < MESSAGES; i++) {
		if (vcube_send(self, NULL, (me + 1) % NODES, &word, sizeof word) != 0)
			break;
		done[me]++;
		if (vcube_recv(self, NULL, (me + 3) % NODES, &word, sizeof word, NULL) != 0)
			break;
		done[me]++;
	}
	return 0;
}

static void
a_crash_after_operations(void **state)
{
	static const int after[] = {0, 1, 6, 7};

	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		for (int k = 0; k < 4; k++) {
			vcube_machine *m = open_machine("ring:4 crash=2@%d %s", after[k], faulty_machines[i]);
			struct vcube_fault fault;
			int done[NODES];
			char text[100];

			run_for(m, count_operations, done, VCUBE_EFAULT);
			assert_int_equal(done[2], after[k]);
			snprintf(text, sizeof text, "node 2: it crashed after %d operation%s", after[k],
				 after[k] == 1 ? "" : "s");
			error_has(vcube_run_error(m), VCUBE_EFAULT, text);
			assert_int_equal(vcube_run_faults(m, VCUBE_FAULT_CRASH), 1);
			assert_int_equal(vcube_run_fault(m, 0, &fault), 0);
			assert_int_equal(fault.kind, VCUBE_FAULT_CRASH);
			assert_int_equal(fault.from, 2);
			assert_int_equal(fault.number, after[k]);
			error_has(vcube_run_failure(m, 3), VCUBE_EPEER,
				  "node 2 has failed by an injected fault");
			vcube_close(m);
		}
	}
}

/* Instead of the first operation that begins no earlier. One round takes 1004 ns. */
static void
a_crash_at_a_time(void **state)
{
	static const char *const how[] = {"routing=none", "routing=any", "routing=any fuzz=4"};
	static const struct { const char *at; int done; } crashes[] = {
		{"0ps", 0}, {"1ps", 2}, {"1004ns", 2}, {"1005ns", 4}, {"10us", 20},
	};

	(void)state;
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 5; k++) {
			vcube_machine *m = open_machine("ring:4 clock=virtual crash=1@%s %s", crashes[k].at,
							how[i]);
			int done[NODES];

			run_for(m, count_operations, done, VCUBE_EFAULT);
			assert_int_equal(done[1], crashes[k].done);
			vcube_close(m);
		}
	}
}

/* After three rounds, by the node's own clock. */
static void
a_crash_after_operations_says_when(void **state)
{
	static const char *const how[] = {"routing=none", "routing=any", "routing=any fuzz=4"};

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		vcube_machine *m = open_machine("ring:4 clock=virtual crash=2@6 %s", how[i]);
		struct vcube_fault fault;
		int done[NODES];

		run_for(m, count_operations, done, VCUBE_EFAULT);
		error_has(vcube_run_error(m), VCUBE_EFAULT, "after 6 operations, at 3.012 us (crash=2@6)");
		assert_int_equal(vcube_run_fault(m, 0, &fault), 0);
		assert_int_equal(fault.time, 3012000);
		vcube_close(m);
	}
}

static void
crashes_that_do_not_come(void **state)
{
	vcube_machine *m = open_machine("ring:4 clock=virtual crash=1@80,3@1s");
	int done[NODES];

	(void)state;
	run_well(m, count_operations, done);
	assert_int_equal(vcube_run_faults(m, VCUBE_FAULT_CRASH), 0);
	vcube_close(m);
	for (int later = 0; later < 2; later++) {
		m = open_machine("ring:4 crash=1@79,%s", later ? "2@1,2@3" : "2@3,2@1");
		run_for(m, count_operations, done, VCUBE_EFAULT);
		assert_int_equal(done[2], 1);
		vcube_close(m);
	}
}

/* A crashed node stays crashed, whatever its program does; and what it sent before arrives. */
static int
carry_on(vcube_node *self, void *arg)
{
	int word = 1, got = 0;

	(void)arg;
	if (vcube_rank(self) == 0)
		for (int i = 0; i < 1000; i++)
			vcube_send(self, NULL, 1, &word, sizeof word);
	for (int i = 0; vcube_rank(self) == 1 && i < 5; i++)
		vcube_recv(self, NULL, 0, &got, sizeof got, NULL);
	return vcube_failed(self) && vcube_rank(self) != 0;
}

static void
nobody_hangs_on_a_crash(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		vcube_machine *m = open_machine("ring:4 crash=0@5 %s", faulty_machines[i]);

		run_for(m, carry_on, NULL, VCUBE_EFAULT);
		assert_int_equal(vcube_run_failure(m, 1)->code, 0);
		vcube_close(m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_crash_after_operations),
		TEST(a_crash_at_a_time),
		TEST(a_crash_after_operations_says_when),
		TEST(crashes_that_do_not_come),
		TEST(nobody_hangs_on_a_crash),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs that cannot go on, and their reports: deadlocks, and nodes that fail while
 * others wait.
 */
#include "support.h"

/* Who waits for whom: each node receives from waits_for[rank]; -1: it returns,
 * -2: it fails, -3: it receives from any. */
struct waits {
	const int *waits_for;
};

static int
wait_for(vcube_node *self, void *arg)
{
	const struct waits *w = arg;
	const int peer = w->waits_for[vcube_rank(self)];
	char byte;

	if (peer == -1)
		return 0;
	if (peer == -2)
		return vcube_fail(self, "my disk is full");
	return vcube_recv(self, NULL, peer == -3 ? VCUBE_ANY : peer, &byte, 1, NULL);
}

/* The run ends with `code`, each node with its own of codes[]; -1: not checked. */
static void
try_waits(int nodes, const int *waits_for, int code, const int *codes, const char *const *words)
{
	struct waits w = {waits_for};

	for (int i = 0; i < CLOCKS; i++) {
		vcube_machine *machine = open_machine("full:%d %s", nodes, each_clock[i]);

		/* twice, as the first run must not affect the second */
		run_for(machine, wait_for, &w, code);
		run_for(machine, wait_for, &w, code);
		for (int r = 0; r < nodes; r++)
			assert_int_equal(vcube_run_failure(machine, r)->code, codes[r]);
		for (const char *const *word = words; *word != NULL; word++)
			report_has(machine, *word);
		vcube_close(machine);
	}
}
#define WAITS(...) ((const int[]){__VA_ARGS__})
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

enum { D = VCUBE_EDEADLOCK, P = VCUBE_EPEER, F = VCUBE_EPROGRAM };

static void
test_deadlocks(void **state)
{
	(void)state;
	try_waits(2, WAITS(1, 0), D, WAITS(D, D),
		  WORDS("cycle: 0 -> 1 -> 0", "node 0 waits to receive from node 1 (up to 1 bytes)",
			"node 1 waits to receive from node 0", "test_deadlock.c:"));
	try_waits(3, WAITS(1, 2, 0), D, WAITS(D, D, D), WORDS("cycle: 0 -> 1 -> 2 -> 0"));
	/* the cycle does not start at the lowest rank, and two wait off it */
	try_waits(5, WAITS(3, 0, 4, 2, 3), D, WAITS(D, D, D, D, D),
		  WORDS("cycle: 2 -> 4 -> 3 -> 2", "node 0 waits to receive from node 3",
			"node 1 waits to receive from node 0"));
	/* two cycles */
	try_waits(5, WAITS(1, 0, 3, 2, 3), D, WAITS(D, D, D, D, D),
		  WORDS("cycle: 0 -> 1 -> 0", "cycle: 2 -> 3 -> 2"));
	/* for itself, for a node that has returned, and for any node */
	try_waits(2, WAITS(0, -1), D, WAITS(D, 0), WORDS("cycle: 0 -> 0"));
	try_waits(3, WAITS(-1, 0, 1), D, WAITS(0, D, D), WORDS("node 0 has returned"));
	try_waits(3, WAITS(-3, 0, -3), D, WAITS(D, D, D),
		  WORDS("node 0 waits to receive from any node", "node 1 waits to receive from node 0"));
	try_waits(1, WAITS(-3), D, WAITS(D), WORDS("to receive from any node"));
}

/* A node that waits for one that has failed, directly or not, fails with EPEER; the run has
 * the cause. */
static void
test_failing_peers(void **state)
{
	(void)state;
	try_waits(2, WAITS(1, -2), F, WAITS(P, F), WORDS("node 1 has failed at ", ": my disk is full"));
	try_waits(4, WAITS(1, 2, 3, -2), F, WAITS(P, P, P, F), WORDS("node 3 has failed"));
	try_waits(5, WAITS(1, 0, 3, -2, -1), F, WAITS(D, D, P, F, 0),
		  WORDS("cycle: 0 -> 1 -> 0", "node 3 has failed at ", ": my disk is full"));
	/* it could have been that one */
	try_waits(3, WAITS(-3, -2, 0), F, WAITS(P, F, P), WORDS("node 1 has failed at ", ": my disk is full"));
	try_waits(3, WAITS(-2, -2, -2), F, WAITS(F, F, F), WORDS("my disk is full"));
}

/* Node 1 fails, node 2 waits for it, and node 0 polls for 2 or 1, so that it never parks,
 * or lets time limits pass. */
static int
restless(vcube_node *self, void *arg)
{
	const int how = *(const int *)arg, me = vcube_rank(self);
	vcube_request *r;
	char byte;
	int done = 0;

	if (me == 1)
		return vcube_fail(self, "my disk is full");
	if (me == 2)
		return vcube_recv(self, NULL, 1, &byte, 1, NULL);
	if (how == 2) {
		for (int i = 0; i < 300; i++)
			CHECK(self, vcube_recv_within(self, NULL, 2, &byte, 1, 100000, NULL) ==
					    VCUBE_ETIMEDOUT);
		return vcube_recv(self, NULL, 2, &byte, 1, NULL);
	}
	r = vcube_irecv(self, NULL, how ? 1 : 2, &byte, 1);
	while (!done)
		vcube_test(self, r, &done, NULL);
	return vcube_failed(self);
}

static void
test_restless_peers(void **state)
{
	(void)state;
	for (int i = 0; i < CLOCKS; i++)
		for (int how = 0; how < 3; how++) {
			vcube_machine *machine = open_machine("full:3 %s", each_clock[i]);

			run_for(machine, restless, &how, VCUBE_EPROGRAM);
			assert_int_equal(vcube_run_failure(machine, 0)->code, VCUBE_EPEER);
			assert_int_equal(vcube_run_failure(machine, 2)->code, VCUBE_EPEER);
			report_has(machine, "my disk is full");
			vcube_close(machine);
		}
}

/* The sentences. */
static void
test_sentences(void **state)
{
	struct waits chain = {WAITS(1, -2)}, cycle = {WAITS(1, 0)};
	vcube_machine *machine = open_machine("full:2");

	(void)state;
	run_for(machine, wait_for, &chain, VCUBE_EPROGRAM);
	error_has(vcube_run_error(machine), VCUBE_EPROGRAM, "my disk is full");
	error_has(vcube_run_failure(machine, 0), VCUBE_EPEER,
		  "node 0 waits to receive from node 1 (up to 1 bytes) at ");
	error_has(vcube_run_failure(machine, 0), VCUBE_EPEER, "node 1 has failed");
	assert_int_equal(vcube_run_result(machine, 0), VCUBE_EPEER);
	assert_int_equal(vcube_run_result(machine, 1), VCUBE_EPROGRAM);
	run_for(machine, wait_for, &cycle, VCUBE_EDEADLOCK);
	error_has(vcube_run_failure(machine, 1), VCUBE_EDEADLOCK, "test_deadlock.c:");
	report_lacks(machine, "my disk is full");
	vcube_close(machine);
}

/* Of many waiting nodes, 64 have a line; the others are counted. */
static void
test_many_wait(void **state)
{
	static const struct { int nodes; const char *last; } machines[] = {
		{66, "node 63 waits to receive from any"}, {67, "and 1 more nodes wait"},
		{100, "and 34 more nodes wait"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		int waits_for[100] = {-1, -1};
		struct waits w = {waits_for};
		vcube_machine *machine = open_machine("full:%d", machines[i].nodes);

		for (int r = 2; r < 100; r++)
			waits_for[r] = -3;
		run_for(machine, wait_for, &w, VCUBE_EDEADLOCK);
		report_has(machine, machines[i].last);
		report_has(machine, "node 65 waits");
		report_lacks(machine, "node 66 waits");
		vcube_close(machine);
	}
}

static int
call_in(vcube_node *self, vcube_group *pair, int i)
{
	int64_t in = 1, out[2];

	if (i == 0)
		return vcube_barrier(self, pair, "dissemination");
	return i == 1 ? vcube_allgather(self, pair, &in, out, 1, VCUBE_INT64, "ring")
		      : vcube_allreduce(self, pair, &in, out, 1, VCUBE_INT64, VCUBE_SUM, "ring");
}

/* Calls in groups of two of three nodes, each of which begins with another group. */
static int
begins_elsewhere(vcube_node *self, void *arg)
{
	const int rank = vcube_rank(self);
	vcube_group *pair[3];           /* of node i and the next one */

	(void)arg;
	for (int i = 0; i < 3; i++)
		vcube_split(self, NULL, rank == (i + 2) % 3, 0, &pair[i]);
	for (int i = rank, k = 0; k < 2; i = (i + 2) % 3, k++)
		call_in(self, pair[i], i);
	return vcube_failed(self);
}

/* Node 2 enters none; node 0 has completed the one in which node 1 waits for node 2. */
static int
gone_on(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	vcube_group *pair[2];
	int64_t in = me, out[3];

	(void)arg;
	vcube_split(self, NULL, 0, 0, &pair[0]);
	vcube_split(self, NULL, 7, 0, &pair[1]);
	if (me < 2)
		vcube_gather(self, pair[0], 1, &in, out, 1, VCUBE_INT64, NULL);
	if (me < 2)
		vcube_gather(self, pair[1], 0, &in, out, 1, VCUBE_INT64, NULL);
	return vcube_failed(self);
}

/* Different calls are no mismatch if nobody calls in the wrong order. */
static void
test_calls_in_order_are_a_deadlock(void **state)
{
	(void)state;
	run_refused("full:3", begins_elsewhere, NULL, VCUBE_EDEADLOCK, "for ever");
	run_refused("full:3 clock=virtual", begins_elsewhere, NULL, VCUBE_EDEADLOCK, "for ever");
	run_refused("full:3", gone_on, NULL, VCUBE_EDEADLOCK, "for ever");
	run_refused("full:3 clock=virtual", gone_on, NULL, VCUBE_EDEADLOCK, "for ever");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_deadlocks),
		TEST(test_failing_peers),
		TEST(test_restless_peers),
		TEST(test_sentences),
		TEST(test_many_wait),
		TEST(test_calls_in_order_are_a_deadlock),
	};

	return RUN_TESTS(tests);
}

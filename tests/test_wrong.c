/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs that cannot go on, and what is said of them: deadlocks, nodes that fail
 * while others wait, limits. */
#include <string.h>
#include "tests/support.h"

/* Each is tried on all of these. */
static const char *const clocks[] = {"clock=free", "clock=virtual", "fuzz=3", "clock=virtual fuzz=4"};
enum { CLOCKS = COUNT(clocks) };

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

/* The run ends with `code`, each node with its own of codes[]; -1: not looked at. */
static void
try_waits(int nodes, const int *waits_for, int code, const int *codes, const char *const *words)
{
	struct waits w = {waits_for};

	for (int i = 0; i < CLOCKS; i++) {
		vcube_machine *machine = open_machine("full:%d %s", nodes, clocks[i]);

		/* twice, as the first must not spoil the second */
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
			"node 1 waits to receive from node 0", "test_wrong.c:"));
	try_waits(3, WAITS(1, 2, 0), D, WAITS(D, D, D), WORDS("cycle: 0 -> 1 -> 2 -> 0"));
	/* the cycle does not start at the lowest rank, and two wait off it */
	try_waits(5, WAITS(3, 0, 4, 2, 3), D, WAITS(D, D, D, D, D),
		  WORDS("cycle: 2 -> 4 -> 3 -> 2", "node 0 waits to receive from node 3",
			"node 1 waits to receive from node 0"));
	/* two cycles */
	try_waits(5, WAITS(1, 0, 3, 2, 3), D, WAITS(D, D, D, D, D),
		  WORDS("cycle: 0 -> 1 -> 0", "cycle: 2 -> 3 -> 2"));
	/* for oneself, for one that has returned, and for nobody in particular */
	try_waits(2, WAITS(0, -1), D, WAITS(D, 0), WORDS("cycle: 0 -> 0"));
	try_waits(3, WAITS(-1, 0, 1), D, WAITS(0, D, D), WORDS("node 0 has returned"));
	try_waits(3, WAITS(-3, 0, -3), D, WAITS(D, D, D),
		  WORDS("node 0 waits to receive from any node", "node 1 waits to receive from node 0"));
	try_waits(1, WAITS(-3), D, WAITS(D), WORDS("to receive from any node"));
}

/* Whoever waits for a node that has failed, at first or second hand, fails with
 * EPEER; the cause is the run's. */
static void
test_failing_peers(void **state)
{
	(void)state;
	try_waits(2, WAITS(1, -2), F, WAITS(P, F), WORDS("node 1 has failed at ", ": my disk is full"));
	try_waits(4, WAITS(1, 2, 3, -2), F, WAITS(P, P, P, F), WORDS("node 3 has failed"));
	try_waits(5, WAITS(1, 0, 3, -2, -1), F, WAITS(D, D, P, F, 0),
		  WORDS("cycle: 0 -> 1 -> 0", "node 3 has failed at ", ": my disk is full"));
	/* it might have been the one */
	try_waits(3, WAITS(-3, -2, 0), F, WAITS(P, F, P), WORDS("node 1 has failed at ", ": my disk is full"));
	try_waits(3, WAITS(-2, -2, -2), F, WAITS(F, F, F), WORDS("my disk is full"));
}

/* Node 1 fails, node 2 waits for it, and 0 polls for 2 or for 1, so that it is
 * never still, or lets time limits pass. */
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
			vcube_machine *machine = open_machine("full:3 %s", clocks[i]);

			run_for(machine, restless, &how, VCUBE_EPROGRAM);
			assert_int_equal(vcube_run_failure(machine, 0)->code, VCUBE_EPEER);
			assert_int_equal(vcube_run_failure(machine, 2)->code, VCUBE_EPEER);
			report_has(machine, "my disk is full");
			vcube_close(machine);
		}
}

/* What the sentences say. */
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
	error_has(vcube_run_failure(machine, 1), VCUBE_EDEADLOCK, "test_wrong.c:");
	report_lacks(machine, "my disk is full");
	vcube_close(machine);
}

/* Of many nodes that wait, 64 have a line; the others are counted. */
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

/* A program's own result, and its own words. */
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

/* A failure is sticky: later calls do nothing and give the same code. */
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
	if (vcube_send(self, NULL, 0, &byte, 1) != F || vcube_recv(self, NULL, 0, more, 8, NULL) != F ||
	    vcube_recv_within(self, NULL, VCUBE_ANY, more, 8, 5, NULL) != F ||
	    vcube_sendrecv(self, NULL, 0, &byte, 1, 0, more, 8, NULL) != F ||
	    vcube_exchange(self, NULL, 0, &byte, 1, more, 8, NULL) != F ||
	    vcube_exchange_all(self, NULL, &pair, 1) != F ||
	    (r = vcube_isend(self, NULL, 0, &byte, 1)) != NULL ||
	    (r = vcube_irecv(self, NULL, 0, &byte, 1)) != NULL ||
	    vcube_wait(self, r, NULL) != F || vcube_waitall(self, &r, 1) != F ||
	    vcube_test(self, r, &done, NULL) != F || !done ||
	    vcube_split(self, NULL, 0, 0, &group) != F || group != NULL ||
	    vcube_align(self, NULL) != F || vcube_now(self) != now)
		return 99;
	return vcube_failed(self);
}

static void
test_failures_are_sticky(void **state)
{
	(void)state;
	for (int i = 0; i < CLOCKS; i++) {
		vcube_machine *machine = open_machine("full:2 %s", clocks[i]);

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

static void
test_unreceived(void **state)
{
	static const char *const words[] = {
		"a message of 0 bytes from node 1 to node 2 was never received",
		"a message of 5000 bytes from node 1 to node 2 was never received",
		"50 messages (590 bytes) were never received, the first of them from node 0 to node 2",
		"a message of 5 bytes from node 2 to node 2 was never received",
	};

	(void)state;
	for (int i = 0; i < CLOCKS; i++)
		for (int how = 0; how < 4; how++) {
			vcube_machine *machine = open_machine("full:3 %s", clocks[i]);

			run_for(machine, unreceived, &how, VCUBE_EUNRECEIVED);
			report_has(machine, words[how]);
			for (int r = 0; r < 3; r++)
				assert_int_equal(vcube_run_failure(machine, r)->code, 0);
			/* nothing of it is there in the next run */
			run_for(machine, wait_for, &(struct waits){WAITS(-3, -3, -3)}, D);
			vcube_close(machine);
		}
}

/* For ever: 0 polls, 1 waits with limits, 2 sends, 3 exchanges. The last node
 * waits for the first. */
static int
for_ever(vcube_node *self, void *arg)
{
	const int *how = arg;
	const int me = vcube_rank(self), other = me ^ 1;
	char data[4] = {0}, into[4];
	int done = 0;
	vcube_request *r = NULL;

	if (me == 2)
		return vcube_recv(self, NULL, 0, data, 4, NULL);
	if (*how == 0)
		r = vcube_irecv(self, NULL, other, data, 4);
	while (vcube_failed(self) == 0)
		if (*how == 0)
			vcube_test(self, r, &done, NULL);
		else if (*how == 1)
			vcube_recv_within(self, NULL, me ? VCUBE_ANY : other, data, 4, 1000000, NULL);
		else if (*how == 2)
			vcube_send(self, NULL, me, data, 4);
		else
			vcube_exchange(self, NULL, other, data, 4, into, 4, NULL);
	return vcube_failed(self);
}

static void
test_limit(void **state)
{
	(void)state;
	for (int how = 0; how < 4; how++)
		for (int i = 0; i < CLOCKS; i++) {
			vcube_machine *machine = open_machine("full:3 limit=20ms %s", clocks[i]);

			run_for(machine, for_ever, &how, VCUBE_ELIMIT);
			for (int r = 0; r < 3; r++)
				assert_int_equal(vcube_run_failure(machine, r)->code, VCUBE_ELIMIT);
			error_has(vcube_run_error(machine), VCUBE_ELIMIT,
				  "the run took longer than its limit of 20ms: node 0 was stopped ");
			report_has(machine, "the run took longer than its limit of 20ms\nnode 0 was stopped ");
			report_has(machine, "\nnode 1 was stopped ");
			report_has(machine, "\nnode 2 was stopped where it waits to receive from node 0 "
				   "(up to 4 bytes) at ");
			vcube_close(machine);
		}
}

/* Node 0 asks for ever for what never comes: 0 by polls, 1 within time limits. Node 1,
 * from which it should, has returned, and node 2 waits for node 0 to meet. */
static int
asks_for_ever(vcube_node *self, void *arg)
{
	const int how = *(const int *)arg, me = vcube_rank(self);
	vcube_group *group;
	vcube_request *r = NULL;
	int done = 0;
	char byte;

	vcube_split(self, NULL, me % 2, 0, &group);
	if (me == 1)
		return 0;
	if (me == 2)
		return vcube_align(self, group);
	if (how == 0)
		r = vcube_irecv(self, NULL, 1, &byte, 1);
	while (vcube_failed(self) == 0)
		if (how == 0)
			vcube_test(self, r, &done, NULL);
		else
			vcube_recv_within(self, NULL, 1, &byte, 1, 1000000, NULL);
	return vcube_failed(self);
}

static void
test_limit_tells_who_asks_for_whom(void **state)
{
	static const char *const words[] = {
		"node 0 was stopped where it waits to know whether a message has arrived from node 1 "
		"(up to 1 bytes) at ",
		"node 0 was stopped where it waits to receive from node 1 (up to 1 bytes), with a "
		"time limit, at ",
	};

	(void)state;
	for (int how = 0; how < 2; how++)
		for (int i = 0; i < CLOCKS; i++) {
			vcube_machine *machine = open_machine("full:3 limit=20ms %s", clocks[i]);

			run_for(machine, asks_for_ever, &how, VCUBE_ELIMIT);
			error_has(vcube_run_error(machine), VCUBE_ELIMIT, words[how]);
			report_has(machine, words[how]);
			report_has(machine, "\nnode 1 has returned\n");
			report_has(machine, "\nnode 2 was stopped where it waits for the other members of "
				   "a group, of group 1 (colour 0 of vcube_split at ");
			vcube_close(machine);
		}
}

/* A limit that is not reached changes nothing, nor does one that is reached
 * hide a better reason. */
static void
test_limit_not_reached(void **state)
{
	static const int cycle[] = {1, 0}, well[] = {-1, -1};

	(void)state;
	try_for("full:2 limit=100s", wait_for, &(struct waits){well}, 0);
	try_for("full:2 limit=100s", wait_for, &(struct waits){cycle}, VCUBE_EDEADLOCK);
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
		TEST(test_results),
		TEST(test_failures_are_sticky),
		TEST(test_unreceived),
		TEST(test_limit),
		TEST(test_limit_tells_who_asks_for_whom),
		TEST(test_limit_not_reached),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs that exceed their time limit, and their reports. */
#include <stdio.h>
#include <string.h>
#include "support.h"

/* How, and which nodes have come this far. */
struct lasting {
	int how;
	bool there[3];
};

/* A run whose limit is long enough for all nodes to come this far, however busy the host
 * is. */
static vcube_machine *
run_late(vcube_program *program, int how, const char *clock, char words[80])
{
	for (int limit = 20;; limit *= 2) {
		vcube_machine *machine = open_machine("full:3 limit=%dms %s", limit, clock);
		struct lasting l = {.how = how};

		run_for(machine, program, &l, VCUBE_ELIMIT);
		snprintf(words, 80, "the run took longer than its limit of %d ms", limit);
		error_has(vcube_run_error(machine), VCUBE_ELIMIT, words);
		report_has(machine, words);
		if (l.there[0] && l.there[1] && l.there[2])
			return machine;
		vcube_close(machine);
	}
}

/* For ever: 0 polls, 1 waits with limits, 2 sends, 3 exchanges, 4 asks for what is under way, with
 * no time to wait. The last node waits for the first. */
static int
for_ever(vcube_node *self, void *arg)
{
	struct lasting *const l = arg;
	const int me = vcube_rank(self), other = me ^ 1;
	char data[4] = {0}, into[4];
	int done = 0;
	vcube_request *r = NULL;

	l->there[me] = true;
	if (me == 2)
		return vcube_recv(self, NULL, 0, data, 4, NULL);
	if (l->how == 0)
		r = vcube_irecv(self, NULL, other, data, 4);
	if (l->how == 4)
		vcube_send(self, NULL, other, data, 4);
	while (vcube_failed(self) == 0)
		if (l->how == 0)
			vcube_test(self, r, &done, NULL);
		else if (l->how == 4)
			vcube_recv_within(self, NULL, other, into, 4, 0, NULL);
		else if (l->how == 1)
			vcube_recv_within(self, NULL, me ? VCUBE_ANY : other, data, 4, 1000000, NULL);
		else if (l->how == 2)
			vcube_send(self, NULL, me, data, 4);
		else
			vcube_exchange(self, NULL, other, data, 4, into, 4, NULL);
	return vcube_failed(self);
}

static void
test_limit(void **state)
{
	(void)state;
	for (int how = 0; how < 5; how++)
		for (int i = 0; i < CLOCKS; i++) {
			char words[80];
			vcube_machine *machine = run_late(for_ever, how, each_clock[i], words);

			for (int r = 0; r < 3; r++)
				assert_int_equal(vcube_run_failure(machine, r)->code, VCUBE_ELIMIT);
			error_has(vcube_run_error(machine), VCUBE_ELIMIT, strcat(words, ": node 0 was stopped "));
			report_has(machine, "ms\nnode 0 was stopped ");
			report_has(machine, "\nnode 1 was stopped ");
			report_has(machine, "\nnode 2 was stopped while waiting to receive from node 0 "
				   "(up to 4 bytes) at ");
			vcube_close(machine);
		}
}

/* Node 0 asks for ever for what never comes: 0 by polls, 1 within time limits. Node 1,
 * which should send it, has returned, and node 2 waits for node 0 in a collective. */
static int
asks_for_ever(vcube_node *self, void *arg)
{
	struct lasting *const l = arg;
	const int me = vcube_rank(self);
	vcube_group *group;
	vcube_request *r = NULL;
	int done = 0;
	char byte;

	vcube_split(self, NULL, me % 2, 0, &group);
	l->there[me] = vcube_failed(self) == 0;
	if (me == 1)
		return 0;
	if (me == 2)
		return vcube_align(self, group);
	if (l->how == 0)
		r = vcube_irecv(self, NULL, 1, &byte, 1);
	while (vcube_failed(self) == 0)
		if (l->how == 0)
			vcube_test(self, r, &done, NULL);
		else
			vcube_recv_within(self, NULL, 1, &byte, 1, 1000000, NULL);
	return vcube_failed(self);
}

static void
test_limit_tells_who_asks_for_whom(void **state)
{
	static const char *const asks[] = {
		"node 0 was stopped while waiting to know whether a message has arrived from node 1 "
		"(up to 1 bytes) at ",
		"node 0 was stopped while waiting to receive from node 1 (up to 1 bytes), with a "
		"time limit, at ",
	};

	(void)state;
	for (int how = 0; how < 2; how++)
		for (int i = 0; i < CLOCKS; i++) {
			char words[80];
			vcube_machine *machine = run_late(asks_for_ever, how, each_clock[i], words);

			error_has(vcube_run_error(machine), VCUBE_ELIMIT, asks[how]);
			report_has(machine, asks[how]);
			report_has(machine, "\nnode 1 has returned\n");
			report_has(machine, "\nnode 2 was stopped while waiting for the other members of "
				   "a group, of group 1 (colour 0 of vcube_split at ");
			vcube_close(machine);
		}
}

/* The two nodes wait for each other, or return. */
static int
wait_or_return(vcube_node *self, void *arg)
{
	const bool *wait = arg;
	char byte;

	return *wait ? vcube_recv(self, NULL, 1 - vcube_rank(self), &byte, 1, NULL) : 0;
}

/* A limit that is not reached changes nothing, and one that is reached hides no better
 * reason. */
static void
test_limit_not_reached(void **state)
{
	(void)state;
	try_for("full:2 limit=100s", wait_or_return, &(bool){false}, 0);
	try_for("full:2 limit=100s", wait_or_return, &(bool){true}, VCUBE_EDEADLOCK);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_limit),
		TEST(test_limit_tells_who_asks_for_whom),
		TEST(test_limit_not_reached),
	};

	return RUN_TESTS(tests);
}

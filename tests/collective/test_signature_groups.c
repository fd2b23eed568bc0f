/* SPDX-License-Identifier: BSD-2-Clause */
/* One node calls a collective in another group, or in another order of groups. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"
#include "support.h"

enum { NODES = 4 };

/* The same call for all members of a group. */

static const size_t ones[NODES] = {1, 1, 1, 1}, places[NODES] = {0, 1, 2, 3};

static int
make_call(vcube_node *self, vcube_group *group, int collective, const char *how)
{
	int64_t in[NODES] = {1, 2, 3, 4}, out[NODES] = {0};

	return call_function(self, &(struct vcube_call){
		.collective = collective, .group = group, .in = in, .out = out, .count = 1,
		.type = VCUBE_INT64, .op = VCUBE_SUM, .in_counts = ones, .in_offsets = places,
		.out_counts = ones, .out_offsets = places}, how);
}

/* How the two groups are made; nodes in only one, or in none, return. */

typedef void maker(vcube_node *self, vcube_group *pair[2]);

static void
twice(vcube_node *self, vcube_group *pair[2])
{
	vcube_split(self, NULL, 0, 0, &pair[0]);
	vcube_split(self, NULL, 7, 0, &pair[1]);
}

static void
in_a_loop(vcube_node *self, vcube_group *pair[2])
{
	for (int i = 0; i < 2; i++)
		vcube_split(self, NULL, 7 * i, 0, &pair[i]);
}

/* Many groups precede these two, more than signatures distinguish. */
static void
late(vcube_node *self, vcube_group *pair[2])
{
	for (int i = 0; i < 300; i++) {
		vcube_group_free(self, pair[0]);
		vcube_split(self, NULL, 0, 0, &pair[0]);
	}
	vcube_split(self, NULL, 7, 0, &pair[1]);
}

/* The same members, as rows of the array and as halves of halves. */
static void
as_parts(vcube_node *self, vcube_group *pair[2])
{
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *half;

	vcube_split(self, NULL, me * 4 / p, 0, &pair[0]);
	vcube_split(self, NULL, me * 2 / p, 0, &half);
	vcube_split(self, half, me * 4 / p % 2, 0, &pair[1]);
	vcube_group_free(self, half);
}

/* Members of one group that have others in the other group. */
static void
overlapping(vcube_node *self, vcube_group *pair[2])
{
	const int me = vcube_rank(self), p = vcube_size(self);

	vcube_split(self, NULL, me < p - 1 ? 0 : VCUBE_NO_COLOR, 0, &pair[0]);
	vcube_split(self, NULL, 7, 0, &pair[1]);
}

static void
beside_all(vcube_node *self, vcube_group *pair[2])
{
	vcube_split(self, NULL, 7, 0, &pair[1]);
	pair[0] = NULL;
}

/* The second node of the machine calls in the second group first. */
struct order {
	maker *make;
	int collective;
	const char *how;
};

static int
in_another_order(vcube_node *self, void *arg)
{
	const struct order *const o = arg;
	const int odd = vcube_rank(self) == 1;
	vcube_group *pair[2] = {NULL, NULL};

	o->make(self, pair);
	for (int i = 0; i < 2; i++)
		if (pair[i ^ odd] != NULL || o->make == beside_all)
			make_call(self, pair[i ^ odd], o->collective, o->how);
	return vcube_failed(self);
}

static void
try_order(const struct order *order, int nodes, const char *one, const char *other)
{
	for (int i = 0; i < CLOCKS; i++) {
		vcube_machine *const machine = open_machine("full:%d %s", nodes, each_clock[i]);

		/* a run leaves none of its groups to the next */
		for (int k = 0; k < 2; k++) {
			run_for(machine, in_another_order, (void *)order, VCUBE_EMISMATCH);
			error_has(vcube_run_error(machine), VCUBE_EMISMATCH, one);
			error_has(vcube_run_error(machine), VCUBE_EMISMATCH, other);
		}
		vcube_close(machine);
	}
}

static void
test_same_calls_of_two_groups_are_told_apart(void **state)
{
	const struct vcube_algorithm *a;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		const struct order order = {twice, a->collective, a->name};

		try_order(&order, NODES, " of group 1 (colour 0 of vcube_split at ",
			  " of group 2 (colour 7 of vcube_split at ");
	}
}

static void
test_groups_are_told_apart_however_they_came_to_be(void **state)
{
	static const struct {
		maker *make;
		int nodes;
		const char *one, *other;
	} cases[] = {
		{in_a_loop, 2, " of group 1 (colour 0 of", " of group 2 (colour 7 of"},
		{late, 2, " of group 300 (colour 0 of", " of group 301 (colour 7 of"},
		{as_parts, 8, " of group 1 (colour 0 of", " of group 3 (colour 0 of"},
		{overlapping, 3, " of group 1 (colour 0 of", " of group 2 (colour 7 of"},
		{beside_all, 3, " of all nodes", " of group 1 (colour 7 of"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct order orders[] = {
			{cases[i].make, VCUBE_ALLGATHER, "ring"},
			{cases[i].make, VCUBE_BCAST, "binomial"},
			{cases[i].make, VCUBE_REDUCE, "binomial"},
		};

		for (size_t k = 0; k < COUNT(orders); k++)
			try_order(&orders[k], cases[i].nodes, cases[i].one, cases[i].other);
	}
}

/* Nobody has sent anything: each is the root of the group in which it calls first. */
static int
wait_for_each_other(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	vcube_group *pair[2];
	int64_t in = me, out[2];

	(void)arg;
	twice(self, pair);
	for (int i = 0; i < 2; i++)
		vcube_gather(self, pair[me ^ i], me ^ i, &in, out, 1, VCUBE_INT64, "binomial");
	return vcube_failed(self);
}

static void
test_groups_are_told_apart_without_a_message(void **state)
{
	(void)state;
	for (int i = 0; i < CLOCKS; i++) {
		char text[60];

		snprintf(text, sizeof text, "full:2 %s", each_clock[i]);
		run_refused(text, wait_for_each_other, NULL, VCUBE_EMISMATCH, "root 0, call 0) of group 1");
		run_refused(text, wait_for_each_other, NULL, VCUBE_EMISMATCH,
			    "and waits for node 1, which is in gather.binomial");
		run_refused(text, wait_for_each_other, NULL, VCUBE_EMISMATCH, "root 1, call 0) of group 2");
	}
}

/* A freed group is named by its number. */
static int
free_first(vcube_node *self, void *arg)
{
	vcube_group *pair[2];

	(void)arg;
	twice(self, pair);
	if (vcube_rank(self) == 0)
		return make_call(self, pair[0], VCUBE_BCAST, NULL);
	vcube_group_free(self, pair[0]);
	return make_call(self, pair[1], VCUBE_BCAST, NULL);
}

/* A message of a call that this node did not make. */
static int
once_too_often(vcube_node *self, void *arg)
{
	vcube_group *pair[2];

	(void)arg;
	twice(self, pair);
	make_call(self, pair[1], VCUBE_BCAST, NULL);
	return vcube_rank(self) == 0 ? make_call(self, pair[0], VCUBE_BCAST, NULL)
				     : vcube_failed(self);
}

static void
test_what_is_left_names_its_group(void **state)
{
	(void)state;
	run_refused("full:2", free_first, NULL, VCUBE_EMISMATCH,
		    "of group 1, which node 1 has freed");
	run_refused("full:2", once_too_often, NULL, VCUBE_EMISMATCH,
		    "call 0) of group 1 (colour 0 of vcube_split at ");
}

/* Rendezvous in different orders wait for each other, and the report names both. */
static int
meet_elsewhere(vcube_node *self, void *arg)
{
	vcube_group *pair[2];

	(void)arg;
	twice(self, pair);
	for (int i = 0; i < 2; i++)
		vcube_align(self, pair[i ^ vcube_rank(self)]);
	return vcube_failed(self);
}

static void
test_meetings_name_their_group(void **state)
{
	(void)state;
	for (int i = 0; i < CLOCKS; i++) {
		vcube_machine *const machine = open_machine("full:2 %s", each_clock[i]);

		run_for(machine, meet_elsewhere, NULL, VCUBE_EDEADLOCK);
		report_has(machine, "now node 1, of group 1 (colour 0 of vcube_split at ");
		report_has(machine, "now node 0, of group 2 (colour 7 of vcube_split at ");
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_same_calls_of_two_groups_are_told_apart),
		TEST(test_groups_are_told_apart_however_they_came_to_be),
		TEST(test_groups_are_told_apart_without_a_message),
		TEST(test_what_is_left_names_its_group),
		TEST(test_meetings_name_their_group),
	};

	return RUN_TESTS(tests);
}

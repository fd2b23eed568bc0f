/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collectives beyond the walks: options, local work on the clock, and blocks that do not
 * divide.
 */
#include <inttypes.h>
#include <stdio.h>
#include "walk.h"

static const int nodes[] = {2, 3, 5, 6, 7, 8, 13, 16};

/* An algorithm with its options, and counts to test it with. */
struct plan {
	int collective;
	const char *how;
	size_t counts[5];
	/* where its local work is predicted exactly; FROM_0: with root 0 */
	enum { NEVER, ON_CUBES, FROM_0, ALWAYS } local;
};

/* Do its preconditions hold? */
static bool
fits(vcube_node *self, const struct plan *plan)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *const a = vcube_algorithm_parse(plan->collective, plan->how, set,
								      NULL);

	return !is_refused(a, vcube_size(self), NULL);
}

static vcube_time
predicted(vcube_node *self, const struct trial *t)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_terms terms = vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)),
						  vcube_size(self), t->count * t->element->size);

	terms.unit = t->element->size;
	terms.set = set;
	return vcube_algorithm_parse(t->collective, t->how, set, NULL)->cost(&terms);
}

static int
try_plan(vcube_node *self, const struct plan *plan, bool in_place)
{
	const int p = vcube_size(self);
	const int last = plan->local == FROM_0 && !in_place ? 0 : p - 1;
	const size_t kinds = has_root(plan->collective) ? 4 : 2, cases = kinds * COUNT(plan->counts);

	for (size_t n = first_case((uint64_t)(plan->collective + p), cases); n < cases;
	     n += next_case()) {
		const size_t i = n / kinds;
		const int k = (int)(n % kinds);
		struct trial t = {.collective = plan->collective, .how = plan->how,
				  .element = element_for(plan->collective, true),
				  .count = plan->counts[i], .in_place = in_place && k % 2,
				  .root = has_root(plan->collective) ? last * k / 3 : 0,
				  .timed = true, .seed = seed + i};

		if (try_collective(self, NULL, &t) != 0)
			return vcube_failed(self);
		if (t.took != predicted(self, &t))
			return vcube_fail(self, "%s.%s, %d nodes, %zu elements: %" PRId64
					  " ps, predicted %" PRId64,
					  vcube_collective_name(t.collective), t.how, p, t.count,
					  t.took, predicted(self, &t));
	}
	return 0;
}

/* Fewer elements than nodes, more, one too many, one too few. */
#define UNEVEN {0, 1, 5, 17, 1000}

static const struct plan plans[] = {
	{VCUBE_ALLGATHER, "ring", UNEVEN, ALWAYS},
	{VCUBE_ALLGATHER, "star", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "ring", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "direct", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "star", UNEVEN, ALWAYS},
	{VCUBE_ALLREDUCE, "reduce-bcast", UNEVEN, ON_CUBES},
	{VCUBE_ALLREDUCE, "star", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "doubling", UNEVEN, ON_CUBES},
	{VCUBE_REDUCE, "binomial", UNEVEN, ON_CUBES},
	{VCUBE_ALLTOALL, "direct", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "bruck", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "pairwise", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "star", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "spread", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "spread:window=1", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "spread:window=2", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "spread:window=7", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "spread:window=1000000", UNEVEN, ALWAYS},
	{VCUBE_ALLGATHER, "mesh", UNEVEN, ALWAYS},
	{VCUBE_ALLGATHER, "hypercube", UNEVEN, ALWAYS},
	{VCUBE_ALLGATHER, "neighbor", UNEVEN, ALWAYS},
	{VCUBE_ALLGATHER, "bruck", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "mesh", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "hypercube", UNEVEN, ALWAYS},
	{VCUBE_ALLREDUCE, "hypercube", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "hypercube", UNEVEN, ALWAYS},
	{VCUBE_ALLTOALL, "standard", UNEVEN, ALWAYS},
	{VCUBE_ALLGATHER, "doubling", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "halving", UNEVEN, ALWAYS},
	{VCUBE_REDUCE_SCATTER, "pairwise", UNEVEN, NEVER},
	{VCUBE_ALLREDUCE, "doubling", UNEVEN, ALWAYS},
	{VCUBE_ALLREDUCE, "ring", UNEVEN, ALWAYS},
	{VCUBE_ALLREDUCE, "rabenseifner", UNEVEN, ON_CUBES},
	{VCUBE_BCAST, "scatter-allgather", UNEVEN, ALWAYS},
	{VCUBE_BCAST, "star", UNEVEN, ALWAYS},
	{VCUBE_SCATTER, "star", UNEVEN, ALWAYS},
	{VCUBE_GATHER, "star", UNEVEN, ALWAYS},
	{VCUBE_REDUCE, "star", UNEVEN, FROM_0},
	{VCUBE_SCAN, "star", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "chain", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "chain:segment=1", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "chain:segment=8", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "chain:segment=100", UNEVEN, ALWAYS},
	{VCUBE_SCAN, "chain:segment=2147483647", UNEVEN, ALWAYS},
	{VCUBE_BCAST, "chain", UNEVEN, ALWAYS},
	{VCUBE_BCAST, "chain:segment=1", UNEVEN, ALWAYS},
	{VCUBE_BCAST, "chain:segment=8", UNEVEN, ALWAYS},
	{VCUBE_BCAST, "chain:segment=100", UNEVEN, ALWAYS},
	{VCUBE_BCAST, "chain:segment=2147483647", UNEVEN, ALWAYS},
};

static int
try_plans(vcube_node *self, void *arg)
{
	const int p = vcube_size(self);
	const bool local = vcube_machine_desc(vcube_machine_of(self))->cost.copy > 0;

	(void)arg;
	for (size_t i = 0; i < COUNT(plans); i++) {
		if (!fits(self, &plans[i]) || (local && (plans[i].local == NEVER ||
				(plans[i].local == ON_CUBES && (p & (p - 1))))))
			continue;
		/* a copy of a block onto itself would cost nothing */
		if (try_plan(self, &plans[i], !local) != 0)
			return vcube_failed(self);
	}
	return 0;
}

static void
try_costs(const char *costs)
{
	char text[200];

	for (size_t k = 0; k < COUNT(nodes); k++) {
		snprintf(text, sizeof text, "full:%d clock=virtual threads=one %s", nodes[k], costs);
		try_well(text, try_plans, NULL);
	}
}

static void
test_time_of_uneven_blocks(void **state)
{
	(void)state;
	try_costs("");
	try_costs("startup=777777ps per_byte=333ps per_hop=17ps");
	try_costs("startup=0ps per_byte=1ns");
}

static void
test_time_of_local_work(void **state)
{
	(void)state;
	try_costs("copy=31ps reorder=29ps combine=1234567ps");
	try_costs("startup=1ps copy=5ns reorder=29ps combine=3ps");
	try_costs("copy=31ps combine=1ns combine_startup=777777ps");
}

/* The same without a clock, in any order, and with little room. */
static int
try_free(vcube_node *self, void *arg)
{
	for (size_t i = 0; i < COUNT(plans); i++)
		for (size_t k = first_case(i, 2); k < 2 && fits(self, &plans[i]); k += next_case()) {
			struct trial t = {.collective = plans[i].collective, .how = plans[i].how,
					  .element = element_for(plans[i].collective, true),
					  .count = k ? 97 : 3, .seed = seed + i};

			if (try_collective(self, NULL, &t) != 0)
				return vcube_failed(self);
		}
	(void)arg;
	return 0;
}

static void
test_right_without_a_clock(void **state)
{
	char text[100];

	(void)state;
	for (size_t k = first_case(0, COUNT(nodes)); k < COUNT(nodes); k += next_case()) {
		snprintf(text, sizeof text, "full:%d", nodes[k]);
		try_everywhere(text, try_free, NULL);
	}
	try_well("full:7 capacity=100", try_free, NULL);
	try_well("full:8 capacity=0 clock=virtual", try_free, NULL);
}

/* Known counts: messages of a node, and bytes of the busiest. */

static int
call_wrong(vcube_node *self, void *arg)
{
	struct trial *const t = arg;

	return try_collective(self, NULL, t);
}

static void
test_refused(void **state)
{
	static const struct {
		int collective, nodes;
		const char *how, *sentence;
		size_t count;
	} wrong[] = {
		{VCUBE_ALLTOALL, 8, "star", "alltoall.star needs short blocks, no more than 512 KiB "
		 "of them in all", 8193},
		{VCUBE_ALLTOALL, 8, "spread:window=0", "alltoall.spread needs a window of 1 or more", 3},
		{VCUBE_ALLTOALL, 8, "aapc4:width=0", "alltoall.aapc4 needs a width of 1 or more", 3},
		{VCUBE_BCAST, 8, "chain:segment=0", "bcast.chain needs a segment of 1 byte or more", 3},
		{VCUBE_ALLGATHER, 7, "neighbor",
		 "allgather.neighbor needs an even number of nodes; there are 7", 3},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(wrong); i++) {
		struct trial t = {.collective = wrong[i].collective, .how = wrong[i].how,
				  .count = wrong[i].count,
				  .element = element_for(wrong[i].collective, true)};
		vcube_machine *const machine = open_machine("full:%d", wrong[i].nodes);

		run_for(machine, call_wrong, &t, VCUBE_EPRECOND);
		error_has(vcube_run_error(machine), VCUBE_EPRECOND, wrong[i].sentence);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_time_of_uneven_blocks),
		TEST(test_time_of_local_work),
		TEST(test_right_without_a_clock),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}

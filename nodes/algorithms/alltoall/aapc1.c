/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange over all links at once, Algorithm 1: log p pairs of relative addresses
 * at a time, each pair in log p steps. A pair is an address and its complement; one of
 * them moves in each step. With 8 nodes, the dimension that each pair crosses:
 *
 *   pair      step 1  2  3  4  5  6
 *   000 111        0  1  2
 *   001 110        1  2  0
 *   010 101        2  0  1
 *   011 100                 0  1  2
 *
 * Invariant: after the steps of a pair, the element of slot r of node j is in slot r of
 * node j ^ r. If log p does not divide p/2, links are idle in the last log p steps. In
 * blocks, all pairs that cross the same dimensions in the same order move together.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_schedule_plan by = vcube_aapc_plan(VCUBE_AAPC1, c->set);

	vcube_aapc(self, c, &by, VCUBE_TRANSPOSITION);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_schedule_plan by = vcube_aapc_plan(VCUBE_AAPC1, t->set);

	return vcube_aapc_cost(t, &by);
}

const struct vcube_algorithm vc_algorithm_alltoall_aapc1 = {
	.collective = VCUBE_ALLTOALL,
	.name = "aapc1",
	.text = "log p pairs of relative addresses at a time, over all links",
	.paper = "Johnsson and Ho, Algorithm 1",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = (const struct vcube_option[]){
		{"block", "no|yes", "log p steps, in each of which a link carries a block of "
		 "elements"},
		{0}
	},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p ceil(p/(2 log p))",
	.volume = "m p/2 log p",
	.formula = "ts e + tw m p/2 log p; all ports (ts + tw m) e, e = log p ceil(p/2 log p); block: log p ts",
	.cost = cost,
	.run = run,
};

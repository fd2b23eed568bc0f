/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange over all links at once, Algorithm 2: each pair of relative addresses
 * starts one step after its predecessor, cyclically. With 8 nodes, the dimension that each
 * pair crosses:
 *
 *   pair      step 1  2  3  4
 *   000 111        0  1  2
 *   001 110           0  1  2
 *   010 101        2     0  1
 *   011 100        1  2     0
 *
 * No link is ever idle, and p/2 steps are the minimum; but an element may be in flight in
 * all of them, so blocks would have one element.
 */
#include <vcube/authoring.h>

static const struct vcube_schedule_plan plan = {.algorithm = VCUBE_AAPC2};

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_aapc(self, c, &plan, VCUBE_TRANSPOSITION);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_aapc_cost(t, &plan);
}

const struct vcube_algorithm vc_algorithm_alltoall_aapc2 = {
	.collective = VCUBE_ALLTOALL,
	.name = "aapc2",
	.text = "each pair of relative addresses one step after its predecessor, over all links",
	.paper = "Johnsson and Ho, Algorithm 2",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "p/2",
	.volume = "m p/2 log p",
	.formula = "ts p/2 + tw m p/2 log p; all ports (ts + tw m) p/2",
	.cost = cost,
	.run = run,
};

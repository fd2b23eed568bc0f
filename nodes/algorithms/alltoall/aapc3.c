/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange over all links at once, Algorithm 3: a multiple of log p pairs of
 * relative addresses moves as in Algorithm 1, the others as in Algorithm 2. With 32 nodes,
 * the dimension that each pair crosses:
 *
 *   pair  step 1  2  3  4  5  6  7  8  9 10 11 ..
 *   0          0  1  2  3  4
 *   1             0  1  2  3  4
 *   2          4     0  1  2  3
 *   ..
 *   5          1  2  3  4     0
 *   6                            0  1  2  3  4
 *   7                            1  2  3  4  0
 *   ..
 *
 * No link is ever idle, and an element is in flight for at most log p + p/2 mod log p steps,
 * or for log p steps if log p divides p/2.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_schedule_plan by = vcube_aapc_plan(VCUBE_AAPC3, c->set);

	vcube_aapc(self, c, &by, VCUBE_TRANSPOSITION);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_schedule_plan by = vcube_aapc_plan(VCUBE_AAPC3, t->set);

	return vcube_aapc_cost(t, &by);
}

const struct vcube_algorithm vc_algorithm_alltoall_aapc3 = {
	.collective = VCUBE_ALLTOALL,
	.name = "aapc3",
	.text = "log p pairs of relative addresses at a time, the first and some more a step apart",
	.paper = "Johnsson and Ho, Algorithm 3",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = (const struct vcube_option[]){
		{"block", "no|yes", "log p + p/2 mod log p steps with blocks of elements"},
		{0}
	},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "p/2",
	.volume = "m p/2 log p",
	.formula = "ts p/2 + tw m p/2 log p; all ports (ts + tw m) p/2; block: (log p + p/2 mod log p) ts",
	.cost = cost,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier on a hypercube: an all-reduce without data.
 *
 * The nodes of which a node knows that they have arrived, p = 4:
 *
 *   node      0     1     2     3
 *   start     0     1     2     3
 *   step 1    0-1   0-1   2-3   2-3
 *   step 2    0-3   0-3   0-3   0-3
 *
 * Invariant: after step i, a node knows of the 2^i members of its subcube.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	for (int bit = 1, i = 0; bit < c->size; bit *= 2, i++) {
		const int peer = c->rank ^ bit;

		vcube_step(self, "exchange");
		vcube_signal(self, c->group, peer, peer, i);
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_barrier_time(t, vcube_log2((unsigned)t->p));
}

const struct vcube_algorithm vc_algorithm_barrier_hypercube = {
	.collective = VCUBE_BARRIER,
	.name = "hypercube",
	.text = "empty exchanges along each dimension",
	.paper = "Kumar et al., section 4.3",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "0",
	.formula = "ts log p",
	.cost = cost,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier of any number of nodes: in step i, each node sends an empty message to the node
 * 2^(i-1) ranks above (mod p).
 *
 * The nodes of which a node knows that they have arrived, p = 5:
 *
 *   node      0       1       2       3       4
 *   start     0       1       2       3       4
 *   step 1    4-0     0-1     1-2     2-3     3-4
 *   step 2    2-0     3-1     4-2     0-3     1-4
 *   step 3    all     all     all     all     all
 *
 * Invariant: after step i, a node knows of the 2^i members up to itself.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;

	for (int far = 1, i = 0; far < p; far *= 2, i++) {
		vcube_step(self, "tell");
		vcube_signal(self, c->group, (me + far) % p, (me + p - far) % p, i);
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_barrier_time(t, vcube_log2_ceil(t->p));
}

const struct vcube_algorithm vc_algorithm_barrier_dissemination = {
	.collective = VCUBE_BARRIER,
	.name = "dissemination",
	.text = "empty messages to twice the distance in every step",
	.paper = "Hensgen, Finkel and Manber 1988",
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "0",
	.formula = "ts ceil(log p)",
	.cost = cost,
	.run = run,
};

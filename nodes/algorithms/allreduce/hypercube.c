/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce on a hypercube, in the pattern of all-to-all broadcast: along each dimension,
 * from the lowest, neighbours exchange their sums and add.
 *
 * The terms in a node's sum, p = 8:
 *
 *   node      0     1     2     3     4     5     6     7
 *   start     0     1     2     3     4     5     6     7
 *   step 1    0-1   0-1   2-3   2-3   4-5   4-5   6-7   6-7
 *   step 2    0-3   0-3   0-3   0-3   4-7   4-7   4-7   4-7
 *   step 3    0-7   in every node
 *
 * Invariant: after step i, a node holds the sum over the 2^i consecutive ranks of its
 * subcube. Lower ranks are the left operand: rank order, and the same bracketing in every
 * node.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank;
	void *const got = vcube_scratch(self, c->bytes);
	const void *sum = c->in;

	vcube_watch(self, "got", got, c->type, c->count);
	for (int bit = 1; bit < c->size; bit *= 2) {
		const int peer = me ^ bit;

		vcube_step(self, "exchange sums");
		vcube_sendrecv(self, c->group, peer, sum, c->bytes, peer, got, c->bytes, NULL);
		if (peer < me)
			vcube_combine(self, c, got, sum, c->out, 1);
		else
			vcube_combine(self, c, sum, got, c->out, 1);
		sum = c->out;
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_log2((unsigned)t->p) * (vcube_message_time(t, t->m)
		   + vcube_combine_time(t, t->m / t->unit));
}

const struct vcube_algorithm vc_algorithm_allreduce_hypercube = {
	.collective = VCUBE_ALLREDUCE,
	.name = "hypercube",
	.text = "exchanges of sums along each dimension",
	.paper = "Kumar et al., section 4.3",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m log p",
	.formula = "(ts + tw m) log p",
	.cost = cost,
	.run = run,
};

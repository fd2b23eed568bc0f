/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce by recursive doubling for any number of nodes: q nodes, the greatest power of
 * two up to p, are corners of a hypercube and exchange sums along each dimension. Each of
 * the p - q other nodes relies on a corner, the rank below, which adds its term first and
 * sends it the sum in the end.
 *
 * The terms in a node's sum, p = 6, corners 0, 2, 4 and 5:
 *
 *   node      0     1     2     3     4     5
 *   start     0     1     2     3     4     5
 *   fold      0-1         2-3
 *   step 1    0-3         0-3         4-5   4-5
 *   step 2    0-5         0-5         0-5   0-5
 *   unfold          0-5         0-5
 *
 * Invariant: a sum is over consecutive ranks. Lower ranks are the left operand: rank order,
 * and the same bracketing in every node.
 */
#include <vcube/authoring.h>

static void
by_a_corner(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "fold");
	vcube_wait(self, vcube_isend(self, c->group, c->rank - 1, c->in, c->bytes), NULL);
	vcube_recv(self, c->group, c->rank - 1, c->out, c->bytes, NULL);
}

static void
at_a_corner(vcube_node *self, const struct vcube_call *c, int q, int folded)
{
	const int me = c->rank, corner = me < 2 * folded ? me / 2 : me - folded;
	void *const got = vcube_scratch(self, c->bytes);
	const void *sum = c->in;

	vcube_watch(self, "got", got, c->type, c->count);
	vcube_step(self, "fold");
	if (me < 2 * folded) {
		vcube_recv(self, c->group, me + 1, got, c->bytes, NULL);
		vcube_combine(self, c, sum, got, c->out, 1);
		sum = c->out;
	}
	for (int bit = 1; bit < q; bit *= 2) {
		const int other = corner ^ bit;
		const int peer = other + (other < folded ? other : folded);

		vcube_step(self, "exchange sums");
		vcube_sendrecv(self, c->group, peer, sum, c->bytes, peer, got, c->bytes, NULL);
		if (peer < me)
			vcube_combine(self, c, got, sum, c->out, 1);
		else
			vcube_combine(self, c, sum, got, c->out, 1);
		sum = c->out;
	}
	vcube_free(self, got);
	vcube_step(self, "unfold");
	if (me < 2 * folded)
		vcube_wait(self, vcube_isend(self, c->group, me + 1, c->out, c->bytes), NULL);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int q = 1 << vcube_log2((unsigned)c->size), folded = c->size - q;

	if (c->rank < 2 * folded && c->rank % 2 == 1)
		by_a_corner(self, c);
	else
		at_a_corner(self, c, q, folded);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int steps = vcube_log2((unsigned)t->p);
	const int fold = (t->p & (t->p - 1)) != 0;
	const vcube_time combine = vcube_combine_time(t, t->m / t->unit);

	return (steps + 2 * fold) * vcube_message_time(t, t->m) + (steps + fold) * combine;
}

const struct vcube_algorithm vc_algorithm_allreduce_doubling = {
	.collective = VCUBE_ALLREDUCE,
	.name = "doubling",
	.text = "exchanges of sums, some nodes through the rank below",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.native = 1u << VCUBE_FULL,
	.steps = "2 ceil(log p) - floor(log p)",
	.volume = "m ceil(log p)",
	.formula = "(ts + tw m)(floor(log p) + 2 if p is no power of 2)",
	.cost = cost,
	.run = run,
};

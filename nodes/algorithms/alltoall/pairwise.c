/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange in p - 1 steps, one partner at a time: a node completes a step before
 * it begins the next one, so it never has more than one message in flight, and no message
 * arrives early.
 *
 * The destination of each node (row = step, column = node), by exclusive or for p = 4, and
 * by shift for p = 3, where the exclusive or leaves the group:
 *
 *   step 1    1 0 3 2         1 2 0
 *   step 2    2 3 0 1         2 0 1
 *   step 3    3 2 1 0
 *
 * Each step is a permutation; with exclusive or, it swaps pairs.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const bool cube = (p & (p - 1)) == 0;

	vcube_copy(self, vcube_out(c, me), vcube_in(c, me), c->bytes);
	for (int i = 1; i < p; i++) {
		const int to = cube ? me ^ i : (me + i) % p;
		const int from = cube ? me ^ i : (me + p - i) % p;

		vcube_step(self, "exchange");
		vcube_sendrecv(self, c->group, to, vcube_in(c, to), c->bytes,
			       from, vcube_out(c, from), c->bytes, NULL);
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m + (t->p - 1) * vcube_message_time(t, t->m);
}

const struct vcube_algorithm vc_algorithm_alltoall_pairwise = {
	.collective = VCUBE_ALLTOALL,
	.name = "pairwise",
	.text = "with one partner after the other",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.cost = cost,
	.run = run,
};

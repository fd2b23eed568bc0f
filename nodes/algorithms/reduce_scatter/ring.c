/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction on a ring, the reverse of all-to-all broadcast: the sum for node r
 * starts at its left neighbour and moves left, once around the ring; each node on its
 * route adds its own term.
 *
 * The terms in the sum that each node has received, and its destination, p = 4:
 *
 *   node      0             1             2             3
 *   step 1    1      for 2  2      for 3  3      for 0  0      for 1
 *   step 2    1+2    for 3  2+3    for 0  3+0    for 1  0+1    for 2
 *   step 3    1+2+3  for 0  2+3+0  for 1  3+0+1  for 2  0+1+2  for 3
 *
 * Invariant: after step i, node r has received the sum of terms r+1, .., r+i for node
 * r+i+1 (mod p). Terms are in ring order, not in rank order: the operator must commute.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const int left = (me + p - 1) % p, right = (me + 1) % p;
	const size_t most = vcube_units_most(c), mine = vcube_units(c, me, 1);
	char *const got = vcube_scratch(self, c->bytes * (mine < most ? 2 * most : most));
	void *const sum = mine < most ? got + c->bytes * most : c->out; /* room for any */
	const void *give = vcube_in(c, right);

	if (got == NULL)
		return;
	vcube_watch(self, "got", got, c->type, c->count * most);
	for (int i = 1; i < p; i++) {
		const int to = (me + i) % p, take = (right + i) % p;

		vcube_step(self, "shift the sums");
		vcube_sendrecv(self, c->group, left, give, vcube_in_bytes(c, to),
			       right, got, vcube_in_bytes(c, take), NULL);
		vcube_combine(self, c, vcube_in(c, take), got, take == me ? c->out : sum,
			      vcube_units(c, take, 1));
		give = sum;
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return (t->p - 1) * (vcube_message_time(t, t->m)
			  + vcube_combine_time(t, t->m / t->unit));
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_ring = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "ring",
	.text = "every sum goes once around a ring and grows on the way",
	.paper = "Kumar et al., Algorithm 4.5",
	.needs = VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast on a ring: p - 1 times, each node sends the block that it received
 * last to its right neighbour, and receives one from its left neighbour.
 *
 * Who holds what (row = block, column = node), p = 4:
 *
 *   start       step 1      step 2      step 3
 *   0 . . .     0 0 . .     0 0 0 .     0 0 0 0
 *   . 1 . .     . 1 1 .     . 1 1 1     1 1 1 1
 *   . . 2 .     . . 2 2     2 . 2 2     2 2 2 2
 *   . . . 3     3 . . 3     3 3 . 3     3 3 3 3
 *
 * Invariant: after step i, node r holds blocks r, r-1, .., r-i (mod p).
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const int left = (me + p - 1) % p, right = (me + 1) % p;

	vcube_copy(self, vcube_out(c, me), c->in, vcube_in_bytes(c, 0));
	for (int i = 1, give = me; i < p; i++) {
		const int take = (give + p - 1) % p;

		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, right,
			       vcube_out(c, give), vcube_out_bytes(c, give), left,
			       vcube_out(c, take), vcube_out_bytes(c, take), NULL);
		give = take;
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m + (t->p - 1) * vcube_message_time(t, t->m);
}

const struct vcube_algorithm vc_algorithm_allgather_ring = {
	.collective = VCUBE_ALLGATHER,
	.name = "ring",
	.text = "every block goes once around a ring",
	.paper = "Kumar et al., Algorithm 4.4",
	.native = 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};

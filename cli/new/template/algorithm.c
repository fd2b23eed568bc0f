/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * allgather.@NAME@: every node has a block, and all get all blocks. It runs as it is, round a
 * ring to the right; change it into yours. `make test` builds and tries it;
 * vcube_algorithm(3) describes the struct at the end, and vcube-algorithms(7) what the
 * library has.
 */
#include <vcube/authoring.h>

/* Every node runs this. vcube_out(c, i) is the place of block i in the result. */
static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank, left = (me + p - 1) % p, right = (me + 1) % p;

	vcube_copy(self, vcube_out(c, me), c->in, c->bytes);
	for (int i = 1, have = me; i < p; i++) {
		const int next = (have + p - 1) % p;

		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, right, vcube_out(c, have), c->bytes,
			       left, vcube_out(c, next), c->bytes, NULL);
		have = next;
	}
}

/* The time that it should take: p - 1 messages of m bytes, one after the other. */
static vcube_time
cost(const struct vcube_terms *t)
{
	return (t->p - 1) * (t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)t->m);
}

const struct vcube_algorithm vcube_own_algorithm = {
	.collective = VCUBE_ALLGATHER,
	.name = "@NAME@",
	.text = "blocks go round a ring to the right",
	.paper = "",
	.native = 1u << VCUBE_RING,     /* where the formula is exact */
	.formula = "(ts + tw m)(p - 1)",
	.cost = cost,
	.run = run,
};

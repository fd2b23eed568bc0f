/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast on a torus: blocks go around the rows as on a ring, then
 * whole rows of blocks go around the columns.
 *
 * Who holds what, p = 9, rank = 3 * row + column:
 *
 *   start       after the rows      after the columns
 *   0 1 2       012 012 012         012345678 in every node
 *   3 4 5       345 345 345
 *   6 7 8       678 678 678
 *
 * Invariant: after step i of a phase, a node holds the pieces of its i predecessors in its
 * row (column) and its own, each in its place in `out`.
 */
#include <vcube/authoring.h>

/* Passes pieces around a ring of q members, `apart` ranks apart. Piece i is `apart` blocks, from
 * number first + i * apart on; at the start this node, number `me` of them, holds piece `me`. */
static void
go_round(vcube_node *self, const struct vcube_call *c, int q, int me, int apart, int first)
{
	const int before = (me + q - 1) % q, after = (me + 1) % q;
	const int from = c->rank + (before - me) * apart, to = c->rank + (after - me) * apart;
	char *const out = c->out;

	for (int i = 1, give = me; i < q; i++) {
		const int take = (give + q - 1) % q;
		const int g = first + give * apart, t = first + take * apart;

		vcube_step(self, apart == 1 ? "shift along the row" : "shift along the column");
		vcube_sendrecv(self, c->group, to, out + c->bytes * vcube_units(c, 0, g),
			       c->bytes * vcube_units(c, g, apart), from,
			       out + c->bytes * vcube_units(c, 0, t),
			       c->bytes * vcube_units(c, t, apart), NULL);
		give = take;
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int q = vcube_array_columns(c->size), row = c->rank / q, column = c->rank % q;

	vcube_copy(self, vcube_out(c, c->rank), c->in, vcube_in_bytes(c, 0));
	go_round(self, c, q, column, 1, row * q);
	go_round(self, c, c->size / q, row, q, 0);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int columns = vcube_array_columns(t->p);

	return (columns + t->p / columns - 2) * vcube_startup_time(t)
		+ ((t->p - 1) * t->k.per_byte + t->k.copy) * (vcube_time)t->m;
}

const struct vcube_algorithm vc_algorithm_allgather_mesh = {
	.collective = VCUBE_ALLGATHER,
	.name = "mesh",
	.text = "rings along the rows of an array, then along its columns",
	.paper = "Kumar et al., Algorithm 4.6",
	.needs = VCUBE_NEEDS_COMPOSITE,
	.native = 1u << VCUBE_TORUS | 1u << VCUBE_FULL,
	.steps = "r + c - 2, p = r c",
	.volume = "m (p - 1)",
	.formula = "ts (r + c - 2) + tw m (p - 1), p = r c",
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction on a square torus, the reverse of all-to-all broadcast: sums of
 * whole rows of blocks go around the columns, then sums of blocks go around the rows, both
 * as on a ring.
 *
 * The destinations of the sums that a node holds, p = 9, rank = 3 * row + column:
 *
 *   start                        after the columns     after the rows
 *   012345678 in every node,     012 012 012           0 1 2
 *   of one term each             345 345 345           3 4 5
 *                                678 678 678           6 7 8
 *                                of 3 terms            of 9 terms
 *
 * The terms of a sum are in ring order, so the operator must commute.
 */
#include <vcube/authoring.h>

/* Combines the pieces, `blocks` blocks each, of a ring of q members, `apart` ranks apart;
 * this node, number `me` of them, receives its own sum. */
static void
fold_round(vcube_node *self, const struct vcube_call *c, int q, int me, int apart,
	   const char *pieces, size_t blocks, void *got, void *sum)
{
	const int left = (me + q - 1) % q, right = (me + 1) % q;
	const int to = c->rank + (left - me) * apart, from = c->rank + (right - me) * apart;
	const size_t bytes = c->bytes * blocks;
	const void *give = pieces + (size_t)right * bytes;

	for (int i = 1; i < q; i++) {
		vcube_step(self, apart == 1 ? "shift along the row" : "shift along the column");
		vcube_sendrecv(self, c->group, to, give, bytes, from, got, bytes, NULL);
		vcube_combine(self, c, pieces + (size_t)((right + i) % q) * bytes, got, sum,
			      blocks);
		give = sum;
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int q = vcube_array_of(c->size).columns, row = c->rank / q, column = c->rank % q;
	const size_t line = c->bytes * (size_t)q;
	char *const got = vcube_scratch(self, 2 * line), *const sums = got + line;

	if (got == NULL)
		return;
	vcube_watch(self, "got", got, c->type, c->count * (size_t)q);
	vcube_watch(self, "sums", sums, c->type, c->count * (size_t)q);
	fold_round(self, c, q, row, q, c->in, (size_t)q, got, sums);
	fold_round(self, c, q, column, 1, sums, 1, got, c->out);
	vcube_free(self, got);
}

/* The time of a ring with rows of blocks and of one with blocks. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const int q = vcube_array_of(t->p).columns;
	const size_t n = t->m / t->unit;

	return 2 * (q - 1) * vcube_startup_time(t)
		+ (t->p - 1) * t->k.per_byte * (vcube_time)t->m
		+ (q - 1) * (vcube_combine_time(t, (size_t)q * n) + vcube_combine_time(t, n));
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_mesh = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "mesh",
	.text = "rings along the columns of a square, then along its rows",
	.paper = "Kumar et al., problem 4.4 (dual of Algorithm 4.6)",
	.needs = VCUBE_NEEDS_SQUARE | VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_TORUS | 1u << VCUBE_FULL,
	.steps = "2 (sqrt p - 1)",
	.volume = "m (p - 1)",
	.formula = "2 ts (sqrt p - 1) + tw m (p - 1)",
	.cost = cost,
	.run = run,
};

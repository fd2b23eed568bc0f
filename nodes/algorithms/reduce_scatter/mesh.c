/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction on a torus, the reverse of all-to-all broadcast: sums of
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

/* What goes around a ring of q members, `apart` ranks apart: pieces of `apart` blocks, from number
 * `first` on. This node is number `me` of them. */
struct ring {
	int q, me, apart, first;
	const char *pieces;
	void *got, *sum, *own;  /* what arrives; sums to pass on; this node's sum */
};

/* Returns the place of piece i, in units from the first one; its length. */
static size_t
place(const struct vcube_call *c, const struct ring *r, int i)
{
	return vcube_units(c, r->first, i * r->apart);
}

static size_t
length(const struct vcube_call *c, const struct ring *r, int i)
{
	return vcube_units(c, r->first + i * r->apart, r->apart);
}

static void
fold_round(vcube_node *self, const struct vcube_call *c, const struct ring *r)
{
	const int q = r->q, me = r->me, apart = r->apart;
	const int left = (me + q - 1) % q, right = (me + 1) % q;
	const int to = c->rank + (left - me) * apart, from = c->rank + (right - me) * apart;
	const void *give = r->pieces + c->bytes * place(c, r, right);

	for (int i = 1; i < q; i++) {
		const int take = (right + i) % q;

		vcube_step(self, apart == 1 ? "shift along the row" : "shift along the column");
		vcube_sendrecv(self, c->group, to, give, c->bytes * length(c, r, (me + i) % q),
			       from, r->got, c->bytes * length(c, r, take), NULL);
		vcube_combine(self, c, r->pieces + c->bytes * place(c, r, take), r->got,
			      take == me ? r->own : r->sum, length(c, r, take));
		give = r->sum;
	}
}

static size_t
longest_row(const struct vcube_call *c, int q)
{
	size_t most = 0;

	for (int first = 0; first < c->size; first += q)
		most = vcube_units(c, first, q) > most ? vcube_units(c, first, q) : most;
	return most;
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int q = vcube_array_columns(c->size), row = c->rank / q, column = c->rank % q;
	const size_t line = longest_row(c, q), most = vcube_units_most(c);
	const bool fits = vcube_units(c, c->rank, 1) == most;   /* `out` has room for any sum */
	char *const got = vcube_scratch(self, c->bytes * (2 * line + (fits ? 0 : most)));
	char *sums, *spare;

	if (got == NULL)
		return;
	sums = got + c->bytes * line;
	spare = sums + c->bytes * line;
	vcube_watch(self, "got", got, c->type, c->count * line);
	vcube_watch(self, "sums", sums, c->type, c->count * line);
	fold_round(self, c, &(struct ring){c->size / q, row, q, 0, c->in, got, sums, sums});
	fold_round(self, c, &(struct ring){q, column, 1, row * q, sums, got,
					   fits ? c->out : spare, c->out});
	vcube_free(self, got);
}

/* The time of a ring with rows of blocks and of one with blocks. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const int columns = vcube_array_columns(t->p), rows = t->p / columns;
	const size_t n = t->m / t->unit;

	return (rows + columns - 2) * vcube_startup_time(t)
		+ (t->p - 1) * t->k.per_byte * (vcube_time)t->m
		+ (rows - 1) * vcube_combine_time(t, (size_t)columns * n)
		+ (columns - 1) * vcube_combine_time(t, n);
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_mesh = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "mesh",
	.text = "rings along the columns of an array, then along its rows",
	.paper = "Kumar et al., problem 4.4 (dual of Algorithm 4.6)",
	.needs = VCUBE_NEEDS_COMPOSITE | VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_TORUS | 1u << VCUBE_FULL,
	.steps = "r + c - 2, p = r c",
	.volume = "m (p - 1)",
	.formula = "ts (r + c - 2) + tw m (p - 1), p = r c",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast along d rotated binomial trees of a cube: every block has d pieces;
 * in step u, neighbours in dimension i + u (mod d) exchange all pieces i that they hold.
 * In each step a node uses all its links.
 *
 * The sources of node 0's pieces, in order of arrival, d = 3:
 *
 *            piece 0              piece 1              piece 2
 *   start    0                    0                    0
 *   step 0   0 1 (dim 0)          0 2 (dim 1)          0 4 (dim 2)
 *   step 1   0 1 2 3 (dim 1)      0 2 4 6 (dim 2)      0 4 1 5 (dim 0)
 *   step 2   0 1 2 .. 7 (dim 2)   0 2 4 6 1 3 5 7      0 4 1 5 2 6 3 7
 *
 * Invariant: piece i in row x of a node is from the node whose number differs from its own
 * by x, rotated i times; after step u there are 2^(u+1) rows. In the end the node sorts
 * the rows.
 */
#include <string.h>
#include <vcube/authoring.h>

/* Exchanges the rows of piece i in step u: sends 2^u, and receives as many behind them. */
static void
exchange(vcube_node *self, const struct vcube_call *c, char *rows, size_t unit, int u)
{
	const int d = vcube_log2((unsigned)c->size), n = vcube_pieces_sent(c->count, d);
	struct vcube_pair pairs[VCUBE_DIMENSIONS_MAX];

	for (int i = 0; i < n; i++) {
		size_t first, count = vcube_piece(c->count, d, i, &first);
		char *const begin = rows + first * unit * (size_t)c->size;
		const size_t bytes = count * unit << u;

		pairs[i] = (struct vcube_pair){
			.peer = c->rank ^ 1 << (i + u) % d, .data = begin, .bytes = bytes,
			.into = begin + bytes, .room = bytes,
		};
	}
	vcube_exchange_all(self, c->group, pairs, n);
}

static void
first_rows(const struct vcube_call *c, char *rows, size_t unit)
{
	const int d = vcube_log2((unsigned)c->size);

	for (int i = 0; i < d; i++) {
		size_t first, count = vcube_piece(c->count, d, i, &first);

		memcpy(rows + first * unit * (size_t)c->size, (const char *)c->in + first * unit,
		       count * unit);
	}
}

static void
reorder(vcube_node *self, const struct vcube_call *c, const char *rows, size_t unit)
{
	const int d = vcube_log2((unsigned)c->size);

	for (int i = 0; i < d; i++) {
		size_t first, count = vcube_piece(c->count, d, i, &first);

		for (int x = 0; x < c->size; x++, rows += count * unit)
			memcpy((char *)vcube_out(c, c->rank ^ (int)vcube_rotate((unsigned)x, i, d)) +
			       first * unit, rows, count * unit);
	}
	vcube_charge(self, VCUBE_WORK_REORDER_STARTUP, 1);
	vcube_charge(self, VCUBE_WORK_REORDER_BLOCK, (uint64_t)c->size);
	vcube_charge(self, VCUBE_WORK_REORDER, c->bytes * (uint64_t)c->size);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t unit = vcube_type_size(c->type);
	char *const rows = vcube_scratch(self, c->bytes * (size_t)c->size);

	if (rows == NULL)
		return;
	vcube_watch(self, "rows", rows, c->type, c->count * (size_t)c->size);
	first_rows(c, rows, unit);
	vcube_charge(self, VCUBE_WORK_COPY, c->bytes);
	for (int u = 0; 1 << u < c->size; u++) {
		vcube_step(self, "exchange");
		exchange(self, c, rows, unit, u);
	}
	vcube_step(self, "reorder");
	if (vcube_failed(self) == 0)
		reorder(self, c, rows, unit);
	vcube_free(self, rows);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int d = vcube_log2((unsigned)t->p);
	vcube_time sum = 0;

	if (d == 0)
		return 0;
	for (int u = 0; u < d; u++)
		sum += vcube_pieces_time(t, t->m / t->unit, t->unit << u, d);
	return sum + t->k.copy * (vcube_time)t->m + t->k.reorder_startup +
	       t->p * (t->k.reorder_block + t->k.reorder * (vcube_time)t->m);
}

const struct vcube_algorithm vc_algorithm_allgather_butterfly = {
	.collective = VCUBE_ALLGATHER,
	.name = "butterfly",
	.text = "pieces double along each dimension, each piece starting from another dimension",
	.paper = "Mathur and Johnsson, section 5 (alternative 4)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m (p - 1)",
	.formula = "ts log p + tw m (p - 1); all ports: ts log p + tw ceil(m / log p)(p - 1)",
	.cost = cost,
	.run = run,
};

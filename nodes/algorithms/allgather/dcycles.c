/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast along d Hamiltonian cycles of a cube: every block has d pieces, and
 * piece i goes once around cycle i. In each step a node exchanges the pieces that it
 * received last with all d neighbours, one with each.
 *
 * The sources of the pieces that node 0 receives, d = 3 (dim: of the exchange):
 *
 *            piece 0    piece 1    piece 2
 *   start    0          0          0
 *   step 0   1 (dim 0)  2 (dim 1)  4 (dim 2)
 *   step 1   3 (dim 1)  6 (dim 2)  5 (dim 0)
 *   step 2   2 (dim 0)  4 (dim 1)  1 (dim 2)
 *   step 3   6 (dim 2)  5 (dim 0)  3 (dim 1)
 *   ..
 *
 * Invariant: in step u a node receives piece i of the node whose number differs from its
 * own by vcube_cycle_node(d, i, u + 1), and keeps it in row u + 1. Every link carries a
 * piece in every step.
 */
#include <string.h>
#include <vcube/authoring.h>

enum { ORDER, INDEX };
enum { NONE, LOCAL, MOTION };

static const struct vcube_option options[] = {
	[ORDER] = VCUBE_ORDER_OPTION,
	[INDEX] = {"index", "none|local|motion", "pieces are received in place; or in rows, the "
		   "same in every node, and moved in the end by an index of each element, "
		   "which the node computes, or which travels with the element"},
	{0}
};

struct cycles {
	const struct vcube_call *c;
	int d;
	unsigned node;
	size_t unit;
	char *rows;             /* of elements; NULL: pieces go straight into `out` */
	uint32_t *index;        /* the place in `out` of each element of the rows */
};

/* Returns the place of element number `first` of row u, in piece i: in `rows` or `out`. Of unequal
 * blocks, the place of the piece. */
static char *
place(const struct cycles *y, void *rows, size_t unit, unsigned u, int i, size_t first)
{
	const int block = rows != NULL ? 0
		: vcube_cycle_block(y->c->set[ORDER].value, y->d, y->node, i, u);

	if (rows != NULL)
		return (char *)rows + (u * y->c->count + first) * unit;
	if (y->c->out_offsets != NULL)
		vcube_cycle_piece(y->c, block, i, &first);
	return (char *)vcube_out(y->c, block) + first * unit;
}

/* Sends row u and receives row u + 1. */
static void
exchange(vcube_node *self, const struct cycles *y, void *rows, size_t unit, unsigned u)
{
	struct vcube_pair pairs[VCUBE_DIMENSIONS_MAX];
	size_t first[VCUBE_DIMENSIONS_MAX];
	const int n = vcube_cycle_pairs(y->c, y->c->set[ORDER].value, u, unit, pairs, first);

	for (int i = 0; i < n; i++) {
		pairs[i].data = place(y, rows, unit, u, i, first[i]);
		pairs[i].into = place(y, rows, unit, u + 1, i, first[i]);
	}
	vcube_exchange_all(self, y->c->group, pairs, n);
}

static void
reorder(vcube_node *self, const struct cycles *y)
{
	const size_t n = y->c->count * (size_t)y->c->size;

	for (size_t e = 0; e < n && !vcube_failed(self); e++)
		memcpy((char *)y->c->out + y->index[e] * y->unit, y->rows + e * y->unit, y->unit);
	vcube_charge(self, VCUBE_WORK_SCATTER_BLOCK, (uint64_t)y->c->size);
	vcube_charge(self, VCUBE_WORK_SCATTER, n * y->unit);
}

/* Performs all steps, into rows to be sorted afterwards or, without rows, into `out`. */
static void
go_round(vcube_node *self, const struct cycles *y)
{
	const bool motion = y->c->set[INDEX].value == MOTION;
	const int order = y->c->set[ORDER].value;
	const unsigned p = (unsigned)y->c->size;

	vcube_copy(self, place(y, y->rows, y->unit, 0, 0, 0), y->c->in, vcube_in_bytes(y->c, 0));
	if (y->rows) {
		vcube_watch(self, "rows", y->rows, y->c->type, y->c->count * p);
		vcube_watch(self, "index", y->index, VCUBE_UINT32, y->c->count * p);
		vcube_charge(self, VCUBE_WORK_INDEX_STARTUP, 1);
		vcube_cycle_table(self, y->c, order, 0, y->index);
	}
	for (unsigned u = 0; u + 1 < p; u++) {
		vcube_step(self, "exchange");
		if (motion)
			exchange(self, y, y->index, sizeof *y->index, u);
		exchange(self, y, y->rows, y->unit, u);
		if (y->rows && !motion)
			vcube_cycle_table(self, y->c, order, u + 1, y->index + (u + 1) * y->c->count);
	}
	if (y->rows) {
		vcube_step(self, "reorder");
		reorder(self, y);
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t n = c->count * (size_t)c->size;
	struct cycles y = {
		.c = c, .d = vcube_log2((unsigned)c->size), .unit = vcube_type_size(c->type),
		.node = vcube_order_node(c->set[ORDER].value, c->rank),
	};

	if (c->set[INDEX].value != NONE) {
		y.rows = vcube_scratch(self, n * y.unit);
		y.index = vcube_scratch(self, n * sizeof *y.index);
	}
	if (vcube_failed(self) == 0)
		go_round(self, &y);
	vcube_free(self, y.rows);
	vcube_free(self, y.index);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int d = t->p > 1 ? vcube_log2((unsigned)t->p) : 1, index = t->set[INDEX].value;
	const size_t n = t->m / t->unit;
	vcube_time step = vcube_pieces_time(t, n, t->unit, d);
	const vcube_time table = vcube_cycle_table_time(t);
	const vcube_time move = t->k.scatter_block + (vcube_time)t->m * t->k.scatter;
	const vcube_time copy = t->k.copy * (vcube_time)t->m;

	if (t->p == 1 || index == NONE)
		return copy + (t->p - 1) * step;
	step += index == MOTION ? vcube_pieces_time(t, n, sizeof(uint32_t), d) : table;
	return copy + t->k.index_startup + table + (t->p - 1) * step + t->p * move;
}

static const char *
unmet(const struct vcube_terms *t)
{
	return t->set[INDEX].value == NONE ? NULL : vcube_cycle_table_lacks(t);
}

const struct vcube_algorithm vc_algorithm_allgather_dcycles = {
	.collective = VCUBE_ALLGATHER,
	.name = "dcycles",
	.text = "pieces of every block go around log p Hamiltonian cycles at once",
	.paper = "Mathur and Johnsson, sections 4.2.1 and 4.2.3",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.unmet = unmet,
	.options = options,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL | VCUBE_NATIVE_ORDERED,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1); all ports: (ts + tw ceil(m / log p))(p - 1)",
	.unequal = VCUBE_ALLGATHERV,
	.unequal_options = INDEX,
	.cost = cost,
	.run = run,
};

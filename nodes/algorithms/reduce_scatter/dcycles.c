/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction along d Hamiltonian cycles of a cube, the reverse of all-to-all
 * broadcast: every sum has d pieces, and piece i goes once around cycle i to its
 * destination, and every node on its route adds its term. In each step a node exchanges
 * pieces with all d neighbours.
 *
 * The destinations of the pieces that node 0 has received and added to, d = 3:
 *
 *            piece 0    piece 1    piece 2
 *   ..
 *   step 3   2 (dim 2)  4 (dim 0)  1 (dim 1)
 *   step 4   3 (dim 0)  6 (dim 1)  5 (dim 2)
 *   step 5   1 (dim 1)  2 (dim 2)  4 (dim 0)
 *   step 6   0 (dim 0)  0 (dim 1)  0 (dim 2)
 *
 * Invariant: in step u a node receives piece i for the node whose number differs from its
 * own by vcube_cycle_node(d, i, 2^d - 2 - u), with the terms of u + 1 nodes, and sends it
 * in step u + 1. So two blocks suffice, one received and one to send. Terms are in the
 * order of a cycle, not of the ranks: the operator must commute.
 *
 * With start=home a sum starts at its destination and takes one more step: before step 0
 * it crosses the link that closes the cycle. The paper's Tables 13 to 15 measure that,
 * though its text has 2^d - 1 steps.
 */
#include <string.h>
#include <vcube/authoring.h>

enum { ORDER, INDEX, START };
enum { NONE, LOCAL, MOTION };
enum { NEXT, HOME };

static const struct vcube_option options[] = {
	[ORDER] = VCUBE_ORDER_OPTION,
	[INDEX] = {"index", "none|local|motion", "terms are added in place; or first copied, by "
		   "an index of each element, to the place that every node uses; the node "
		   "computes the indices, or they travel with the sums"},
	[START] = {"start", "next|home", "sums start at the node after their destination; or at "
		   "the destination, and go around in 2^d steps, as on the CM-200"},
	{0}
};

struct cycles {
	const struct vcube_call *c;
	int d;
	unsigned node;
	unsigned start;         /* the row from which sums start */
	size_t unit;
	size_t most;            /* elements of the longest block */
	size_t at[VCUBE_DIMENSIONS_MAX];        /* where the buffers have each piece, in elements */
	char *got, *sums;
	char *own;              /* copies of the own terms; NULL: they are read from `in` */
	uint32_t *index;        /* the place in `in` of each of them */
	uint32_t *index_got;    /* of received sums; NULL: computed */
};

/* Returns the elements of piece i in row u. *term is the place of this node's term, *first that of
 * the piece in its block. */
static size_t
piece(const struct cycles *y, int i, unsigned u, const char **term, size_t *first)
{
	const int block = vcube_cycle_block(y->c->set[ORDER].value, y->d, y->node, i, u);
	const size_t count = vcube_cycle_piece(y->c, block, i, first);

	*term = y->own != NULL ? y->own + *first * y->unit
		: (const char *)vcube_in(y->c, block) + *first * y->unit;
	return count;
}

/* Copies the terms that the indices name. */
static void
collect(vcube_node *self, const struct cycles *y)
{
	for (size_t e = 0; e < y->c->count && !vcube_failed(self); e++)
		memcpy(y->own + e * y->unit, (const char *)y->c->in + y->index[e] * y->unit, y->unit);
	vcube_charge(self, VCUBE_WORK_SCATTER_BLOCK, 1);
	vcube_charge(self, VCUBE_WORK_SCATTER, y->c->bytes);
}

/* Exchanges elements, or their indices, over the links of step u. */
static void
exchange(vcube_node *self, const struct cycles *y, unsigned u, const void *give, void *got, size_t unit)
{
	struct vcube_pair pairs[VCUBE_DIMENSIONS_MAX];
	size_t first[VCUBE_DIMENSIONS_MAX], in_block;
	const int n = vcube_cycle_pairs(y->c, y->c->set[ORDER].value, u, unit, pairs, first);
	const char *term;

	for (int i = 0; i < n; i++) {
		if (give == NULL)
			piece(y, i, y->start, &term, &in_block);
		pairs[i].data = give != NULL ? (const char *)give + y->at[i] * unit : term;
		pairs[i].into = (char *)got + y->at[i] * unit;
	}
	vcube_exchange_all(self, y->c->group, pairs, n);
}

/* Adds the own terms of row u to the received sums. Those of row 0 are the node's own block. */
static void
add(vcube_node *self, const struct cycles *y, unsigned u, char *into)
{
	if (y->own) {
		vcube_combine(self, y->c, y->got, y->own, into, 1);
		return;
	}
	for (int i = 0; i < y->d; i++) {
		const char *term;
		size_t first, count = piece(y, i, u, &term, &first);

		vcube_combine_elements(self, y->c, y->got + y->at[i] * y->unit, term,
				       into + (u > 0 ? y->at[i] : first) * y->unit, count);
	}
}

/* Receives row `row` over the links of step u and adds this node's terms, except to row 0
 * if sums start there. */
static void
pass(vcube_node *self, const struct cycles *y, unsigned u, unsigned row, const void *give)
{
	const bool whole = row == 0 && y->start == 0;

	vcube_step(self, "exchange");
	if (y->index_got && !whole) {
		exchange(self, y, u, y->index, y->index_got, sizeof *y->index);
		memcpy(y->index, y->index_got, y->c->count * sizeof *y->index);
	}
	exchange(self, y, u, give, whole ? y->c->out : y->got, y->unit);
	if (whole)
		return;
	if (y->own && !y->index_got)
		vcube_cycle_table(self, y->c, y->c->set[ORDER].value, row, y->index);
	if (y->own)
		collect(self, y);
	add(self, y, row, row > 0 ? y->sums : y->c->out);
}

static void
go_round(vcube_node *self, const struct cycles *y)
{
	const unsigned p = (unsigned)y->c->size;

	vcube_watch(self, "sums", y->sums, y->c->type, y->most);
	if (y->own) {
		vcube_watch(self, "index", y->index, VCUBE_UINT32, y->c->count);
		vcube_charge(self, VCUBE_WORK_INDEX_STARTUP, 1);
		vcube_cycle_table(self, y->c, y->c->set[ORDER].value, y->start, y->index);
		collect(self, y);
	}
	/* the dimension in the middle of a cycle also closes it */
	if (y->start == 0)
		pass(self, y, p / 2 - 1, p - 1, NULL);
	for (unsigned u = 0; u <= p - 2; u++)
		pass(self, y, u, p - 2 - u, u > 0 || y->start == 0 ? y->sums : NULL);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int index = c->set[INDEX].value;
	struct cycles y = {
		.c = c, .d = vcube_log2((unsigned)c->size), .unit = vcube_type_size(c->type),
		.node = vcube_order_node(c->set[ORDER].value, c->rank),
		.start = c->set[START].value == HOME ? 0 : (unsigned)c->size - 1,
		.most = c->count * vcube_units_most(c),
	};

	y.got = vcube_scratch(self, 3 * y.most * y.unit);
	for (int i = 0; i < y.d; i++)
		vcube_piece(y.most, y.d, i, &y.at[i]);
	if (index != NONE)
		y.index = vcube_scratch(self, 2 * c->count * sizeof *y.index);
	if (vcube_failed(self) == 0) {
		y.sums = y.got + y.most * y.unit;
		y.own = index != NONE ? y.sums + y.most * y.unit : NULL;
		y.index_got = index == MOTION ? y.index + c->count : NULL;
		go_round(self, &y);
	}
	vcube_free(self, y.got);
	vcube_free(self, y.index);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int d = t->p > 1 ? vcube_log2((unsigned)t->p) : 1, index = t->set[INDEX].value;
	const size_t n = t->m / t->unit;
	const vcube_time steps = t->p > 1 && t->set[START].value == HOME ? t->p : t->p - 1;
	const vcube_time exchanges = steps * vcube_pieces_time(t, n, t->unit, d);
	const vcube_time table = vcube_cycle_table_time(t);
	const vcube_time move = t->k.scatter_block + (vcube_time)t->m * t->k.scatter;
	vcube_time sums = 0;

	if (t->p == 1 || index == NONE) {
		for (int i = 0; i < d; i++) {
			size_t first;

			sums += vcube_combine_time(t, vcube_piece(n, d, i, &first));
		}
		return exchanges + (t->p - 1) * sums;
	}
	sums = vcube_combine_time(t, n);
	sums += index == MOTION ? vcube_pieces_time(t, n, sizeof(uint32_t), d) : table;
	return t->k.index_startup + table + exchanges + (t->p - 1) * sums + t->p * move;
}

static const char *
unmet(const struct vcube_terms *t)
{
	return t->set[INDEX].value == NONE ? NULL : vcube_cycle_table_lacks(t);
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_dcycles = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "dcycles",
	.text = "pieces of every sum go around log p Hamiltonian cycles at once",
	.paper = "Mathur and Johnsson, sections 4.2.2 to 4.2.4",
	.needs = VCUBE_NEEDS_POWER_OF_TWO | VCUBE_NEEDS_COMMUTATIVE,
	.unmet = unmet,
	.options = options,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL | VCUBE_NATIVE_ORDERED,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1); all ports: (ts + tw ceil(m / log p))(p - 1)",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.unequal_options = INDEX,
	.cost = cost,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/* What algorithms on cubes share. */
#include <stdio.h>
#include <vcube/authoring.h>

void
vcube_bcast_trees(vcube_node *self, const struct vcube_call *c, int root, void *data, size_t count,
		  int packet)
{
	char how[40];

	snprintf(how, sizeof how, "trees:packet=%d", packet);
	vcube_bcast(self, c->group, root, data, count, c->type, how);
}

vcube_time
vcube_bcast_trees_time(const struct vcube_terms *t)
{
	return vcube_algorithm_find(VCUBE_BCAST, "trees", NULL)->cost(t);
}

/* Sets the lengths of a pair of pieces of unequal blocks; if both are empty, its peer to nobody,
 * but for the first pair, as with equal blocks. A broadcast sends row u, a reduction, which goes
 * the other way, row p - 1 - u. */
static void
set_lengths(const struct vcube_call *c, int order, unsigned u, int i, size_t unit,
	    struct vcube_pair *pair)
{
	const bool gathers = vcube_collective_shape(c->collective)->out == VCUBE_BLOCKS_ALL;
	const int d = vcube_log2((unsigned)c->size);
	const unsigned node = vcube_order_node(order, c->rank), p = (unsigned)c->size;
	const unsigned give = gathers ? u : p - 1 - u, take = gathers ? u + 1 : p - 2 - u;
	size_t first;

	pair->bytes = unit * vcube_cycle_piece(c, vcube_cycle_block(order, d, node, i, give), i, &first);
	pair->room = unit * vcube_cycle_piece(c, vcube_cycle_block(order, d, node, i, take), i, &first);
	if (pair->bytes + pair->room == 0 && i > 0)
		pair->peer = VCUBE_NOBODY;
}

int
vcube_cycle_pairs(const struct vcube_call *c, int order, unsigned u, size_t unit,
		  struct vcube_pair pairs[], size_t first[])
{
	const int d = vcube_log2((unsigned)c->size);
	const int n = c->out_offsets == NULL ? vcube_pieces_sent(c->count, d) : d;
	const unsigned node = vcube_order_node(order, c->rank);

	for (int i = 0; i < n; i++) {
		const size_t bytes = unit * vcube_piece(c->count, d, i, &first[i]);

		pairs[i] = (struct vcube_pair){
			.peer = vcube_order_rank(order, node ^ 1u << vcube_cycle_dimension(d, i, u)),
			.bytes = bytes, .room = bytes,
		};
		if (c->out_offsets != NULL)
			set_lengths(c, order, u, i, unit, &pairs[i]);
	}
	return n;
}

void
vcube_cycle_table(vcube_node *self, const struct vcube_call *c, int order, unsigned u,
		  uint32_t *index)
{
	const int d = vcube_log2((unsigned)c->size);

	vcube_cycle_indices(order, d, vcube_order_node(order, c->rank), u, c->count, index);
	vcube_charge(self, VCUBE_WORK_INDEX_PIECE, (uint64_t)d);
	vcube_charge(self, VCUBE_WORK_INDEX, c->count);
	vcube_charge(self, VCUBE_WORK_INDEX_ODD, c->count % (2 * (size_t)d));
}

vcube_time
vcube_cycle_table_time(const struct vcube_terms *t)
{
	const int d = vcube_log2((unsigned)t->p);
	const size_t n = t->m / t->unit;

	return d == 0 ? 0 : d * t->k.index_piece + (vcube_time)n * t->k.index +
		(vcube_time)(n % (2 * (size_t)d)) * t->k.index_odd;
}

const char *
vcube_cycle_table_lacks(const struct vcube_terms *t)
{
	return t->m / t->unit <= UINT32_MAX / (size_t)t->p ? NULL
		: "fewer than 2^32 elements in all, as an index has 32 bits";
}

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

int
vcube_cycle_pairs(const struct vcube_call *c, int order, unsigned u, size_t unit,
		  struct vcube_pair pairs[], size_t first[])
{
	const int d = vcube_log2((unsigned)c->size), n = vcube_pieces_sent(c->count, d);
	const unsigned node = vcube_order_node(order, c->rank);

	for (int i = 0; i < n; i++) {
		const size_t bytes = unit * vcube_piece(c->count, d, i, &first[i]);

		pairs[i] = (struct vcube_pair){
			.peer = vcube_order_rank(order, node ^ 1u << vcube_cycle_dimension(d, i, u)),
			.bytes = bytes, .room = bytes,
		};
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Building blocks of algorithms on cubes: options, and the times and the work of cycles
 * and trees (vcube/cube.h). Functions of terms are pure; functions of a node are for use
 * in algorithms.
 */
#ifndef VCUBE_CUBE_ALGORITHM_H
#define VCUBE_CUBE_ALGORITHM_H

#include <vcube/blocks.h>
#include <vcube/cube.h>
#include <vcube/message.h>
#include <vcube/tree.h>

VCUBE_BEGIN_

/* Options for struct vcube_algorithm; an order makes its `native` VCUBE_NATIVE_ORDERED. */
#define VCUBE_ORDER_OPTION \
	{"order", VCUBE_ORDERS, "rank r is node r of the cube, or, as with mapping=gray, node r ^ r/2"}
#define VCUBE_PACKET_OPTION \
	{"packet", "N", "elements of a packet of a broadcast or reduction; unset or 0, the best " \
	 "number for the costs of the machine"}

/* The time of each element of a message between neighbours. */
static inline vcube_time
vcube_element_time(const struct vcube_terms *t)
{
	return t->k.per_byte * (vcube_time)t->unit;
}

/* The number of messages for a block of n elements in pieces (vcube_piece()): one for each
 * piece with elements, and one for an empty block. */
static inline int
vcube_pieces_sent(size_t n, int pieces)
{
	return n == 0 ? 1 : n < (size_t)pieces ? (int)n : pieces;
}

/* The time for members to exchange n elements of `unit` bytes in pieces, each with a
 * different neighbour, by vcube_exchange_all(). */
static inline vcube_time
vcube_pieces_time(const struct vcube_terms *t, size_t n, size_t unit, int pieces)
{
	const size_t longest = (n + (size_t)pieces - 1) / (size_t)pieces;

	const vcube_time all = (vcube_time)(n * unit), most = (vcube_time)(longest * unit);
	const vcube_time begun = t->k.exchange_all_startup + t->k.exchange_all_gather * all +
				 t->k.exchange_all_longest * most;

	return t->ports == VCUBE_PORTS_ALL
		? begun + t->k.per_hop + t->k.per_byte * most
		: begun + vcube_pieces_sent(n, pieces) * t->k.per_hop + t->k.per_byte * all;
}

/* The pipeline of a block over the trees; `packet` is the value of the option. */
static inline struct vcube_pipe
vcube_pipe_of(const struct vcube_terms *t, int packet)
{
	return vcube_pipe(vcube_log2((unsigned)t->p), t->ports == VCUBE_PORTS_ALL, t->m / t->unit,
			  (size_t)packet, vcube_startup_time(t), vcube_element_time(t));
}

/* Returns the order of a gathering (vcube_gathering_order()), which all nodes of the machine
 * share, as in vcube_schedule_shared(). NULL if the node has failed. May block. */
const uint32_t *vcube_gathering_shared(vcube_node *self, const struct vcube_gathering *g);

/* Runs bcast.trees with packets of this size within an algorithm (blocks); its time. */
void vcube_bcast_trees(vcube_node *self, const struct vcube_call *c, int root, void *data,
		       size_t count, int packet);
vcube_time vcube_bcast_trees_time(const struct vcube_terms *t);

/* For blocks that travel along the d cycles: the block whose piece i is in row u of this
 * node. */
static inline int
vcube_cycle_block(int order, int d, unsigned node, int i, unsigned u)
{
	return vcube_order_rank(order, node ^ vcube_cycle_node(d, i, u));
}

/* Returns the elements of piece i of block number `block`, and its first one in the block. */
static inline size_t
vcube_cycle_piece(const struct vcube_call *c, int block, int i, size_t *first)
{
	return vcube_piece(c->count * vcube_units(c, block, 1), vcube_log2((unsigned)c->size), i, first);
}

/* Fills in peer and lengths of pairs[i] for the exchange of piece i in step u, with elements
 * of `unit` bytes; first[i] is its first element in the block, if blocks are equal. The caller
 * fills in the buffers. Returns the number of pairs to exchange. */
int vcube_cycle_pairs(const struct vcube_call *c, int order, unsigned u, size_t unit,
		      struct vcube_pair pairs[], size_t first[]);

/* Writes the indices of row u (vcube_cycle_indices()), charged as VCUBE_WORK_INDEX and its
 * pieces and odd elements; the time that this takes. */
void vcube_cycle_table(vcube_node *self, const struct vcube_call *c, int order, unsigned u,
		       uint32_t *index);
vcube_time vcube_cycle_table_time(const struct vcube_terms *t);
/* For `unmet` of an algorithm with such indices: NULL, or the requirement that an index
 * fits in 32 bits. */
const char *vcube_cycle_table_lacks(const struct vcube_terms *t);

VCUBE_END_
#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What algorithms on cubes have in common: options, and the terms and the work of
 * cycles and trees (vcube/cube.h).
 */
#ifndef VCUBE_CUBE_ALGORITHM_H
#define VCUBE_CUBE_ALGORITHM_H

#include <vcube/algorithm.h>
#include <vcube/cube.h>
#include <vcube/message.h>
#include <vcube/tree.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Entries of struct vcube_option. */
#define VCUBE_ORDER_OPTION \
	{"order", VCUBE_ORDERS, "rank r is node r of the cube, or, as with mapping=gray, node r ^ r/2"}
#define VCUBE_PACKET_OPTION \
	{"packet", "N", "elements of a packet of a broadcast or reduction; unset or 0, as many as " \
	 "the costs of the machine make best"}

/* The start-up and the hop of a message between neighbours. */
static inline vcube_time
vcube_startup_time(const struct vcube_terms *t)
{
	return t->k.startup + t->k.per_hop;
}

static inline vcube_time
vcube_element_time(const struct vcube_terms *t)
{
	return t->k.per_byte * (vcube_time)t->unit;
}

/* Of a block of n elements in pieces (vcube_piece()), how many are sent: those
 * that have elements, and if none has, one. */
static inline int
vcube_pieces_sent(size_t n, int pieces)
{
	return n == 0 ? 1 : n < (size_t)pieces ? (int)n : pieces;
}

/* What it takes members to exchange n elements of `unit` bytes, cut into pieces,
 * each with another neighbour, by vcube_exchange_all(). */
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

/* The pipeline of a block over the trees; `packet` as the option has it. */
static inline struct vcube_pipe
vcube_pipe_of(const struct vcube_terms *t, int packet)
{
	return vcube_pipe(vcube_log2((unsigned)t->p), t->ports == VCUBE_PORTS_ALL, t->m / t->unit,
			  (size_t)packet, vcube_startup_time(t), vcube_element_time(t));
}

/* The order of a gathering (vcube_gathering_order()), which all nodes of the machine
 * share, as they do schedules (vcube_schedule_shared()). NULL: the node has failed. */
const uint16_t *vcube_gathering_shared(vcube_node *self, const struct vcube_gathering *g);

/* bcast.trees with such packets, within an algorithm; and what it costs. */
void vcube_bcast_trees(vcube_node *self, const struct vcube_call *c, int root, void *data,
		       size_t count, int packet);
vcube_time vcube_bcast_trees_time(const struct vcube_terms *t);

/* Of blocks that go round the d cycles: the block of which piece i is in row u at
 * this node. */
static inline int
vcube_cycle_block(int order, int d, unsigned node, int i, unsigned u)
{
	return vcube_order_rank(order, node ^ vcube_cycle_node(d, i, u));
}

/* Over the links of step u: with whom piece i is exchanged, and how long it is, in
 * elements of `unit` bytes, of which first[i] is the first of the block. Where it lies
 * is for the caller to fill in. Returns how many are sent. */
int vcube_cycle_pairs(const struct vcube_call *c, int order, unsigned u, size_t unit,
		      struct vcube_pair pairs[], size_t first[]);

/* The indices of row u (vcube_cycle_indices()), charged as VCUBE_WORK_INDEX, and as
 * runs and odd elements; and the time that takes. */
void vcube_cycle_table(vcube_node *self, const struct vcube_call *c, int order, unsigned u,
		       uint32_t *index);
vcube_time vcube_cycle_table_time(const struct vcube_terms *t);
/* What a call with such indices lacks, see struct vcube_algorithm: NULL or that an
 * index has 32 bits. */
const char *vcube_cycle_table_lacks(const struct vcube_terms *t);

#ifdef __cplusplus
}
#endif
#endif

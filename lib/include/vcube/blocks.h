/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The blocks of a call, for use in algorithms: find them, check them, combine them.
 * Nothing here blocks.
 */
#ifndef VCUBE_BLOCKS_H
#define VCUBE_BLOCKS_H

#include <vcube/algorithm.h>

VCUBE_BEGIN_

/* Block number i of `in` and `out`. An empty one of several lengths may be at any place. */
static inline const void *
vcube_in(const struct vcube_call *c, int i)
{
	if (c->in_counts == NULL)
		return (const char *)c->in + c->bytes * (size_t)i;
	return c->in_counts[i] ? (const char *)c->in + c->bytes * c->in_offsets[i] : c->in;
}

static inline void *
vcube_out(const struct vcube_call *c, int i)
{
	if (c->out_counts == NULL)
		return (char *)c->out + c->bytes * (size_t)i;
	return c->out_counts[i] ? (char *)c->out + c->bytes * c->out_offsets[i] : c->out;
}

/*
 * For algorithms of equal and of unequal blocks, which lie one after the other in both cases:
 * how many times `bytes` (and `count` elements) the n blocks from number `first` on are. So
 * block number i begins `bytes` * vcube_units(c, 0, i) behind the first one.
 */
static inline size_t
vcube_units(const struct vcube_call *c, int first, int n)
{
	return c->out_offsets == NULL ? (size_t)n
		: c->out_offsets[first + n] - c->out_offsets[first];
}

/* The same for n blocks in a circle, where number `first` may be up to 2p - 1; of the longest
 * block. */
static inline size_t
vcube_units_round(const struct vcube_call *c, int first, int n)
{
	const int start = first % c->size, straight = n < c->size - start ? n : c->size - start;

	return vcube_units(c, start, straight) + vcube_units(c, 0, n - straight);
}

static inline size_t
vcube_units_most(const struct vcube_call *c)
{
	size_t most = vcube_units(c, 0, 1);

	for (int i = 1; c->out_offsets != NULL && i < c->size; i++)
		most = vcube_units(c, i, 1) > most ? vcube_units(c, i, 1) : most;
	return most;
}

/* The length of block number i, in bytes. */
static inline size_t
vcube_in_bytes(const struct vcube_call *c, int i)
{
	return c->in_counts == NULL ? c->bytes : c->bytes * c->in_counts[i];
}

static inline size_t
vcube_out_bytes(const struct vcube_call *c, int i)
{
	return c->out_counts == NULL ? c->bytes : c->bytes * c->out_counts[i];
}

/* Checks the length of a received block of alltoallv: returns 0 if the `bytes` from member
 * `from` are what out_counts says; otherwise the node fails and names both lengths
 * (VCUBE_EMISMATCH). VCUBE_ANY: fails for the blocks of several members. */
int vcube_expect(vcube_node *self, const struct vcube_call *c, int from, size_t bytes);

/* Computes into = left op right for `blocks` blocks of the call, charged as
 * VCUBE_WORK_COMBINE_STARTUP and VCUBE_WORK_COMBINE. `into` may be `left` or `right`. */
void vcube_combine(vcube_node *self, const struct vcube_call *c,
		   const void *left, const void *right, void *into, size_t blocks);

/* The same for `count` elements. */
void vcube_combine_elements(vcube_node *self, const struct vcube_call *c, const void *left,
			    const void *right, void *into, size_t count);

/* The time of a message between neighbours: start-up and hop; and with bytes. */
static inline vcube_time
vcube_startup_time(const struct vcube_terms *t)
{
	return t->k.startup + t->k.per_hop;
}

static inline vcube_time
vcube_message_time(const struct vcube_terms *t, size_t bytes)
{
	return vcube_startup_time(t) + t->k.per_byte * (vcube_time)bytes;
}

/* The time of a barrier in steps of vcube_signal() between neighbours. */
static inline vcube_time
vcube_barrier_time(const struct vcube_terms *t, int steps)
{
	if (t->k.barrier < 0 || steps == 0)
		return steps * vcube_startup_time(t);
	return t->k.barrier + (steps - 1) * t->k.barrier_doubling +
	       steps * (t->k.per_hop + t->k.send_overhead + t->k.recv_overhead);
}

/* The time to combine n elements at once. */
static inline vcube_time
vcube_combine_time(const struct vcube_terms *t, size_t n)
{
	return n == 0 ? 0 : t->k.combine_startup + t->k.combine * (vcube_time)n;
}

VCUBE_END_
#endif

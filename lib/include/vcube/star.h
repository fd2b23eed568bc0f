/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What algorithms through one node have in common, the root of the call, rank 0 where
 * it has none: what the root does, and what others do, and the time. In an algorithm
 * alone; they block.
 */
#ifndef VCUBE_STAR_H
#define VCUBE_STAR_H

#include <vcube/blocks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sends the root what one of the next two asks for: lent, so that the root copies it
 * straight from here. */
void vcube_star_give(vcube_node *self, const struct vcube_call *c, const void *data,
		     size_t bytes);
/* Gets `bytes` from each other member, r's to data + r * bytes, in rank order. Its own
 * are copied there first. */
void vcube_star_collect(vcube_node *self, const struct vcube_call *c, const void *own,
			void *data, size_t bytes);
/* Gets the terms of each other member, `blocks` blocks of the call, and combines them
 * in rank order with its own, into `sums`, which may be `own`. */
void vcube_star_combine(vcube_node *self, const struct vcube_call *c, const void *own,
			void *sums, size_t blocks);
/* Sends each other member r `bytes` at data + r * stride. Meanwhile its own are copied
 * to `own`, unless that is NULL. */
void vcube_star_deal(vcube_node *self, const struct vcube_call *c, const void *data,
		     size_t stride, size_t bytes, void *own);

static inline vcube_time
vcube_star_most(vcube_time a, vcube_time b)
{
	return a > b ? a : b;
}

/* A message of n blocks. */
static inline vcube_time
vcube_star_message(const struct vcube_terms *t, int n)
{
	return t->k.startup + t->k.per_hop + n * t->k.per_byte * (vcube_time)t->m;
}

static inline vcube_time
vcube_star_copy(const struct vcube_terms *t, int n)
{
	return n * t->k.copy * (vcube_time)t->m;
}

static inline vcube_time
vcube_star_add(const struct vcube_terms *t, int n)
{
	return vcube_combine_time(t, (size_t)n * (t->m / t->unit));
}

/* Collecting n blocks from each of p > 1 members: the copy hides behind the first message. */
static inline vcube_time
vcube_star_collect_time(const struct vcube_terms *t, int n)
{
	const vcube_time message = vcube_star_message(t, n);

	return vcube_star_most(vcube_star_copy(t, n), message) + (t->p - 2) * message;
}

/* Combining n blocks from each of p > 1 members at rank 0 (with another root that takes
 * an addition longer): a message comes in while the one before it is added. */
static inline vcube_time
vcube_star_combine_time(const struct vcube_terms *t, int n)
{
	const vcube_time message = vcube_star_message(t, n), add = vcube_star_add(t, n);

	return message + (t->p - 2) * vcube_star_most(message, add) + add;
}

/* Dealing n blocks to each of p members. */
static inline vcube_time
vcube_star_deal_time(const struct vcube_terms *t, int n)
{
	return (t->p - 1) * vcube_star_message(t, n);
}

#ifdef __cplusplus
}
#endif
#endif

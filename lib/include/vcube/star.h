/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Building blocks of algorithms through one node: the root of the call, or rank 0 for
 * collectives without a root. The operations are for use in algorithms and block; the
 * times are pure.
 */
#ifndef VCUBE_STAR_H
#define VCUBE_STAR_H

#include <vcube/blocks.h>

VCUBE_BEGIN_

/* Sends `data` to the root, which is in one of the next two calls. The buffer is lent: the
 * root copies directly from it. */
void vcube_star_give(vcube_node *self, const struct vcube_call *c, const void *data,
		     size_t bytes);
/* At the root: receives `bytes` from each other member in rank order, those of member r at
 * data + r * bytes; of a call of unequal blocks, the block of each, one after the other. Copies
 * its own there first. */
void vcube_star_collect(vcube_node *self, const struct vcube_call *c, const void *own,
			void *data, size_t bytes);
/* At the root: receives `blocks` blocks of the call from each other member, and combines
 * them in rank order with its own into `sums`, which may be `own`. */
void vcube_star_combine(vcube_node *self, const struct vcube_call *c, const void *own,
			void *sums, size_t blocks);
/* At the root: sends `bytes` from data + r * stride to each other member r; of a call of unequal
 * blocks, unless the stride is 0, the block of each, which lie one after the other. Meanwhile
 * copies its own to `own`, unless that is NULL. */
void vcube_star_deal(vcube_node *self, const struct vcube_call *c, const void *data,
		     size_t stride, size_t bytes, void *own);

static inline vcube_time
vcube_star_most(vcube_time a, vcube_time b)
{
	return a > b ? a : b;
}

/* The time of a message of n blocks; to copy n blocks; to combine n blocks. */
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

/* The time to collect n blocks from each of p > 1 members: the copy overlaps the first
 * message. */
static inline vcube_time
vcube_star_collect_time(const struct vcube_terms *t, int n)
{
	const vcube_time message = vcube_star_message(t, n);

	return vcube_star_most(vcube_star_copy(t, n), message) + (t->p - 2) * message;
}

/* The time to combine n blocks from each of p > 1 members at rank 0 (a root other than 0 and 1
 * may take one addition more): each message arrives while the one before it is added. */
static inline vcube_time
vcube_star_combine_time(const struct vcube_terms *t, int n)
{
	const vcube_time message = vcube_star_message(t, n), add = vcube_star_add(t, n);

	return message + (t->p - 2) * vcube_star_most(message, add) + add;
}

/* The time to send n blocks to each of p members. */
static inline vcube_time
vcube_star_deal_time(const struct vcube_terms *t, int n)
{
	return (t->p - 1) * vcube_star_message(t, n);
}

VCUBE_END_
#endif

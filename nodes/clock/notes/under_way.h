/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages under way between nodes without threads. Those of one key are taken in the order in
 * which they were put.
 *
 * They lie in lists. Most nodes have few messages at a time: each keeps up to LISTED_MOST in a
 * list of its own, whose parts lie where messages were that have just been taken, and so are in
 * the cache. A node that has more keeps the newer ones in a hash table of such lists, until they
 * are all taken: any number are found at once.
 *
 * Invariant: what a node's own list holds is older than what the table holds for it.
 */
#ifndef VC_UNDER_WAY_H
#define VC_UNDER_WAY_H

#include "channel.h"
#include "region.h"

struct vc_message_under_way {
	uint64_t key;
	uint64_t label, bytes;
	union {
		struct vc_transit transit;      /* stamped */
		struct vc_in_flight *flight;    /* replayed */
	};
};

struct vc_listed_message {
	_Alignas(VC_LINE) struct vc_message_under_way message;
	uint32_t next;                  /* its number; 0: this is the last */
};

/* Numbers of listed messages, from 1; the oldest is first. `last` counts only if there is a
 * first. */
struct vc_message_list {
	uint32_t first, last;
};

/* What is kept for a node. */
struct vc_inbox {
	struct vc_message_list list;
	uint32_t listed, tabled;        /* how many are in its list, and in the table */
};

struct vc_under_way {
	struct vc_inbox *inbox;         /* [nodes] */
	int nodes;
	struct vc_region listed;        /* struct vc_listed_message, by number */
	uint32_t used, free;            /* the highest number so far; the first free one */
	struct vc_message_list *table;  /* [mask + 1], by the hash of keys */
	size_t mask, tabled;            /* how many messages are in it */
};

/* The key of messages; that of a sender's message that it awaits later. */
static inline uint64_t
vc_key_of_message(int from, int to)
{
	return (uint64_t)(to + 1) << 32 | (uint32_t)from;
}

static inline uint64_t
vc_key_of_awaited(int from, uint32_t number)
{
	return (uint64_t)(from + 1) << 32 | UINT32_C(0x80000000) | number;
}

static inline void
vc_key_read(uint64_t key, int *from, int *to)
{
	*from = (int)(uint32_t)key;
	*to = (int)(key >> 32) - 1;
}

static inline bool
vc_key_is_message(uint64_t key)
{
	return (key & UINT32_C(0x80000000)) == 0;
}

static inline struct vc_inbox *
vc_inbox_of(const struct vc_under_way *u, uint64_t key)
{
	return &u->inbox[(key >> 32) - 1];
}

static inline struct vc_listed_message *
vc_listed(const struct vc_under_way *u, uint32_t number)
{
	return (struct vc_listed_message *)u->listed.base + number - 1;
}

/* Fetches into the cache what a message to this node, or the oldest one for it, will touch. */
static inline void
vc_under_way_prefetch(const struct vc_under_way *u, int to)
{
	__builtin_prefetch(&u->inbox[to], 1);
}

static inline void
vc_under_way_prefetch_first(const struct vc_under_way *u, int to)
{
	if (u->inbox[to].list.first != 0)
		__builtin_prefetch(vc_listed(u, u->inbox[to].list.first), 1);
}

/* Returns false if out of memory. */
bool vc_under_way_open(struct vc_under_way *u, int nodes);
void vc_under_way_close(struct vc_under_way *u);
/* Removes all. */
void vc_under_way_clear(struct vc_under_way *u);
/* Return false if out of memory; if there is none. */
bool vc_under_way_put(struct vc_under_way *u, const struct vc_message_under_way *message);
bool vc_under_way_take(struct vc_under_way *u, uint64_t key, struct vc_message_under_way *message);
/* Fetches into the cache what the taking of a message will read, in these steps, each of which
 * reads what the one before has fetched. The last one returns the message, or NULL: there is none
 * yet. */
enum { VC_FETCH_LIST, VC_FETCH_FIRST, VC_FETCH_FOUND };
const struct vc_message_under_way *vc_under_way_fetch(const struct vc_under_way *u, uint64_t key,
						      int step);
/* Calls `see` for each, in no order. */
void vc_under_way_each(const struct vc_under_way *u,
		       void (*see)(const struct vc_message_under_way *message, void *arg), void *arg);

#endif

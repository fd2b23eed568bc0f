/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages under way between nodes without threads, by sender and receiver: a hash table with
 * linear probing. Messages of one key are taken in the order in which they were put.
 *
 * Invariant: an entry lies behind its own place, and no free entry is between; entries of one
 * key lie in the order in which they were put.
 */
#ifndef VC_UNDER_WAY_H
#define VC_UNDER_WAY_H

#include "channel.h"

struct vc_message_under_way {
	uint64_t key;                   /* 0: the entry is free */
	uint64_t label, bytes;
	union {
		struct vc_transit transit;      /* stamped */
		struct vc_in_flight *flight;    /* replayed */
	};
};

struct vc_under_way {
	struct vc_message_under_way *entry;
	size_t mask, used;
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
	return key != 0 && (key & UINT32_C(0x80000000)) == 0;
}

/* Returns the place where a key belongs. Neighbors that send equally far (to ^ from) come one
 * after the other: eight of them lie side by side, so that most are in the cache. */
static inline size_t
vc_under_way_place(const struct vc_under_way *table, uint64_t key)
{
	const uint64_t to = key >> 32, far = (to - 1) ^ (uint32_t)key;
	uint64_t place = far * UINT64_C(0x9e3779b97f4a7c15) + to / 8;

	place = (place ^ place >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	return (size_t)(place >> 32 << 3 | (to & 7)) & table->mask;
}

/* Fetches the place of a key into the cache. */
static inline void
vc_under_way_prefetch(const struct vc_under_way *table, uint64_t key)
{
	if (table->entry != NULL)
		__builtin_prefetch(&table->entry[vc_under_way_place(table, key)], 1);
}

/* Return false if out of memory; if there is none. */
bool vc_under_way_put(struct vc_under_way *table, const struct vc_message_under_way *message);
bool vc_under_way_take(struct vc_under_way *table, uint64_t key,
		       struct vc_message_under_way *message);
/* Removes all. */
void vc_under_way_clear(struct vc_under_way *table);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table of messages, by their keys, with linear probing. Messages of one key are taken in
 * the order in which they were put.
 *
 * Invariant: an entry lies behind its own place, and no free entry is between; entries of one
 * key lie in the order in which they were put.
 */
#ifndef VC_MESSAGE_TABLE_H
#define VC_MESSAGE_TABLE_H

#include "channel.h"

struct vc_message_under_way {
	uint64_t key;                   /* 0: the entry is free */
	uint64_t label, bytes;
	union {
		struct vc_transit transit;      /* stamped */
		struct vc_in_flight *flight;    /* replayed */
	};
};

struct vc_message_table {
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

/* Return false if out of memory; if there is none. */
bool vc_message_table_put(struct vc_message_table *table, const struct vc_message_under_way *message);
bool vc_message_table_take(struct vc_message_table *table, uint64_t key,
			   struct vc_message_under_way *message);
/* Removes all. */
void vc_message_table_clear(struct vc_message_table *table);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory in use. What a pending request receives to is nobody else's, and what it sends is not
 * written: neither by other calls, which are compared with it, nor by the program, which a sum of
 * the bytes at both ends of the request shows. All of this on strict machines; others compare the
 * calls that write there, where that costs fast paths nothing: vc_check_lent(). They also tell
 * buffers of a call that overlap in part, in the cases of vc_pairs_memory(); programs that exchange
 * a token may send it from where they receive it.
 *
 * What a request of the program receives to is also barred: AddressSanitizer in the program, and
 * valgrind, then show the line that reads or writes it too early. What it sends may be read, which
 * they cannot tell from writing, so that is not barred.
 */
#ifndef VC_IN_USE_H
#define VC_IN_USE_H

#include "message.h"

/* Memory that a request uses; no bytes: none. */
struct vc_in_use {
	const void *data;
	size_t bytes;
	bool is_barred;         /* nobody else reads or writes it */
	bool is_summed;         /* the program has it: */
	uint64_t sum;           /* of the bytes, as they were noted */
};

/* Checks the memory of each pair of a call that sends and receives at once; also fails if what it
 * receives overlaps another buffer of the program's call. */
int vc_check_pairs(vcube_node *self, const char *call, const struct vcube_pair *pairs, int count);

/* Does memory begin within other memory, but not with it? */
static inline bool
vc_begins_amid(const void *data, const void *other, size_t other_bytes)
{
	const uintptr_t behind = (uintptr_t)data - (uintptr_t)other;

	return behind != 0 && behind < other_bytes;
}

static inline int
vc_pairs_memory(vcube_node *self, const char *call, const struct vcube_pair *pairs, int count)
{
	bool some = self->suspects;

	for (int i = 0; i < count && !some; i++)
		some = pairs[i].data == NULL || pairs[i].into == NULL ||
		       vc_begins_amid(pairs[i].into, pairs[i].data, pairs[i].bytes) ||
		       (i > 0 && (uintptr_t)pairs[i].into - (uintptr_t)pairs[i - 1].into < pairs[i - 1].room);
	return vc_unlikely(some) ? vc_check_pairs(self, call, pairs, count) : 0;
}

/* Returns a sum of bytes. */
uint64_t vc_sum_of(const void *data, size_t bytes);

/* Notes memory that a request begins to use; lets its message in; ends its use. */
void vc_in_use_begin(const vcube_node *self, struct vc_in_use *memory, enum vc_use use,
		     const void *data, size_t bytes);
void vc_in_use_open(const struct vc_in_use *memory);
void vc_in_use_end(struct vc_in_use *memory);
/* Is what it holds the same still? Notes what it holds now. */
bool vc_in_use_is_same(const struct vc_in_use *memory);
void vc_in_use_note(struct vc_in_use *memory);

/* Have they a byte in common? */
static inline bool
vc_overlap(const void *data, size_t bytes, const void *other, size_t other_bytes)
{
	return bytes > 0 && other_bytes > 0 && ((uintptr_t)data - (uintptr_t)other < other_bytes ||
						(uintptr_t)other - (uintptr_t)data < bytes);
}

#endif

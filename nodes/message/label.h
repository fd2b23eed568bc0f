/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Labels: what receives match. Every message carries one, 64 bits in its slot:
 *
 *   0                               a plain message
 *   0..  or 111..                   of a collective: the signature of the call
 *                                   (nodes/collective/signature.c)
 *   10  0  sync 1  context 29  tag 31
 *                                   tagged; sync: asks for a confirmation
 *   10  10  number 29  tag 31       confirms the message of that number and tag
 *   110 context 29  fiber 16  call 8  mark 8
 *                                   of a collective that runs beside others: its fiber's
 *                                   number in the group, and its own in the fiber; the mark
 *                                   tells calls that differ. The last number is that of no
 *                                   fiber: the program's own calls in a group of threads
 *                                   (VCUBE_CONTEXT_THREADS)
 */
#ifndef VC_LABEL_H
#define VC_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#define VC_LABEL_TAG_BITS 31
#define VC_LABEL_TAGS ((UINT64_C(1) << VC_LABEL_TAG_BITS) - 1)
#define VC_LABEL_TAGGED (UINT64_C(2) << 62)
#define VC_LABEL_BESIDE (UINT64_C(6) << 61)
#define VC_LABEL_ACK (UINT64_C(1) << 61)
#define VC_LABEL_SYNC (UINT64_C(1) << 60)

/* All bits that a receive of a given tag matches. */
#define VC_LABEL_ALL (~VC_LABEL_SYNC)
/* The same for a receive of any tag. */
#define VC_LABEL_ANY_TAG (VC_LABEL_ALL & ~VC_LABEL_TAGS)

static inline uint64_t
vc_label(uint32_t context, int tag)
{
	return VC_LABEL_TAGGED | (uint64_t)context << VC_LABEL_TAG_BITS | (uint64_t)tag;
}

/* Confirms a message: by its number in its channel, or that of one that was lost, whose highest bit
 * is set (nodes/kernel/fault_action.h). */
static inline uint64_t
vc_label_ack(uint32_t number, int tag)
{
	const uint32_t kept = (number >> 31) << 28 | (number & ((UINT32_C(1) << 28) - 1));

	return VC_LABEL_ACK | vc_label(kept, tag);
}

/* Returns whether a confirmation is of the message of that number, or of one behind it; not of one
 * that was lost. */
static inline bool
vc_label_acks_since(uint64_t label, uint32_t number)
{
	const uint32_t kept = (uint32_t)(label >> VC_LABEL_TAG_BITS);

	return (kept >> 28 & 1) == 0 && (kept - number) << 4 < UINT32_C(1) << 31;
}

enum { VC_LABEL_NO_FIBER = 0xffff };

static inline uint64_t
vc_label_beside(uint32_t context, uint32_t fiber, uint32_t call, unsigned mark)
{
	return VC_LABEL_BESIDE | (uint64_t)context << 32 | (uint64_t)fiber << 16 |
	       (uint64_t)(call & 0xff) << 8 | (mark & 0xff);
}

static inline bool
vc_label_is_tagged(uint64_t label)
{
	return label >> 62 == 2;
}

/* Returns the label's tag; 0 if it has none. */
static inline int
vc_label_tag(uint64_t label)
{
	return vc_label_is_tagged(label) ? (int)(label & VC_LABEL_TAGS) : 0;
}

/* Returns whether the sender waits until the message is taken. */
static inline bool
vc_label_wants_ack(uint64_t label)
{
	return (label & (VC_LABEL_TAGGED | VC_LABEL_SYNC)) == (VC_LABEL_TAGGED | VC_LABEL_SYNC) &&
	       vc_label_is_tagged(label);
}

/* Returns whether it confirms a synchronous message. */
static inline bool
vc_label_is_ack(uint64_t label)
{
	return vc_label_is_tagged(label) && (label & VC_LABEL_ACK) != 0;
}

/* Returns whether the label is the signature of a collective that the program itself is in. */
static inline bool
vc_label_is_call(uint64_t label)
{
	return label != 0 && (label >> 63 == 0 || label >> 61 == 7);
}

#endif

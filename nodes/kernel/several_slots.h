/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short messages that do not fit one slot, spread over several in a row: the first has what every
 * message has and its first bytes, the others have their stamp and bytes. So such a message costs a
 * few more cache lines, one behind the other, and no block that goes to the receiver and back.
 */
#ifndef VC_SEVERAL_SLOTS_H
#define VC_SEVERAL_SLOTS_H

#include <string.h>
#include "channel.h"

enum {
	VC_SPREAD_FIRST = sizeof ((struct vc_slot *)0)->text,
	VC_SPREAD_NEXT = sizeof(struct vc_slot) - sizeof ((struct vc_slot *)0)->stamp,
	VC_SPREAD_MOST = 512
};

/* Returns how many slots a message takes. */
static inline uint32_t
vc_spread_slots(size_t bytes)
{
	return 1 + (uint32_t)((bytes - VC_SPREAD_FIRST + VC_SPREAD_NEXT - 1) / VC_SPREAD_NEXT);
}

static inline char *
vc_spread_at(struct vc_slot *slots, uint32_t number, uint32_t mask)
{
	return (char *)&slots[number & mask] + sizeof slots->stamp;
}

/* Sender: the slots are claimed. */
static inline void
vc_spread(struct vc_queue_producer *out, struct vc_slot *slot, const char *data, size_t bytes)
{
	uint32_t number = out->tail;

	slot->carriage = VC_SPREAD;
	memcpy(slot->text, data, VC_SPREAD_FIRST);
	data += VC_SPREAD_FIRST;
	bytes -= VC_SPREAD_FIRST;
	for (; bytes > VC_SPREAD_NEXT; data += VC_SPREAD_NEXT, bytes -= VC_SPREAD_NEXT)
		memcpy(vc_spread_at(out->slots, ++number, out->mask), data, VC_SPREAD_NEXT);
	memcpy(vc_spread_at(out->slots, ++number, out->mask), data, bytes);
}

/* Receiver: copies the first `bytes` of the message in front. */
static inline void
vc_gather(const struct vc_queue_consumer *in, const struct vc_slot *slot, char *into, size_t bytes)
{
	uint32_t number = vc_queue_number(in);

	if (bytes <= VC_SPREAD_FIRST) {
		memcpy(into, slot->text, bytes);
		return;
	}
	memcpy(into, slot->text, VC_SPREAD_FIRST);
	into += VC_SPREAD_FIRST;
	bytes -= VC_SPREAD_FIRST;
	for (; bytes > VC_SPREAD_NEXT; into += VC_SPREAD_NEXT, bytes -= VC_SPREAD_NEXT)
		memcpy(into, vc_spread_at(in->slots, ++number, in->mask), VC_SPREAD_NEXT);
	memcpy(into, vc_spread_at(in->slots, ++number, in->mask), bytes);
}

/* Receiver: gives back the message in front, whatever carries it. */
static inline void
vc_release_front(struct vc_queue_consumer *in, const struct vc_slot *slot)
{
	vc_queue_release_several(in, slot->carriage == VC_SPREAD ? vc_spread_slots(slot->bytes) : 1);
}

#endif

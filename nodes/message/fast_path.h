/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fast path, which most messages take under the free clock: they are short, and only
 * their bytes matter. There is no clock and no capacity, the program's memory is not checked,
 * nobody observes, and the node has not failed: its `fast_path` flag says all of that at once. A
 * message then costs a few dozen instructions and the cache lines that move from one
 * processor to the other.
 */
#ifndef VC_FAST_PATH_H
#define VC_FAST_PATH_H

#include <string.h>
#include "label.h"
#include "message.h"
#include "record.h"
#include "spin.h"

/* A longer message may stay in its sender's buffer until the receiver has copied it. With more
 * nodes than processors, waiting for the receiver lets others run, perhaps all; for a short message
 * that costs more than a second copy. */
enum { VC_SHORT_MOST = 1024 };

/* Most short messages are one number. */
static inline void
vc_copy_short(void *into, const void *data, size_t bytes)
{
	if (vc_likely(bytes == 8))
		memcpy(into, data, 8);
	else if (bytes > 0)
		memcpy(into, data, bytes);
}

/* Has the channel few slots, where it should have more? */
static inline bool
vc_is_narrow(const vcube_node *self, const struct vc_channel *c)
{
	return self->alone && c->out.mask + 1 < VC_CHANNEL_SLOTS_ALONE;
}

/* Returns the slot of the next message, or NULL: the queue is full. */
static inline struct vc_slot *
vc_claim_fast(vcube_node *self, struct vc_channel *c)
{
	if (vc_unlikely(c->out.tail == c->out.limit) && vc_is_narrow(self, c))
		return vc_channel_grow(c, &self->pool, VC_CHANNEL_SLOTS_ALONE);
	return vc_queue_claim(&c->out, &c->in);
}

/* What vc_post_fast() and vc_take_front() do with a message that does not fit its slot. */
bool vc_post_longer(vcube_node *self, struct vc_channel *c, uint64_t label, const void *data,
		    size_t bytes);
bool vc_take_longer(vcube_node *self, struct vc_channel *c, struct vc_slot *slot,
		    uint64_t mask, void *into, struct vcube_status *status);

/* Tells of a message on the fast path: its tag only if the receive does not name it. */
static inline void
vc_tell_briefly(const struct vc_slot *slot, uint64_t mask, struct vcube_status *status)
{
	if (status == NULL)
		return;
	if (mask != UINT64_MAX)
		status->tag = vc_label_tag(slot->label);
	status->bytes = slot->bytes;
	status->arrival = 0;
}

/* As vc_post(). Returns false and does nothing if only vc_post() can send the message. The
 * label is read where it is needed: a register less on the way there. */
static inline __attribute__((always_inline)) bool
vc_post_fast(vcube_node *self, struct vc_channel *c, const uint64_t *label, const void *data,
	     size_t bytes)
{
	struct vc_slot *slot;

	if (!vc_takes_fast_path(self) || (data == NULL && bytes > 0) ||
	    vc_unlikely(atomic_load_explicit(&self->machine->stop, memory_order_relaxed) != 0))
		return false;
	if (bytes > sizeof slot->text)
		return vc_post_longer(self, c, *label, data, bytes);
	slot = vc_claim_fast(self, c);
	if (vc_unlikely(slot == NULL) ||
	    (vc_unlikely(self->log != NULL) &&
	     !vc_trace_fast(self, VC_LOG_SEND, c->to, bytes)))
		return false;
	slot->carriage = VC_INLINE;
	slot->bytes = bytes;
	slot->label = *label;
	slot->site = self->sites.last;
	vc_copy_short(slot->text, data, bytes);
	vc_queue_publish(&c->out);
	self->messages++;
	self->bytes += bytes;
	return true;
}

/* Takes a message that is in front. Returns false and does nothing if only vc_receive() can take
 * it, wait, or report the error. The caller has looked that the node takes the fast path, whether
 * the message may have been set aside (one without a tag has not), and that no older receive may
 * want it. */
static inline bool
vc_take_front(vcube_node *self, int from, const uint64_t *label, uint64_t mask, void *into,
	      size_t room, struct vcube_status *status)
{
	struct vc_channel *c;
	struct vc_slot *slot;

	if ((into == NULL && room > 0) ||
	    (c = vc_peers_find(&self->in, from)) == NULL ||
	    (slot = vc_queue_front(&c->in)) == NULL ||
	    ((slot->label ^ *label) & mask) != 0 ||
	    (slot->bytes != room && (slot->bytes > room || vc_label_is_call(*label))))
		return false;
	if (slot->carriage != VC_INLINE)
		return vc_take_longer(self, c, slot, mask, into, status);
	if (vc_unlikely(self->log != NULL) &&
	    !vc_trace_fast(self, VC_LOG_FOUND, from, slot->bytes))
		return false;
	vc_tell_briefly(slot, mask, status);
	vc_copy_short(into, slot->text, slot->bytes);
	vc_queue_release(&c->in);
	vc_wake_deferred(self);
	return true;
}

/* The same, and waits for it while that takes no more than to look and to yield. */
static inline bool
vc_await_front(vcube_node *self, int from, const uint64_t *label, uint64_t mask, void *into,
	       size_t room, struct vcube_status *status)
{
	do {
		if (vc_take_front(self, from, label, mask, into, room, status))
			return true;
	} while (vc_spin_at_front(self, from));
	return false;
}

/* The same for a receive that was not posted. */
static inline bool
vc_consume_fast(vcube_node *self, int from, const uint64_t *label, uint64_t mask, void *into,
		size_t room, struct vcube_status *status)
{
	return vc_takes_fast_path(self) && self->requests.receives.first == NULL &&
		vc_await_front(self, from, label, mask, into, room, status);
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The steps that put a message into its channel, for plain sends and for those with faults
 * (nodes/fault/faulty_send.c). The sender takes them in this order; a published message is
 * the receiver's. */
#ifndef VC_PUT_H
#define VC_PUT_H

#include "digest.h"
#include "fast_path.h"
#include "sites.h"

/* A sender that waits at once does not lend short messages. */
static inline bool
vc_put_lends(enum vc_lend lend, size_t bytes)
{
	return lend == VC_LEND || (lend == VC_LEND_BRIEFLY && bytes > VC_SHORT_MOST);
}

/* Claims a slot for a message, and fills in what its sender waits for. Returns NULL if the
 * node has failed. */
static inline __attribute__((always_inline)) struct vc_slot *
vc_put_begin(vcube_node *self, struct vc_channel *c, size_t bytes, struct vc_send_wait *sent)
{
	struct vc_slot *slot = vc_channel_claim(c, &self->pool);

	if (vc_unlikely(slot == NULL)) {
		vc_fail(self, VCUBE_EHOST, "no memory for the messages to node %d", c->to);
		return NULL;
	}
	slot->carriage = VC_INLINE;
	slot->bytes = bytes;
	slot->label = self->signature;
	sent->channel = c;
	sent->slot = NULL;
	sent->number = c->out.tail;
	sent->bytes = bytes;
	sent->left = 0;
	sent->flight = NULL;
	slot->site = vc_unlikely(self->strict) ? vc_site_number(self) : 0;
	return slot;
}

/* Puts the bytes where the receiver finds them. Returns 0, or the node's failure. */
static inline __attribute__((always_inline)) int
vc_put_load(vcube_node *self, struct vc_slot *slot, const void *data, size_t bytes, bool lend,
	    struct vc_send_wait *sent)
{
	if (vc_unlikely(self->digest != NULL))
		vc_digest_add(self, sent->channel->to, slot->label, data, bytes);
	if (bytes <= self->room) {
		vc_copy_short(slot->text, data, bytes);
		return 0;
	}
	if (vc_unlikely(bytes > PTRDIFF_MAX))
		return vc_fail(self, VCUBE_EINVAL, "a message of %zu bytes is more than memory holds; "
			       "it is %td as a signed number", bytes, (ptrdiff_t)bytes);
	if (lend) {
		slot->carriage = VC_LENT;
		slot->lent.data = data;
		atomic_store_explicit(&slot->lent.claim, VC_CLAIM_FREE, memory_order_relaxed);
		sent->slot = slot;
		return 0;
	}
	slot->carriage = VC_BLOCK;
	slot->lent.block = vc_pool_take(&self->pool, bytes);
	if (slot->lent.block == NULL)
		return vc_fail(self, VCUBE_EHOST, "no memory for a message of %zu bytes", bytes);
	memcpy(slot->lent.block, data, bytes);
	return 0;
}

/* Gives a message to its receiver; it counts for the capacity of the channel. */
static inline __attribute__((always_inline)) void
vc_put_publish(vcube_node *self, struct vc_send_wait *sent)
{
	if (vc_unlikely(sent->channel->credits != NULL))
		vc_send_wait_publish(self, sent);
	else
		vc_queue_publish(&sent->channel->out);
}

/* Frees the memory of a message that is not sent. Returns the node's failure. */
static inline int
vc_put_unload(vcube_node *self, struct vc_slot *slot)
{
	if (slot->carriage == VC_BLOCK)
		vc_pool_give(slot->lent.block);
	return self->code;
}

#endif

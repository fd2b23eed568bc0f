/* SPDX-License-Identifier: BSD-2-Clause */
/* The fast path of messages that do not fit their slot: short ones are spread over several, or a
 * block of the sender's pool has their bytes; others are lent. */
#include "fast_path.h"
#include "several_slots.h"

/* Returns the first of the slots over which a message is spread, or NULL if it is not: it is too
 * long for that, the queue has no room, or records count the slots as messages. So that no queue
 * grows because messages are spread, they leave a slot for the next one, and all slots but
 * VC_CHANNEL_SLOTS_ALONE. */
static struct vc_slot *
claim_spread(vcube_node *self, struct vc_channel *c, size_t bytes)
{
	const uint32_t size = c->out.mask + 1;
	const uint32_t others = size > VC_CHANNEL_SLOTS_ALONE ? size - VC_CHANNEL_SLOTS_ALONE : 1;
	struct vc_slot *slot;

	if (bytes > VC_SPREAD_MOST || self->log != NULL)
		return NULL;
	slot = vc_queue_claim_several(&c->out, &c->in, vc_spread_slots(bytes) + others);
	if (vc_unlikely(slot == NULL) && vc_is_narrow(self, c))
		slot = vc_channel_grow(c, &self->pool, VC_CHANNEL_SLOTS_ALONE);
	return slot;
}

/* Returns a slot whose block has the bytes, or NULL if only vc_post() can send them. */
static struct vc_slot *
claim_block(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes)
{
	struct vc_slot *const slot = vc_claim_fast(self, c);
	void *block;

	if (vc_unlikely(slot == NULL) || (block = vc_pool_take(&self->pool, bytes)) == NULL)
		return NULL;
	if (vc_unlikely(self->log != NULL) && !vc_trace_fast(self, VC_LOG_SEND, c->to, bytes)) {
		vc_pool_give(block);
		return NULL;
	}
	memcpy(block, data, bytes);
	slot->carriage = VC_BLOCK;
	slot->lent.block = block;
	return slot;
}

bool
vc_post_longer(vcube_node *self, struct vc_channel *c, uint64_t label, const void *data,
	       size_t bytes)
{
	struct vc_slot *slot = claim_spread(self, c, bytes);
	const uint32_t count = slot != NULL ? vc_spread_slots(bytes) : 1;

	if (slot != NULL)
		vc_spread(&c->out, slot, data, bytes);
	else if (bytes > VC_SHORT_MOST || (slot = claim_block(self, c, data, bytes)) == NULL)
		return false;
	slot->bytes = bytes;
	slot->label = label;
	slot->site = self->sites.last;
	vc_queue_publish_several(&c->out, count);
	self->messages++;
	self->bytes += bytes;
	return true;
}

/* May a receive that is waited for take a lent message without a look at what else its memory is
 * for? */
static bool
may_take_lent(const vcube_node *self)
{
	return !vc_has_lent(self) || !vc_is_own_code(self);
}

/* Returns false if only vc_receive() can take the message, record it with its times, or report that
 * it was lost. */
static bool
unload(vcube_node *self, const struct vc_channel *c, struct vc_slot *slot, void *into)
{
	const uint64_t bytes = slot->bytes;

	if (vc_unlikely(self->log != NULL) && bytes > VC_LOG_SHORT_MESSAGE)
		return false;
	if (slot->carriage == VC_LENT) {
		if (!may_take_lent(self) || !vc_take_lent(self, slot, into, bytes))
			return false;
	} else if (slot->carriage == VC_SPREAD) {
		vc_gather(&c->in, slot, into, bytes);
	} else if (slot->carriage == VC_BLOCK) {
		memcpy(into, slot->lent.block, bytes);
		vc_pool_give(slot->lent.block);
	} else {
		return false;
	}
	if (vc_unlikely(self->log != NULL))
		vc_log_lean(self->log, VC_LOG_FOUND, c->from, bytes);
	return true;
}

bool
vc_take_longer(vcube_node *self, struct vc_channel *c, struct vc_slot *slot, uint64_t mask,
	       void *into, struct vcube_status *status)
{
	if (!unload(self, c, slot, into))
		return false;
	vc_tell_briefly(slot, mask, status);
	vc_release_front(&c->in, slot);
	vc_wake_deferred(self);
	return true;
}

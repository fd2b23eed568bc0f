/* SPDX-License-Identifier: BSD-2-Clause */
/* Takes a message that is there: its bytes, and the credit that the receiver owes for it. */
#include "fast_path.h"
#include "match.h"
#include "record.h"
#include "several_slots.h"
#include "shapes.h"
#include "stream.h"

/*
 * If the messages of a call are more than the caches hold, the first ones are gone from there when
 * the last one has come. The caches are taken to hold 8 MiB a processor, more than those of most
 * hosts, and what is combined, which is read at once, to stay a while longer. The other messages
 * are taken to be as long as this one, since no member knows them all.
 */
enum { STREAM_LEAST = 2048, CACHE = 8 << 20, CACHE_TO_COMBINE = 16 << 20 };

/* Returns whether members read what they receive only after all of it has come: who sends
 * everything first passes nothing on, nor does who waits for the root, which may combine,
 * though. */
static bool
is_read_last(const struct vcube_algorithm *a)
{
	return a->waits == VCUBE_WAITS_ONCE ||
	       (a->waits == VCUBE_WAITS_FOR_ROOT && !(vc_shapes[a->collective].traits & VCUBE_COMBINES));
}

/* Returns whether the caches will have lost what is received before it is read. */
static bool
outlasts_caches(const vcube_node *self, size_t bytes)
{
	const struct vc_frame *call;
	double members, messages, cache;

	if (bytes < STREAM_LEAST || self->depth == 0)
		return false;
	call = &self->calls[self->depth - 1];
	if (!is_read_last(call->algorithm))
		return false;
	members = vc_group_size(self, call->group);
	messages = call->algorithm->waits == VCUBE_WAITS_ONCE ? members * members : members;
	cache = vc_shapes[call->algorithm->collective].traits & VCUBE_COMBINES ? CACHE_TO_COMBINE : CACHE;
	return messages * (double)bytes >= cache * self->machine->processors;
}

static void
move(void *into, const void *data, size_t bytes, bool past_caches)
{
	if (past_caches)
		vc_stream(into, data, bytes);
	else
		memcpy(into, data, bytes);
}

bool
vc_unload_lent(struct vc_lent *lent, void *into, size_t bytes, bool past_caches)
{
	uint32_t unclaimed = VC_CLAIM_FREE;

	/* acquire: VC-CLAIM, detach(); the lent data came with the stamp */
	if (atomic_compare_exchange_strong_explicit(&lent->claim, &unclaimed, VC_CLAIM_RECEIVER,
						    memory_order_acquire, memory_order_acquire)) {
		move(into, lent->data, bytes, past_caches);
	} else if (lent->block != NULL) {
		move(into, lent->block, bytes, past_caches);
		vc_pool_give(lent->block);
	} else {
		return false;
	}
	return true;
}

bool
vc_take_lent(const vcube_node *self, struct vc_slot *slot, void *into, size_t bytes)
{
	return vc_unload_lent(&slot->lent, into, bytes, outlasts_caches(self, bytes));
}

/* Returns false if the sender had no memory to keep the message. */
static bool
unload(vcube_node *self, const struct vc_found *found, void *into, size_t bytes)
{
	struct vc_slot *const slot = found->slot;
	const void *data;

	if (vc_likely(slot->carriage == VC_INLINE)) {
		vc_copy_short(into, slot->text, bytes);
		return true;
	}
	if (vc_unlikely(self->log != NULL) && self->log->undated && bytes > VC_LOG_SHORT_MESSAGE &&
	    !self->receiving_late)
		vc_trace_receive(self, false, vc_trace_moment(self));
	if (slot->carriage == VC_LENT)
		return vc_take_lent(self, slot, into, bytes);
	if (slot->carriage == VC_SPREAD) {
		vc_gather(&found->channel->in, slot, into, bytes);
		return true;
	}
	data = slot->carriage == VC_HOSTED ? slot->lent.data : slot->lent.block;
	if (data != into)       /* it landed there: nodes/kernel/remote.h */
		memcpy(into, data, bytes);
	vc_slot_give_block(slot);
	return true;
}

static int
credit(vcube_node *self, struct vc_channel *c, const struct vc_credit *credit)
{
	if (!vc_channel_credit(c, &self->pool, credit))
		return vc_fail(self, VCUBE_EHOST, "no memory for the credit to node %d",
			       c->from);
	if (c->hops != 0)
		vc_wake(self, c->from);
	return 0;
}

/* The receiver is done with the message. */
static void
release(vcube_node *self, const struct vc_found *found)
{
	if (vc_likely(found->aside == NULL)) {
		vc_release_front(&found->channel->in, found->slot);
		return;
	}
	vc_aside_end(self, found->aside, false);
}

int
vc_consume(vcube_node *self, const struct vc_found *found, void *into, size_t room,
	   struct vcube_status *status)
{
	const struct vc_clock *clock = self->clock;
	struct vc_channel *const c = found->channel;
	struct vc_slot *const slot = found->slot;
	struct vc_credit due = {.bytes = slot->bytes};
	const size_t bytes = slot->bytes;
	const uint64_t label = slot->label;
	const bool confirms = vc_label_wants_ack(label);
	vcube_time arrival = 0;

	if (clock->consume != NULL)
		arrival = clock->consume(self, slot, status != NULL);
	if (status != NULL) {
		status->tag = vc_label_tag(label);
		status->bytes = bytes;
		status->arrival = arrival;
		status->cancelled = false;
	}
	if (vc_unlikely(!unload(self, found, into, bytes < room ? bytes : room)))
		return vc_fail(self, VCUBE_EHOST, "a message of %zu bytes was lost: node %d had no "
			       "memory to buffer it", bytes, c->from);
	if (vc_unlikely(self->log != NULL))
		vc_trace_got(self, c, vc_found_number(found), bytes);
	due.time = self->now;
	if (clock->credit != NULL)
		clock->credit(slot, &due);
	if (vc_unlikely(self->machine->limited || confirms))
		due.number = vc_found_number(found);
	release(self, found);
	if (vc_unlikely(self->machine->limited) && credit(self, c, &due) != 0)
		return self->code;
	if (vc_unlikely(confirms))
		vc_acknowledge(self, c->from, due.number, vc_label_tag(label));
	return self->code;
}

int
vc_consume_other(vcube_node *self, const struct vc_found *found, void *into, size_t room,
		 struct vcube_status *status)
{
	const size_t bytes = found->slot->bytes;
	const uint64_t label = found->slot->label;

	if (vc_consume(self, found, into, room, status) != 0 ||
	    (bytes < room && !vc_label_is_call(label)))
		return self->code;
	return self->machine->reporter->not_due(self, found->channel->from, bytes, room);
}

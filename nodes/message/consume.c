/* SPDX-License-Identifier: BSD-2-Clause */
/* Taking a message that is there: its bytes, and what the receiver owes for it. */
#include "fast_path.h"
#include "replay.h"
#include "wall.h"
#include "record.h"

/* Copies a lent message straight from the sender's buffer, or from the block
 * that the sender has put it into, tired of waiting. */
static bool
unload_lent(struct vc_lent *lent, void *into, size_t bytes)
{
	uint32_t unclaimed = VC_CLAIM_FREE;

	/* acquire: VC-CLAIM, detach(); what was lent came with the stamp */
	if (atomic_compare_exchange_strong_explicit(&lent->claim, &unclaimed, VC_CLAIM_RECEIVER,
						    memory_order_acquire, memory_order_acquire)) {
		memcpy(into, lent->data, bytes);
	} else if (lent->block != NULL) {
		memcpy(into, lent->block, bytes);
		vc_pool_give(lent->block);
	} else {
		return false;
	}
	return true;
}

/* False: the sender had no memory to keep it in. */
static bool
unload(vcube_node *self, struct vc_slot *slot, void *into)
{
	size_t bytes = slot->bytes;

	if (vc_likely(slot->carriage == VC_INLINE)) {
		vc_copy_short(into, slot->text, bytes);
		return true;
	}
	if (vc_unlikely(self->log != NULL) && !self->timed && bytes > VC_LOG_SHORT_MESSAGE &&
	    !self->receiving_late)
		vc_trace_receive(self, false, vc_trace_moment(self));
	if (slot->carriage == VC_LENT)
		return unload_lent(&slot->lent, into, bytes);
	memcpy(into, slot->lent.block, bytes);
	vc_pool_give(slot->lent.block);
	return true;
}

/* The clock goes on to when the message has been received. */
static void
arrive(vcube_node *self, const struct vc_transit *transit)
{
	vcube_time t = transit->arrival;

	if (vc_unlikely(self->wall)) {
		vc_wall_got(self, transit);
		return;
	}
	if (t < self->now)
		t = self->now;
	if (self->one_port && transit->duration > 0) {
		if (t < self->recv_free + transit->duration)
			t = self->recv_free + transit->duration;
		self->recv_free = t;
	}
	self->now = t + self->machine->cost.recv_overhead;
	if (vc_unlikely(self->now > VCUBE_TIME_MAX))
		vc_clock_ends(self, "receiving");
}

static int
credit(vcube_node *self, struct vc_channel *c, uint64_t bytes, struct vc_in_flight *flight)
{
	const struct vc_credit credit = {.bytes = bytes, .time = self->now, .flight = flight};

	if (!vc_channel_credit(c, &self->pool, &credit))
		return vc_fail(self, VCUBE_EHOST, "no memory to tell node %d what was received",
			       c->from);
	if (c->hops != 0)
		vc_wake(self, c->from);
	return 0;
}

int
vc_consume(vcube_node *self, struct vc_channel *c, struct vc_slot *slot,
	void *into, size_t room, struct vcube_status *status)
{
	size_t bytes = slot->bytes;
	struct vc_in_flight *flight = self->journaled ? slot->timed.flight : NULL;

	if (vc_unlikely(slot->signature != self->signature))
		return vc_signature_mismatch(self, slot->signature, c->from);
	if (vc_unlikely(bytes > room))
		return vc_signature_too_long(self, c->from, bytes, room);
	if (status != NULL) {
		status->bytes = bytes;
		status->arrival = flight != NULL ? vc_arrival(self, flight)
				: self->timed ? slot->timed.transit.arrival : 0;
	}
	if (flight != NULL) {
		vc_journal_note(self, VC_ACT_RECV, flight);
		/* another message may come to lie where this one did */
		self->machine->parking[self->rank].flight = NULL;
	} else if (self->timed) {
		arrive(self, &slot->timed.transit);
	}
	if (vc_unlikely(!unload(self, slot, into)))
		return vc_fail(self, VCUBE_EHOST, "a message of %zu bytes is lost: node %d had no "
			       "memory to keep it in", bytes, c->from);
	if (vc_unlikely(self->log != NULL))
		vc_trace_got(self, c, bytes);
	vc_queue_release(&c->in);
	return vc_likely(!self->machine->limited) ? self->code : credit(self, c, bytes, flight);
}

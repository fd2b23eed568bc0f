/* SPDX-License-Identifier: BSD-2-Clause */
/* Sending: how a message gets into its channel. */
#include "fault.h"
#include "fast_path.h"
#include "stamp.h"
#include "record.h"
#include "wall.h"

static void
not_a_member(vcube_node *self, const char *call, vcube_group *group, int rank)
{
	if (rank == VCUBE_NOBODY)
		return;
	vc_fail(self, VCUBE_EINVAL, "%s: there is no rank %d in a group of %d (0 to %d)", call, rank,
		vc_group_size(self, group), vc_group_size(self, group) - 1);
}

struct vc_channel *
vc_channel_to_stranger(vcube_node *self, const char *call, vcube_group *group, int to)
{
	const int rank = vc_group_member(self, group, to);

	if (self->code != 0)
		return NULL;
	if (rank < 0) {
		not_a_member(self, call, group, to);
		return NULL;
	}
	return vc_channel_open(self, rank);
}

int
vc_member(vcube_node *self, const char *call, vcube_group *group, int from)
{
	int rank = vc_group_member(self, group, from);

	if (vc_unlikely(self->code != 0))
		return -1;
	if (vc_unlikely(rank < 0)) {
		not_a_member(self, call, group, from);
		return -1;
	}
	if (self->machine->none && vc_peers_find(&self->in, rank) == NULL &&
	    vc_channel_permitted(self, rank) != 0)
		return -1;
	return rank;
}

/* When it starts, how long it takes, and what it keeps busy. `link`: as the cost
 * parameters have it, if NULL. */
static inline void
stamp(vcube_node *self, struct vc_channel *c, size_t bytes, enum vc_startup which,
      const struct vc_link_state *link, struct vc_transit *transit)
{
	const struct vcube_cost *k = &self->machine->cost;

	if (c->hops == 0) {
		*transit = (struct vc_transit){.arrival = self->now};
		return;
	}
	transit->duration = link == NULL
		? vc_stamp_duration(k, which, c->hops, bytes)
		: vc_startup_cost(k, which) + link->per_hop +
		  vc_time_times(link->per_byte, (vcube_time)bytes);
	transit->arrival = vc_stamp_arrival(self->now, self->one_port, transit->duration,
					    &self->send_free, &c->link_free);
}

/* From how many bytes on a message is lent to be waited for at once. With more nodes
 * than processors, to wait until a shorter one has been taken is to let others run,
 * perhaps all, and that costs more than to copy it. */
enum { LENT_FROM = 1025 };

static inline bool
is_lent(enum vc_lend lend, size_t bytes)
{
	return lend == VC_LEND || (lend == VC_LEND_BRIEFLY && bytes >= LENT_FROM);
}

/* Puts the bytes where the receiver finds them. */
static inline __attribute__((always_inline)) int
load(vcube_node *self, struct vc_slot *slot, const void *data, size_t bytes, bool lend)
{
	if (bytes <= self->room) {
		slot->carriage = VC_INLINE;
		vc_copy_short(slot->text, data, bytes);
		return 0;
	}
	if (vc_unlikely(bytes > PTRDIFF_MAX))
		return vc_fail(self, VCUBE_EINVAL, "a message of %zu bytes is more than memory holds",
			       bytes);
	if (lend) {
		slot->carriage = VC_LENT;
		slot->lent.data = data;
		atomic_store_explicit(&slot->lent.claim, VC_CLAIM_FREE, memory_order_relaxed);
		return 0;
	}
	slot->carriage = VC_BLOCK;
	slot->lent.block = vc_pool_take(&self->pool, bytes);
	if (slot->lent.block == NULL)
		return vc_fail(self, VCUBE_EHOST, "no memory for a message of %zu bytes", bytes);
	memcpy(slot->lent.block, data, bytes);
	return 0;
}

/* The message is not sent: gives back what it lies in. The node's failure. */
static int
unloaded(vcube_node *self, struct vc_slot *slot)
{
	if (slot->carriage == VC_BLOCK)
		vc_pool_give(slot->lent.block);
	return self->code;
}

/* When the message arrives, or what will tell. False: the node has failed. */
static inline __attribute__((always_inline)) bool
date(vcube_node *self, struct vc_channel *c, size_t bytes, enum vc_startup startup, enum vc_lend lend,
     const struct vc_fault_action *fate, struct vc_slot *slot, struct vc_send_wait *sent)
{
	const bool lost = fate != NULL && fate->drop;

	if (fate == NULL || !fate->copy)
		self->now += self->machine->cost.send_overhead;
	if (fate != NULL && self->wall)
		return vc_wall_send(self, c, bytes, startup, fate, &slot->timed.transit, &sent->left);
	if (!self->journaled) {
		stamp(self, c, bytes, startup, fate ? fate->link : NULL, &slot->timed.transit);
		sent->left = slot->timed.transit.arrival;
		if (vc_unlikely(sent->left > VCUBE_TIME_MAX))
			return vc_clock_ends(self, "sending") == 0;
		if (fate != NULL)
			vc_fault_stamped(self, fate, &slot->timed.transit);
		return true;
	}
	if (fate != NULL && !vc_fault_noted(self, fate))
		return false;
	sent->flight = slot->timed.flight =
		vc_journal_send(self, c->to, bytes, startup,
				!lost + (lend != VC_LEND_NOT) + self->machine->limited);
	return sent->flight != NULL;
}

/* What is done about a message before it is published. */
static void
look_at(struct vc_slot *slot, const struct vc_fault_action *fate, struct vc_send_wait *sent)
{
	if (fate->corrupt)
		vc_fault_spoil(fate, slot->carriage == VC_INLINE ? slot->text : slot->lent.block);
	if (fate->drop)
		sent->number = fate->lost_number;
	else
		fate->stats->bytes += sent->bytes;
}

/*
 * A message into its channel. `fate` is NULL where nothing happens to messages, nobody
 * counts them, and links are as described, `traced` false where nothing is recorded: the
 * compiler makes a way of its own of that.
 */
static inline __attribute__((always_inline)) int
put(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
    enum vc_startup startup, enum vc_lend lend, const struct vc_fault_action *fate, bool traced,
    struct vc_send_wait *sent)
{
	const bool lost = fate != NULL && fate->drop;
	const bool own = fate != NULL && fate->corrupt; /* a copy, to be spoiled */
	struct vc_slot *slot = vc_channel_claim(c, &self->pool);

	if (vc_unlikely(slot == NULL))
		return vc_fail(self, VCUBE_EHOST, "no memory for the messages to node %d",
			       c->to);
	if (lost)
		slot->carriage = VC_INLINE;
	else if (load(self, slot, data, bytes, !own && is_lent(lend, bytes)) != 0)
		return self->code;
	slot->bytes = bytes;
	slot->signature = self->signature;
	sent->channel = c;
	sent->slot = slot->carriage == VC_LENT ? slot : NULL;
	sent->number = c->out.tail;
	sent->bytes = bytes;
	sent->left = 0;
	sent->flight = NULL;
	if (self->timed && !date(self, c, bytes, startup, lend, fate, slot, sent))
		return unloaded(self, slot);
	if (fate != NULL)
		look_at(slot, fate, sent);
	if (traced && fate == NULL)
		vc_trace_send(self, sent, startup);
	else if (traced)
		vc_trace_send_faulty(self, sent, startup, lost ? NULL : &slot->timed.transit);
	if (c->credits != NULL)
		sent->mark = c->credits->sent += lost ? 0 : bytes ? bytes : 1;
	if (!lost)
		vc_queue_publish(&c->out);
	if (fate == NULL || !fate->copy) {
		self->messages++;
		self->bytes += bytes;
	}
	return 0;
}

static int
put_faulty(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	  enum vc_startup startup, enum vc_lend lend, const struct vc_fault_action *fate, struct vc_send_wait *sent)
{
	return put(self, c, data, bytes, startup, lend, fate, self->log != NULL, sent);
}

/* A copy that the network makes follows at once, and pays no start-up. */
static int
put_copy(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	 const struct vc_fault_action *fate)
{
	struct vc_fault_action copy = *fate;
	struct vc_link_state link;      /* when the copy starts */
	struct vc_send_wait behind;

	copy.copy = true;
	copy.note = NULL;
	if (fate->link != NULL && vc_links_cross(self, c, 0, &link) != 0)
		return self->code;
	if (fate->link != NULL)
		copy.link = &link;
	return put_faulty(self, c, data, bytes, VC_STARTUP_NONE, VC_LEND_NOT, &copy, &behind);
}

/* The run has been stopped, links are not as described, somebody looks, or faults are
 * injected. */
static __attribute__((noinline)) int
post_with_care(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	       enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	const bool differ = vc_links_differ(&self->machine->links);
	struct vc_link_state link;
	struct vc_fault_action fate;

	if (vc_stop(self, NULL) != 0 || vc_fault_operation(self) != 0 ||
	    (differ && vc_links_cross(self, c, self->machine->cost.send_overhead, &link) != 0) ||
	    vc_fault_decide(self, c, bytes, &fate) != 0)
		return self->code;
	fate.link = differ ? &link : NULL;
	if (put_faulty(self, c, data, bytes, startup, lend, &fate, sent) == 0 && fate.duplicate)
		put_copy(self, c, data, bytes, &fate);
	return self->code;
}

/* Messages are recorded, and that is all. */
static __attribute__((noinline)) int
post_recorded(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	      enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	return put(self, c, data, bytes, startup, lend, NULL, true, sent);
}

int
vc_post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	if (vc_unlikely(atomic_load_explicit(&self->machine->stop, memory_order_relaxed) != 0))
		return post_with_care(self, c, data, bytes, startup, lend, sent);
	if (vc_unlikely(self->log != NULL))
		return post_recorded(self, c, data, bytes, startup, lend, sent);
	return put(self, c, data, bytes, startup, lend, NULL, false, sent);
}

int
(vcube_send)(vcube_node *self, vcube_group *group, int to, const void *data, size_t bytes)
{
	struct vc_channel *c = vc_channel_to_member(self, "vcube_send", group, to);
	struct vc_send_wait sent;

	if (vc_likely(c != NULL) && vc_post_fast(self, c, data, bytes)) {
		if (c->hops != 0)
			vc_wake(self, c->to);
		return 0;
	}
	if (vc_unlikely(c == NULL) || vc_memory(self, "vcube_send", data, bytes) != 0)
		return self->code;
	if (vc_post(self, c, data, bytes, VC_STARTUP, VC_LEND_NOT, &sent) != 0)
		return self->code;
	if (c->hops != 0)
		vc_wake(self, c->to);
	return vc_likely(c->credits == NULL) ? self->code : vc_room_wait(self, &sent);
}

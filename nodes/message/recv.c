/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving: from a named node, or from any. */
#include "nodes/network/fault.h"
#include "nodes/message/swift.h"
#include "nodes/time/replay.h"
#include "nodes/trace/trace.h"
#include "nodes/time/wall.h"

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
	if (vc_unlikely(self->log != NULL) && bytes > VC_LOG_SHORT_MESSAGE && !self->receiving_late)
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
}

static int
credit(vcube_node *self, struct vc_channel *c, uint64_t bytes, struct vc_flight *flight)
{
	const struct vc_credit credit = {.bytes = bytes, .time = self->now, .flight = flight};

	if (!vc_channel_credit(c, &self->pool, &credit))
		return vc_fail(self, VCUBE_EHOST, "no memory to tell node %d what was received",
			       c->from);
	if (c->hops != 0)
		vc_door_news(self, c->from);
	return 0;
}

int
vc_take(vcube_node *self, struct vc_channel *c, struct vc_slot *slot,
	void *into, size_t room, struct vcube_status *status)
{
	size_t bytes = slot->bytes;
	struct vc_flight *flight = self->journaled ? slot->timed.flight : NULL;

	if (vc_unlikely(slot->signature != self->signature))
		return vc_call_mismatch(self, slot->signature, c->from);
	if (vc_unlikely(bytes > room))
		return vc_call_too_long(self, c->from, bytes, room);
	if (status != NULL) {
		status->bytes = bytes;
		status->arrival = flight != NULL ? vc_arrival(self, flight)
				: self->timed ? slot->timed.transit.arrival : 0;
	}
	if (flight != NULL) {
		vc_journal_note(self, VC_ACT_RECV, flight);
		/* another message may come to lie where this one did */
		self->machine->door[self->rank].flight = NULL;
	} else if (self->timed) {
		arrive(self, &slot->timed.transit);
	}
	if (vc_unlikely(!unload(self, slot, into)))
		return vc_fail(self, VCUBE_EHOST, "a message of %zu bytes is lost: node %d had no "
			       "memory to keep it in", bytes, c->from);
	if (vc_unlikely(self->log != NULL))
		vc_trace_got(self, c, bytes);
	vc_queue_release(&c->in);
	return vc_likely(!self->machine->limited) ? 0 : credit(self, c, bytes, flight);
}

static bool
has_message(vcube_node *self, struct vc_wait *wait)
{
	return vc_front(vc_channel_in(self, wait->peer)) != NULL;
}

/* Where turns are taken, the host's time would not be the same again: there time
 * passes by deadlines alone. */
vcube_time
vc_deadline(vcube_node *self, vcube_time limit)
{
	const vcube_machine *m = self->machine;
	vcube_time now = self->timed ? vc_clock(self)
		       : m->turns != NULL ? m->elapsed : (vc_host_ns() - m->began) * 1000;

	return limit > VC_NO_TIME - now ? VC_NO_TIME - 1 : now + limit;
}

/* At the deadline nothing had arrived: the clock stands there. */
static int
timed_out(vcube_node *self, int from, vcube_time deadline)
{
	if (self->timed && vc_clock(self) < deadline)
		self->now += deadline - vc_clock(self);
	if (vc_unlikely(self->log != NULL))
		vc_trace_got_nothing(self, from);
	return VCUBE_ETIMEDOUT;
}

/* Receive from any, free clock: of the channels that have a message, the next
 * by rank after the last served, so that none is served for ever. */
static struct vc_channel *
any_channel(vcube_node *self, vcube_group *group)
{
	struct vc_channel *best = NULL;
	int nodes = self->machine->nodes, nearest = nodes;

	vc_channel_adopt(self);
	for (uint32_t i = 0; i <= self->in.mask; i++) {
		struct vc_channel *c = self->in.table[i].channel;
		int distance = c ? (c->from - self->served - 1 + nodes) % nodes : nodes;

		if (distance >= nearest || vc_front(c) == NULL ||
		    vc_group_find(self, group, c->from) < 0)
			continue;
		best = c;
		nearest = distance;
	}
	return best;
}

/* Under the virtual clock the resolver alone can tell which is the earliest. */
static bool
has_any(vcube_node *self, struct vc_wait *wait)
{
	struct vc_door *door = &self->machine->door[self->rank];

	wait->channel = self->timed ? door->chosen : any_channel(self, wait->group);
	return wait->channel != NULL;
}

/* Where journals are kept, the resolver alone can tell whether a message was
 * there by the deadline. */
static int
await(vcube_node *self, vcube_group *group, int from, size_t room, vcube_time deadline)
{
	const bool held = self->journaled && deadline != VC_NO_TIME;
	struct vc_wait wait = {
		.kind = held ? VC_WAIT_ANY : VC_WAIT_RECV, .peer = from, .bytes = room,
		.group = group, .deadline = deadline, .ready = held ? has_any : has_message,
	};

	if (vc_unlikely(self->log != NULL) && !self->timed)
		vc_trace_receive(self, false, vc_trace_moment(self));
	self->machine->door[self->rank].chosen = NULL;
	return vc_door_wait(self, &wait);
}

/* Where a time is recorded, or the node may crash, or time is the host's. */
static inline __attribute__((always_inline)) int
begin_receive(vcube_node *self)
{
	if (self->log != NULL && self->timed)
		vc_trace_receive(self, false, vc_trace_moment(self));
	if (self->wall)
		vc_wall_receive(self);
	return self->machine->faults != NULL ? vc_fault_operation(self) : self->code;
}

/* The message is there: does it arrive by the deadline? */
static int
in_time(vcube_node *self, const struct vc_transit *transit, vcube_time deadline)
{
	if (vc_unlikely(self->wall))
		return vc_wall_await(self, transit, deadline);
	return transit->arrival > deadline ? VCUBE_ETIMEDOUT : 0;
}

int
vc_receive(vcube_node *self, vcube_group *group, int from, void *into, size_t room,
	   vcube_time deadline, struct vcube_status *status)
{
	struct vc_channel *c = vc_channel_in(self, from);
	struct vc_slot *slot = vc_front(c);

	if (vc_unlikely(self->minded) && begin_receive(self) != 0)
		return self->code;
	vc_door_flush(self);
	if (slot == NULL || (self->journaled && deadline != VC_NO_TIME)) {
		int code = await(self, group, from, room, deadline);

		if (code != 0)
			return code == VCUBE_ETIMEDOUT ? timed_out(self, from, deadline) : code;
		c = vc_channel_in(self, from);
		slot = vc_front(c);
	}
	if (self->timed && !self->journaled) {
		int code = in_time(self, &slot->timed.transit, deadline);

		if (vc_unlikely(code != 0))
			return code == VCUBE_ETIMEDOUT ? timed_out(self, from, deadline) : code;
	}
	return vc_take(self, c, slot, into, room, status);
}

static int
await_any(vcube_node *self, struct vc_wait *wait)
{
	if (vc_unlikely(self->wall)) {
		vc_wall_receive(self);
		return vc_wall_await_any(self, wait);
	}
	return has_any(self, wait) ? self->code : vc_door_wait(self, wait);
}

static int
receive_any(vcube_node *self, vcube_group *group, void *into, size_t room,
	    vcube_time deadline, struct vcube_status *status)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_ANY, .peer = -1, .bytes = room, .group = group, .ready = has_any,
	};
	const struct vc_moment since = vc_trace_moment_if(self);
	int code;

	if (vc_unlikely(self->minded) && begin_receive(self) != 0)
		return self->code;
	do {
		self->machine->door[self->rank].chosen = NULL;
		vc_door_flush(self);
		wait.deadline = deadline;
		if ((code = await_any(self, &wait)) == VCUBE_ETIMEDOUT) {
			vc_trace_receive(self, true, since);
			return timed_out(self, VCUBE_ANY, deadline);
		}
		if (code != 0)
			return code;
		self->served = wait.channel->from;
		/* an irecv that was made before comes first */
	} while (vc_requests_next(self, wait.channel->from));
	if (self->code != 0)
		return self->code;
	if (vc_unlikely(self->log != NULL))
		vc_trace_receive(self, true, since);
	if (status != NULL)
		status->from = vc_group_find(self, group, wait.channel->from);
	return vc_take(self, wait.channel, vc_front(wait.channel), into, room, status);
}

static int
receive(vcube_node *self, const char *call, vcube_group *group, int from,
	void *into, size_t room, vcube_time limit, struct vcube_status *status)
{
	vcube_time deadline = limit == VC_NO_TIME ? limit : vc_deadline(self, limit);
	int rank, code;

	if (vc_memory(self, call, into, room) != 0)
		return self->code;
	if (vc_unlikely(from == VCUBE_ANY))
		return self->code ? self->code
				  : receive_any(self, group, into, room, deadline, status);
	rank = vc_member(self, call, group, from);
	if (vc_unlikely(rank < 0))
		return self->code;
	if (vc_unlikely((code = vc_requests_before(self, rank, NULL, deadline)) != 0))
		return code;
	if (status != NULL)
		status->from = from;
	return vc_receive(self, group, rank, into, room, deadline, status);
}

/* When the message in a slot arrives, to which the node goes on. */
static vcube_time
go_on(vcube_node *self, const struct vc_slot *slot)
{
	vcube_time arrival = self->timed ? slot->timed.transit.arrival : 0;

	if (self->journaled) {
		arrival = vc_arrival(self, slot->timed.flight);
		vc_journal_note(self, VC_ACT_PROBE, slot->timed.flight);
	} else if (self->now < arrival) {
		self->now = arrival;
	}
	return arrival;
}

/* Waits for a message from a rank in the machine, and leaves it there. */
static int
look(vcube_node *self, vcube_group *group, int from, struct vcube_status *status)
{
	const struct vc_moment since = vc_trace_moment_if(self);
	struct vc_wait wait = {.kind = VC_WAIT_RECV, .peer = from, .group = group,
			       .deadline = VC_NO_TIME, .ready = has_message};
	const struct vc_slot *slot;
	vcube_time arrival;

	vc_door_flush(self);
	if (!has_message(self, &wait) && vc_door_wait(self, &wait) != 0)
		return self->code;
	slot = vc_front(vc_channel_in(self, from));
	if (vc_unlikely(slot->signature != self->signature))
		return vc_call_mismatch(self, slot->signature, from);
	if (self->wall && vc_wall_await(self, &slot->timed.transit, VC_NO_TIME) != 0)
		return self->code;
	arrival = go_on(self, slot);
	if (vc_unlikely(self->log != NULL))
		vc_trace_wait(self, VCUBE_EVENT_PROBE, &since);
	if (status != NULL) {
		status->bytes = slot->bytes;
		status->arrival = arrival;
	}
	return self->code;
}

int
(vcube_probe)(vcube_node *self, vcube_group *group, int from, struct vcube_status *status)
{
	int rank;

	if (from == VCUBE_ANY && self->code == 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_probe takes a named node, not VCUBE_ANY");
	rank = vc_member(self, "vcube_probe", group, from);
	if (rank < 0 || vc_requests_before(self, rank, NULL, VC_NO_TIME) != 0)
		return self->code;
	if (status != NULL)
		status->from = from;
	return look(self, group, rank, status);
}

int
(vcube_recv)(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
	     struct vcube_status *status)
{
	const int rank = vc_group_member(self, group, from);

	if (vc_likely(rank >= 0) && vc_take_swiftly(self, rank, data, room, status)) {
		if (status != NULL)
			status->from = from;
		return 0;
	}
	return receive(self, "vcube_recv", group, from, data, room, VC_NO_TIME, status);
}

int
(vcube_recv_within)(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
		    vcube_time limit, struct vcube_status *status)
{
	if (self->code == 0 && limit < 0)
		return vc_fail(self, VCUBE_EINVAL,
			       "vcube_recv_within: a limit of %lld ps is negative",
			       (long long)limit);
	return receive(self, "vcube_recv_within", group, from, data, room, limit, status);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Is a request done by now? */
#include "message.h"
#include "replay.h"
#include "request.h"
#include "record.h"
#include "wall.h"

/* For how long a poll parks where a node has failed, in picoseconds. */
enum { PARK = 1000000000 };

/* Of the message, or of the buffer for it. */
static size_t
message_bytes(const vcube_node *self, const struct vcube_request *r)
{
	return r->list == &self->requests.sends ? r->sent.bytes : r->got.room;
}

/*
 * Under the virtual clock a poll must not depend on the host: if nothing is
 * there yet, the node waits until a message is there or the resolver knows that
 * none can have arrived by now.
 */
static bool
message_or_room(vcube_node *self, struct vc_wait *wait)
{
	struct vcube_request *r = (struct vcube_request *)wait->subject;

	if (r->list == &self->requests.sends)
		return vc_send_wait_done(self, &r->sent);
	return vc_front(vc_channel_in(self, r->peer)) != NULL;
}

static bool
arrived(vcube_node *self, struct vcube_request *r)
{
	struct vc_slot *slot = vc_front(vc_channel_in(self, r->peer));

	return slot != NULL && (!self->timed || slot->timed.transit.arrival <= self->now);
}

/*
 * Under the free clock a poll only gives way, so that a node that polls is never
 * quiescent. Once a node has failed it is time to find out who waits for it:
 * then polls park for a while.
 */
static void
poll_freely(vcube_node *self, struct vc_wait *wait)
{
	const vcube_machine *m = self->machine;

	if (vc_stopped(self, wait) != 0)
		return;
	/* acquire, both: vc_node_leave() */
	if (atomic_load_explicit(&m->failed, memory_order_acquire) == 0) {
		vc_yield(self);
	} else if (!atomic_load_explicit(&m->parking[wait->peer].failed, memory_order_acquire)) {
		wait->deadline = vc_deadline(self, PARK);
		vc_park(self, wait);
	} else if (!wait->ready(self, wait)) {
		vc_fail(self, VCUBE_EPEER, "node %d polls at %s for node %d, which has failed",
			self->rank, self->site.here, wait->peer);
	}
}

static bool
never(vcube_node *self, struct vc_wait *wait)
{
	(void)self;
	(void)wait;
	return false;
}

/* Where journals are kept, the resolver alone knows times: it leaves the one that
 * the wait is about in the door. Is that over by the node's clock? */
static bool
is_over(vcube_node *self, struct vcube_request *r, const struct vc_in_flight *flight, uint64_t what)
{
	struct vc_parking *parking = &self->machine->parking[self->rank];
	struct vc_wait wait = {
		.kind = VC_WAIT_POLL, .peer = r->peer, .bytes = message_bytes(self, r), .deadline = VC_NO_TIME,
		.ready = never, .flight = flight, .mark = what,
	};

	/* what has been placed stays so */
	if (what != VC_POLL_TAKEN && r->over != VC_NOT_YET)
		return r->over <= vc_clock(self);
	if (vc_park(self, &wait) != VCUBE_ETIMEDOUT)
		return false;
	/* another message may come to lie where this one did */
	parking->flight = NULL;
	if (what != VC_POLL_TAKEN)
		r->over = parking->arrival;
	return parking->arrival != VC_NOT_YET && parking->arrival <= vc_clock(self);
}

static bool
is_done_by_journal(vcube_node *self, struct vcube_request *r)
{
	if (r->list != &self->requests.sends)
		return is_over(self, r, NULL, VC_POLL_ARRIVAL);
	vc_send_wait_reclaim(self, &r->sent);
	if (!is_over(self, r, r->sent.flight, VC_POLL_LEFT))
		return false;
	if (!vc_send_wait_has_room(self, &r->sent))
		return false;
	return r->sent.channel->credits == NULL || r->sent.channel->credits->last.flight == NULL ||
	       is_over(self, r, r->sent.channel->credits->last.flight, VC_POLL_TAKEN);
}

/* Under the wall clock what is not done may be so without the others, when it is
 * due. */
static bool
is_done_in_time(vcube_node *self, struct vcube_request *r, struct vc_wait *wait)
{
	struct vc_slot *slot;
	bool is = false;

	if (vc_wall_meet(self) != 0)
		return false;
	if (r->list == &self->requests.sends) {
		is = vc_send_wait_done(self, &r->sent);
	} else {
		slot = vc_front(vc_channel_in(self, r->peer));
		is = slot != NULL && vc_wall_is_due(self, &slot->timed.transit);
	}
	if (!is)
		poll_freely(self, wait);
	return is;
}

/* Is a pending request done, by the node's clock? */
static bool
is_done(vcube_node *self, struct vcube_request *r)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_POLL, .peer = r->peer, .bytes = message_bytes(self, r), .deadline = VC_NO_TIME,
		.ready = message_or_room, .subject = r,
	};
	bool sending = r->list == &self->requests.sends;

	if (self->journaled)
		return is_done_by_journal(self, r);
	if (self->wall)
		return is_done_in_time(self, r, &wait);
	if (sending && (self->now < r->sent.left || r->sent.channel->credits == NULL))
		return vc_send_wait_done(self, &r->sent);
	if (self->timed && !message_or_room(self, &wait)) {
		vc_park(self, &wait);
	} else if (!message_or_room(self, &wait)) {
		poll_freely(self, &wait);
		return false;
	}
	return sending ? vc_send_wait_done(self, &r->sent) : arrived(self, r);
}

/* The oldest receives of a channel first; the request itself is what counts. */
static bool
receive_ready(vcube_node *self, struct vcube_request *r)
{
	for (struct vcube_request *o = self->requests.receives.first, *next; o != r; o = next) {
		next = o->next;
		if (o->peer != r->peer)
			continue;
		if (!is_done(self, o) || vc_request_complete(self, o, VC_NO_TIME, true) != 0)
			return false;
	}
	return is_done(self, r) && vc_request_complete(self, r, VC_NO_TIME, true) == 0;
}

int
(vcube_test)(vcube_node *self, vcube_request *r, int *done, struct vcube_status *status)
{
	bool is;

	*done = r == NULL || vc_request_alive(self, "vcube_test", r) != 0;
	if (*done && r != NULL && r->list == &self->requests.sends)
		vc_send_wait_reclaim(self, &r->sent);
	if (*done)
		return vc_nothing(self, status);
	vc_wake_deferred(self);
	if (r->list == &self->requests.sends)
		is = is_done(self, r);
	else
		is = r->list == &self->requests.received || r->list == &self->requests.completed_early ||
		     receive_ready(self, r);
	if (self->code != 0)
		return self->code;
	*done = is;
	if (!is && self->timed) {
		const struct vc_moment since = vc_trace_moment_if(self);

		vc_clock_pass(self, "vcube_test", self->machine->cost.poll);
		if (vc_unlikely(self->log != NULL))
			vc_trace_wait(self, VCUBE_EVENT_POLL, &since);
	}
	if (is) {
		vc_request_tell(self, r, status);
		vc_request_end(self, r);
	}
	return 0;
}

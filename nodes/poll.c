/* SPDX-License-Identifier: BSD-2-Clause */
/* Is a request done by now? */
#include "nodes/message.h"
#include "nodes/request.h"
#include "nodes/trace.h"

/* For how long a poll parks where a node has failed, in picoseconds. */
enum { PARK = 1000000000 };

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
		return vc_sent_done(self, &r->sent);
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

	if (vc_door_stopped(self) != 0)
		return;
	/* acquire: vc_door_leave() */
	if (atomic_load_explicit(&m->failed, memory_order_acquire) == 0) {
		vc_door_yield(self);
	} else if (!atomic_load_explicit(&m->door[wait->peer].failed, memory_order_acquire)) {
		wait->deadline = vc_deadline(self, PARK);
		vc_door_wait(self, wait);
	} else if (!wait->ready(self, wait)) {
		vc_fail(self, VCUBE_EPEER, "node %d polls at %s for node %d, which has failed",
			self->rank, self->site.here, wait->peer);
	}
}

/* Is a pending request done, by the node's clock? */
static bool
is_done(vcube_node *self, struct vcube_request *r)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_POLL, .peer = r->peer, .bytes = r->bytes, .deadline = VC_NO_TIME,
		.ready = message_or_room, .subject = r,
	};
	bool sending = r->list == &self->requests.sends;

	if (sending && (self->now < r->sent.left || r->sent.channel->credits == NULL))
		return vc_sent_done(self, &r->sent);
	if (self->timed && !message_or_room(self, &wait)) {
		vc_door_wait(self, &wait);
	} else if (!message_or_room(self, &wait)) {
		poll_freely(self, &wait);
		return false;
	}
	return sending ? vc_sent_done(self, &r->sent) : arrived(self, r);
}

/* The oldest receives of a channel first; the request itself is what counts. */
static bool
receive_ready(vcube_node *self, struct vcube_request *r)
{
	for (struct vcube_request *o = self->requests.receives.first, *next; o != r; o = next) {
		next = o->next;
		if (o->peer != r->peer)
			continue;
		if (!is_done(self, o) || vc_request_complete(self, o, VC_NO_TIME) != 0)
			return false;
	}
	return is_done(self, r) && vc_request_complete(self, r, VC_NO_TIME) == 0;
}

int
(vcube_test)(vcube_node *self, vcube_request *r, int *done, struct vcube_status *status)
{
	bool is;

	*done = r == NULL || vc_request_alive(self, "vcube_test", r) != 0;
	if (*done && r != NULL && r->list == &self->requests.sends)
		vc_sent_reclaim(self, &r->sent);
	if (*done)
		return self->code;
	vc_door_flush(self);
	if (r->list == &self->requests.sends)
		is = is_done(self, r);
	else
		is = r->list == &self->requests.received || receive_ready(self, r);
	if (self->code != 0)
		return self->code;
	*done = is;
	if (!is && self->timed) {
		self->now += self->machine->cost.poll;
		if (vc_unlikely(self->log != NULL))
			vc_trace_wait(self, VCUBE_EVENT_POLL, self->now - self->machine->cost.poll);
	}
	if (is && status != NULL)
		*status = r->status;
	if (is)
		vc_request_end(self, r);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests whether a request is done by now. */
#include "poll.h"
#include "record.h"

/* How long a poll parks if a node has failed, in picoseconds. */
enum { PARK = 1000000000 };

static bool
message_or_room(vcube_node *self, struct vc_wait *wait)
{
	struct vcube_request *r = (struct vcube_request *)wait->subject;

	return vc_request_is_send(self, r) ? vc_send_wait_done(self, &r->sent)
					   : vc_poll_front(self, r) != NULL;
}

void
vc_poll_begin(vcube_node *self, vcube_request *r, struct vc_wait *wait)
{
	*wait = (struct vc_wait){
		.kind = VC_WAIT_POLL, .peer = r->peer, .deadline = VC_NO_TIME,
		.bytes = vc_request_is_send(self, r) ? r->sent.bytes : r->got.room,
		.ready = message_or_room, .subject = r,
	};
}

void
vc_poll_freely(vcube_node *self, struct vc_wait *wait)
{
	const vcube_machine *m = self->machine;

	if (vc_stopped(self, wait) != 0)
		return;
	/* acquire, both: vc_node_leave() */
	if (atomic_load_explicit(&m->failed, memory_order_acquire) == 0) {
		vc_yield(self);
	} else if (!atomic_load_explicit(&m->parking[wait->peer].failed, memory_order_acquire)) {
		wait->deadline = self->clock->deadline(self, PARK);
		vc_park(self, wait);
	} else if (!wait->ready(self, wait)) {
		vc_fail(self, VCUBE_EPEER, "node %d polls at %s for node %d, which has failed",
			self->rank, self->site.here, wait->peer);
	}
}

/* Completes the older receives of the channel first, then this one. Returns whether it is
 * done. */
static bool
receive_ready(vcube_node *self, struct vcube_request *r)
{
	for (struct vcube_request *o = self->requests.receives.first, *next; o != r; o = next) {
		next = o->next;
		if (o->peer != r->peer)
			continue;
		if (!self->clock->is_done(self, o) || vc_request_complete(self, o, VC_NO_TIME, true) != 0)
			return false;
	}
	return self->clock->is_done(self, r) && vc_request_complete(self, r, VC_NO_TIME, true) == 0;
}

int
(vcube_test)(vcube_node *self, vcube_request *r, int *done, struct vcube_status *status)
{
	bool is;

	*done = r == NULL || vc_request_alive(self, "vcube_test", r) != 0;
	if (*done && r != NULL && vc_request_is_send(self, r))
		vc_send_wait_reclaim(self, &r->sent);
	if (*done)
		return vc_nothing(self, status);
	vc_wake_deferred(self);
	if (vc_request_is_send(self, r))
		is = self->clock->is_done(self, r);
	else
		is = r->list == &self->requests.received || r->list == &self->requests.completed_early ||
		     receive_ready(self, r);
	if (self->code != 0)
		return self->code;
	*done = is;
	if (!is && self->clock->timed) {
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

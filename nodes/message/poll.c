/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests whether a request is done by now. */
#include "fiber.h"
#include "poll.h"
#include "progress.h"
#include "recv.h"

/* How long a poll parks if a node has failed, in picoseconds. */
enum { PARK = 1000000000 };

static bool
message_or_room(vcube_node *self, struct vc_wait *wait)
{
	struct vcube_request *r = (struct vcube_request *)wait->subject;

	if (vc_request_is_send(self, r))
		return vc_send_wait_done(self, &r->sent);
	if (r->peer >= 0)
		return vc_poll_front(self, r) != NULL;
	self->machine->parking[self->rank].chosen = vc_any_channel(self, &wait->want);
	return self->machine->parking[self->rank].chosen != NULL;
}

bool
vc_poll_never(vcube_node *self, struct vc_wait *wait)
{
	(void)self, (void)wait;
	return false;
}

void
vc_poll_begin(vcube_node *self, vcube_request *r, struct vc_wait *wait)
{
	*wait = (struct vc_wait){
		.kind = VC_WAIT_POLL, .peer = r->peer, .deadline = VC_NO_TIME,
		.bytes = vc_request_is_send(self, r) ? r->sent.bytes : r->got.room,
		.ready = message_or_room, .subject = r,
	};
	if (vc_request_is_send(self, r))
		wait->sent = &r->sent;
	else
		wait->want = vc_request_want(r);
}

void
vc_poll_freely(vcube_node *self, struct vc_wait *wait)
{
	const vcube_machine *m = self->machine;

	if (vc_stopped(self, wait) != 0)
		return;
	/* acquire, both: NODE-FAILED, vc_node_failed() */
	if (atomic_load_explicit(&m->failed, memory_order_acquire) == 0) {
		vc_yield(self);
	} else if (wait->peer < 0 ||
		   !atomic_load_explicit(&m->parking[wait->peer].failed, memory_order_acquire)) {
		wait->deadline = self->clock->deadline(self, PARK);
		vc_park(self, wait);
	} else if (!wait->ready(self, wait)) {
		vc_fail(self, VCUBE_EPEER, "node %d polls at %s for node %d, which has failed",
			self->rank, self->site.here, wait->peer);
	}
}

/* Completes an older receive with the message that it comes before. Where threads share the
 * node at once, without a wait: meanwhile the thread that made that receive may end it, and post
 * another in its memory. */
static int
complete_older(vcube_node *self, struct vcube_request *older, const struct vc_found *found)
{
	return self->share != NULL ? vc_complete(self, older, found, VC_NO_TIME)
				   : vc_request_complete_held(self, older);
}

/* While the clock is asked, others that share the node may end the request, and post another one in
 * its memory. */
bool
vc_poll_find(vcube_node *self, vcube_request *r, struct vc_found *found)
{
	const struct vc_request_list *const list = r->list;

	while (self->clock->is_done(self, r) && r->list == list) {
		const struct vc_want want = vc_request_want(r);
		struct vc_channel *const c = vc_poll_channel(self, r);
		struct vc_slot *const slot = vc_candidate(self, c, &want);
		struct vcube_request *const older =
			slot != NULL ? vc_posted(self, c->from, slot->label, r) : NULL;

		/* what was there when the clock was asked went to another receive since */
		if (slot == NULL) {
			r->over = VC_NOT_YET;
			continue;
		}
		if (older == NULL)
			return vc_find(self, c, &want, VC_NO_TIME, found) == 0 && found->slot != NULL;
		if (complete_older(self, older, &(struct vc_found){c, slot, NULL}) != 0)
			return false;
		r->over = VC_NOT_YET;
	}
	return false;
}

bool
vc_poll_receive(vcube_node *self, vcube_request *r)
{
	struct vc_found found;
	struct vc_want want;

	if (!vc_poll_find(self, r, &found))
		return false;
	want = vc_request_want(r);
	return (vc_likely(!self->instrumented) ||
		vc_receive_begins(self, &want, r->got.room, true) == 0) &&
	       (self->clock->in_time == NULL ||
		self->clock->in_time(self, found.slot, VC_NO_TIME) == 0) &&
	       vc_match(self, r, &want, &found, true) == 0;
}

/* Lets others go on while a call beside the program waits for them. Under the virtual clock
 * the look at the fibers has done so. */
static void
give_way(vcube_node *self, vcube_request *r)
{
	struct vc_wait wait = {.kind = VC_WAIT_POLL, .peer = -1, .deadline = VC_NO_TIME,
			       .ready = vc_poll_never, .subject = r};

	if (self->clock->host_deadlines)
		vc_poll_freely(self, &wait);
}

/* Finds out whether a request is done; if not, the poll takes its time. */
static bool
poll(vcube_node *self, vcube_request *r)
{
	bool is = r->list == &self->requests.received || r->list == &self->requests.completed_early;

	vc_wake_deferred(self);
	if (self->clock->asks_beside != NULL && self->clock->asks_beside(self, r)) {
		is = self->clock->is_done(self, r);
	} else if (vc_unlikely(self->fibers.first != NULL)) {
		vc_fibers_progress(self);
		is = is || r->list == &self->requests.received;
	}
	if (!is && r->list == &self->requests.beside)
		give_way(self, r);
	else if (!is && r->list != &self->requests.received)
		is = vc_request_is_send(self, r) ? self->clock->is_done(self, r)
						 : vc_poll_receive(self, r);
	if (!is && self->code == 0)
		vc_poll_in_vain(self, "vcube_test", r);
	return is && self->code == 0;
}

/* Takes messages that have come for posted receives, where their senders may wait for that: for the
 * room that they make, or for confirmations. Under the virtual clock the resolver sees to that, and
 * in explorations. */
static void
receive_other(vcube_node *self, const struct vcube_request *than)
{
	const struct vc_request_list *const list = &self->requests.receives;
	struct vc_channel *channel;

	if (!vc_senders_may_wait(self->machine) || !self->clock->host_deadlines)
		return;
	for (struct vcube_request *r = list->first; r != NULL && r->list == list && self->code == 0; r = r->next)
		if (r != than && vc_message_for(self, r, &channel) != NULL)
			vc_poll_receive(self, r);
}

/* Returns whether a message may have come for a posted receive. */
static bool
may_have_come(vcube_node *self)
{
	struct vcube_request *r = self->requests.receives.first;
	struct vc_channel *channel;

	if (!self->clock->is_quiet(self))
		return true;
	while (r != NULL && vc_message_for(self, r, &channel) == NULL)
		r = r->next;
	return r != NULL;
}

/* Returns whether a poll in vain lets the resolver look for messages for other receives. That takes
 * long: before it has seen a sender that may wait only the 1st, 2nd, 4th, 8th, ... poll does. */
static bool
takes_turn(vcube_node *self, const struct vcube_request *r)
{
	const vcube_machine *const m = self->machine;
	const struct vcube_request *const first = self->requests.receives.first;
	uint32_t unasked;

	if (m->clock->awaited == NULL || first == NULL || (first == r && first->next == NULL))
		return false;
	if (atomic_load_explicit(&m->takes_turns, memory_order_relaxed))
		return may_have_come(self);
	unasked = ++m->parking[self->rank].unasked;
	return (unasked & (unasked - 1)) == 0;
}

void
vc_poll_in_vain(vcube_node *self, const char *call, const struct vcube_request *r)
{
	const struct vc_send_wait *const sent = vc_request_is_send(self, r) ? &r->sent : NULL;
	struct vc_wait wait = {.kind = VC_WAIT_POLL, .peer = -1, .deadline = VC_NO_TIME,
			       .ready = vc_poll_never, .mark = VC_POLL_TURN, .sent = sent};
	struct vc_moment since;

	receive_other(self, r);
	if (takes_turn(self, r))
		vc_park(self, &wait);
	since = vc_trace_moment_if(self);
	if (self->clock->pass(self, call, self->machine->cost.poll) && vc_unlikely(self->log != NULL))
		vc_trace_wait(self, VCUBE_EVENT_POLL, &since);
	vc_fiber_give_way(self, sent);
}

/* As vcube_test(), which gives the request back if `release`. */
static int
test(vcube_node *self, const char *call, vcube_request *r, int *done,
     struct vcube_status *status, bool release)
{
	if (done == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: done is NULL", call);
	*done = r == NULL || vc_request_alive(self, call, r) != 0;
	if (*done && r != NULL && vc_request_is_send(self, r))
		vc_send_wait_reclaim(self, &r->sent);
	if (*done)
		return vc_nothing(self, status);
	*done = poll(self, r) && vc_request_is_whole(self, r, __builtin_frame_address(0)) == 0;
	if (*done && vc_unlikely(self->clock->learn != NULL))
		self->clock->learn(self, r);
	if (*done)
		vc_request_tell(self, r, status);
	if (*done && release)
		vc_request_end(self, r);
	else if (*done && r->list == &self->requests.received)
		r->got.into = NULL;     /* the buffer is the program's now */
	return self->code;
}

int
(vcube_test)(vcube_node *self, vcube_request *r, int *done, struct vcube_status *status)
{
	return test(self, "vcube_test", r, done, status, true);
}

int
(vcube_is_done)(vcube_node *self, vcube_request *r, int *done, struct vcube_status *status)
{
	return test(self, "vcube_is_done", r, done, status, false);
}

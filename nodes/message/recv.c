/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving, and the functions that programs call to receive without a tag. */
#include "recv.h"
#include "fast_path.h"

/* Returns whether there is a message from the named node that concerns the receive. */
static bool
has_message(vcube_node *self, struct vc_wait *wait)
{
	struct vc_channel *const c = vc_channel_in(self, wait->peer);
	const struct vc_slot *const slot = vc_front(c);

	if (vc_likely(self->asides.first == NULL)) {
		if (slot == NULL)
			return vc_want_is_done(self, &wait->want);
		if (vc_accepts(&wait->want, slot->label))
			return true;
	}
	return vc_candidate(self, c, &wait->want) != NULL || vc_want_is_done(self, &wait->want);
}

/* As vc_find(), at once for what most receives find: nothing yet, or their message in front
 * and nothing else to consider. */
static inline int
look(vcube_node *self, const struct vc_want *want, vcube_time deadline, struct vc_found *found)
{
	struct vc_channel *const c = vc_channel_in(self, want->from);
	struct vc_slot *const slot = vc_front(c);

	if (vc_likely(self->asides.first == NULL &&
		      (slot == NULL || (vc_accepts(want, slot->label) &&
					self->requests.receives.first == NULL)))) {
		*found = (struct vc_found){c, slot, NULL};
		return 0;
	}
	return vc_find(self, c, want, deadline, found);
}

/* Takes the node's clock to the deadline, at which nothing had arrived. A node may ask again and
 * again with no time to wait: where it shares its thread, the others run in between; and if the run
 * is stopped, nothing else would tell it. */
static int
time_out(vcube_node *self, const struct vc_want *want, size_t room, vcube_time deadline)
{
	if (self->machine->alarms != NULL || self->machine->carriers != NULL)
		vc_yield(self);
	if (self->clock->time_out(self, deadline) != 0)
		return self->code;
	if (vc_unlikely(atomic_load_explicit(&self->machine->stop, memory_order_relaxed) < 0))
		return vc_stop(self, &(struct vc_wait){
			.kind = want->from < 0 ? VC_WAIT_ANY : VC_WAIT_RECV, .peer = want->from,
			.bytes = room, .group = want->group, .deadline = deadline});
	if (vc_unlikely(self->log != NULL))
		vc_trace_got_nothing(self, want->from < 0 ? VCUBE_ANY : want->from);
	return VCUBE_ETIMEDOUT;
}

/* Waits for the next message of the channel. If polls park, only the resolver can tell
 * whether it was there by the deadline: then this waits like a receive from any, restricted
 * to the named node. */
static int
wait_for_next(vcube_node *self, const struct vc_want *want, size_t room, vcube_time deadline)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_RECV, .peer = want->from, .bytes = room, .group = want->group,
		.deadline = deadline, .ready = has_message, .want = *want,
	};

	if (vc_unlikely(self->log != NULL) && self->log->undated)
		vc_trace_receive(self, false, vc_trace_moment(self));
	self->machine->parking[self->rank].chosen = NULL;
	if (self->clock->poll_parks && deadline != VC_NO_TIME) {
		wait.kind = VC_WAIT_ANY;
		return self->clock->next(self, &wait);
	}
	return vc_park(self, &wait);
}

int
vc_await(vcube_node *self, const struct vc_want *want, size_t room, vcube_time deadline,
	 struct vc_found *found)
{
	const struct vc_clock *clock = self->clock;
	const bool ask = (deadline != VC_NO_TIME && clock->poll_parks) || vc_fibers_order(self);
	int code = 0;

	vc_wake_deferred(self);
	found->slot = NULL;
	if (vc_likely(!ask))
		code = look(self, want, deadline, found);
	while (code == 0 && found->slot == NULL && !vc_want_is_done(self, want)) {
		code = wait_for_next(self, want, room, deadline);
		if (code == 0)
			code = ask ? vc_find_told(self, vc_channel_in(self, want->from), want, deadline, found)
				   : look(self, want, deadline, found);
	}
	self->has_spun = false;
	if (code == 0 && clock->in_time != NULL && found->slot != NULL)
		code = clock->in_time(self, found->slot, deadline);
	return vc_unlikely(code == VCUBE_ETIMEDOUT) ? time_out(self, want, room, deadline) : code;
}

int
vc_await_any(vcube_node *self, const struct vc_want *want, size_t room, vcube_time deadline,
	     struct vc_found *found)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_ANY, .peer = -1, .bytes = room, .group = want->group, .want = *want,
	};
	const struct vc_moment since = vc_trace_moment_if(self);
	int code;

	found->slot = NULL;
	do {
		self->machine->parking[self->rank].chosen = NULL;
		vc_wake_deferred(self);
		wait.deadline = deadline;
		code = self->clock->next(self, &wait);
		if (code == 0 && wait.channel != NULL) {
			self->served = wait.channel->from;
			code = vc_find_told(self, wait.channel, want, VC_NO_TIME, found);
		}
	} while (code == 0 && found->slot == NULL && !vc_want_is_done(self, want));
	if (vc_unlikely(self->log != NULL) && self->code == 0)
		vc_trace_receive(self, true, since);
	return vc_unlikely(code == VCUBE_ETIMEDOUT) ? time_out(self, want, room, deadline) : code;
}

static inline __attribute__((always_inline)) int
await_and_consume(vcube_node *self, const struct vc_want *want, void *into, size_t room,
		  vcube_time deadline, struct vcube_status *status)
{
	struct vc_found found;
	int code;

	code = want->from >= 0 ? vc_await(self, want, room, deadline, &found)
			       : vc_await_any(self, want, room, deadline, &found);
	/* also a receive that never waits notices that the run is stopped */
	if (vc_unlikely(code != 0) || vc_stopped(self, NULL) != 0)
		return code != 0 ? code : self->code;
	vc_note_rivals(self, want, &found, self->site.here);
	if (want->from < 0 && status != NULL)
		status->from = vc_group_find(self, want->group, found.channel->from);
	return vc_consume_whole(self, &found, into, room, status);
}

static __attribute__((noinline)) int
receive_instrumented(vcube_node *self, const struct vc_want *want, void *into, size_t room,
		     vcube_time deadline, struct vcube_status *status)
{
	return vc_receive_begins(self, want, room, status != NULL) != 0
		? self->code : await_and_consume(self, want, into, room, deadline, status);
}

int
vc_receive(vcube_node *self, const struct vc_want *want, void *into, size_t room,
	   vcube_time deadline, struct vcube_status *status)
{
	return vc_unlikely(self->instrumented)
		? receive_instrumented(self, want, into, room, deadline, status)
		: await_and_consume(self, want, into, room, deadline, status);
}

int
vc_request_complete(vcube_node *self, struct vcube_request *r, vcube_time deadline, bool wanted)
{
	const struct vc_want want = vc_request_want(r);
	struct vc_found found;
	int code;

	if (vc_unlikely(self->instrumented) &&
	    vc_receive_begins(self, &want, r->got.room, wanted) != 0)
		return self->code;
	code = want.from >= 0 ? vc_await(self, &want, r->got.room, deadline, &found)
			      : vc_await_any(self, &want, r->got.room, deadline, &found);
	if (code != 0 || r->list != &self->requests.receives)
		return code;
	return vc_match(self, r, &want, &found, wanted);
}

int
vc_request_complete_held(vcube_node *self, struct vcube_request *r)
{
	const bool before = self->fibers.held;
	int code;

	self->fibers.held = self->share == NULL;
	code = vc_request_complete(self, r, VC_NO_TIME, true);
	self->fibers.held = before;
	return code;
}

static int
receive(vcube_node *self, const char *call, vcube_group *group, int from,
	void *into, size_t room, vcube_time limit, struct vcube_status *status)
{
	struct vc_want want = {.group = group, .from = from, .label = self->signature,
			       .mask = UINT64_MAX};
	vcube_time deadline;

	if (vc_unlikely(from == VCUBE_NOBODY))
		return vc_nothing(self, status);
	deadline = limit == VC_NO_TIME ? limit : self->clock->deadline(self, limit);
	if (vc_memory_awaited(self, call, into, room) != 0 ||
	    vc_not_lent(self, call, VC_WRITES, into, room) != 0)
		return self->code;
	if (vc_likely(from != VCUBE_ANY))
		want.from = vc_is_plain_member(self, group, from) ? from : vc_member(self, call, group, from);
	if (vc_unlikely(self->code != 0))
		return self->code;
	if (status != NULL)
		status->from = from;
	return vc_receive(self, &want, into, room, deadline, status);
}

int
(vcube_recv)(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
	     struct vcube_status *status)
{
	const int rank = vc_group_member(self, group, from);

	if (vc_likely(rank >= 0) && vc_consume_fast(self, rank, &self->signature, UINT64_MAX, data, room, status)) {
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
	/* the greatest limit is one, too */
	return receive(self, "vcube_recv_within", group, from, data, room,
		       limit < VC_NO_TIME ? limit : VC_NO_TIME - 1, status);
}

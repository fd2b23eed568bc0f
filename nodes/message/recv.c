/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving from a named node, and the functions that programs call to receive. */
#include "recv.h"
#include "fast_path.h"

bool
vc_has_message(vcube_node *self, struct vc_wait *wait)
{
	return vc_front(vc_channel_in(self, wait->peer)) != NULL;
}

int
vc_timed_out(vcube_node *self, int from, vcube_time deadline)
{
	if (self->clock->time_out(self, deadline) != 0)
		return self->code;
	if (vc_unlikely(self->log != NULL))
		vc_trace_got_nothing(self, from);
	return VCUBE_ETIMEDOUT;
}

/* If polls park, only the resolver can tell whether a message was there by the deadline: then
 * this waits like a receive from any, restricted to the named node. */
static int
await(vcube_node *self, vcube_group *group, int from, size_t room, vcube_time deadline)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_RECV, .peer = from, .bytes = room,
		.group = group, .deadline = deadline, .ready = vc_has_message,
	};

	if (vc_unlikely(self->log != NULL) && self->log->undated)
		vc_trace_receive(self, false, vc_trace_moment(self));
	self->machine->parking[self->rank].chosen = NULL;
	if (self->clock->poll_parks && deadline != VC_NO_TIME) {
		wait.kind = VC_WAIT_ANY;
		wait.ready = vc_is_chosen;
	}
	return vc_park(self, &wait);
}

int
vc_receive(vcube_node *self, vcube_group *group, int from, void *into, size_t room,
	   vcube_time deadline, struct vcube_status *status)
{
	const struct vc_clock *clock = self->clock;
	struct vc_channel *c = vc_channel_in(self, from);
	struct vc_slot *slot = vc_front(c);
	int code = 0;

	if (vc_unlikely(self->instrumented) && vc_begin_receive(self) != 0)
		return self->code;
	vc_wake_deferred(self);
	if (slot == NULL || (deadline != VC_NO_TIME && clock->poll_parks)) {
		code = await(self, group, from, room, deadline);
		c = vc_channel_in(self, from);
		slot = vc_front(c);
	}
	if (code == 0 && clock->in_time != NULL)
		code = clock->in_time(self, slot, deadline);
	if (vc_unlikely(code != 0))
		return code == VCUBE_ETIMEDOUT ? vc_timed_out(self, from, deadline) : code;
	return vc_consume(self, c, slot, into, room, status);
}

static int
receive(vcube_node *self, const char *call, vcube_group *group, int from,
	void *into, size_t room, vcube_time limit, struct vcube_status *status)
{
	vcube_time deadline;
	int rank, code;

	if (vc_unlikely(from == VCUBE_NOBODY))
		return vc_nothing(self, status);
	deadline = limit == VC_NO_TIME ? limit : self->clock->deadline(self, limit);
	if (vc_memory(self, call, into, room) != 0)
		return self->code;
	if (vc_unlikely(from == VCUBE_ANY))
		return self->code ? self->code
				  : vc_receive_any(self, group, into, room, deadline, status);
	rank = vc_member(self, call, group, from);
	if (vc_unlikely(rank < 0))
		return self->code;
	if (vc_unlikely((code = vc_requests_before(self, rank, NULL, deadline)) != 0))
		return code;
	if (status != NULL)
		status->from = from;
	return vc_receive(self, group, rank, into, room, deadline, status);
}

int
(vcube_recv)(vcube_node *self, vcube_group *group, int from, void *data, size_t room,
	     struct vcube_status *status)
{
	const int rank = vc_group_member(self, group, from);

	if (vc_likely(rank >= 0) && vc_consume_fast(self, rank, data, room, status)) {
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

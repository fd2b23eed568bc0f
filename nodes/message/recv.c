/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving from a named node, and what programs call to receive. */
#include "recv.h"
#include "fast_path.h"
#include "replay.h"

bool
vc_has_message(vcube_node *self, struct vc_wait *wait)
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
		       : m->interleave != NULL ? m->elapsed : (vc_host_ns() - m->began) * 1000;

	return limit > VC_NO_TIME - now ? VC_NO_TIME - 1 : now + limit;
}

int
vc_timed_out(vcube_node *self, int from, vcube_time deadline)
{
	if (self->timed && vc_clock(self) < deadline &&
	    !vc_clock_pass(self, "vcube_recv_within", deadline - vc_clock(self)))
		return self->code;
	if (vc_unlikely(self->log != NULL))
		vc_trace_got_nothing(self, from);
	return VCUBE_ETIMEDOUT;
}

/* Where journals are kept, the resolver alone can tell whether a message was
 * there by the deadline. */
static int
await(vcube_node *self, vcube_group *group, int from, size_t room, vcube_time deadline)
{
	const bool held = self->journaled && deadline != VC_NO_TIME;
	struct vc_wait wait = {
		.kind = held ? VC_WAIT_ANY : VC_WAIT_RECV, .peer = from, .bytes = room,
		.group = group, .deadline = deadline, .ready = held ? vc_has_any : vc_has_message,
	};

	if (vc_unlikely(self->log != NULL) && !self->timed)
		vc_trace_receive(self, false, vc_trace_moment(self));
	self->machine->parking[self->rank].chosen = NULL;
	return vc_park(self, &wait);
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

	if (vc_unlikely(self->instrumented) && vc_begin_receive(self) != 0)
		return self->code;
	vc_wake_deferred(self);
	if (slot == NULL || (self->journaled && deadline != VC_NO_TIME)) {
		int code = await(self, group, from, room, deadline);

		if (code != 0)
			return code == VCUBE_ETIMEDOUT ? vc_timed_out(self, from, deadline) : code;
		c = vc_channel_in(self, from);
		slot = vc_front(c);
	}
	if (self->timed && !self->journaled) {
		int code = in_time(self, &slot->timed.transit, deadline);

		if (vc_unlikely(code != 0))
			return code == VCUBE_ETIMEDOUT ? vc_timed_out(self, from, deadline) : code;
	}
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
	deadline = limit == VC_NO_TIME ? limit : vc_deadline(self, limit);
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

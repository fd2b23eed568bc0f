/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits for a message without taking it. */
#include "recv.h"

/* Waits for a message from a rank in the machine, and leaves it there. */
static int
probe(vcube_node *self, vcube_group *group, int from, struct vcube_status *status)
{
	const struct vc_moment since = vc_trace_moment_if(self);
	struct vc_wait wait = {.kind = VC_WAIT_RECV, .peer = from, .group = group,
			       .deadline = VC_NO_TIME, .ready = vc_has_message};
	const struct vc_slot *slot;
	vcube_time arrival;

	vc_wake_deferred(self);
	if (!vc_has_message(self, &wait) && vc_park(self, &wait) != 0)
		return self->code;
	slot = vc_front(vc_channel_in(self, from));
	if (vc_unlikely(slot->signature != self->signature))
		return self->machine->reporter->mismatch(self, slot->signature, from);
	if (self->clock->probe(self, slot, &arrival) != 0)
		return self->code;
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
	if (rank < 0)
		return vc_nothing(self, status);
	if (vc_requests_before(self, rank, NULL, VC_NO_TIME) != 0)
		return self->code;
	if (status != NULL)
		status->from = from;
	return probe(self, group, rank, status);
}

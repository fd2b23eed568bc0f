/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits for a message without taking it. */
#include "probe.h"
#include "recv.h"

int
vc_probe(vcube_node *self, const struct vc_want *want, struct vc_found *found,
	 struct vcube_status *status)
{
	const struct vc_moment since = vc_trace_moment_if(self);
	vcube_time arrival;
	int code;

	code = want->from >= 0 ? vc_await(self, want, 0, VC_NO_TIME, found)
			       : vc_await_any(self, want, 0, VC_NO_TIME, found);
	if (code != 0 || self->clock->probe(self, found->slot, &arrival) != 0)
		return self->code;
	vc_note_rivals(self, want, found, self->site.here);
	self->receiving_any = self->receiving_late = false;
	if (vc_unlikely(self->log != NULL))
		vc_trace_wait(self, VCUBE_EVENT_PROBE, &since);
	if (status != NULL)
		vc_probe_tell(self, want, found, arrival, status);
	return self->code;
}

int
(vcube_probe)(vcube_node *self, vcube_group *group, int from, struct vcube_status *status)
{
	struct vc_want want = {.group = group, .label = self->signature, .mask = UINT64_MAX};
	struct vc_found found;

	if (from == VCUBE_ANY && self->code == 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_probe takes a named node, not VCUBE_ANY");
	want.from = vc_member(self, "vcube_probe", group, from);
	return want.from < 0 ? vc_nothing(self, status) : vc_probe(self, &want, &found, status);
}

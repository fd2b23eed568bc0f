/* SPDX-License-Identifier: BSD-2-Clause */
/* What receiving from a named node, from any, and looking without taking have in common. */
#ifndef VC_RECV_H
#define VC_RECV_H

#include "message.h"
#include "fault.h"
#include "wall.h"
#include "record.h"

/* For a struct vc_wait: is there a message from that node; is there one from any, which
 * goes into wait->channel? Under the virtual clock the resolver alone can tell which is
 * the earliest. */
bool vc_has_message(vcube_node *self, struct vc_wait *wait);
bool vc_has_any(vcube_node *self, struct vc_wait *wait);

/* As vc_receive(), from any member. */
int vc_receive_any(vcube_node *self, vcube_group *group, void *into, size_t room,
		   vcube_time deadline, struct vcube_status *status);

/* At the deadline nothing had arrived from there, or from any (VCUBE_ANY): the clock
 * stands there. VCUBE_ETIMEDOUT. */
int vc_timed_out(vcube_node *self, int from, vcube_time deadline);

/* Before a receive, of a node that is `minded`: where it may crash, or time is the host's. */
static inline __attribute__((always_inline)) int
vc_begin_receive(vcube_node *self)
{
	if (self->log != NULL && self->wall)
		vc_trace_receive(self, false, vc_trace_moment(self));
	if (self->wall)
		vc_wall_receive(self);
	return self->machine->faults != NULL ? vc_fault_operation(self) : self->code;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* What receiving from a named node, from any, and looking without taking have in common. */
#ifndef VC_RECV_H
#define VC_RECV_H

#include "message.h"
#include "record.h"

/* For a struct vc_wait: is there a message from the node that it names; has the resolver
 * chosen one, which goes into wait->channel? */
bool vc_has_message(vcube_node *self, struct vc_wait *wait);
bool vc_is_chosen(vcube_node *self, struct vc_wait *wait);

/* Slots of clocks: wait for the message that a receive from any takes. Served: of the nodes
 * that have sent, the next by rank after the last one served. Chosen: the one that arrives
 * first, which the resolver alone can tell. */
int vc_await_served(vcube_node *self, struct vc_wait *wait);
int vc_await_chosen(vcube_node *self, struct vc_wait *wait);

/* As vc_receive(), from any member. */
int vc_receive_any(vcube_node *self, vcube_group *group, void *into, size_t room,
		   vcube_time deadline, struct vcube_status *status);

/* At the deadline nothing had arrived from there, or from any (VCUBE_ANY): the clock
 * stands there. VCUBE_ETIMEDOUT. */
int vc_timed_out(vcube_node *self, int from, vcube_time deadline);

/* Before a receive, of a node that is instrumented: 0, or its failure. */
static inline int
vc_begin_receive(vcube_node *self)
{
	if (self->clock->receive != NULL)
		self->clock->receive(self);
	return self->machine->decorator->operation(self);
}

#endif

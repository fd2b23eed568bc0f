/* SPDX-License-Identifier: BSD-2-Clause */
/* What receives from a named node, receives from any, and probes share. */
#ifndef VC_RECV_H
#define VC_RECV_H

#include "message.h"
#include "record.h"

/* For a struct vc_wait: whether there is a message from the named node; whether the resolver
 * has chosen one, which goes into wait->channel. */
bool vc_has_message(vcube_node *self, struct vc_wait *wait);
bool vc_is_chosen(vcube_node *self, struct vc_wait *wait);

/* Slots of clocks: wait for the message that a receive from any takes. Served: from the next
 * sender by rank after the last one served. Chosen: the earliest to arrive, which only the
 * resolver can tell. */
int vc_await_served(vcube_node *self, struct vc_wait *wait);
int vc_await_chosen(vcube_node *self, struct vc_wait *wait);

/* As vc_receive(), from any member. */
int vc_receive_any(vcube_node *self, vcube_group *group, void *into, size_t room,
		   vcube_time deadline, struct vcube_status *status);

/* Takes the node's clock to the deadline, at which nothing had arrived from that rank, or
 * from any (VCUBE_ANY). Returns VCUBE_ETIMEDOUT. */
int vc_timed_out(vcube_node *self, int from, vcube_time deadline);

/* Begins a receive of an instrumented node. Returns 0, or its failure. */
static inline int
vc_begin_receive(vcube_node *self)
{
	if (self->clock->receive != NULL)
		self->clock->receive(self);
	return self->machine->decorator->operation(self);
}

#endif

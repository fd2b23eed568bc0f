/* SPDX-License-Identifier: BSD-2-Clause */
/* Helpers by which clocks decide whether a pending request is done. */
#ifndef VC_POLL_H
#define VC_POLL_H

#include "request.h"

static inline bool
vc_request_is_send(const vcube_node *self, const vcube_request *r)
{
	return r->list == &self->requests.sends;
}

/* Returns the message that a receive would take, or NULL. */
static inline struct vc_slot *
vc_poll_front(vcube_node *self, const vcube_request *r)
{
	return vc_front(vc_channel_in(self, r->peer));
}

/* Prepares a wait until there is a message for a receive, or until the buffer of a send is
 * the program's again and its channel within its capacity. */
void vc_poll_begin(vcube_node *self, vcube_request *request, struct vc_wait *wait);

/* Where other nodes, or host time, may change the answer: yields, so that a polling node is
 * never quiescent. Once a node has failed, parks for a while instead, so that the resolver
 * can find the nodes that wait for it. */
void vc_poll_freely(vcube_node *self, struct vc_wait *wait);

#endif

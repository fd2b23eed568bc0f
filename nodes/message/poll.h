/* SPDX-License-Identifier: BSD-2-Clause */
/* Helpers by which clocks decide whether a pending request is done. */
#ifndef VC_POLL_H
#define VC_POLL_H

#include "match.h"
#include "request.h"

static inline bool
vc_request_is_send(const vcube_node *self, const vcube_request *r)
{
	return r->list == &self->requests.sends;
}

/* Returns the channel of the message that concerns a receive, which vc_clock.is_done() has
 * found: for one from any node it leaves the channel at the node's parking. */
static inline struct vc_channel *
vc_poll_channel(vcube_node *self, const vcube_request *r)
{
	return r->peer >= 0 ? vc_channel_in(self, r->peer)
			    : self->machine->parking[self->rank].chosen;
}

/* Returns the message that concerns a receive from a named node, or NULL. */
static inline struct vc_slot *
vc_poll_front(vcube_node *self, const vcube_request *r)
{
	const struct vc_want want = vc_request_want(r);

	return vc_candidate(self, vc_channel_in(self, r->peer), &want);
}

/* Prepares a wait until there is a message for a receive, or until the buffer of a send is
 * the program's again and its channel within its capacity. */
void vc_poll_begin(vcube_node *self, vcube_request *request, struct vc_wait *wait);

/* A `ready` for waits that only the resolver ends. */
bool vc_poll_never(vcube_node *self, struct vc_wait *wait);

/* Tests a receive without blocking: whether its message has arrived and was taken. */
bool vc_poll_receive(vcube_node *self, vcube_request *request);
/* The same for a receive that is in no list; leaves its message. */
bool vc_poll_find(vcube_node *self, vcube_request *request, struct vc_found *found);

/* A poll of a request, or of what a probe is for, has found nothing: charges it. Before, it takes
 * what has come for another receive if its sender may wait for that. */
void vc_poll_in_vain(vcube_node *self, const char *call, const struct vcube_request *request);

/* Where other nodes, or host time, may change the answer: yields, so that a polling node is
 * never quiescent. Once a node has failed, parks for a while instead, so that the resolver
 * can find the nodes that wait for it. */
void vc_poll_freely(vcube_node *self, struct vc_wait *wait);

#endif

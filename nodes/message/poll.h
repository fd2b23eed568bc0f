/* SPDX-License-Identifier: BSD-2-Clause */
/* What clocks need to tell whether a pending request is done by now. */
#ifndef VC_POLL_H
#define VC_POLL_H

#include "request.h"

static inline bool
vc_request_is_send(const vcube_node *self, const vcube_request *r)
{
	return r->list == &self->requests.sends;
}

/* The message that a receive would take, or NULL. */
static inline struct vc_slot *
vc_poll_front(vcube_node *self, const vcube_request *r)
{
	return vc_front(vc_channel_in(self, r->peer));
}

/* A wait until there is a message for a receive, or until the buffer of a send is the
 * program's again and its channel within its capacity. */
void vc_poll_begin(vcube_node *self, vcube_request *request, struct vc_wait *wait);

/* Where the others, or the host's time, may change the answer: gives way, so that a node
 * that polls is never quiescent. Once a node has failed it is time to find out who waits
 * for it: then parks for a while. */
void vc_poll_freely(vcube_node *self, struct vc_wait *wait);

#endif

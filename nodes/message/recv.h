/* SPDX-License-Identifier: BSD-2-Clause */
/* What receives from a named node, receives from any, and probes share. */
#ifndef VC_RECV_H
#define VC_RECV_H

#include "match.h"
#include "record.h"
#include "request.h"

/* Free clock: returns the channel that a receive from any takes next, or NULL. */
struct vc_channel *vc_any_channel(vcube_node *self, const struct vc_want *want);

/* Waits for the message of a posted receive, which is then done. `wanted`: its status may be
 * read. With journals, an arrival blocks until it is known. Returns 0, VCUBE_ETIMEDOUT, or
 * the node's failure. */
int vc_request_complete(vcube_node *self, struct vcube_request *r, vcube_time deadline,
			bool wanted);

/* The same for one that its owner may wait for, whose message is there: no call beside goes on
 * meanwhile, which might take it and release the request. Threads that share the node do. */
int vc_request_complete_held(vcube_node *self, struct vcube_request *r);

/* Returns whether a receive was posted and is done by now: while its node waited for it, a
 * call beside the program passed its message on to it. */
static inline bool
vc_want_is_done(const vcube_node *self, const struct vc_want *want)
{
	return want->before != NULL && want->before->list == &self->requests.received;
}

/* Slots of clocks: wait for the message that a receive from any takes. Served: from the next
 * sender by rank after the last one served. Chosen: the earliest to arrive, which only the
 * resolver can tell. */
int vc_await_served(vcube_node *self, struct vc_wait *wait);
int vc_await_chosen(vcube_node *self, struct vc_wait *wait);

/* Waits for the message that a receive takes: finds it, but leaves it. found->slot is NULL if
 * vc_want_is_done(). Returns 0, VCUBE_ETIMEDOUT with the node's clock at the deadline, or the
 * node's failure. */
int vc_await(vcube_node *self, const struct vc_want *want, size_t room, vcube_time deadline,
	     struct vc_found *found);
/* The same for a receive from any member; an earlier receive may take what it waited for. */
int vc_await_any(vcube_node *self, const struct vc_want *want, size_t room, vcube_time deadline,
		 struct vc_found *found);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending and receiving, from inside: the steps that send, sendrecv, exchange,
 * isend and their counterparts are made of.
 *
 * Cost, under the virtual clock (vcube(7), "Time"). A message starts when the
 * node's clock, its port (one-port) and the link allow, and keeps both for its
 * duration: start-up + hops x per_hop + bytes x per_byte; then it has arrived.
 * It is received at the latest of the node's clock, the arrival and, one-port,
 * the time at which the port has taken it after the message before. A message
 * to oneself arrives at once.
 */
#ifndef VC_MESSAGE_H
#define VC_MESSAGE_H

#include "group.h"

/* The channel to a member of a group; NULL: the node has failed, or it is to VCUBE_NOBODY. A
 * stranger is one to
 * whom there is none yet, or no member at all. */
struct vc_channel *vc_channel_to_stranger(vcube_node *self, const char *call,
					  vcube_group *group, int to);
static inline struct vc_channel *
vc_channel_to_member(vcube_node *self, const char *call, vcube_group *group, int to)
{
	const int rank = vc_group_member(self, group, to);
	struct vc_channel *c = NULL;

	if (vc_likely(self->code == 0 && rank >= 0))
		c = vc_peers_find(&self->out, rank);
	return vc_likely(c != NULL) ? c : vc_channel_to_stranger(self, call, group, to);
}
/* Rank in the machine of a member to receive from; -1: the node has failed, or it is from
 * VCUBE_NOBODY. */
int vc_member(vcube_node *self, const char *call, vcube_group *group, int from);

/* What comes from nobody, to a node that may have failed. Returns its code. */
static inline int
vc_nothing(vcube_node *self, struct vcube_status *status)
{
	if (status != NULL && self->code == 0)
		*status = (struct vcube_status){.from = VCUBE_NOBODY};
	return self->code;
}

/* Puts a message on its way. The caller gives the news. 0 or the node's failure. */
int vc_post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	    enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent);

/* Waits until the message has left: the buffer is the program's again, the
 * port free, and the channel within its capacity. */
int vc_send_wait_for(vcube_node *self, struct vc_send_wait *sent);

/* Is there nothing to wait for? So it is for most: a message in its slot, on a
 * machine without clock and capacity. */
static inline bool
vc_send_wait_is_over(const vcube_node *self, const struct vc_send_wait *sent)
{
	return sent->slot == NULL && self->now >= sent->left && sent->flight == NULL &&
	       sent->channel->credits == NULL;
}

/* The buffer alone: a lent message that is not taken soon goes into a block. */
void vc_send_wait_reclaim(vcube_node *self, struct vc_send_wait *sent);
/* Would that wait at all? Puts a lent message into a block first. */
bool vc_send_wait_done(vcube_node *self, struct vc_send_wait *sent);
/* Has the receiver taken what it has to, for the channel to be within its
 * capacity? */
bool vc_send_wait_has_room(vcube_node *self, const struct vc_send_wait *sent);
/* Waits for room alone: what a buffered send does. */
int vc_room_wait(vcube_node *self, struct vc_send_wait *sent);

/* The channel from a node; NULL: that has not sent anything yet. */
static inline struct vc_channel *
vc_channel_in(vcube_node *self, int from)
{
	struct vc_channel *c = vc_peers_find(&self->in, from);

	return vc_likely(c != NULL) ? c : vc_channel_look_for(self, from);
}

/* The oldest message of a channel, or NULL; the channel may be NULL. */
static inline struct vc_slot *
vc_front(struct vc_channel *c)
{
	struct vc_slot *slot;

	if (vc_unlikely(c == NULL))
		return NULL;
	slot = vc_queue_front(&c->in);
	return vc_likely(slot != NULL) ? slot : vc_channel_front(c);
}

/* Takes the message at the front of a channel, which must be there. */
int vc_consume(vcube_node *self, struct vc_channel *c, struct vc_slot *slot,
	    void *into, size_t room, struct vcube_status *status);

/* Waits for a message from a rank in the machine, then takes it. A deadline of
 * VC_NO_TIME is none. */
int vc_receive(vcube_node *self, vcube_group *group, int from, void *into, size_t room,
	       vcube_time deadline, struct vcube_status *status);

/* Completes the irecvs from a rank in the machine that were made before
 * `before` (NULL: all there are), in order. 0, or VCUBE_ETIMEDOUT, or the
 * node's failure. */
int vc_requests_before(vcube_node *self, int from, vcube_request *before, vcube_time deadline);
/* Completes the oldest irecv from there, whose message has come. False: there is
 * none, or the node has failed. */
bool vc_requests_next(vcube_node *self, int from);
/* At the end of a program: what was lent is lent no more; fails the node if a
 * request was not waited for. */
void vc_requests_end(vcube_node *self);
/* Before a run: all are idle. */
void vc_requests_reset(vcube_node *self);

#endif

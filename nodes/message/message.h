/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending and receiving, internally: the steps that make up send, sendrecv, exchange, isend
 * and their counterparts.
 *
 * Cost under the virtual clock (vcube(7), "Time"): a message starts when the node's clock,
 * its port (one-port) and the link are free, and keeps both for its duration: start-up +
 * hops x per_hop + bytes x per_byte; then it has arrived. It is received at the latest of
 * the node's clock, the arrival and, one-port, the time at which the port has taken it
 * after the previous message. A message to oneself arrives at once.
 */
#ifndef VC_MESSAGE_H
#define VC_MESSAGE_H

#include "group.h"

/* Returns the channel to a member of a group; NULL if the node has failed or `to` is
 * VCUBE_NOBODY. A stranger is a member without a channel yet, or no member at all. */
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
/* Returns the rank in the machine of a member to receive from; -1 if the node has failed or
 * `from` is VCUBE_NOBODY. */
int vc_member(vcube_node *self, const char *call, vcube_group *group, int from);
/* Is it plain that the node may receive from that rank? Where messages have no routes, only a
 * neighbour may send to it; a channel shows that one is, and otherwise vc_channel_permitted()
 * tells. */
static inline bool
vc_is_linked(const vcube_node *self, int rank)
{
	return !self->machine->none || vc_peers_find(&self->in, rank) != NULL;
}
/* Is that the rank itself, with nothing to check? */
static inline bool
vc_is_plain_member(const vcube_node *self, const vcube_group *group, int from)
{
	return vc_likely(group == NULL && (unsigned)from < (unsigned)self->machine->nodes &&
			 self->code == 0 && vc_is_linked(self, from));
}

/* Receives from VCUBE_NOBODY, which a failed node may do, too. Returns the node's code. */
static inline int
vc_nothing(vcube_node *self, struct vcube_status *status)
{
	if (status != NULL && self->code == 0)
		*status = (struct vcube_status){.from = VCUBE_NOBODY};
	return self->code;
}

/* Sends a message. The caller wakes the receiver. Returns 0 or the node's failure. */
int vc_post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	    enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent);

/* Sends a message with a label of its own, for one start-up. */
static inline int
vc_post_labelled(vcube_node *self, struct vc_channel *c, uint64_t label, const void *data,
		 size_t bytes, enum vc_lend lend, struct vc_send_wait *sent)
{
	const uint64_t signature = self->signature;
	int code;

	self->signature = label;
	code = vc_post(self, c, data, bytes, VC_STARTUP, lend, sent);
	self->signature = signature;
	return code;
}

/* Waits until the message has left: the buffer is the program's again, the port free, and the
 * channel within its capacity. */
int vc_send_wait_for(vcube_node *self, struct vc_send_wait *sent);

/* Returns whether there is nothing to wait for. So for most: a message in its slot, on a
 * machine without clock and capacity. */
static inline bool
vc_send_wait_is_over(const vcube_node *self, const struct vc_send_wait *sent)
{
	return sent->slot == NULL && self->now >= sent->left && sent->flight == NULL &&
	       sent->channel->credits == NULL;
}

/* Returns whether the receiver has taken the message. */
static inline bool
vc_send_wait_is_taken(const struct vc_send_wait *sent)
{
	return (int32_t)(vc_queue_taken(&sent->channel->in) - sent->number) > 0;
}

/* Returns how a send may pass its bytes, which waits for nobody: a long message is offered, where
 * each node has a processor, for as long as a copy takes. A receiver that is there copies it out of
 * the sender's buffer; otherwise the sender makes a copy, and offers none of the next messages. */
static inline enum vc_lend
vc_send_offers(vcube_node *self, size_t bytes)
{
	if (bytes < self->machine->offer_from || !self->alone || self->log != NULL || !vc_takes_fast_path(self))
		return VC_LEND_NOT;
	if (self->shy == 0)
		return VC_LEND_BRIEFLY;
	self->shy--;
	return VC_LEND_NOT;
}

/* Ends the send, whose message is posted: an offer too. Returns the node's failure. */
int vc_send_end(vcube_node *self, struct vc_send_wait *sent);

/* Waits for the buffer only: moves a lent message into a block if it is not taken soon. */
void vc_send_wait_reclaim(vcube_node *self, struct vc_send_wait *sent);
/* Returns whether vc_send_wait_for() would not wait. Moves a lent message into a block first. */
bool vc_send_wait_done(vcube_node *self, struct vc_send_wait *sent);
/* Gives a message to its receiver over a channel with a capacity. */
void vc_send_wait_publish(vcube_node *self, struct vc_send_wait *sent);
/* Returns whether the receiver has taken enough for the channel to be within its capacity. */
bool vc_send_wait_has_room(vcube_node *self, const struct vc_send_wait *sent);

/* Returns the channel from a node; NULL if that has not sent anything yet. */
static inline struct vc_channel *
vc_channel_in(vcube_node *self, int from)
{
	struct vc_channel *c = vc_peers_find(&self->in, from);

	return vc_likely(c != NULL) ? c : vc_channel_look_for(self, from);
}

/* Returns the oldest message of a channel, or NULL; the channel may be NULL. */
static inline struct vc_slot *
vc_front(struct vc_channel *c)
{
	struct vc_slot *slot;

	if (vc_unlikely(c == NULL))
		return NULL;
	slot = vc_queue_front(&c->in);
	return vc_likely(slot != NULL) ? slot : vc_channel_front(c);
}

/* A message: in front of its channel, or set aside. */
struct vc_found {
	struct vc_channel *channel;
	struct vc_slot *slot;           /* NULL: there is none yet */
	struct vcube_message *aside;         /* NULL: in front */
};

/* Takes a message. One that is longer than `room` is cut. */
int vc_consume(vcube_node *self, const struct vc_found *found, void *into, size_t room,
	       struct vcube_status *status);
/* What vc_consume_whole() does with a message that is not as long as `room`. */
int vc_consume_other(vcube_node *self, const struct vc_found *found, void *into, size_t room,
		     struct vcube_status *status);

/* As vc_consume(); the node fails if the message was cut. */
static inline int
vc_consume_whole(vcube_node *self, const struct vc_found *found, void *into, size_t room,
		 struct vcube_status *status)
{
	return vc_likely(found->slot->bytes == room) ? vc_consume(self, found, into, room, status)
						     : vc_consume_other(self, found, into, room, status);
}

/* Copies a lent message from the sender's buffer, or from the block into which an impatient sender
 * has moved it; past the caches, if what is copied is not read soon. Returns false if the sender
 * had no memory for the block. */
bool vc_unload_lent(struct vc_lent *lent, void *into, size_t bytes, bool past_caches);
/* The same, and decides whether it goes past the caches. */
bool vc_take_lent(const vcube_node *self, struct vc_slot *slot, void *into, size_t bytes);
/* Confirms to the sender that a synchronous message, of this number in its channel, was taken.
 * Returns the node's code. */
int vc_acknowledge(vcube_node *self, int from, uint32_t number, int tag);

/* Waits for the message that a receive wants, then takes it. A deadline of VC_NO_TIME means
 * none. Fills in `status`, except `from` if that is named. */
int vc_receive(vcube_node *self, const struct vc_want *want, void *into, size_t room,
	       vcube_time deadline, struct vcube_status *status);

/* The same for a message without a tag from a rank in the machine. */
static inline int
vc_receive_plain(vcube_node *self, vcube_group *group, int from, void *into, size_t room,
		 struct vcube_status *status)
{
	const struct vc_want want = {.group = group, .from = from, .label = self->signature,
				     .mask = UINT64_MAX};

	return vc_receive(self, &want, into, room, VC_NO_TIME, status);
}

/* Begins a receive of an instrumented node; see vc_decorator. */
static inline int
vc_receive_begins(vcube_node *self, const struct vc_want *want, size_t room, bool asked)
{
	if (self->clock->receive != NULL)
		self->clock->receive(self);
	return self->machine->decorator->receive(self, want, room, asked);
}

/* At the end of a program: reclaims all lent buffers, and makes the node fail if it never
 * waited for a request. */
void vc_requests_end(vcube_node *self);
/* Before a run: makes all requests idle. */
void vc_requests_reset(vcube_node *self);

#endif

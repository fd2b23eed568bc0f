/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node as a relay through stages (vcube/stages.h): what it has received, and what it
 * sends.
 *
 * Memory: a send buffer for the buckets of a stage, and a growable buffer for what the
 * node receives. A stage releases the buffer of the stage before it receives; but `dual`
 * fills buckets from that buffer while it receives into the other, and has a second send
 * buffer for buckets that have not left when it fills the first one.
 */
#ifndef VC_RELAY_H
#define VC_RELAY_H

#include "buckets.h"
#include "buffer.h"

/* A send buffer and the messages in it. */
struct vc_send_buffer {
	char *data;
	vcube_request **sent;
	int count;
};

struct vc_relay {
	vcube_node *self;
	enum vcube_stages_modes mode;
	struct vc_held held;            /* what it received before this stage */
	struct vc_message *got;         /* what it receives in this stage */
	struct vc_buffer buffer[2];     /* of messages: those before stage t in t % 2 */
	size_t *place, *bytes;          /* of each bucket in the send buffer */
	size_t load;                    /* bytes of all buckets */
	struct vc_send_buffer send_buffer[2];
	struct vc_delivery delivery;    /* in the last stage */
};

static inline bool
vc_is_last(const struct vc_held *h)
{
	return h->stage == h->s->count - 1;
}

/* Is `rank` another member, one to exchange messages with? */
static inline bool
vc_is_other(const struct vc_held *h, int rank)
{
	return rank != VCUBE_ARRAY_IDLE && rank != h->c->rank;
}

/* nodes/toolkit/stages_take.c */

/* Starts with the node's own blocks, before the first stage. */
void vc_relay_begin(struct vc_relay *k);
/* Announces how much the stage receives, about as much as the node held before: blocks of
 * one length, and scattered ones, leave each node as much as it had. */
void vc_relay_expect(struct vc_relay *k);
/* Take the node's own bucket; wait for the message from a member, unless that is no other
 * member. In the last stage, deliver them at once unless the mode is blocking. */
void vc_relay_take_own(struct vc_relay *k);
void vc_relay_take(struct vc_relay *k, int from);
/* Delivers the messages of the last stage that are not delivered yet. */
void vc_relay_deliver(struct vc_relay *k);
/* Releases what the node held before the stage. */
void vc_relay_release(struct vc_relay *k);
/* Goes on to the next stage, with what this one received. */
void vc_relay_advance(struct vc_relay *k);

/* nodes/toolkit/stages_send.c */

/* Wait until all messages have left the buffer; then free it. */
void vc_send_buffer_drain(struct vc_relay *k, struct vc_send_buffer *b);
void vc_send_buffer_free(struct vc_relay *k, struct vc_send_buffer *b);
/* Empties the buffer and makes room for all buckets of the stage but the node's own. */
void vc_send_buffer_make(struct vc_relay *k, struct vc_send_buffer *b);
/* Fill the bucket of member `to`, if there is one; send it if it is another member's. */
void vc_send_buffer_fill(struct vc_relay *k, struct vc_send_buffer *b, int to);
void vc_send_buffer_send(struct vc_relay *k, struct vc_send_buffer *b, int to);

#endif

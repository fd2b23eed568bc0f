/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node on the way through stages (vcube/stages.h): what has come to it, and what
 * leaves.
 *
 * Memory: a send buffer for the buckets of a stage, and a growable buffer for what has come.
 * That of the stage before is given back before the next is received; but `dual` fills
 * buckets from the one while it receives the other, and until the first is filled
 * has a second send buffer, with those that have not left.
 */
#ifndef VC_RELAY_H
#define VC_RELAY_H

#include "buckets.h"
#include "buffer.h"

/* A send buffer, and the messages that lie in it. */
struct vc_send_buffer {
	char *data;
	vcube_request **sent;
	int count;
};

struct vc_relay {
	vcube_node *self;
	enum vcube_stages_modes mode;
	struct vc_held held;            /* what has come before this stage */
	struct vc_message *got;          /* what comes in it */
	struct vc_buffer buffer[2];     /* where messages lie: before stage t, in t % 2 */
	size_t *place, *bytes;          /* of each bucket: in the send buffer, and how many */
	size_t load;                    /* bytes of all of them */
	struct vc_send_buffer send_buffer[2];
	struct vc_delivery delivery;    /* in the last stage */
};

static inline bool
vc_is_last(const struct vc_held *h)
{
	return h->stage == h->s->count - 1;
}

/* Is it another member, with whom there are messages? */
static inline bool
vc_is_other(const struct vc_held *h, int rank)
{
	return rank != VCUBE_ARRAY_IDLE && rank != h->c->rank;
}

/* nodes/toolkit/stages_take.c */

/* Before the first stage: a node has its own blocks. */
void vc_relay_begin(struct vc_relay *k);
/* From now on there is room for what comes in this stage: about as much as there was
 * before it, as blocks that are scattered, or all alike, leave each node what it had. */
void vc_relay_expect(struct vc_relay *k);
/* The own bucket; and a message from a member, for which it waits, unless that is none
 * or the node itself. In the last stage they are delivered at once, unless the mode
 * is blocking. */
void vc_relay_take_own(struct vc_relay *k);
void vc_relay_take(struct vc_relay *k, int from);
/* Delivers all that came in the last stage, where that is still to be done. */
void vc_relay_deliver(struct vc_relay *k);
/* Gives back what was held before the stage. */
void vc_relay_release(struct vc_relay *k);
/* What came is what is held before the next stage. */
void vc_relay_advance(struct vc_relay *k);

/* nodes/toolkit/stages_send.c */

/* Waits until all have left the buffer; and then frees it. */
void vc_send_buffer_drain(struct vc_relay *k, struct vc_send_buffer *b);
void vc_send_buffer_free(struct vc_relay *k, struct vc_send_buffer *b);
/* Empties the buffer, and makes room in it for all buckets of the stage but the own. */
void vc_send_buffer_make(struct vc_relay *k, struct vc_send_buffer *b);
/* The bucket of member `to` is filled, if there is one, and sent, if it is another's. */
void vc_send_buffer_fill(struct vc_relay *k, struct vc_send_buffer *b, int to);
void vc_send_buffer_send(struct vc_relay *k, struct vc_send_buffer *b, int to);

#endif

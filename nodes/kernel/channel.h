/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A channel: the messages on their way from one node to one other.
 *
 * The sender opens it at its first message; the receiver finds it in its inbox
 * (nodes/kernel/channel.c); each keeps it in a table of its own from then on. It holds
 * messages in an spsc queue (lib/spsc.h) whose slots are cache lines: a short
 * message lies in its slot, a longer one in a block that the slot points to, a
 * lent one where the sender has it.
 */
#ifndef VC_CHANNEL_H
#define VC_CHANNEL_H

#include <stdalign.h>
#include <assert.h>
#include <urcu/wfcqueue.h>
#include "park.h"
#include "peers.h"
#include "pool.h"

/* How a message lies in its slot. */
enum vc_carriage {
	VC_INLINE,      /* its bytes are in the slot */
	VC_BLOCK,       /* in a block of the sender's pool, for the receiver to give back */
	VC_LENT         /* in the sender's buffer, until the receiver has copied it,
			   or the sender, tired of waiting, has put it into a block */
};

/* VC_LENT: who got hold of the message. The sender and the receiver each
 * compare-and-swap it from FREE, so one alone does. Orders: VC-CLAIM. */
enum { VC_CLAIM_FREE, VC_CLAIM_RECEIVER, VC_CLAIM_SENDER };

struct vc_lent {
	const void *data;               /* for VC_BLOCK too */
	void *block;                    /* written by the sender before VC_CLAIM_SENDER */
	_Atomic(uint32_t) claim;
};

/* When a message arrives, under the virtual clock. */
struct vc_transit {
	vcube_time arrival;
	vcube_time duration;            /* for which it occupies a port */
};

struct vc_in_flight;
struct vc_channel_stats;

/* A message. The sender writes it between claim and publish; the receiver
 * reads it between front and release. */
struct vc_slot {
	_Atomic(uint32_t) stamp;
	uint32_t carriage;
	uint64_t bytes;
	uint64_t signature;             /* of the collective call it belongs to, or 0 */
	union {
		struct vc_lent lent;
		char text[40];
		struct {
			union {
				struct vc_lent lent;
				char text[24];
			};
			union {
				struct vc_transit transit;
				struct vc_in_flight *flight;       /* where journals are kept */
			};
		} timed;
	};
};
static_assert(sizeof(struct vc_slot) == VC_LINE, "a slot is a cache line");

#define SPSC vc_queue
#define SPSC_SLOT struct vc_slot
#include "spsc.h"

/* What a receiver tells a sender that waits for room: only where the machine
 * has a capacity. The queue's producer is the channel's receiver. */
struct vc_credit {
	_Atomic(uint32_t) stamp;
	uint64_t bytes;                 /* taken */
	vcube_time time;                /* at which, */
	struct vc_in_flight *flight;       /* or where journals are kept: which message */
};
#define SPSC vc_credits
#define SPSC_SLOT struct vc_credit
#include "spsc.h"

struct vc_credit_line {
	VC_ALIGNED struct vc_credits_producer out;      /* the receiver's */
	VC_ALIGNED struct vc_credits_consumer in;       /* the sender's */
	uint64_t sent, taken;                           /* the sender's count of bytes */
	struct vc_credit last;                          /* the last one that it counted */
	VC_ALIGNED struct vc_credits_segment segment;
	struct vc_credit slots[16];
};

/* What the sender has still to see through. */
struct vc_send_wait {
	size_t bytes;
	struct vc_channel *channel;
	struct vc_slot *slot;           /* of a lent message, else NULL */
	uint32_t number;                /* of the message in its channel */
	vcube_time left;                /* when it has left the port */
	uint64_t mark;                  /* bytes sent on the channel before and with it */
	struct vc_in_flight *flight;       /* where journals are kept, else NULL */
};

#define VC_CHANNEL_SLOTS 2      /* to begin with: most channels carry little */

/* Who writes often keeps what he reads in the line that he writes: to read it in
 * the other's is to wait for the other processor. */
struct vc_channel {
	/* the sender's */
	VC_ALIGNED struct vc_queue_producer out;
	vcube_time link_free;                   /* when its link can carry the next */
	struct vc_credit_line *credits;         /* NULL: unlimited capacity */
	struct vc_channel_stats *stats;                 /* or NULL: nodes/fault/fault.h */
	int to;                                 /* rank in the machine */
	int hops;                               /* links of its route; 0: to itself */

	/* the receiver's */
	VC_ALIGNED struct vc_queue_consumer in;
	struct vc_queue_segment segment;        /* the first */
	struct cds_wfcq_node inbox;             /* its place in the receiver's */
	int from;                               /* rank in the machine */

	VC_ALIGNED struct vc_slot slots[VC_CHANNEL_SLOTS];
};
static_assert(offsetof(struct vc_channel, in) == VC_LINE, "the sender's part is one line");
static_assert(offsetof(struct vc_channel, slots) == 2 * VC_LINE, "and so is the receiver's");
static_assert(sizeof(struct vc_channel) == 4 * VC_LINE, "and the whole is small");

/* Opens the channel to a node, as the sender. NULL: the node has failed, for
 * want of memory, or because it may not talk to that one. */
struct vc_channel *vc_channel_open(vcube_node *self, int to);
/* 0 if the node may talk to that one, or its failure (VCUBE_EROUTE). */
int vc_channel_permitted(vcube_node *self, int peer);
/* Learns of the channels that others have opened to this node. */
void vc_channel_adopt(vcube_node *self);
/* The channel from a node that was not known; NULL: not opened yet. */
struct vc_channel *vc_channel_look_for(vcube_node *self, int from);

/* Nobody else uses the channel: empty, as at the start of a run. */
void vc_channel_blank(struct vc_channel *c);

/* Receiver: the oldest message, also where the queue has grown; NULL: none. */
struct vc_slot *vc_channel_front(struct vc_channel *c);
/* Sender: the slot for the next message, in a larger queue if need be; NULL: no
 * memory. `pool` is the sender's. */
struct vc_slot *vc_channel_grow(struct vc_channel *c, struct vc_pool *pool);

static inline struct vc_slot *
vc_channel_claim(struct vc_channel *c, struct vc_pool *pool)
{
	struct vc_slot *slot = vc_queue_claim(&c->out, &c->in);

	return __builtin_expect(slot != NULL, 1) ? slot : vc_channel_grow(c, pool);
}

/* Receiver, on a channel with a capacity: tells the sender what was taken, and
 * when. False: no memory. */
bool vc_channel_credit(struct vc_channel *c, struct vc_pool *pool, const struct vc_credit *credit);
/* Sender: the next credit, removed; false: none yet. */
bool vc_channel_credited(struct vc_channel *c, struct vc_credit *credit);

#endif

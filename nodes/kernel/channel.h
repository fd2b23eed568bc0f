/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A channel: the messages in flight from one node to another.
 *
 * The sender opens it at its first message; the receiver finds it in its inbox
 * (nodes/kernel/channel.c). Each keeps it in its own table from then on. The messages lie
 * in an spsc queue (lib/spsc.h) whose slots are cache lines: the slot holds a short message
 * itself, points to the block of a longer one, or to the sender's buffer of a lent one.
 */
#ifndef VC_CHANNEL_H
#define VC_CHANNEL_H

#include <stdalign.h>
#include <assert.h>
#include <stdlib.h>
#include <urcu/wfcqueue.h>
#include "park.h"
#include "peers.h"
#include "pool.h"

/* Where the bytes of a message lie. */
enum vc_carriage {
	VC_INLINE,      /* in the slot */
	VC_SPREAD,      /* in the slot, and in those behind it: nodes/kernel/several_slots.h */
	VC_BLOCK,       /* in a block of the sender's pool; the receiver returns it */
	VC_HOSTED,      /* in a block from malloc(), at `data`; the receiver frees it */
	VC_LENT         /* in the sender's buffer, until the receiver has copied it or the
			   impatient sender has moved it to a block */
};

/* VC_LENT: who claimed the message. Sender and receiver each compare-and-swap from FREE, so
 * exactly one succeeds. Orders: VC-CLAIM. */
enum { VC_CLAIM_FREE, VC_CLAIM_RECEIVER, VC_CLAIM_SENDER };

struct vc_lent {
	const void *data;
	void *block;                    /* written by the sender before VC_CLAIM_SENDER */
	_Atomic(uint32_t) claim;
};

/* When a message arrives, where senders know it. */
struct vc_transit {
	vcube_time arrival;
	vcube_time duration;            /* how long it occupies a port; negative: minus the ticket
					   of a message that arrives then or later */
};

struct vc_in_flight;
struct vc_channel_stats;

/* A message. The sender writes it between claim and publish; the receiver reads it between
 * front and release. */
struct vc_slot {
	_Atomic(uint32_t) stamp;
	uint16_t carriage;
	uint16_t site;                  /* strict: the line that sent it, nodes/message/sites.h */
	uint64_t bytes;
	uint64_t label;                 /* what receives match: nodes/message/label.h */
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

/* Gives back the block of a message that is neither inline nor lent. */
static inline void
vc_slot_give_block(const struct vc_slot *slot)
{
	if (slot->carriage == VC_HOSTED)
		free(slot->lent.block);
	else
		vc_pool_give(slot->lent.block);
}

#define SPSC vc_queue
#define SPSC_SLOT struct vc_slot
#include "spsc.h"

/* Receiver: returns the number of the message in front, in its channel. */
static inline uint32_t
vc_queue_number(const struct vc_queue_consumer *in)
{
	return atomic_load_explicit(&in->head, memory_order_relaxed);
}

/* What a receiver returns to a sender that waits for room, on machines with a capacity. The
 * queue's producer is the channel's receiver. */
struct vc_credit {
	_Atomic(uint32_t) stamp;
	uint32_t number;                /* of the message in the channel */
	uint64_t bytes;                 /* taken */
	vcube_time time;                /* and when, */
	struct vc_in_flight *flight;       /* with journals: the message */
};
#define SPSC vc_credits
#define SPSC_SLOT struct vc_credit
#include "spsc.h"

struct vc_credit_line {
	VC_ALIGNED struct vc_credits_producer out;      /* the receiver's */
	VC_ALIGNED struct vc_credits_consumer in;       /* the sender's */
	/* the sender's: counts of bytes, and the last credit counted; */
	uint64_t sent, taken;
	struct vc_credit last;
	/* of messages taken before others that were sent before them: all up to `next` are taken,
	 * and so are these, from the pool, or NULL; */
	uint32_t next, earlies, room;
	struct vc_credit *early;
	struct vc_credit made;                          /* and that which made the room asked for */
	VC_ALIGNED struct vc_credits_segment segment;
	struct vc_credit slots[16];
};

/* What the sender still has to wait for. */
struct vc_send_wait {
	size_t bytes;
	struct vc_channel *channel;
	struct vc_slot *slot;           /* of a lent message, or NULL */
	uint32_t number;                /* of the message in the channel */
	vcube_time left;                /* when it has left the port */
	uint64_t mark;                  /* bytes sent on the channel up to and including it */
	union {                         /* NULL: nothing but `left` and `mark` */
		struct vc_in_flight *flight;    /* with journals */
		int64_t ticket;         /* of a message that is kept: nodes/clock/starts.h */
	};
};

#define VC_CHANNEL_SLOTS 2      /* initially; most channels carry little */
/* Where nodes have processors of their own, a channel gets so many once its first are used up. To
 * learn which slots the receiver has given back, the sender waits for a line that another processor
 * has just written: with two slots that would be half of the messages, in a queue that is all but
 * empty. */
#define VC_CHANNEL_SLOTS_ALONE 32

/* Each side keeps what it reads often in the line that it writes: reading the other side's
 * line waits for the other processor. */
struct vc_channel {
	/* the sender's */
	VC_ALIGNED struct vc_queue_producer out;
	vcube_time link_free;                   /* when its link is free */
	struct vc_credit_line *credits;         /* NULL if the capacity is unlimited */
	struct vc_channel_stats *stats;                 /* or NULL: nodes/fault/fault.h */
	int to;                                 /* rank in the machine */
	int hops;                               /* length of its route; 0: to itself */

	/* the receiver's */
	VC_ALIGNED struct vc_queue_consumer in;
	struct vc_queue_segment segment;        /* the first */
	struct cds_wfcq_node inbox;             /* entry in the receiver's inbox */
	int from;                               /* rank in the machine */

	VC_ALIGNED struct vc_slot slots[VC_CHANNEL_SLOTS];
};
static_assert(offsetof(struct vc_channel, in) == VC_LINE, "the sender's part is one line");
static_assert(offsetof(struct vc_channel, slots) == 2 * VC_LINE, "and so is the receiver's");
static_assert(sizeof(struct vc_channel) == 4 * VC_LINE, "and the whole is small");

/* Opens the channel to a node, as the sender. Returns NULL if the node has failed: no memory,
 * or no permission to send there. */
struct vc_channel *vc_channel_open(vcube_node *self, int to);
/* The same for a remote node, whose rank `proxy` has: a local node keeps the channel. */
struct vc_channel *vc_channel_open_remote(vcube_node *proxy, int to);
/* Returns 0 if the node may send to `peer`, or its failure (VCUBE_EROUTE). */
int vc_channel_permitted(vcube_node *self, int peer);
/* Adopts the channels that other nodes have opened to this one. */
void vc_channel_adopt(vcube_node *self);
/* Looks for a channel not in the table yet. Returns NULL if it is not open yet. */
struct vc_channel *vc_channel_look_for(vcube_node *self, int from);

/* Empties the channel, as at the start of a run. Nobody else may use it. */
void vc_channel_blank(struct vc_channel *c);

/* Receiver: returns the oldest message, following the queue into a grown segment; NULL if
 * there is none. */
struct vc_slot *vc_channel_front(struct vc_channel *c);
/* Sender: returns the slot for the next message, in a segment of `size` slots; NULL if out
 * of memory. `pool` is the sender's. */
struct vc_slot *vc_channel_grow(struct vc_channel *c, struct vc_pool *pool, uint32_t size);

static inline struct vc_slot *
vc_channel_claim(struct vc_channel *c, struct vc_pool *pool)
{
	struct vc_slot *slot = vc_queue_claim(&c->out, &c->in);

	return __builtin_expect(slot != NULL, 1) ? slot : vc_channel_grow(c, pool, 2 * (c->out.mask + 1));
}

/*
 * Sender of many messages in a row: asks for the slot of a later one. The receiver's processor has
 * its line, and stores to it would hold up all behind them, so few messages would be under way.
 */
enum { VC_SLOTS_AHEAD = 4 };
static inline void
vc_channel_look_ahead(const struct vc_channel *c)
{
	vc_expect_to_write(&c->out.slots[(c->out.tail + VC_SLOTS_AHEAD) & c->out.mask]);
}

/* Receiver, on a channel with a capacity: reports to the sender what it took and when.
 * Returns false if out of memory. */
bool vc_channel_credit(struct vc_channel *c, struct vc_pool *pool, const struct vc_credit *credit);
/* Sender: removes the next credit; false if there is none yet. */
bool vc_channel_credited(struct vc_channel *c, struct vc_credit *credit);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node holds between two stages (vcube/stages.h), and how it divides that among
 * buckets.
 *
 * A message begins with a header: for each destination the running number of elements
 * and a mark. A mark is the sum, over the sources, of the source's weight times its
 * count; a stage that scatters sends it with one of the buckets. So a destination whose
 * counts differ from those of the sources finds other marks than its counts yield, even
 * if the number of elements is right.
 */
#ifndef VC_BUCKETS_H
#define VC_BUCKETS_H

#include <stdbool.h>
#include <vcube/authoring.h>

/* The bucket of a stage that goes to this member or leads to it. */
static inline int
vc_stages_bucket(const struct vcube_stages *s, int stage, int rank)
{
	return s->stage[stage].in_rows ? rank % s->array.columns : rank / s->array.columns;
}

/* Elements lo up to hi, of the `total` elements for `dest` that `sender` holds before a
 * stage: those that go into a bucket. */
struct vc_slice {
	size_t lo, hi;
};
struct vc_slice vc_stages_slice(const struct vcube_stages *s, int stage, int sender, int dest,
				size_t total, int bucket);

/* The number of slots, in which a member keeps what it receives in a stage; the sender of
 * a slot, or -1. */
int vc_stages_slots(const struct vcube_stages *s);
int vc_stages_sender(const struct vcube_stages *s, int stage, int rank, int slot);

/* The steps of a stage, counted from 1: their number; the member that this one sends to in a
 * step, and the one that it receives from, or VCUBE_ARRAY_IDLE. */
int vc_stages_steps(const struct vcube_stages *s, int stage);
int vc_stages_to(const struct vcube_stages *s, int stage, int rank, int step);
int vc_stages_from(const struct vcube_stages *s, int stage, int rank, int step);

/*
 * Elements dealt one by one. Of what a node received in a stage, it deals the bucket that it kept
 * first, then the messages in the order of the steps: vc_stages_dealt_from() is the source of
 * number i, from 0 to vc_stages_steps(); -1: there is none.
 *
 * Elements for a destination count from 0, in the order in which `sender` deals them.
 * vc_stages_turn(): the bucket, in a stage that scatters, of number `count`.
 */
int vc_stages_dealt_from(const struct vcube_stages *s, int stage, int rank, int i);
int vc_stages_turn(const struct vcube_stages *s, int stage, int sender, int dest, size_t count);

/* What precedes an element that is dealt. */
struct vc_label {
	uint16_t to, from;
};

struct vc_header {
	uint32_t end;           /* elements up to this destination, included */
	uint32_t mark;
};

/* A received message; all NULL: none. */
struct vc_message {
	struct vc_header *header;       /* at the start of the message's block */
	const char *data;
};

/* Destinations first, first + step, .. */
struct vc_range {
	int first, step, count;
};

/* What a node holds before a stage. */
struct vc_held {
	const struct vcube_call *c;
	const struct vcube_stages *s;
	int stage;
	struct vc_range range;          /* its destinations */
	struct vc_message *messages;    /* by slot, see vc_stages_sender() */
	struct vc_header *sum;          /* over all messages; `end` is one destination's count */
};

/* The weight of a source in marks. */
static inline uint32_t
vc_weight(int source)
{
	return 2654435761u * ((uint32_t)source + 1);
}

/* Starts with a message in the first slot that has no data of its own. Its header has
 * c->size destinations; NULL: the node has failed. */
void vc_held_begin(vcube_node *self, struct vc_held *h, struct vc_header *header);
/* Fills in `sum`, which has room for range.count destinations. */
void vc_held_sum(struct vc_held *h);
/* The destinations of the bucket that leads to `rank`; its bytes, header included; fill
 * it, charged as VCUBE_WORK_REORDER. */
struct vc_range vc_bucket_range(const struct vc_held *h, int rank);
size_t vc_bucket_bytes(const struct vc_held *h, int rank);
void vc_bucket_fill(vcube_node *self, const struct vc_held *h, int rank, char *block);
/* Is a received block as long as its header says? With lost messages it may be that of
 * another step, with corrupted ones anything. */
bool vc_bucket_is_sound(const struct vc_held *h, const char *block, size_t bytes);

/* Delivery in the last stage: finds the place of elements in `out`. */
struct vc_delivery {
	const struct vcube_call *c;
	const struct vcube_stages *s;
	size_t *total;          /* [t * p + n]: for this member, at node n before stage t */
	uint32_t more, mark;    /* received minus expected, modulo 2^32 */
	bool differs;
};

/* False: the node has failed. */
bool vc_delivery_begin(vcube_node *self, struct vc_delivery *w, const struct vcube_call *c,
		       const struct vcube_stages *s);
/* Delivers the message of a slot, charged as VCUBE_WORK_REORDER. After a message that
 * out_counts does not announce, delivers nothing. */
void vc_delivery_put(vcube_node *self, struct vc_delivery *w, int slot,
		     const struct vc_message *message);
/* The same for labelled elements, the message of number i of those dealt. */
void vc_delivery_put_dealt(vcube_node *self, struct vc_delivery *w, int i, const char *elements,
			   size_t bytes);
/* Ends the delivery: the node fails if it received other blocks than out_counts says. */
void vc_delivery_end(vcube_node *self, struct vc_delivery *w);

/* Deals elements one by one: vcube_stages_run() if the mode has VCUBE_STAGES_BY_ELEMENT. */
void vc_deal_run(vcube_node *self, const struct vcube_call *c, const struct vcube_stages *s,
		 enum vcube_stages_modes mode);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node holds between two stages (vcube/stages.h), and how it is divided among
 * buckets.
 *
 * A message begins with a header: how many elements it has for each destination,
 * running from the first on, and a mark. A mark is the sum, over the sources, of a
 * weight of the source's times the count that it has; where counts are scattered it
 * goes with one of the buckets. So whoever gets elements that he does not expect
 * finds that the marks are not what his own counts make, even if there are as many.
 */
#ifndef VC_BUCKETS_H
#define VC_BUCKETS_H

#include <stdbool.h>
#include <vcube/authoring.h>

/* The bucket of a stage that goes to this member, or that leads to it. */
static inline int
vc_stages_bucket(const struct vcube_stages *s, int stage, int rank)
{
	return s->stage[stage].in_rows ? rank % s->array.columns : rank / s->array.columns;
}

/* Of `total` elements for `dest` that `sender` holds before a stage, those that
 * go into a bucket: from lo up to hi. */
struct vc_slice {
	size_t lo, hi;
};
struct vc_slice vc_stages_slice(const struct vcube_stages *s, int stage, int sender, int dest,
				size_t total, int bucket);

/* Steps of a stage, and whom a member sends to, and receives from, in one, from 1
 * on; VCUBE_ARRAY_IDLE: nobody. */
int vc_stages_steps(const struct vcube_stages *s, int stage);
int vc_stages_to(const struct vcube_stages *s, int stage, int rank, int step);
int vc_stages_from(const struct vcube_stages *s, int stage, int rank, int step);

/* Those who send to a member in a stage, by slot, the order in which it keeps
 * what they sent; -1: nobody in that slot. */
int vc_stages_slots(const struct vcube_stages *s);
int vc_stages_sender(const struct vcube_stages *s, int stage, int rank, int slot);

struct vc_header {
	uint32_t end;           /* elements for this destination and those before it */
	uint32_t mark;
};

/* A message that has come: NULL, none from there. */
struct vc_message {
	struct vc_header *header; /* at the start of the block that it is in */
	const char *data;
};

/* Destinations first, first + step, .. */
struct vc_range {
	int first, step, count;
};

/* What is held before a stage. */
struct vc_held {
	const struct vcube_call *c;
	const struct vcube_stages *s;
	int stage;
	struct vc_range range;  /* the destinations of it */
	struct vc_message *messages;      /* by slot: see vc_stages_sender() */
	struct vc_header *sum;   /* over all of them: `end` is the count of this one alone */
};

/* The weight that a source has in marks. */
static inline uint32_t
vc_weight(int source)
{
	return 2654435761u * ((uint32_t)source + 1);
}

/* Before the first stage: a message in the first slot, without data of its own. Its
 * header is for c->size destinations; NULL: there is none, the node has failed. */
void vc_held_begin(vcube_node *self, struct vc_held *h, struct vc_header *header);
/* Fills in sum, which has room for range.count of them. */
void vc_held_sum(struct vc_held *h);
/* The destinations of the bucket that leads to `rank`, its bytes with the header,
 * and the bucket itself, charged as VCUBE_WORK_REORDER. */
struct vc_range vc_bucket_range(const struct vc_held *h, int rank);
size_t vc_bucket_bytes(const struct vc_held *h, int rank);
void vc_bucket_fill(vcube_node *self, const struct vc_held *h, int rank, char *block);
/* Is a block that came to this member as long as its header says? Where messages are
 * lost it may be that of another step, where they are spoiled it may be anything. */
bool vc_bucket_is_sound(const struct vc_held *h, const char *block, size_t bytes);

/* In the last stage: where elements belong in `out`. */
struct vc_delivery {
	const struct vcube_call *c;
	const struct vcube_stages *s;
	size_t *total;          /* for this member, held by node n before stage t: t * p + n */
	uint32_t more, mark;    /* than out_counts say, modulo 2^32 */
	bool differs;
};

/* False: the node has failed. */
bool vc_delivery_begin(vcube_node *self, struct vc_delivery *w, const struct vcube_call *c,
		       const struct vcube_stages *s);
/* Puts what came in this slot, charged as VCUBE_WORK_REORDER. Once something has
 * come that out_counts do not say, nothing is put any more. */
void vc_delivery_put(vcube_node *self, struct vc_delivery *w, int slot,
		     const struct vc_message *message);
/* After all of it: fails, where it was not what out_counts say. */
void vc_delivery_end(vcube_node *self, struct vc_delivery *w);

#endif

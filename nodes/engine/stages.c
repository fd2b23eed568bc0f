/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node does in each stage: fill the buckets, send them, receive as many.
 *
 * Memory: a send buffer for the buckets of a stage and what has been received. That
 * of the stage before is given back before the next is received; but `dual` fills
 * buckets from the one while it receives the other, and until the first is filled
 * has a second send buffer, with those that have not left. What comes in the last
 * stage is put where it belongs at once, while the rest is on its way, unless the
 * mode is `blocking`.
 */
#include <string.h>
#include "nodes/engine/buckets.h"
#include "nodes/machine/node.h"

/* A send buffer, and the messages that lie in it. */
struct buffer {
	char *data;
	vcube_request **sent;
	int count;
};

struct carrier {
	vcube_node *self;
	enum vcube_stages_modes mode;
	struct vc_held held;
	struct vc_parcel *got;          /* what is held after this stage */
	size_t *place, *bytes;          /* of each bucket in the send buffer */
	struct buffer buffer[2];
	struct vc_delivery delivery;    /* in the last stage */
};

/* Whom a node sends to, and receives from, in a step of the stage. */

static int
steps(const struct vc_held *h)
{
	return vc_stages_steps(h->s, h->stage);
}

static int
receiver(const struct vc_held *h, int step)
{
	return vc_stages_to(h->s, h->stage, h->c->rank, step);
}

static int
sender(const struct vc_held *h, int step)
{
	return vc_stages_from(h->s, h->stage, h->c->rank, step);
}

static bool
is_other(const struct vc_held *h, int rank)
{
	return rank != VCUBE_ARRAY_IDLE && rank != h->c->rank;
}

/* Parcels. */

/* Returns the slot that it is in. */
static int
keep(struct carrier *k, int from, char *block)
{
	const struct vc_held *const h = &k->held;
	const struct vc_range range = vc_bucket_range(h, h->c->rank);
	int slot = 0;

	while (vc_stages_sender(h->s, h->stage, h->c->rank, slot) != from)
		slot++;
	k->got[slot].tally = (struct vc_tally *)block;
	k->got[slot].data = block + sizeof(struct vc_tally) * (size_t)range.count;
	return slot;
}

static void
let_go(struct carrier *k, struct vc_parcel *parcels)
{
	for (int slot = 0; slot < vc_stages_slots(k->held.s); slot++) {
		vcube_free(k->self, parcels[slot].tally);
		parcels[slot] = (struct vc_parcel){NULL, NULL};
	}
}

static bool
is_last(const struct vc_held *h)
{
	return h->stage == h->s->count - 1;
}

static void
deliver(struct carrier *k, int slot)
{
	struct vc_parcel *const parcel = &k->got[slot];

	vc_delivery_put(k->self, &k->delivery, slot, parcel);
	vcube_free(k->self, parcel->tally);
	*parcel = (struct vc_parcel){NULL, NULL};
}

/* Something has come into this slot. */
static void
arrived(struct carrier *k, int slot)
{
	if (is_last(&k->held) && k->mode != VCUBE_STAGES_BLOCKING)
		deliver(k, slot);
}

static void
take(struct carrier *k, int from)
{
	struct vcube_status status = {0};
	char *block = NULL;

	if (!is_other(&k->held, from))
		return;
	if (vcube_probe(k->self, k->held.c->group, from, &status) == 0)
		block = vcube_scratch(k->self, status.bytes);
	if (block == NULL)
		return;
	if (vcube_recv(k->self, k->held.c->group, from, block, status.bytes, NULL) != 0)
		return;
	if (vc_bucket_is_sound(&k->held, block, status.bytes))
		arrived(k, keep(k, from, block));
	else
		vcube_fail(k->self, "alltoallv by way of others: %zu bytes from member %d are not "
			   "what their tally says", status.bytes, from);
}

/* What a node has for itself is a parcel at once. */
static void
fill_own(struct carrier *k)
{
	const int me = k->held.c->rank;
	char *const block = vcube_scratch(k->self, vc_bucket_bytes(&k->held, me));

	if (block == NULL)
		return;
	vc_bucket_fill(k->self, &k->held, me, block);
	arrived(k, keep(k, me, block));
}

/* Send buffers. */

static void
drain(struct carrier *k, struct buffer *b)
{
	vcube_waitall(k->self, b->sent, b->count);
	b->count = 0;
}

/* Once all have left it. */
static void
give_back(struct carrier *k, struct buffer *b)
{
	drain(k, b);
	vcube_free(k->self, b->data);
	b->data = NULL;
}

/* Empties the buffer, and makes room for every bucket but the own. */
static void
make_room(struct carrier *k, struct buffer *b)
{
	const struct vc_held *const h = &k->held;
	size_t size = 0;

	give_back(k, b);
	for (int step = 1; step <= steps(h); step++) {
		const int to = receiver(h, step), bucket = vc_stages_bucket(h->s, h->stage, to);

		if (!is_other(h, to))
			continue;
		k->place[bucket] = size;
		k->bytes[bucket] = vc_bucket_bytes(h, to);
		size += (k->bytes[bucket] + 7) / 8 * 8;
	}
	b->data = vcube_scratch(k->self, size);
}

static void
fill_for(struct carrier *k, struct buffer *b, int to)
{
	const struct vc_held *const h = &k->held;

	if (to == h->c->rank)
		fill_own(k);
	else if (to != VCUBE_ARRAY_IDLE)
		vc_bucket_fill(k->self, h, to,
			       b->data + k->place[vc_stages_bucket(h->s, h->stage, to)]);
}

static void
send_to(struct carrier *k, struct buffer *b, int to)
{
	const struct vc_held *const h = &k->held;
	const int bucket = vc_stages_bucket(h->s, h->stage, to);

	if (is_other(h, to))
		b->sent[b->count++] = vcube_isend(k->self, h->c->group, to,
						  b->data + k->place[bucket], k->bytes[bucket]);
}

/* Stages. */

static void
all_at_once(struct carrier *k, struct buffer *b)
{
	const struct vc_held *const h = &k->held;

	vcube_step(k->self, "send");
	for (int step = 1; step <= steps(h); step++) {
		fill_for(k, b, receiver(h, step));
		send_to(k, b, receiver(h, step));
	}
	let_go(k, h->parcels);
	vcube_step(k->self, "receive");
	for (int step = 1; step <= steps(h); step++)
		take(k, sender(h, step));
}

/* A bucket is filled and sent before that of the step before is received: so one
 * is on its way to this node, and one from it, while it works. */
static void
by_turns(struct carrier *k, struct buffer *b, struct buffer *old)
{
	const struct vc_held *const h = &k->held;

	for (int step = 1; step <= steps(h) + 1; step++) {
		vcube_step(k->self, "exchange");
		if (step <= steps(h)) {
			fill_for(k, b, receiver(h, step));
			send_to(k, b, receiver(h, step));
		}
		if (step == 1)
			give_back(k, old);
		else
			take(k, sender(h, step - 1));
	}
	let_go(k, h->parcels);
}

static void
step_by_step(struct carrier *k, struct buffer *b)
{
	const struct vc_held *const h = &k->held;

	for (int step = 1; step <= steps(h); step++)
		fill_for(k, b, receiver(h, step));
	let_go(k, h->parcels);
	for (int step = 1; step <= steps(h); step++) {
		vcube_step(k->self, "exchange");
		send_to(k, b, receiver(h, step));
		take(k, sender(h, step));
		drain(k, b);
	}
	for (int slot = 0; is_last(h) && slot < vc_stages_slots(h->s); slot++)
		if (k->got[slot].tally != NULL)
			deliver(k, slot);
}

static void
carry(struct carrier *k)
{
	struct vc_held *const h = &k->held;
	const int turn = k->mode == VCUBE_STAGES_DUAL ? h->stage % 2 : 0;
	struct buffer *const b = &k->buffer[turn];
	struct vc_parcel *const emptied = h->parcels;

	vc_held_sum(h);
	make_room(k, b);
	if (vcube_failed(k->self) != 0 ||
	    (is_last(h) && !vc_delivery_begin(k->self, &k->delivery, h->c, h->s)))
		return;
	if (k->mode == VCUBE_STAGES_BLOCKING)
		step_by_step(k, b);
	else if (k->mode == VCUBE_STAGES_DUAL)
		by_turns(k, b, &k->buffer[!turn]);
	else
		all_at_once(k, b);
	if (is_last(h))
		vc_delivery_end(k->self, &k->delivery);
	h->range = vc_bucket_range(h, h->c->rank);
	h->parcels = k->got;
	k->got = emptied;
}

/* All tables, in one block; NULL: the node has failed. */
static void *
make_tables(struct carrier *k)
{
	const struct vcube_stages *const s = k->held.s;
	const size_t slots = (size_t)vc_stages_slots(s), p = (size_t)s->array.nodes;
	char *const block = vcube_scratch(k->self, slots * (2 * sizeof(struct vc_parcel) +
		2 * sizeof(size_t) + 2 * sizeof(vcube_request *)) + p * sizeof(struct vc_tally));

	if (block == NULL)
		return NULL;
	k->held.parcels = (struct vc_parcel *)block;
	k->got = k->held.parcels + slots;
	k->place = (size_t *)(k->got + slots);
	k->bytes = k->place + slots;
	k->buffer[0].sent = (vcube_request **)(k->bytes + slots);
	k->buffer[1].sent = k->buffer[0].sent + slots;
	k->held.sum = (struct vc_tally *)(k->buffer[1].sent + slots);
	memset(block, 0, slots * 2 * sizeof(struct vc_parcel));
	return block;
}

void
vcube_stages_run(vcube_node *self, const struct vcube_call *c, const struct vcube_stages *s,
		 enum vcube_stages_modes mode)
{
	struct carrier k = {.self = self, .mode = mode, .held = {.c = c, .s = s}};
	void *tables = NULL;

	if (s->count < 1 || s->count > VCUBE_STAGES_MAX)
		vc_fail(self, VCUBE_EINVAL, "vcube_stages_run: an algorithm has 1 to %d stages, not %d",
			VCUBE_STAGES_MAX, s->count);
	else
		tables = make_tables(&k);
	if (tables == NULL)
		return;
	vc_held_begin(self, &k.held);
	for (; k.held.stage < s->count && vcube_failed(self) == 0; k.held.stage++)
		carry(&k);
	give_back(&k, &k.buffer[0]);
	give_back(&k, &k.buffer[1]);
	let_go(&k, k.held.parcels);
	vcube_free(self, tables);
}

vcube_time
vcube_stages_time(const struct vcube_terms *t, vcube_time messages, vcube_time bytes,
		  vcube_time copies)
{
	return messages * (t->k.startup + t->k.per_hop) + t->k.per_byte * bytes +
	       t->k.reorder * copies;
}

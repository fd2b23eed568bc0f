/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node as a relay through stages: what it has received, and what it sends.
 *
 * The order of work in each stage: fill the buckets, send them, receive as many. In the
 * last stage a node delivers each message at once, while others are in flight, unless the
 * mode is `blocking`.
 *
 * Memory: a send buffer for the buckets of a stage, and a growable buffer for what the
 * node receives. A stage releases the buffer of the stage before it receives; but `dual`
 * fills buckets from that buffer while it receives into the other, and has a second send
 * buffer for buckets that have not left when it fills the first one.
 */
#include <string.h>
#include "buckets.h"
#include "buffer.h"

/* A send buffer and the messages in it. */
struct send_buffer {
	char *data;
	vcube_request **sent;
	int count;
};

struct relay {
	vcube_node *self;
	enum vcube_stages_modes mode;
	struct vc_held held;            /* what it received before this stage */
	struct vc_message *got;         /* what it receives in this stage */
	struct vc_buffer buffer[2];     /* of messages: those before stage t in t % 2 */
	size_t *place, *bytes;          /* of each bucket in the send buffer */
	size_t load;                    /* bytes of all buckets */
	struct send_buffer send_buffer[2];
	struct vc_delivery delivery;    /* in the last stage */
};

static bool
is_last(const struct vc_held *h)
{
	return h->stage == h->s->count - 1;
}

/* Is `rank` another member, one to exchange messages with? */
static bool
is_other(const struct vc_held *h, int rank)
{
	return rank != VCUBE_ARRAY_IDLE && rank != h->c->rank;
}

/* The steps of the stage; the node's receiver and its sender in a step. */

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

/* --- what a node receives --------------------------------------------------------- */

/* The buffers of messages held and messages received swap after each stage. */
static struct vc_buffer *
held_in(struct relay *k)
{
	return &k->buffer[k->held.stage % 2];
}

static struct vc_buffer *
coming_into(struct relay *k)
{
	return &k->buffer[(k->held.stage + 1) % 2];
}

/* Starts with the node's own blocks, before the first stage. */
static void
begin(struct relay *k)
{
	struct vc_header *const header = vc_buffer_take(k->self, held_in(k),
						     (size_t)k->held.c->size * sizeof *header);

	vc_held_begin(k->self, &k->held, header);
}

/* Announces how much the stage receives, about as much as the node held before: blocks of
 * one length, and scattered ones, leave each node as much as it had. */
static void
expect(struct relay *k)
{
	coming_into(k)->expected = k->load;
}

/* Enters a message into the table of its stage; returns its slot. */
static int
keep(struct relay *k, int from, char *block)
{
	const struct vc_held *const h = &k->held;
	const struct vc_range range = vc_bucket_range(h, h->c->rank);
	int slot = 0;

	while (vc_stages_sender(h->s, h->stage, h->c->rank, slot) != from)
		slot++;
	k->got[slot].header = (struct vc_header *)block;
	k->got[slot].data = block + sizeof(struct vc_header) * (size_t)range.count;
	return slot;
}

/* Delivers the message in this slot if the stage does so at once. */
static void
arrived(struct relay *k, int slot)
{
	if (!is_last(&k->held) || k->mode == VCUBE_STAGES_BLOCKING)
		return;
	vc_delivery_put(k->self, &k->delivery, slot, &k->got[slot]);
	k->got[slot] = (struct vc_message){NULL, NULL};
	vc_buffer_clear(coming_into(k));
}

/* Takes the node's own bucket. */
static void
take_own(struct relay *k)
{
	const struct vc_held *const h = &k->held;
	const int me = h->c->rank;
	char *const block = vc_buffer_take(k->self, coming_into(k),
					  k->bytes[vc_stages_bucket(h->s, h->stage, me)]);

	if (block == NULL)
		return;
	vc_bucket_fill(k->self, h, me, block);
	arrived(k, keep(k, me, block));
}

/* Waits for the message from a member, unless that is no other member. */
static void
take(struct relay *k, int from)
{
	char *block;
	size_t bytes;

	if (!is_other(&k->held, from))
		return;
	block = vc_buffer_receive(k->self, coming_into(k), k->held.c->group, from, &bytes);
	if (block == NULL)
		return;
	if (vc_bucket_is_sound(&k->held, block, bytes))
		arrived(k, keep(k, from, block));
	else
		vcube_fail(k->self, "alltoallv through relays: %zu bytes from member %d are not "
			   "what their header says", bytes, from);
}

/* Delivers the messages of the last stage that are not delivered yet. */
static void
deliver(struct relay *k)
{
	for (int slot = 0; slot < vc_stages_slots(k->held.s); slot++)
		if (k->got[slot].header != NULL)
			vc_delivery_put(k->self, &k->delivery, slot, &k->got[slot]);
}

/* Releases what the node held before the stage. */
static void
release_held(struct relay *k)
{
	for (int slot = 0; slot < vc_stages_slots(k->held.s); slot++)
		k->held.messages[slot] = (struct vc_message){NULL, NULL};
	vc_buffer_free(k->self, held_in(k));
	held_in(k)->expected = 0;
}

/* Goes on to the next stage, with what this one received. */
static void
advance(struct relay *k)
{
	struct vc_message *const emptied = k->held.messages;

	vc_buffer_trim(k->self, coming_into(k));
	k->held.range = vc_bucket_range(&k->held, k->held.c->rank);
	k->held.messages = k->got;
	k->got = emptied;
	k->held.stage++;
}

/* --- what it sends: the buckets of other members ------------------------------------ */

/* Waits until all messages have left the buffer. */
static void
drain(struct relay *k, struct send_buffer *b)
{
	vcube_waitall(k->self, b->sent, b->count);
	b->count = 0;
}

static void
free_buffer(struct relay *k, struct send_buffer *b)
{
	drain(k, b);
	vcube_free(k->self, b->data);
	b->data = NULL;
}

/* Empties the buffer and makes room for all buckets of the stage but the node's own. */
static void
make_room(struct relay *k, struct send_buffer *b)
{
	const struct vc_held *const h = &k->held;
	size_t size = 0;

	free_buffer(k, b);
	k->load = 0;
	for (int step = 1; step <= steps(h); step++) {
		const int to = receiver(h, step);
		const int bucket = vc_stages_bucket(h->s, h->stage, to);
		size_t bytes;

		if (to == VCUBE_ARRAY_IDLE)
			continue;
		bytes = vc_bucket_bytes(h, to);
		k->place[bucket] = size;
		k->bytes[bucket] = bytes;
		bytes = (bytes + 7) / 8 * 8;
		k->load += bytes;
		size += is_other(h, to) ? bytes : 0;
	}
	b->data = vcube_scratch(k->self, size);
}

/* Fills the bucket of member `to`, if there is one. */
static void
fill(struct relay *k, struct send_buffer *b, int to)
{
	const struct vc_held *const h = &k->held;

	if (to == h->c->rank)
		take_own(k);
	else if (to != VCUBE_ARRAY_IDLE)
		vc_bucket_fill(k->self, h, to,
			       b->data + k->place[vc_stages_bucket(h->s, h->stage, to)]);
}

/* Sends the bucket of member `to`, if it is another one. */
static void
send(struct relay *k, struct send_buffer *b, int to)
{
	const struct vc_held *const h = &k->held;
	const int bucket = vc_stages_bucket(h->s, h->stage, to);

	if (is_other(h, to))
		b->sent[b->count++] = vcube_isend(k->self, h->c->group, to,
						  b->data + k->place[bucket], k->bytes[bucket]);
}

/* --- the stages ------------------------------------------------------------------- */

static void
all_at_once(struct relay *k, struct send_buffer *b)
{
	const struct vc_held *const h = &k->held;

	vcube_step(k->self, "send");
	for (int step = 1; step <= steps(h); step++) {
		fill(k, b, receiver(h, step));
		send(k, b, receiver(h, step));
	}
	release_held(k);
	expect(k);
	vcube_step(k->self, "receive");
	for (int step = 1; step <= steps(h); step++)
		take(k, sender(h, step));
}

/* Fills and sends a bucket before it receives that of the previous step, so that one
 * message to the node and one from it are in flight while it works. */
static void
by_turns(struct relay *k, struct send_buffer *b, struct send_buffer *old)
{
	const struct vc_held *const h = &k->held;

	expect(k);
	for (int step = 1; step <= steps(h) + 1; step++) {
		vcube_step(k->self, "exchange");
		if (step <= steps(h)) {
			fill(k, b, receiver(h, step));
			send(k, b, receiver(h, step));
		}
		if (step == 1)
			free_buffer(k, old);
		else
			take(k, sender(h, step - 1));
	}
	release_held(k);
}

static void
step_by_step(struct relay *k, struct send_buffer *b)
{
	const struct vc_held *const h = &k->held;

	for (int step = 1; step <= steps(h); step++)
		fill(k, b, receiver(h, step));
	release_held(k);
	expect(k);
	for (int step = 1; step <= steps(h); step++) {
		vcube_step(k->self, "exchange");
		send(k, b, receiver(h, step));
		take(k, sender(h, step));
		drain(k, b);
	}
	if (is_last(h))
		deliver(k);
}

static void
run_stage(struct relay *k)
{
	struct vc_held *const h = &k->held;
	const int turn = k->mode == VCUBE_STAGES_DUAL ? h->stage % 2 : 0;
	struct send_buffer *const b = &k->send_buffer[turn];

	vc_held_sum(h);
	make_room(k, b);
	if (vcube_failed(k->self) != 0 ||
	    (is_last(h) && !vc_delivery_begin(k->self, &k->delivery, h->c, h->s)))
		return;
	if (k->mode == VCUBE_STAGES_BLOCKING)
		step_by_step(k, b);
	else if (k->mode == VCUBE_STAGES_DUAL)
		by_turns(k, b, &k->send_buffer[!turn]);
	else
		all_at_once(k, b);
	if (is_last(h))
		vc_delivery_end(k->self, &k->delivery);
	advance(k);
}

/* Allocates all tables in one block; NULL: the node has failed. */
static void *
make_tables(struct relay *k)
{
	const struct vcube_stages *const s = k->held.s;
	const size_t slots = (size_t)vc_stages_slots(s), p = (size_t)s->array.nodes;
	char *const block = vcube_scratch(k->self, slots * (2 * sizeof(struct vc_message) +
		2 * sizeof(size_t) + 2 * sizeof(vcube_request *)) + p * sizeof(struct vc_header));

	if (block == NULL)
		return NULL;
	k->held.messages = (struct vc_message *)block;
	k->got = k->held.messages + slots;
	k->place = (size_t *)(k->got + slots);
	k->bytes = k->place + slots;
	k->send_buffer[0].sent = (vcube_request **)(k->bytes + slots);
	k->send_buffer[1].sent = k->send_buffer[0].sent + slots;
	k->held.sum = (struct vc_header *)(k->send_buffer[1].sent + slots);
	memset(block, 0, slots * 2 * sizeof(struct vc_message));
	return block;
}

static bool
is_possible(vcube_node *self, const struct vcube_stages *s)
{
	if (s->count < 1 || s->count > VCUBE_STAGES_MAX)
		(vcube_fail_with)(self, VCUBE_EINVAL, "vcube_stages_run: an algorithm has 1 to %d "
				  "stages, not %d", VCUBE_STAGES_MAX, s->count);
	return vcube_failed(self) == 0;
}

void
vcube_stages_run(vcube_node *self, const struct vcube_call *c, const struct vcube_stages *s,
		 enum vcube_stages_modes mode)
{
	const bool barriers = mode & VCUBE_STAGES_BARRIERS;
	struct relay k = {.self = self, .held = {.c = c, .s = s},
		.mode = (enum vcube_stages_modes)(mode & ~(unsigned)VCUBE_STAGES_BARRIERS)};
	void *tables;

	if (!is_possible(self, s))
		return;
	if (mode & VCUBE_STAGES_BY_ELEMENT) {
		vc_deal_run(self, c, s, (enum vcube_stages_modes)(mode & ~(unsigned)VCUBE_STAGES_BY_ELEMENT));
		return;
	}
	tables = make_tables(&k);
	if (tables == NULL)
		return;
	begin(&k);
	while (k.held.stage < s->count && vcube_failed(self) == 0) {
		if (barriers)
			vcube_barrier(self, c->group, "dissemination");
		run_stage(&k);
	}
	free_buffer(&k, &k.send_buffer[0]);
	free_buffer(&k, &k.send_buffer[1]);
	vc_buffer_free(self, &k.buffer[0]);
	vc_buffer_free(self, &k.buffer[1]);
	vcube_free(self, tables);
}

vcube_time
vcube_stages_time(const struct vcube_terms *t, vcube_time messages, vcube_time bytes,
		  vcube_time copies)
{
	return messages * (t->k.startup + t->k.per_hop) + t->k.per_byte * bytes +
	       t->k.reorder * copies;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node as a relay that deals elements one by one, as in the paper: it scans what it has received
 * and appends each element to the bucket whose turn it is, or which leads to its destination. Each
 * element carries a label, since a bucket has elements for all destinations mixed.
 *
 * So a message can be dealt before the others arrive. With `dual` it is, into the buckets of the
 * next stage, while others are in flight. With one buffer all messages wait until those of this
 * stage have left the buckets. In both cases a bucket is complete, and leaves, when its stage
 * begins. In the last stage a node delivers each message at once, unless the mode is `blocking`.
 *
 * Memory: a block for each bucket, and a growable buffer for messages that wait.
 */
#include <string.h>
#include "buckets.h"
#include "buffer.h"

_Static_assert(sizeof(struct vc_label) == VCUBE_STAGES_LABEL, "the public header tells its length");

/* The most members that labels name. */
enum { MEMBERS_MAX = 1 << 16 };

struct bucket {
	char *data;
	size_t used, size;              /* bytes */
};

struct send_buffer {
	struct bucket *buckets;
	vcube_request **sent;
	int count;
};

/* Elements one after the other: each with its label, or, before the first stage, none. */
struct run {
	const char *data;
	size_t count;
};

struct dealer {
	vcube_node *self;
	enum vcube_stages_modes mode;
	struct vc_held held;            /* of which it uses the stage and the range */
	size_t record;                  /* bytes of an element and its label */
	size_t *turn;                   /* by destination: elements dealt in this stage */
	size_t *room;                   /* by bucket: bytes of the elements to come */
	struct run *runs;               /* what waits to be dealt, see vc_stages_dealt_from() */
	struct vc_buffer received;      /* the messages among them */
	struct bucket own;              /* the bucket that it keeps */
	struct send_buffer buffer[2];
	struct vc_delivery delivery;    /* in the last stage */
};

static bool
is_last(const struct dealer *k)
{
	return k->held.stage == k->held.s->count - 1;
}

static int
steps(const struct dealer *k)
{
	return vc_stages_steps(k->held.s, k->held.stage);
}

/* The buffer of the buckets of a stage. */
static struct send_buffer *
buffer_of(struct dealer *k, int stage)
{
	return &k->buffer[k->mode == VCUBE_STAGES_DUAL ? stage % 2 : 0];
}

/* --- dealing -------------------------------------------------------------------------- */

/* Returns the bucket for the next element to a destination. */
static int
next_bucket(struct dealer *k, int stage, int to)
{
	const struct vc_held *const h = &k->held;

	if (!h->s->stage[stage].scatters)
		return vc_stages_bucket(h->s, stage, to);
	return vc_stages_turn(h->s, stage, h->c->rank, to, k->turn[to]++);
}

static void
begin_dealing(struct dealer *k)
{
	memset(k->turn, 0, (size_t)k->held.c->size * sizeof *k->turn);
}

static struct vc_label
label_of(const char *record)
{
	struct vc_label label;

	memcpy(&label, record, sizeof label);
	return label;
}

/* Makes room for the elements to come, and for as many again if others came before: more messages
 * will follow. */
static void
reserve(struct dealer *k, struct bucket *b, size_t room)
{
	const size_t size = b->used > 0 ? 2 * (b->used + room) : room;
	char *data;

	if (room == 0 || b->used + room <= b->size)
		return;
	data = vcube_scratch(k->self, size);
	if (data == NULL)
		return;
	if (b->used > 0)
		memcpy(data, b->data, b->used);
	vcube_free(k->self, b->data);
	*b = (struct bucket){data, b->used, size};
}

static void
reserve_all(struct dealer *k, struct send_buffer *buffer)
{
	for (int i = 0; i < vc_stages_slots(k->held.s); i++) {
		reserve(k, &buffer->buckets[i], k->room[i]);
		k->room[i] = 0;
	}
}

static void
append(struct dealer *k, struct bucket *b, struct vc_label label, const char *element)
{
	memcpy(b->data + b->used, &label, sizeof label);
	memcpy(b->data + b->used + sizeof label, element, k->held.c->bytes);
	b->used += k->record;
}

/* Deals the node's own blocks, before the first stage. */
static void
deal_blocks(struct dealer *k, struct send_buffer *buffer)
{
	const struct vcube_call *const c = k->held.c;
	size_t count = 0;

	begin_dealing(k);
	for (int to = 0; to < c->size; to++)
		for (size_t i = 0; i < c->in_counts[to]; i++)
			k->room[next_bucket(k, 0, to)] += k->record;
	reserve_all(k, buffer);
	begin_dealing(k);
	for (int to = 0; to < c->size && vcube_failed(k->self) == 0; to++) {
		const struct vc_label label = {(uint16_t)to, (uint16_t)c->rank};

		for (size_t i = 0; i < c->in_counts[to]; i++)
			append(k, &buffer->buckets[next_bucket(k, 0, to)], label,
			       (const char *)vcube_in(c, to) + c->bytes * i);
		count += c->in_counts[to];
	}
	vcube_charge(k->self, VCUBE_WORK_REORDER, k->record * count);
}

/* Counts the bytes that runs will add to each bucket. Returns those to all. */
static size_t
count_room(struct dealer *k, int stage, const struct run *runs, int count)
{
	size_t bytes = 0;

	for (int i = 0; i < count; i++)
		for (size_t n = 0; n < runs[i].count; n++) {
			const int to = label_of(runs[i].data + k->record * n).to;

			k->room[next_bucket(k, stage, to)] += k->record;
			bytes += k->record;
		}
	/* takes the turns back */
	for (int i = 0; k->held.s->stage[stage].scatters && i < count; i++)
		for (size_t n = 0; n < runs[i].count; n++)
			k->turn[label_of(runs[i].data + k->record * n).to]--;
	return bytes;
}

/* Deals runs into the buckets of a stage. */
static void
deal(struct dealer *k, int stage, struct send_buffer *buffer, const struct run *runs, int count)
{
	const size_t bytes = count_room(k, stage, runs, count);

	reserve_all(k, buffer);
	for (int i = 0; i < count && vcube_failed(k->self) == 0; i++)
		for (size_t n = 0; n < runs[i].count; n++) {
			const char *const record = runs[i].data + k->record * n;
			const struct vc_label label = label_of(record);

			append(k, &buffer->buckets[next_bucket(k, stage, label.to)], label,
			       record + sizeof label);
		}
	vcube_charge(k->self, VCUBE_WORK_REORDER, bytes);
}

/* --- what it sends -------------------------------------------------------------------- */

static void
wait_for_sends(struct dealer *k, struct send_buffer *b)
{
	vcube_waitall(k->self, b->sent, b->count);
	b->count = 0;
}

/* Waits until all buckets have left, and releases them. */
static void
empty(struct dealer *k, struct send_buffer *b)
{
	wait_for_sends(k, b);
	for (int i = 0; i < vc_stages_slots(k->held.s); i++) {
		vcube_free(k->self, b->buckets[i].data);
		b->buckets[i] = (struct bucket){NULL, 0, 0};
	}
}

/* Sends the bucket of the step, if it is another member's. */
static void
send(struct dealer *k, struct send_buffer *b, int step)
{
	const struct vc_held *const h = &k->held;
	const int to = vc_stages_to(h->s, h->stage, h->c->rank, step);
	const struct bucket *bucket;

	if (to == VCUBE_ARRAY_IDLE || to == h->c->rank)
		return;
	bucket = &b->buckets[vc_stages_bucket(h->s, h->stage, to)];
	b->sent[b->count++] = vcube_isend(k->self, h->c->group, to, bucket->data, bucket->used);
}

/* --- what it receives ----------------------------------------------------------------- */

/* Are these elements that a member may send to this one in this stage? With lost or corrupted
 * messages they may be anything. */
static bool
is_sound(const struct dealer *k, const char *block, size_t bytes)
{
	const struct vc_range range = vc_bucket_range(&k->held, k->held.c->rank);

	for (size_t at = 0; at + k->record <= bytes; at += k->record) {
		const struct vc_label label = label_of(block + at);
		const int distance = label.to - range.first;

		if (label.from >= k->held.c->size || distance < 0 || distance % range.step != 0 ||
		    distance / range.step >= range.count)
			return false;
	}
	return bytes % k->record == 0;
}

/* Does the stage deal, or deliver, each message when it arrives? */
static bool
is_dealt_at_once(const struct dealer *k)
{
	return k->mode == VCUBE_STAGES_DUAL || (k->mode == VCUBE_STAGES_NONBLOCKING && is_last(k));
}

/* Deals or delivers run number i, or keeps it until the stage ends. */
static void
arrived(struct dealer *k, int i, const char *data, size_t bytes)
{
	const int next = k->held.stage + 1;
	const struct run run = {data, bytes / k->record};

	if (!is_dealt_at_once(k)) {
		k->runs[i] = run;
		return;
	}
	if (is_last(k))
		vc_delivery_put_dealt(k->self, &k->delivery, i, data, bytes);
	else
		deal(k, next, buffer_of(k, next), &run, 1);
	vc_buffer_clear(&k->received);
}

/* Takes the node's own bucket out of the send buffer. */
static void
take_own(struct dealer *k, struct send_buffer *b)
{
	struct bucket *const bucket =
		&b->buckets[vc_stages_bucket(k->held.s, k->held.stage, k->held.c->rank)];

	vcube_free(k->self, k->own.data);
	k->own = *bucket;
	*bucket = (struct bucket){NULL, 0, 0};
	arrived(k, 0, k->own.data, k->own.used);
}

/* Waits for the message of the step, unless there is none. */
static void
take(struct dealer *k, int step)
{
	const struct vc_held *const h = &k->held;
	const int from = vc_stages_dealt_from(h->s, h->stage, h->c->rank, step);
	size_t bytes;
	char *block;

	if (from < 0)
		return;
	block = vc_buffer_receive(k->self, &k->received, h->c->group, from, &bytes);
	if (block == NULL)
		return;
	if (is_sound(k, block, bytes))
		arrived(k, step, block, bytes);
	else
		vcube_fail(k->self, "alltoallv through relays: %zu bytes from member %d are not "
			   "labelled elements for this one", bytes, from);
}

/* The number of runs that may wait. */
static int
run_count(const struct dealer *k)
{
	return vc_stages_slots(k->held.s) + 1;
}

/* Releases what has been dealt or delivered. */
static void
release_runs(struct dealer *k)
{
	memset(k->runs, 0, (size_t)run_count(k) * sizeof *k->runs);
	vc_buffer_free(k->self, &k->received);
	vcube_free(k->self, k->own.data);
	k->own = (struct bucket){NULL, 0, 0};
}

/* --- the stages ----------------------------------------------------------------------- */

/* Fills the buckets of the stage, unless they have been filled while messages arrived. */
static void
fill(struct dealer *k, struct send_buffer *b)
{
	if (k->held.stage == 0) {
		deal_blocks(k, b);
	} else if (k->mode != VCUBE_STAGES_DUAL) {
		empty(k, b);
		begin_dealing(k);
		deal(k, k->held.stage, b, k->runs, run_count(k));
		release_runs(k);
	}
}

static void
all_at_once(struct dealer *k, struct send_buffer *b)
{
	vcube_step(k->self, "send");
	for (int step = 1; step <= steps(k); step++)
		send(k, b, step);
	if (k->mode == VCUBE_STAGES_DUAL) {
		empty(k, buffer_of(k, k->held.stage + 1));
		begin_dealing(k);
	}
	take_own(k, b);
	vcube_step(k->self, "receive");
	for (int step = 1; step <= steps(k); step++)
		take(k, step);
}

static void
step_by_step(struct dealer *k, struct send_buffer *b)
{
	take_own(k, b);
	for (int step = 1; step <= steps(k); step++) {
		vcube_step(k->self, "exchange");
		send(k, b, step);
		take(k, step);
		wait_for_sends(k, b);
	}
}

/* Delivers what waits after the last stage. */
static void
deliver(struct dealer *k)
{
	for (int i = 0; i < run_count(k); i++)
		if (k->runs[i].data != NULL)
			vc_delivery_put_dealt(k->self, &k->delivery, i, k->runs[i].data,
					      k->record * k->runs[i].count);
	vc_delivery_end(k->self, &k->delivery);
}

static void
run_stage(struct dealer *k)
{
	struct vc_held *const h = &k->held;
	struct send_buffer *const b = buffer_of(k, h->stage);

	fill(k, b);
	if (vcube_failed(k->self) != 0 ||
	    (is_last(k) && !vc_delivery_begin(k->self, &k->delivery, h->c, h->s)))
		return;
	if (k->mode == VCUBE_STAGES_BLOCKING)
		step_by_step(k, b);
	else
		all_at_once(k, b);
	if (is_last(k))
		deliver(k);
	h->range = vc_bucket_range(h, h->c->rank);
	h->stage++;
}

/* Allocates all tables in one block; NULL: the node has failed. */
static void *
make_tables(struct dealer *k)
{
	const size_t slots = (size_t)vc_stages_slots(k->held.s), p = (size_t)k->held.c->size;
	const size_t bytes = p * sizeof *k->turn + slots * (sizeof *k->room +
		2 * sizeof(struct bucket) + 2 * sizeof(vcube_request *)) +
		(size_t)run_count(k) * sizeof *k->runs;
	char *const block = vcube_scratch(k->self, bytes);

	if (block == NULL)
		return NULL;
	memset(block, 0, bytes);
	k->turn = (size_t *)block;
	k->room = k->turn + p;
	k->runs = (struct run *)(k->room + slots);
	k->buffer[0].buckets = (struct bucket *)(k->runs + run_count(k));
	k->buffer[1].buckets = k->buffer[0].buckets + slots;
	k->buffer[0].sent = (vcube_request **)(k->buffer[1].buckets + slots);
	k->buffer[1].sent = k->buffer[0].sent + slots;
	return block;
}

void
vc_deal_run(vcube_node *self, const struct vcube_call *c, const struct vcube_stages *s,
	    enum vcube_stages_modes mode)
{
	struct dealer k = {
		.self = self, .held = {.c = c, .s = s, .range = {0, 1, c->size}},
		.mode = (enum vcube_stages_modes)(mode & ~(unsigned)VCUBE_STAGES_BARRIERS),
		.record = sizeof(struct vc_label) + c->bytes,
	};
	void *tables;

	if (c->size > MEMBERS_MAX)
		vcube_fail(self, "alltoallv through relays: labels of elements name %d members, not %d",
			   MEMBERS_MAX, c->size);
	tables = vcube_failed(self) == 0 ? make_tables(&k) : NULL;
	if (tables == NULL)
		return;
	while (k.held.stage < s->count && vcube_failed(self) == 0) {
		if (mode & VCUBE_STAGES_BARRIERS)
			vcube_barrier(self, c->group, "dissemination");
		run_stage(&k);
	}
	empty(&k, &k.buffer[0]);
	empty(&k, &k.buffer[1]);
	release_runs(&k);
	vcube_free(self, tables);
}

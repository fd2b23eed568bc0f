/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The order of work in each stage: fill the buckets, send them, receive as many. In the
 * last stage a node delivers each message at once, while others are in flight, unless the
 * mode is `blocking`.
 */
#include <string.h>
#include "relay.h"

/* The partners of a node in a step of the stage. */

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

static void
all_at_once(struct vc_relay *k, struct vc_send_buffer *b)
{
	const struct vc_held *const h = &k->held;

	vcube_step(k->self, "send");
	for (int step = 1; step <= steps(h); step++) {
		vc_send_buffer_fill(k, b, receiver(h, step));
		vc_send_buffer_send(k, b, receiver(h, step));
	}
	vc_relay_release(k);
	vc_relay_expect(k);
	vcube_step(k->self, "receive");
	for (int step = 1; step <= steps(h); step++)
		vc_relay_take(k, sender(h, step));
}

/* Fills and sends a bucket before it receives that of the previous step, so that one
 * message to the node and one from it are in flight while it works. */
static void
by_turns(struct vc_relay *k, struct vc_send_buffer *b, struct vc_send_buffer *old)
{
	const struct vc_held *const h = &k->held;

	vc_relay_expect(k);
	for (int step = 1; step <= steps(h) + 1; step++) {
		vcube_step(k->self, "exchange");
		if (step <= steps(h)) {
			vc_send_buffer_fill(k, b, receiver(h, step));
			vc_send_buffer_send(k, b, receiver(h, step));
		}
		if (step == 1)
			vc_send_buffer_free(k, old);
		else
			vc_relay_take(k, sender(h, step - 1));
	}
	vc_relay_release(k);
}

static void
step_by_step(struct vc_relay *k, struct vc_send_buffer *b)
{
	const struct vc_held *const h = &k->held;

	for (int step = 1; step <= steps(h); step++)
		vc_send_buffer_fill(k, b, receiver(h, step));
	vc_relay_release(k);
	vc_relay_expect(k);
	for (int step = 1; step <= steps(h); step++) {
		vcube_step(k->self, "exchange");
		vc_send_buffer_send(k, b, receiver(h, step));
		vc_relay_take(k, sender(h, step));
		vc_send_buffer_drain(k, b);
	}
	if (vc_is_last(h))
		vc_relay_deliver(k);
}

static void
run_stage(struct vc_relay *k)
{
	struct vc_held *const h = &k->held;
	const int turn = k->mode == VCUBE_STAGES_DUAL ? h->stage % 2 : 0;
	struct vc_send_buffer *const b = &k->send_buffer[turn];

	vc_held_sum(h);
	vc_send_buffer_make(k, b);
	if (vcube_failed(k->self) != 0 ||
	    (vc_is_last(h) && !vc_delivery_begin(k->self, &k->delivery, h->c, h->s)))
		return;
	if (k->mode == VCUBE_STAGES_BLOCKING)
		step_by_step(k, b);
	else if (k->mode == VCUBE_STAGES_DUAL)
		by_turns(k, b, &k->send_buffer[!turn]);
	else
		all_at_once(k, b);
	if (vc_is_last(h))
		vc_delivery_end(k->self, &k->delivery);
	vc_relay_advance(k);
}

/* Allocates all tables in one block; NULL: the node has failed. */
static void *
make_tables(struct vc_relay *k)
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
	struct vc_relay k = {.self = self, .mode = mode, .held = {.c = c, .s = s}};
	void *const tables = is_possible(self, s) ? make_tables(&k) : NULL;

	if (tables == NULL)
		return;
	vc_relay_begin(&k);
	while (k.held.stage < s->count && vcube_failed(self) == 0)
		run_stage(&k);
	vc_send_buffer_free(&k, &k.send_buffer[0]);
	vc_send_buffer_free(&k, &k.send_buffer[1]);
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The growing queues of a channel: messages one way, credits the other. Each segment comes
 * from the pool of the side that fills it.
 */
#include "debug.h"
#include "channel.h"

/* Allocates a segment; its slots follow its head. */
static void *
segment(struct vc_pool *pool, uint32_t size, size_t slot_bytes)
{
	return vc_pool_take(pool, VC_LINE + size * slot_bytes);
}

struct vc_slot *
vc_channel_grow(struct vc_channel *c, struct vc_pool *pool, uint32_t size)
{
	struct vc_queue_segment *s = segment(pool, size, sizeof *s->slots);

	vc_debug(vc_queue_producer_check(&c->out));
	if (s == NULL)
		return NULL;
	s->size = size;
	s->slots = (struct vc_slot *)((char *)s + VC_LINE);
	vc_queue_grow(&c->out, s);
	return vc_queue_claim(&c->out, &c->in);
}

struct vc_slot *
vc_channel_front(struct vc_channel *c)
{
	struct vc_slot *slot;
	struct vc_queue_segment *old;

	while ((slot = vc_queue_front(&c->in)) == NULL && (old = vc_queue_follow(&c->in)) != NULL)
		if (old != &c->segment)
			vc_pool_give(old);
	vc_debug(vc_queue_consumer_check(&c->in));
	return slot;
}

bool
vc_channel_credit(struct vc_channel *c, struct vc_pool *pool, const struct vc_credit *credit)
{
	struct vc_credit_line *line = c->credits;
	struct vc_credit *slot = vc_credits_claim(&line->out, &line->in);

	if (slot == NULL) {
		uint32_t size = 2 * (line->out.mask + 1);
		struct vc_credits_segment *s = segment(pool, size, sizeof *slot);

		if (s == NULL)
			return false;
		s->size = size;
		s->slots = (struct vc_credit *)((char *)s + VC_LINE);
		vc_credits_grow(&line->out, s);
		slot = vc_credits_claim(&line->out, &line->in);
	}
	slot->number = credit->number;
	slot->bytes = credit->bytes;
	slot->time = credit->time;
	slot->flight = credit->flight;
	vc_credits_publish(&line->out);
	return true;
}

bool
vc_channel_credited(struct vc_channel *c, struct vc_credit *credit)
{
	struct vc_credit_line *line = c->credits;
	struct vc_credit *slot;
	struct vc_credits_segment *old;

	while ((slot = vc_credits_front(&line->in)) == NULL &&
	       (old = vc_credits_follow(&line->in)) != NULL)
		if (old != &line->segment)
			vc_pool_give(old);
	if (slot == NULL)
		return false;
	*credit = *slot;
	vc_credits_release(&line->in);
	return true;
}

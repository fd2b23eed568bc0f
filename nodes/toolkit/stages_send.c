/* SPDX-License-Identifier: BSD-2-Clause */
/* What a node sends in a stage: the buckets of other members, in a send buffer. */
#include "relay.h"

void
vc_send_buffer_drain(struct vc_relay *k, struct vc_send_buffer *b)
{
	vcube_waitall(k->self, b->sent, b->count);
	b->count = 0;
}

void
vc_send_buffer_free(struct vc_relay *k, struct vc_send_buffer *b)
{
	vc_send_buffer_drain(k, b);
	vcube_free(k->self, b->data);
	b->data = NULL;
}

void
vc_send_buffer_make(struct vc_relay *k, struct vc_send_buffer *b)
{
	const struct vc_held *const h = &k->held;
	size_t size = 0;

	vc_send_buffer_free(k, b);
	k->load = 0;
	for (int step = 1; step <= vc_stages_steps(h->s, h->stage); step++) {
		const int to = vc_stages_to(h->s, h->stage, h->c->rank, step);
		const int bucket = vc_stages_bucket(h->s, h->stage, to);
		size_t bytes;

		if (to == VCUBE_ARRAY_IDLE)
			continue;
		bytes = vc_bucket_bytes(h, to);
		k->place[bucket] = size;
		k->bytes[bucket] = bytes;
		bytes = (bytes + 7) / 8 * 8;
		k->load += bytes;
		size += vc_is_other(h, to) ? bytes : 0;
	}
	b->data = vcube_scratch(k->self, size);
}

void
vc_send_buffer_fill(struct vc_relay *k, struct vc_send_buffer *b, int to)
{
	const struct vc_held *const h = &k->held;

	if (to == h->c->rank)
		vc_relay_take_own(k);
	else if (to != VCUBE_ARRAY_IDLE)
		vc_bucket_fill(k->self, h, to,
			       b->data + k->place[vc_stages_bucket(h->s, h->stage, to)]);
}

void
vc_send_buffer_send(struct vc_relay *k, struct vc_send_buffer *b, int to)
{
	const struct vc_held *const h = &k->held;
	const int bucket = vc_stages_bucket(h->s, h->stage, to);

	if (vc_is_other(h, to))
		b->sent[b->count++] = vcube_isend(k->self, h->c->group, to,
						  b->data + k->place[bucket], k->bytes[bucket]);
}

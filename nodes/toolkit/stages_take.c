/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node receives in a stage: it keeps messages until the next stage, or delivers
 * them. The buffers of messages held and messages received swap after each stage.
 */
#include "relay.h"

static struct vc_buffer *
held_in(struct vc_relay *k)
{
	return &k->buffer[k->held.stage % 2];
}

static struct vc_buffer *
coming_into(struct vc_relay *k)
{
	return &k->buffer[(k->held.stage + 1) % 2];
}

void
vc_relay_begin(struct vc_relay *k)
{
	struct vc_header *const header = vc_buffer_take(k->self, held_in(k),
						     (size_t)k->held.c->size * sizeof *header);

	vc_held_begin(k->self, &k->held, header);
}

void
vc_relay_expect(struct vc_relay *k)
{
	coming_into(k)->expected = k->load;
}

/* Enters a message into the table of its stage; returns its slot. */
static int
keep(struct vc_relay *k, int from, char *block)
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
arrived(struct vc_relay *k, int slot)
{
	if (!vc_is_last(&k->held) || k->mode == VCUBE_STAGES_BLOCKING)
		return;
	vc_delivery_put(k->self, &k->delivery, slot, &k->got[slot]);
	k->got[slot] = (struct vc_message){NULL, NULL};
	vc_buffer_clear(coming_into(k));
}

void
vc_relay_take_own(struct vc_relay *k)
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

void
vc_relay_take(struct vc_relay *k, int from)
{
	struct vcube_status status = {0};
	char *block = NULL;

	if (!vc_is_other(&k->held, from))
		return;
	if (vcube_probe(k->self, k->held.c->group, from, &status) == 0)
		block = vc_buffer_take(k->self, coming_into(k), status.bytes);
	if (block == NULL)
		return;
	if (vcube_recv(k->self, k->held.c->group, from, block, status.bytes, NULL) != 0)
		return;
	if (vc_bucket_is_sound(&k->held, block, status.bytes))
		arrived(k, keep(k, from, block));
	else
		vcube_fail(k->self, "alltoallv by way of others: %zu bytes from member %d are not "
			   "what their header says", status.bytes, from);
}

void
vc_relay_deliver(struct vc_relay *k)
{
	for (int slot = 0; slot < vc_stages_slots(k->held.s); slot++)
		if (k->got[slot].header != NULL)
			vc_delivery_put(k->self, &k->delivery, slot, &k->got[slot]);
}

void
vc_relay_release(struct vc_relay *k)
{
	for (int slot = 0; slot < vc_stages_slots(k->held.s); slot++)
		k->held.messages[slot] = (struct vc_message){NULL, NULL};
	vc_buffer_free(k->self, held_in(k));
	held_in(k)->expected = 0;
}

void
vc_relay_advance(struct vc_relay *k)
{
	struct vc_message *const emptied = k->held.messages;

	vc_buffer_trim(k->self, coming_into(k));
	k->held.range = vc_bucket_range(&k->held, k->held.c->rank);
	k->held.messages = k->got;
	k->got = emptied;
	k->held.stage++;
}

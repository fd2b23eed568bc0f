/* SPDX-License-Identifier: BSD-2-Clause */
/* After a run: what nobody received, and every channel made empty again. */
#include "signature.h"
#include "unreceived.h"

struct tally {
	vcube_machine *machine;
	uint64_t messages, bytes;
	const struct vc_channel *first; /* by receiver, then sender */
	const struct vc_channel *odd;   /* the first whose receiver was in another call */
	uint64_t signature;             /* of the message there */
};

static bool
is_before(const struct vc_channel *c, const struct vc_channel *d)
{
	return d == NULL || c->to < d->to || (c->to == d->to && c->from < d->from);
}

/* The last collective that a channel's receiver called. */
static uint64_t
last_call(const struct tally *t, const struct vc_channel *c)
{
	return t->machine->node[c->to].calls[0].signature;
}

static void
count(struct tally *t, const struct vc_channel *c, const struct vc_slot *slot)
{
	if (is_before(c, t->first))
		t->first = c;
	if (slot->signature != 0 && slot->signature != last_call(t, c) && is_before(c, t->odd)) {
		t->odd = c;
		t->signature = slot->signature;
	}
	t->messages++;
	t->bytes += slot->bytes;
}

/* Members that return from different calls leave what they sent each other. */
static int
mismatch(const struct tally *t, struct vcube_error *error)
{
	const vcube_node *const receiver = &t->machine->node[t->odd->to];
	char sent[VC_CALL_ROOM], last[VC_CALL_ROOM];

	return vc_error(error, VCUBE_EMISMATCH,
			"node %d sent in %s what node %d, whose last collective was %s, never received",
			t->odd->from, vc_signature_text(receiver, t->signature, sent), t->odd->to,
			vc_signature_text(receiver, last_call(t, t->odd), last));
}

/* Takes every message out, and gives back what it lay in. */
static void
drain(struct vc_channel *c, struct tally *t)
{
	struct vc_slot *slot;

	while ((slot = vc_channel_front(c)) != NULL) {
		count(t, c, slot);
		if (slot->carriage == VC_BLOCK ||
		    (slot->carriage == VC_LENT && slot->lent.block != NULL &&
		     atomic_load_explicit(&slot->lent.claim, memory_order_relaxed) == VC_CLAIM_SENDER))
			vc_pool_give(slot->lent.block);
		vc_queue_release(&c->in);
	}
	if (c->in.first != &c->segment)
		vc_pool_give(c->in.first);
}

static void
drain_credits(struct vc_channel *c)
{
	struct vc_credit credit;

	if (c->credits == NULL)
		return;
	while (vc_channel_credited(c, &credit))
		;
	if (c->credits->in.first != &c->credits->segment)
		vc_pool_give(c->credits->in.first);
}

int
vc_unreceived(vcube_machine *m, struct vcube_error *error)
{
	struct tally t = {.machine = m};

	for (int r = 0; r < m->nodes; r++) {
		const struct vc_peers *out = &m->node[r].out;

		for (uint32_t i = 0; i <= out->mask; i++) {
			struct vc_channel *c = out->table[i].channel;

			if (c == NULL)
				continue;
			drain(c, &t);
			drain_credits(c);
			vc_channel_blank(c);
		}
	}
	if (t.messages == 0)
		return 0;
	if (t.odd != NULL)
		return mismatch(&t, error);
	if (t.messages == 1)
		return vc_error(error, VCUBE_EUNRECEIVED,
				"a message of %llu bytes from node %d to node %d was never received",
				(unsigned long long)t.bytes, t.first->from, t.first->to);
	return vc_error(error, VCUBE_EUNRECEIVED,
			"%llu messages (%llu bytes) were never received, the first of them from node %d "
			"to node %d", (unsigned long long)t.messages, (unsigned long long)t.bytes,
			t.first->from, t.first->to);
}

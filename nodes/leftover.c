/* SPDX-License-Identifier: BSD-2-Clause */
/* After a run: what nobody received, and every channel made empty again. */
#include "nodes/leftover.h"

struct tally {
	uint64_t messages, bytes;
	int from, to;                   /* the first, by receiver, then sender */
};

static void
count(struct tally *t, const struct vc_channel *c, const struct vc_slot *slot)
{
	if (t->messages == 0 || c->to < t->to || (c->to == t->to && c->from < t->from)) {
		t->from = c->from;
		t->to = c->to;
	}
	t->messages++;
	t->bytes += slot->bytes;
}

/* Takes every message out, and gives back what it lay in. */
static void
drain(struct vc_channel *c, struct tally *t)
{
	struct vc_slot *slot;

	while ((slot = vc_channel_front(c)) != NULL) {
		count(t, c, slot);
		if (slot->carriage == VC_BLOCK ||
		    (slot->carriage == VC_LENT &&
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
	uint64_t bytes;
	vcube_time time;

	if (c->credits == NULL)
		return;
	while (vc_channel_credited(c, &bytes, &time))
		;
	if (c->credits->in.first != &c->credits->segment)
		vc_pool_give(c->credits->in.first);
}

int
vc_leftover(vcube_machine *m, struct vcube_error *error)
{
	struct tally t = {0};

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
	return vc_error(error, VCUBE_EUNRECEIVED,
			"%llu messages (%llu bytes) were never received, the first of them from node %d "
			"to node %d", (unsigned long long)t.messages, (unsigned long long)t.bytes,
			t.from, t.to);
}

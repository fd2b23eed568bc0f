/* SPDX-License-Identifier: BSD-2-Clause */
/* After a run: counts the messages that were never received and empties every channel. */
#include "match.h"
#include "signature.h"
#include "unreceived.h"

struct unreceived {
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

/* Returns the signature of the last collective that a channel's receiver called. */
static uint64_t
last_call(const struct unreceived *u, const struct vc_channel *c)
{
	return u->machine->node[c->to].calls[0].signature;
}

static void
count(struct unreceived *u, const struct vc_channel *c, const struct vc_slot *slot)
{
	if (is_before(c, u->first))
		u->first = c;
	if (vc_label_is_call(slot->label) && slot->label != last_call(u, c) && is_before(c, u->odd)) {
		u->odd = c;
		u->signature = slot->label;
	}
	u->messages++;
	u->bytes += slot->bytes;
}

/* Reports members of a group that returned from different calls: what they sent each other
 * remains. */
static int
mismatch(const struct unreceived *u, struct vcube_error *error)
{
	const vcube_node *const receiver = &u->machine->node[u->odd->to];
	const struct vc_frame *const call = &u->machine->node[u->odd->from].calls[0];
	const bool last_of_sender = call->signature == u->signature && call->here != NULL;
	char sent[VC_CALL_ROOM], last[VC_CALL_ROOM];

	return vc_error(error, VCUBE_EMISMATCH,
			"node %d sent a message in %s%s%s that node %d, whose last collective was %s, never "
			"received", u->odd->from, vc_signature_text(receiver, u->signature, sent),
			last_of_sender ? " called at " : "", last_of_sender ? call->here : "", u->odd->to, vc_signature_text(receiver, last_call(u, u->odd), last));
}

/* Consumes every message and returns its memory to the pool. */
static void
drain(struct vc_channel *c, struct unreceived *u)
{
	struct vc_slot *slot;

	while ((slot = vc_channel_front(c)) != NULL) {
		count(u, c, slot);
		if (slot->carriage == VC_BLOCK ||
		    (slot->carriage == VC_LENT && slot->lent.block != NULL &&
		     atomic_load_explicit(&slot->lent.claim, memory_order_relaxed) == VC_CLAIM_SENDER))
			vc_pool_give(slot->lent.block);
		vc_queue_release(&c->in);
	}
	if (c->in.first != &c->segment)
		vc_pool_give(c->in.first);
}

/* The same for messages that a node set aside. */
static void
drain_asides(vcube_node *n, struct unreceived *u)
{
	struct vcube_message *a;

	while ((a = n->asides.first) != NULL || (a = n->asides.kept) != NULL) {
		count(u, a->channel, &a->slot);
		vc_aside_end(n, a, true);
	}
	n->asides.ever = false;
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
	struct unreceived u = {.machine = m};

	for (int r = 0; r < m->threads; r++) {
		const struct vc_peers *out = &m->node[r].out;

		drain_asides(&m->node[r], &u);
		for (uint32_t i = 0; i <= out->mask; i++) {
			struct vc_channel *c = out->table[i].channel;

			if (c == NULL)
				continue;
			drain(c, &u);
			drain_credits(c);
			vc_channel_blank(c);
		}
	}
	if (u.messages == 0)
		return 0;
	if (u.odd != NULL)
		return mismatch(&u, error);
	if (u.messages == 1)
		return vc_error(error, VCUBE_EUNRECEIVED,
				"a message of %llu bytes from node %d to node %d was never received",
				(unsigned long long)u.bytes, u.first->from, u.first->to);
	return vc_error(error, VCUBE_EUNRECEIVED,
			"%llu messages (%llu bytes) were never received, the first from node %d "
			"to node %d", (unsigned long long)u.messages, (unsigned long long)u.bytes,
			u.first->from, u.first->to);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* After a run: counts the messages that were never received and empties every channel. */
#include "match.h"
#include "signature.h"
#include "standing.h"
#include "unreceived.h"

enum { PAIRS_MOST = 64 };

/* Messages from one node to another. */
struct pair {
	const struct vc_channel *channel;
	uint64_t messages, bytes;
	uint32_t number;                /* of the first in its channel, */
	uint64_t label;                 /* and its label */
};

struct unreceived {
	vcube_machine *machine;
	struct pair pairs[PAIRS_MOST];  /* each channel once */
	size_t used;
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

/* Returns the pair of a channel; NULL: there are too many. */
static struct pair *
pair_of(struct unreceived *u, const struct vc_channel *c)
{
	for (size_t i = u->used; i-- > 0;)
		if (u->pairs[i].channel == c)
			return &u->pairs[i];
	if (u->used == PAIRS_MOST)
		return NULL;
	u->pairs[u->used] = (struct pair){.channel = c};
	return &u->pairs[u->used++];
}

static void
count(struct unreceived *u, const struct vc_channel *c, uint32_t number, const struct vc_slot *slot)
{
	struct pair *const pair = pair_of(u, c);

	if (pair != NULL && pair->messages++ == 0) {
		pair->number = number;
		pair->label = slot->label;
	}
	if (pair != NULL)
		pair->bytes += slot->bytes;
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
		count(u, c, vc_queue_number(&c->in), slot);
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
		count(u, a->channel, a->number, &a->slot);
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

/* Makes all channels as they are before a run. */
static void
blank(vcube_machine *m)
{
	for (int r = 0; r < m->threads; r++) {
		const struct vc_peers *const out = &m->node[r].out;

		for (uint32_t i = 0; i <= out->mask; i++) {
			struct vc_channel *const c = out->table[i].channel;

			if (c == NULL)
				continue;
			drain_credits(c);
			vc_channel_blank(c);
		}
	}
}

/* Writes a line for each pair. */
static void
write_pairs(FILE *out, const struct unreceived *u)
{
	for (size_t i = 0; i < u->used; i++) {
		const struct pair *const p = &u->pairs[i];

		fprintf(out, "from node %d to node %d: %llu message%s (%llu bytes)", p->channel->from,
			p->channel->to, (unsigned long long)p->messages, p->messages == 1 ? "" : "s",
			(unsigned long long)p->bytes);
		if (p->messages > 1)
			fputs("; the first", out);
		vc_message_describe(out, u->machine, p->channel, p->number, p->label);
		fputc('\n', out);
	}
	if (u->used == PAIRS_MOST)
		fputs("and perhaps other pairs of nodes\n", out);
}

int
vc_unreceived(vcube_machine *m, struct vcube_error *error, FILE *pairs)
{
	struct unreceived u = {.machine = m};

	for (int r = 0; r < m->threads; r++) {
		const struct vc_peers *out = &m->node[r].out;

		drain_asides(&m->node[r], &u);
		for (uint32_t i = 0; i <= out->mask; i++)
			if (out->table[i].channel != NULL)
				drain(out->table[i].channel, &u);
	}
	if (pairs != NULL)
		write_pairs(pairs, &u);
	blank(m);
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

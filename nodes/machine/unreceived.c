/* SPDX-License-Identifier: BSD-2-Clause */
/* After a run: counts the messages that were never received and empties every channel. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "match.h"
#include "remote.h"
#include "several_slots.h"
#include "signature.h"
#include "sites.h"
#include "standing.h"
#include "unreceived.h"

enum { PAIRS_MOST = 64 };

/* Messages from one node to another. */
struct pair {
	const struct vc_channel *channel;
	uint64_t messages, bytes;
	uint64_t label;                 /* of the first, */
	const char *here;               /* and the line that sent it, or NULL */
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
count(struct unreceived *u, const struct vc_channel *c, const struct vc_slot *slot)
{
	struct pair *const pair = pair_of(u, c);

	if (pair != NULL && pair->messages++ == 0) {
		pair->label = slot->label;
		pair->here = vc_site_of(u->machine, c->from, slot);
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
	const uint64_t last = last_call(u, u->odd);
	char sent[VC_CALL_ROOM], text[VC_CALL_ROOM];

	return vc_error(error, VCUBE_EMISMATCH, "node %d sent a message in %s%s%s that node %d, %s%s, never "
			"received", u->odd->from, vc_signature_text(receiver, u->signature, sent),
			last_of_sender ? " called at " : "", last_of_sender ? call->here : "", u->odd->to,
			last == 0 ? "which called no collective" : "whose last collective was ",
			last == 0 ? "" : vc_signature_text(receiver, last, text));
}

/* Consumes every message and returns its memory to the pool. */
static void
drain(struct vc_channel *c, struct unreceived *u)
{
	struct vc_slot *slot;

	while ((slot = vc_channel_front(c)) != NULL) {
		count(u, c, slot);
		if (slot->carriage == VC_BLOCK || slot->carriage == VC_HOSTED ||
		    (slot->carriage == VC_LENT && slot->lent.block != NULL &&
		     atomic_load_explicit(&slot->lent.claim, memory_order_relaxed) == VC_CLAIM_SENDER))
			vc_slot_give_block(slot);
		vc_release_front(&c->in, slot);
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
	if (c->credits->early != NULL)
		vc_pool_give(c->credits->early);
}

/* Makes a channel as it is before a run. */
static void
blank(struct vc_channel *c, struct unreceived *u)
{
	(void)u;
	drain_credits(c);
	vc_channel_blank(c);
}

static void
each_of(const struct vc_peers *peers, void (*each)(struct vc_channel *c, struct unreceived *u),
	struct unreceived *u)
{
	for (uint32_t i = 0; peers->table != NULL && i <= peers->mask; i++)
		if (peers->table[i].channel != NULL)
			each(peers->table[i].channel, u);
}

/* Calls `each` for the channels that a local node has opened, and for those from remote nodes to
 * it. */
static void
each_channel(const vcube_node *n, void (*each)(struct vc_channel *c, struct unreceived *u),
	     struct unreceived *u)
{
	each_of(&n->out, each, u);
	each_of(&n->from_remote, each, u);
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
		if (p->messages > 1 && (vc_label_is_tagged(p->label) || p->here != NULL))
			fputs("; the first", out);
		vc_message_describe(out, p->label, p->here);
		fputc('\n', out);
	}
	if (u->used == PAIRS_MOST)
		fputs("and perhaps other pairs of nodes\n", out);
}

/* What one process sends the others about its nodes. */
struct share {
	uint64_t messages, bytes;
	int from, to, odd_from, odd_to; /* -1: none */
	char mismatch[sizeof ((struct vcube_error *)0)->text];
	FILE *lines;                    /* of the sum: of all pairs */
};

static void
share_of(const struct unreceived *u, struct share *mine)
{
	struct vcube_error error;

	memset(mine, 0, sizeof *mine);
	mine->messages = u->messages;
	mine->bytes = u->bytes;
	mine->from = u->first != NULL ? u->first->from : -1;
	mine->to = u->first != NULL ? u->first->to : -1;
	mine->odd_from = u->odd != NULL ? u->odd->from : -1;
	mine->odd_to = u->odd != NULL ? u->odd->to : -1;
	if (u->odd == NULL)
		return;
	mismatch(u, &error);
	snprintf(mine->mismatch, sizeof mine->mismatch, "%s", error.text);
}

static bool
comes_before(int to, int from, int other_to, int other_from)
{
	return to >= 0 && (other_to < 0 || to < other_to || (to == other_to && from < other_from));
}

/* Adds what a process tells. */
static void
add(void *arg, int process, const void *data, size_t bytes)
{
	struct share *const sum = arg;
	struct share more;

	(void)process;
	memcpy(&more, data, sizeof more);
	fwrite((const char *)data + sizeof more, 1, bytes - sizeof more, sum->lines);
	sum->messages += more.messages;
	sum->bytes += more.bytes;
	if (comes_before(more.to, more.from, sum->to, sum->from)) {
		sum->to = more.to;
		sum->from = more.from;
	}
	if (comes_before(more.odd_to, more.odd_from, sum->odd_to, sum->odd_from)) {
		sum->odd_to = more.odd_to;
		sum->odd_from = more.odd_from;
		memcpy(sum->mismatch, more.mismatch, sizeof sum->mismatch);
	}
}

/* Compares lines of write_pairs(): by sender, then by receiver. */
static int
by_pair(const void *x, const void *y)
{
	int a[2] = {INT_MAX, INT_MAX}, b[2] = {INT_MAX, INT_MAX};

	sscanf(*(char *const *)x, "from node %d to node %d", &a[0], &a[1]);
	sscanf(*(char *const *)y, "from node %d to node %d", &b[0], &b[1]);
	if (a[0] != b[0])
		return a[0] < b[0] ? -1 : 1;
	return (a[1] > b[1]) - (a[1] < b[1]);
}

/* Writes the lines of all processes in their order. */
static void
write_sorted(FILE *out, char *text)
{
	size_t count = 0, most = 1;
	char **line, *rest = NULL;

	for (const char *c = text; *c != '\0'; c++)
		most += *c == '\n';
	line = malloc(most * sizeof *line);
	if (line == NULL)
		return;
	for (char *l = strtok_r(text, "\n", &rest); l != NULL; l = strtok_r(NULL, "\n", &rest))
		line[count++] = l;
	qsort(line, count, sizeof *line, by_pair);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s\n", line[i]);
	free(line);
}

/* Adds up what all processes have counted, and writes their pairs. */
static void
add_up(struct unreceived *u, const struct share *mine, struct share *sum, FILE *pairs)
{
	char *own = NULL, *all = NULL;
	size_t own_size = 0, all_size = 0;
	FILE *const out = open_memstream(&own, &own_size);

	sum->lines = open_memstream(&all, &all_size);
	if (out != NULL && sum->lines != NULL) {
		fwrite(mine, 1, sizeof *mine, out);
		write_pairs(out, u);
		fclose(out);
		u->machine->remote->gather(u->machine, own, own_size, add, sum);
		fclose(sum->lines);
		if (pairs != NULL)
			write_sorted(pairs, all);
	}
	free(own);
	free(all);
}

int
vc_unreceived(vcube_machine *m, struct vcube_error *error, FILE *pairs)
{
	struct unreceived u = {.machine = m};
	struct share mine, sum = {.from = -1, .to = -1, .odd_from = -1, .odd_to = -1};

	for (int r = 0; r < m->threads; r++) {
		if (vc_is_remote(m, r))
			continue;
		drain_asides(&m->node[r], &u);
		each_channel(&m->node[r], drain, &u);
	}
	share_of(&u, &mine);
	if (m->remote != NULL)
		add_up(&u, &mine, &sum, pairs);
	else if (pairs != NULL)
		write_pairs(pairs, &u);
	for (int r = 0; r < m->threads; r++)
		each_channel(&m->node[r], blank, &u);
	if (m->remote == NULL)
		sum = mine;
	if (sum.messages == 0)
		return 0;
	if (sum.odd_to >= 0)
		return vc_error(error, VCUBE_EMISMATCH, "%s", sum.mismatch);
	if (sum.messages == 1)
		return vc_error(error, VCUBE_EUNRECEIVED,
				"a message of %llu bytes from node %d to node %d was never received",
				(unsigned long long)sum.bytes, sum.from, sum.to);
	return vc_error(error, VCUBE_EUNRECEIVED,
			"%llu messages (%llu bytes) were never received, the first from node %d "
			"to node %d", (unsigned long long)sum.messages, (unsigned long long)sum.bytes,
			sum.from, sum.to);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What several of the exported forms have to know of a trace.
 */
#include <stdlib.h>
#include "export.h"
#include "tool.h"

uint64_t
message_key(const struct vcube_event *e)
{
	const bool sends = e->kind == VCUBE_EVENT_SEND;
	const uint64_t from = sends ? e->rank : (uint64_t)e->peer;
	const uint64_t to = sends ? (uint64_t)e->peer : e->rank;

	return from << 46 | to << 32 | e->number;
}

static int
by_key(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Of an event that tells of the end of a message's way. */
static bool
is_end(const vcube_trace *trace, const struct vcube_event *e)
{
	if (vcube_trace_head(trace)->clock == VCUBE_CLOCK_VIRTUAL)
		return e->kind == VCUBE_EVENT_ARRIVE;
	return e->kind == VCUBE_EVENT_GOT && e->detail == 0;
}

static void
count(struct export_network *n, const vcube_trace *trace)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		n->sent_count += e->kind == VCUBE_EVENT_SEND;
		n->come_count += is_end(trace, e);
		n->routed |= e->kind == VCUBE_EVENT_HOP;
	}
}

void
network_open(struct export_network *n, const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	const struct vcube_event *e;
	size_t sent = 0, come = 0;

	*n = (struct export_network) { 0 };
	count(n, trace);
	n->sent = grow(NULL, n->sent_count, sizeof *n->sent);
	n->come = grow(NULL, n->come_count, sizeof *n->come);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_SEND)
			n->sent[sent++] = message_key(e);
		else if (is_end(trace, e))
			n->come[come++] = message_key(e);
	qsort(n->sent, sent, sizeof *n->sent, by_key);
	qsort(n->come, come, sizeof *n->come, by_key);
	n->topology = vcube_topology_parse(vcube_trace_text(trace, head->topology), NULL);
	n->loads = n->topology && vcube_topology_links(n->topology) <= EXPORT_LINKS;
}

void
network_close(struct export_network *n)
{
	free(n->sent);
	free(n->come);
	vcube_topology_free(n->topology);
}

bool
network_has(const struct export_network *n, uint64_t key)
{
	return bsearch(&key, n->sent, n->sent_count, sizeof key, by_key) &&
	       bsearch(&key, n->come, n->come_count, sizeof key, by_key);
}

bool
network_link(const struct export_network *n, const struct vcube_event *e, int *from, int *to)
{
	if (!n->loads)
		return false;
	if (e->kind == VCUBE_EVENT_HOP) {
		vcube_topology_link_ends(n->topology, (long)e->amount, from, to);
		return *from >= 0;
	}
	*from = e->peer;
	*to = e->rank;
	return !n->routed && e->kind == VCUBE_EVENT_ARRIVE && *from != *to;
}

const char *
activity(const vcube_trace *trace, const struct vcube_event *e)
{
	static char words[80];

	switch (e->kind) {
	case VCUBE_EVENT_GOT:
		if (e->peer >= 0)
			snprintf(words, sizeof words, "receive from %d", e->peer);
		else
			snprintf(words, sizeof words, "receive from any");
		return words;
	case VCUBE_EVENT_SENT:
		snprintf(words, sizeof words, "send to %d", e->peer);
		return words;
	case VCUBE_EVENT_ALIGN:
	case VCUBE_EVENT_POLL:
		return vcube_event_name(e->kind);
	case VCUBE_EVENT_WORK:
		return vcube_trace_text(trace, e->text);
	default:
		return NULL;
	}
}

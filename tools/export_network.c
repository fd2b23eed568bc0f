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
	if (vcube_trace_head(trace)->clock != VCUBE_CLOCK_FREE)
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

/* How ranks lie on the topology, and whether messages hold their whole route. */
static bool
read_machine(struct export_network *n, const char *text)
{
	struct vcube_desc desc;
	bool fine;
	int nodes;

	vcube_desc_init(&desc);
	/* Without HOPs all of a route is held at once: it is a single link, or this is so. */
	fine = !vcube_desc_parse(&desc, text, NULL) &&
	       (n->routed || desc.switching == VCUBE_SWITCHING_CUT_THROUGH ||
		desc.routing == VCUBE_ROUTING_NONE) &&
	       (n->topology = vcube_topology_parse(desc.topology, NULL)) != NULL;
	nodes = fine ? vcube_topology_nodes(n->topology) : 0;
	n->position = grow(NULL, (size_t)nodes, sizeof *n->position);
	n->rank = grow(NULL, (size_t)nodes, sizeof *n->rank);
	n->route = grow(NULL, EXPORT_LINKS, sizeof *n->route);
	fine = fine && !vcube_mapping_parse(desc.mapping, n->topology, n->position, NULL);
	for (int r = 0; fine && r < nodes; r++)
		n->rank[n->position[r]] = r;
	vcube_desc_clear(&desc);
	return fine;
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
	n->loads = read_machine(n, vcube_trace_text(trace, head->machine)) &&
		   vcube_topology_nodes(n->topology) == (int)head->nodes &&
		   vcube_topology_links(n->topology) <= EXPORT_LINKS;
}

void
network_close(struct export_network *n)
{
	free(n->sent);
	free(n->come);
	free(n->position);
	free(n->rank);
	free(n->route);
	vcube_topology_free(n->topology);
}

bool
network_has(const struct export_network *n, uint64_t key)
{
	return bsearch(&key, n->sent, n->sent_count, sizeof key, by_key) &&
	       bsearch(&key, n->come, n->come_count, sizeof key, by_key);
}

int
network_links(const struct export_network *n, const struct vcube_event *e)
{
	if (!n->loads || e->span == 0)
		return 0;
	if (e->kind == VCUBE_EVENT_HOP) {
		n->route[0] = (long)e->amount;
		return network_link(n, 0).from >= 0;
	}
	if (n->routed || e->kind != VCUBE_EVENT_ARRIVE)
		return 0;
	return vcube_topology_route(n->topology, n->position[e->peer], n->position[e->rank],
				    n->route, EXPORT_LINKS);
}

struct export_link
network_link(const struct export_network *n, int i)
{
	const int nodes = vcube_topology_nodes(n->topology);
	int from, to;

	vcube_topology_link_ends(n->topology, n->route[i], &from, &to);
	return (struct export_link) {
		from >= 0 && from < nodes ? n->rank[from] : from,
		to >= 0 && to < nodes ? n->rank[to] : to,
	};
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the messages and links of a trace, for several exported forms.
 */
#include "base/recorded.h"
#include "base/text.h"
#include "trace/export.h"

/* Bits of a message's number: where nodes have threads, and of more nodes */
enum { NUMBER_BITS = 32, NUMBER_BITS_LARGE = 22 };

uint64_t
message_key(const struct export_network *n, const struct vcube_event *e)
{
	const bool sends = e->kind == VCUBE_EVENT_SEND || e->kind == VCUBE_EVENT_HOP;
	const uint64_t from = sends ? e->rank : (uint64_t)e->peer;
	const uint64_t to = sends ? (uint64_t)e->peer : e->rank;

	/* 62 bits */
	return n->large ? from << (NUMBER_BITS_LARGE + 20) | to << NUMBER_BITS_LARGE | e->number
			: from << (NUMBER_BITS + 14) | to << NUMBER_BITS | e->number;
}

/* What the trace has of a message, beside its key */
#define SENT (UINT64_C(1) << 62)
#define COME (UINT64_C(1) << 63)
#define KEY (SENT - 1)

/* Return the slot of a message in the table, or the one where it would go. */
static uint64_t *
find(const struct export_network *n, uint64_t key)
{
	const size_t mask = ((size_t)1 << n->bits) - 1;
	/* multiplicative hashing: by the golden ratio */
	size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - n->bits));

	while (n->messages[i] != 0 && (n->messages[i] & KEY) != key)
		i = (i + 1) & mask;
	return &n->messages[i];
}

static void
note(struct export_network *n, const struct vcube_event *e, uint64_t what)
{
	const uint64_t key = message_key(n, e) & KEY;

	*find(n, key) |= key | what;
}

/* Does the event end a message's journey? */
static bool
is_end(const vcube_trace *trace, const struct vcube_event *e)
{
	if (vcube_trace_head(trace)->clock != VCUBE_CLOCK_FREE)
		return e->kind == VCUBE_EVENT_ARRIVE;
	return e->kind == VCUBE_EVENT_GOT && e->detail == 0;
}

/* End the process if the number of a message does not fit its key. */
static void
check_number(const struct export_network *n, const struct vcube_event *e)
{
	if (n->large && e->number >> NUMBER_BITS_LARGE != 0)
		die(STATUS_LIMIT, "between nodes %u and %d there are more than %d messages, the most that "
		    "this form can tell apart on more than %d nodes; trace fewer, or write --csv",
		    e->rank, e->peer, 1 << NUMBER_BITS_LARGE, VCUBE_THREADS_MAX);
}

/* Make an empty table, at most half of which will be used. */
static void
make_table(struct export_network *n, const vcube_trace *trace)
{
	const struct vcube_event *e;
	size_t keys = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (e->kind == VCUBE_EVENT_SEND || is_end(trace, e)) {
			check_number(n, e);
			keys++;
		}
		n->routed |= e->kind == VCUBE_EVENT_HOP;
	}
	for (n->bits = 1; (size_t)1 << n->bits < 2 * keys; n->bits++)
		;
	n->messages = grow(NULL, (size_t)1 << n->bits, sizeof *n->messages);
}

/* Read the mapping of ranks to positions, and whether messages held their whole route at
 * once. Without HOPs they did, or the route is a single link. */
static void
read_machine(struct export_network *n, const vcube_trace *trace)
{
	struct vcube_desc desc;
	struct vcube_error error = { 0 };
	bool fine = read_recorded(&desc, trace) &&
		(n->topology = vcube_topology_parse(desc.topology, &error)) != NULL;
	int nodes;

	nodes = fine ? vcube_topology_nodes(n->topology) : 0;
	n->position = grow(NULL, (size_t)nodes, sizeof *n->position);
	n->rank = grow(NULL, (size_t)nodes, sizeof *n->rank);
	n->route = grow(NULL, EXPORT_LINKS, sizeof *n->route);
	fine = fine && !vcube_mapping_parse(desc.mapping, n->topology, n->position, &error);
	if (error.code == VCUBE_EHOST)
		die(STATUS_LIMIT, "out of memory");
	for (int r = 0; fine && r < nodes; r++)
		n->rank[n->position[r]] = r;
	n->routes = fine;
	n->loads = n->routed || desc.switching == VCUBE_SWITCHING_CUT_THROUGH ||
		   desc.routing == VCUBE_ROUTING_NONE;
	vcube_desc_clear(&desc);
}

struct export_network
network_open(const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct export_network n = {
		.timed = head->clock != VCUBE_CLOCK_FREE, .large = head->nodes > VCUBE_THREADS_MAX,
	};
	const struct vcube_event *e;

	make_table(&n, trace);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_SEND)
			note(&n, e, SENT);
		else if (is_end(trace, e))
			note(&n, e, COME);
	read_machine(&n, trace);
	n.routes = n.routes && head->recorded == head->nodes &&
		   vcube_topology_nodes(n.topology) == (int)head->nodes &&
		   vcube_topology_links(n.topology) <= EXPORT_LINKS;
	n.loads = n.loads && n.routes && n.timed;
	return n;
}

void
network_close(struct export_network *n)
{
	discard(n->messages);
	vcube_topology_free(n->topology);
}

bool
network_has(const struct export_network *n, uint64_t key)
{
	return *find(n, key & KEY) >= (SENT | COME);
}

size_t
network_index(const struct export_network *n, uint64_t key)
{
	return (size_t)(find(n, key & KEY) - n->messages);
}

/* Take the link of a HOP. */
static int
one_link(const struct export_network *n, const struct vcube_event *e)
{
	n->route[0] = (long)e->amount;
	return network_link(n, 0).from >= 0;
}

static int
links_between(const struct export_network *n, int from, int to)
{
	return vcube_topology_route(n->topology, n->position[from], n->position[to], n->route,
				    EXPORT_LINKS);
}

int
network_crossed(const struct export_network *n, const struct vcube_event *e)
{
	const bool lost = e->number >> 31 != 0;

	if (!n->routes)
		return 0;
	if (e->kind == VCUBE_EVENT_HOP)
		return one_link(n, e);
	if (!n->routed && n->timed && e->kind == VCUBE_EVENT_ARRIVE)
		return links_between(n, e->peer, e->rank);
	if (!n->routed && !n->timed && e->kind == VCUBE_EVENT_SEND && !lost)
		return links_between(n, e->rank, e->peer);
	return 0;
}

int
network_links(const struct export_network *n, const struct vcube_event *e)
{
	if (!n->loads || e->span == 0)
		return 0;
	return network_crossed(n, e);
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

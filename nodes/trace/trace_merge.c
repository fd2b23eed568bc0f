/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A heap of what comes next: of each log its next event, and of messages whose
 * sending has come already the arrivals, and the links, where these are noted.
 */
#include <stdlib.h>
#include "nodes/network/way.h"
#include "nodes/trace/trace_merge.h"

/* The next event of a log, or what follows from a SEND (stream -1, which comes first). */
struct entry {
	struct vc_merged m;
	int stream, from;
	uint64_t number;                /* among its like */
};

struct stream {
	struct vc_log_reader reader;
	uint64_t events;                /* read so far */
	vcube_time time;                /* of the event before */
	size_t hop;                     /* the next of its messages' links */
	uint64_t unnoted;               /* messages so far whose links were not noted */
};

struct vc_merge {
	const vcube_machine *machine;
	struct entry *heap;
	size_t used, room;
	uint64_t followed;              /* arrivals and links */
	uint64_t lost;
	bool refused;
	struct stream stream[];
};

static bool
is_before(const struct entry *a, const struct entry *b)
{
	if (a->m.event.time != b->m.event.time)
		return a->m.event.time < b->m.event.time;
	if (a->m.rank != b->m.rank)
		return a->m.rank < b->m.rank;
	if (a->stream != b->stream)
		return a->stream < b->stream;
	if (a->from != b->from)
		return a->from < b->from;
	return a->number < b->number;
}

static bool
push(struct vc_merge *g, const struct entry *e)
{
	size_t i = g->used, up;

	if (g->used == g->room) {
		struct entry *larger = realloc(g->heap, 2 * g->room * sizeof *larger);

		if (larger == NULL)
			return false;
		g->heap = larger;
		g->room *= 2;
	}
	g->used++;
	for (; i > 0 && is_before(e, &g->heap[up = (i - 1) / 2]); i = up)
		g->heap[i] = g->heap[up];
	g->heap[i] = *e;
	return true;
}

static struct entry
pop(struct vc_merge *g)
{
	const struct entry first = g->heap[0], last = g->heap[--g->used];
	size_t i = 0, down;

	while ((down = 2 * i + 1) < g->used) {
		if (down + 1 < g->used && is_before(&g->heap[down + 1], &g->heap[down]))
			down++;
		if (!is_before(&g->heap[down], &last))
			break;
		g->heap[i] = g->heap[down];
		i = down;
	}
	g->heap[i] = last;
	return first;
}

/* The next event of a log goes into the heap; but those that are too many. */
static bool
advance(struct vc_merge *g, int stream)
{
	struct stream *const s = &g->stream[stream];
	struct entry next = {.stream = stream, .m.rank = stream};

	if (!vc_log_read(&s->reader, &next.m.event))
		return true;
	if (s->events == g->machine->trace->events) {
		do
			g->lost++;
		while (vc_log_read(&s->reader, &next.m.event));
		return true;
	}
	s->events++;
	if (next.m.event.time < s->time)
		next.m.event.time = s->time;
	s->time = next.m.event.time;
	if (next.m.event.kind == VCUBE_EVENT_GOT)
		next.m.event.kind = VCUBE_EVENT_RECV;
	return push(g, &next);
}

/* What follows from a SEND, at a time. */
static struct entry
follower(struct vc_merge *g, const struct entry *send, uint8_t kind, vcube_time time)
{
	struct entry e = *send;

	e.stream = -1;
	e.from = send->stream;
	e.number = g->followed++;
	e.m.event.kind = kind;
	e.m.event.time = time;
	return e;
}

static bool
arrive(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->m.event;
	struct entry e = follower(g, send, VCUBE_EVENT_ARRIVE, v->arrival);

	e.m.rank = v->peer;
	e.m.event.peer = (int16_t)send->m.rank;
	e.m.event.span = v->arrival - v->time - v->span;
	return push(g, &e);
}

/* One link that it held. Those of a message that was lost are passed over. */
static bool
hop(struct vc_merge *g, const struct entry *send, const struct vc_hop *link)
{
	struct entry e = follower(g, send, VCUBE_EVENT_HOP, link->end);

	e.m.event.span = link->end - link->begin;
	e.m.event.amount = (uint64_t)link->link;
	return send->m.event.arrival == VC_NO_TIME || push(g, &e);
}

/* Before links changed: the whole route, from its start to its arrival. */
static bool
hop_as_described(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->m.event;
	struct vc_network *const n = vc_trace_network(g->machine);
	const int hops = vc_way_described(n, send->m.rank, v->peer);

	for (int i = 0; i < hops; i++)
		if (!hop(g, send, &(struct vc_hop){n->route[i], v->time + v->span, v->arrival}))
			return false;
	return true;
}

/* The links that it held, if those of any message were noted; none for one to its own
 * sender. */
static bool
hop_all(struct vc_merge *g, const struct entry *send)
{
	struct stream *const s = &g->stream[send->stream];
	const struct vc_network *const n = vc_trace_network(g->machine);
	const struct vc_hops *h;

	if (n == NULL || n->noting != VC_NOTE_ALL || send->m.event.peer == send->m.rank)
		return true;
	h = &n->hops[send->m.rank];
	if (s->unnoted < h->unnoted) {
		s->unnoted++;
		return hop_as_described(g, send);
	}
	for (; s->hop < h->used && h->list[s->hop].link >= 0; s->hop++)
		if (!hop(g, send, &h->list[s->hop]))
			return false;
	s->hop++;
	return true;
}

/* What follows from an event that has come: the next of its log; of a receive
 * that begins, its end; of a message that is sent, its links and its arrival. */
static bool
follow(struct vc_merge *g, const struct entry *e)
{
	const struct vc_event *const v = &e->m.event;
	struct entry next = *e;

	if (v->kind == VCUBE_EVENT_RECV) {
		next.m.event.kind = VCUBE_EVENT_GOT;
		next.m.event.time += v->span;
		g->stream[e->stream].time = next.m.event.time;
		return push(g, &next);
	}
	if (v->kind == VCUBE_EVENT_SEND &&
	    (!hop_all(g, e) || (v->arrival != VC_NO_TIME && !arrive(g, e))))
		return false;
	return e->stream < 0 || advance(g, e->stream);
}

bool
vc_merge_next(struct vc_merge *g, struct vc_merged *next)
{
	struct entry first;

	if (g->used == 0 || g->refused)
		return false;
	first = pop(g);
	*next = first.m;
	g->refused = !follow(g, &first);
	return !g->refused;
}

bool
vc_merge_refused(const struct vc_merge *g)
{
	return g->refused;
}

uint64_t
vc_merge_lost(const struct vc_merge *g)
{
	return g->lost;
}

/* Picoseconds of a tick of the host, by how long the run has taken. */
static double
tick(const vcube_machine *m)
{
	const int64_t ticks = vc_host_ticks() - m->trace->ticks, ns = vc_host_ns() - m->trace->ns;

	return m->timed ? 0 : ticks > 0 ? 1000.0 * (double)ns / (double)ticks : 1000;
}

struct vc_merge *
vc_merge_new(const vcube_machine *m)
{
	const struct vc_trace *t = m->trace;
	const double ps = tick(m);
	struct vc_merge *g = calloc(1, sizeof *g + (size_t)t->nodes * sizeof g->stream[0]);

	if (g == NULL)
		return NULL;
	g->machine = m;
	g->room = 2 * (size_t)t->nodes;
	g->heap = malloc(g->room * sizeof *g->heap);
	if (g->heap == NULL) {
		free(g);
		return NULL;
	}
	for (int i = 0; i < t->nodes; i++) {
		g->lost += t->log[i].log.lost;
		g->refused |= !vc_log_read_begin(&g->stream[i].reader, m, i, ps) || !advance(g, i);
	}
	return g;
}

void
vc_merge_free(struct vc_merge *g)
{
	if (g == NULL)
		return;
	for (int i = 0; i < g->machine->nodes; i++)
		vc_log_read_end(&g->stream[i].reader);
	free(g->heap);
	free(g);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Merges logs with a heap. It holds the next event of each log, and the arrivals of
 * messages whose SEND has been merged, with their links if these are noted.
 *
 * Under the free clock not every message has a time of its own (vc_log_lean()), so one may
 * seem to be received before it was sent. Such a receive is held, and with it the rest of
 * its log, until the message is sent.
 */
#include <stdlib.h>
#include "route.h"
#include "merge.h"

/* The next event of a log, or one that follows from a SEND (stream -1, which sorts first). */
struct entry {
	struct vc_merged m;
	int stream, from;
	uint64_t number;                /* orders those that follow from SENDs */
};

/* A priority queue of the events of all nodes, in the order that vcube/trace.h promises: a
 * binary heap. */
struct entries {
	struct entry *list;
	size_t used, room;
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

/* Returns false if memory runs out. */
static bool
push(struct entries *h, const struct entry *e)
{
	size_t i = h->used, up;

	if (h->used == h->room) {
		struct entry *larger = realloc(h->list, 2 * h->room * sizeof *larger);

		if (larger == NULL)
			return false;
		h->list = larger;
		h->room *= 2;
	}
	h->used++;
	for (; i > 0 && is_before(e, &h->list[up = (i - 1) / 2]); i = up)
		h->list[i] = h->list[up];
	h->list[i] = *e;
	return true;
}

/* Removes and returns the first entry; there must be one. */
static struct entry
pop(struct entries *h)
{
	const struct entry first = h->list[0], last = h->list[--h->used];
	size_t i = 0, down;

	while ((down = 2 * i + 1) < h->used) {
		if (down + 1 < h->used && is_before(&h->list[down + 1], &h->list[down]))
			down++;
		if (!is_before(&h->list[down], &last))
			break;
		h->list[i] = h->list[down];
		i = down;
	}
	h->list[i] = last;
	return first;
}

struct stream {
	struct vc_log_reader reader;
	uint64_t events;                /* read so far */
	vcube_time time;                /* of the event before */
	size_t hop;                     /* index of the next link of its messages */
	uint64_t unnoted;               /* number of its messages without noted links, so far */
	bool ended, holds;
	struct entry held;           /* a GOT whose message has not been sent */
};

struct vc_merge {
	const vcube_machine *machine;
	struct entries entries;
	vcube_time time;                /* of the last event merged */
	double tick;                    /* the logs' times are ticks of so many ps; 0: ps */
	int held;                       /* receives held */
	bool loose;                     /* hold no more receives */
	uint64_t followed;              /* number of arrivals and links */
	uint64_t lost;
	bool refused;
	struct stream stream[];
};

/* Is this a receive whose message has not been sent yet? */
static bool
is_early(const struct vc_merge *g, const struct entry *e)
{
	const struct vc_event *const v = &e->m.event;

	if (g->tick == 0 || g->loose || v->kind != VCUBE_EVENT_GOT || v->detail != 0 ||
	    g->stream[v->peer].ended)
		return false;
	return (int32_t)(v->number - vc_log_channel_to(&g->stream[v->peer].reader, e->stream)->come) >= 0;
}

/* Releases the receive that a log holds; it ends now. */
static bool
release(struct vc_merge *g, struct stream *s)
{
	struct vc_event *const v = &s->held.m.event;

	s->holds = false;
	g->held--;
	if (v->time < g->time) {
		v->span += g->time - v->time;
		v->time = g->time;
	}
	s->time = v->time;
	return push(&g->entries, &s->held);
}

/* Releases all receives that need not be held any more. */
static bool
release_all(struct vc_merge *g)
{
	bool done = true;

	for (int i = 0; i < g->machine->nodes && g->held > 0 && done; i++)
		if (g->stream[i].holds && !is_early(g, &g->stream[i].held))
			done = release(g, &g->stream[i]);
	return done;
}

/* Counts a message that has been sent. Lost messages have other numbers. */
static bool
count(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->m.event;
	struct stream *const from = &g->stream[send->stream], *const to = &g->stream[v->peer];
	struct vc_log_channel *const c = vc_log_channel_to(&from->reader, v->peer);

	c->come += v->number == c->come;
	return !to->holds || is_early(g, &to->held) || release(g, to);
}

/* Ends a log. Messages that it does not hold, being full, count as sent. */
static bool
end(struct vc_merge *g, struct stream *s)
{
	s->ended = true;
	return g->held == 0 || release_all(g);
}

/* Pushes the next event of a log; drops and counts those beyond the limit of events. */
static bool
advance(struct vc_merge *g, int stream)
{
	struct stream *const s = &g->stream[stream];
	struct entry next = {.stream = stream, .m.rank = stream};

	if (!vc_log_read(&s->reader, &next.m.event))
		return end(g, s);
	if (s->events == g->machine->trace->events) {
		do
			g->lost++;
		while (vc_log_read(&s->reader, &next.m.event));
		return end(g, s);
	}
	s->events++;
	if (next.m.event.time < s->time)
		next.m.event.time = s->time;
	s->time = next.m.event.time;
	if (next.m.event.kind == VCUBE_EVENT_GOT)
		next.m.event.kind = VCUBE_EVENT_RECV;
	return push(&g->entries, &next);
}

/* Returns an event of this kind that follows from a SEND. */
static struct entry
follower(struct vc_merge *g, const struct entry *send, uint8_t kind, vcube_time time)
{
	struct entry e = *send;

	e.stream = -1;
	e.from = send->stream;
	e.number = g->followed++;
	e.m.event.kind = kind;
	e.m.event.time = time;
	e.m.event.detail = 0;
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
	return push(&g->entries, &e);
}

/* Pushes a link that a message held, unless the message was lost. */
static bool
hop(struct vc_merge *g, const struct entry *send, const struct vc_hop *link)
{
	struct entry e = follower(g, send, VCUBE_EVENT_HOP, link->end);

	e.m.event.span = link->end - link->begin;
	e.m.event.amount = (uint64_t)link->link;
	return send->m.event.arrival == VC_NO_TIME || push(&g->entries, &e);
}

/* Pushes the links of a message sent before links were overridden: it held its whole route
 * from its start to its arrival. */
static bool
hop_as_described(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->m.event;
	struct vc_network *const n = g->machine->network;
	const int hops = vc_route_described(n, send->m.rank, v->peer);

	for (int i = 0; i < hops; i++)
		if (!hop(g, send, &(struct vc_hop){n->route[i], v->time + v->span, v->arrival}))
			return false;
	return true;
}

/* Pushes the links that a message held, if the network notes links. A message to its own
 * sender holds none. */
static bool
hop_all(struct vc_merge *g, const struct entry *send)
{
	struct stream *const s = &g->stream[send->stream];
	const struct vc_network *const n = g->machine->network;
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

/* Pushes what follows from an event: the next one of its log; from the beginning of a
 * receive, its end; from a message sent, its links and arrival. */
static bool
follow(struct vc_merge *g, const struct entry *e)
{
	const struct vc_event *const v = &e->m.event;
	struct entry next = *e;

	if (v->kind == VCUBE_EVENT_RECV) {
		next.m.event.kind = VCUBE_EVENT_GOT;
		next.m.event.time += v->span;
		g->stream[e->stream].time = next.m.event.time;
		return push(&g->entries, &next);
	}
	if (v->kind == VCUBE_EVENT_SEND &&
	    (!hop_all(g, e) || (v->arrival != VC_NO_TIME && !arrive(g, e)) || !count(g, e)))
		return false;
	return e->stream < 0 || advance(g, e->stream);
}

/* Takes the first event that need not be held; false: there is none, or no memory. */
static bool
take(struct vc_merge *g, struct entry *first)
{
	while (g->entries.used > 0 || g->held > 0) {
		g->loose |= g->entries.used == 0;
		g->refused = g->loose && !release_all(g);
		if (g->refused)
			return false;
		*first = pop(&g->entries);
		if (!is_early(g, first))
			return true;
		g->stream[first->stream].holds = true;
		g->stream[first->stream].held = *first;
		g->held++;
	}
	return false;
}

bool
vc_merge_next(struct vc_merge *g, struct vc_merged *next)
{
	struct entry first;

	if (g->refused || !take(g, &first))
		return false;
	*next = first.m;
	g->time = first.m.event.time;
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

struct vc_merge *
vc_merge_new(const vcube_machine *m)
{
	const struct vc_trace *t = m->trace;
	struct vc_merge *g = calloc(1, sizeof *g + (size_t)t->nodes * sizeof g->stream[0]);

	if (g == NULL)
		return NULL;
	g->machine = m;
	g->tick = m->clock->log_tick != NULL ? m->clock->log_tick(m) : 0;
	g->entries.room = 2 * (size_t)t->nodes;
	g->entries.list = malloc(g->entries.room * sizeof *g->entries.list);
	if (g->entries.list == NULL) {
		free(g);
		return NULL;
	}
	for (int i = 0; i < t->nodes; i++) {
		g->lost += t->log[i].log.lost;
		g->refused |= !vc_log_read_begin(&g->stream[i].reader, m, i, g->tick) || !advance(g, i);
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
	free(g->entries.list);
	free(g);
}

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
#include "recorded.h"

/* The next event of a log, or one that follows from a SEND (stream -1, which sorts first). */
struct entry {
	struct vc_event event;
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
	if (a->event.time != b->event.time)
		return a->event.time < b->event.time;
	if (a->event.rank != b->event.rank)
		return a->event.rank < b->event.rank;
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
	struct vc_log_reader *reader;
	const struct vc_event *at, *end;        /* without a reader: the events that are left */
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
	struct vc_log_reader *readers;  /* one a stream; NULL: without threads */
	int streams;
	struct stream stream[];
};

/* Is this a receive whose message has not been sent yet? */
static bool
is_early(const struct vc_merge *g, const struct entry *e)
{
	const struct vc_event *const v = &e->event;

	if (g->tick == 0 || g->loose || v->kind != VCUBE_EVENT_GOT || v->detail != 0 ||
	    g->stream[v->peer].ended)
		return false;
	return (int32_t)(v->number - vc_log_channel_to(g->stream[v->peer].reader, e->stream)->come) >= 0;
}

/* Releases the receive that a log holds; it ends now. */
static bool
release(struct vc_merge *g, struct stream *s)
{
	struct vc_event *const v = &s->held.event;

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

	for (int i = 0; i < g->streams && g->held > 0 && done; i++)
		if (g->stream[i].holds && !is_early(g, &g->stream[i].held))
			done = release(g, &g->stream[i]);
	return done;
}

/* Counts a message that has been sent, where receives are held. Lost messages have other
 * numbers. */
static bool
count(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->event;
	struct stream *to;
	struct vc_log_channel *c;

	if (g->tick == 0)
		return true;
	to = &g->stream[v->peer];
	c = vc_log_channel_to(g->stream[send->stream].reader, v->peer);
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

static bool
read_next(struct stream *s, struct vc_event *e)
{
	if (s->reader != NULL)
		return vc_log_read(s->reader, e);
	if (s->at == s->end)
		return false;
	*e = *s->at++;
	return true;
}

/* Pushes the next event of a log; drops and counts those beyond the limit of events. */
static bool
advance(struct vc_merge *g, int stream)
{
	struct stream *const s = &g->stream[stream];
	struct entry next = {.stream = stream, };

	if (!read_next(s, &next.event))
		return end(g, s);
	if (s->events == g->machine->trace->events) {
		do
			g->lost++;
		while (read_next(s, &next.event));
		return end(g, s);
	}
	s->events++;
	if (next.event.time < s->time)
		next.event.time = s->time;
	s->time = next.event.time;
	if (next.event.kind == VCUBE_EVENT_GOT)
		next.event.kind = VCUBE_EVENT_RECV;
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
	e.event.kind = kind;
	e.event.time = time;
	e.event.detail = 0;
	return e;
}

static bool
arrive(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->event;
	struct entry e = follower(g, send, VCUBE_EVENT_ARRIVE, v->arrival);

	e.event.rank = v->peer;
	e.event.peer = (int32_t)send->event.rank;
	e.event.span = v->arrival - v->time - v->span;
	return push(&g->entries, &e);
}

/* Pushes a link that a message held, unless the message was lost. */
static bool
hop(struct vc_merge *g, const struct entry *send, const struct vc_hop *link)
{
	struct entry e = follower(g, send, VCUBE_EVENT_HOP, link->end);

	e.event.span = link->end - link->begin;
	e.event.amount = (uint64_t)link->link;
	return send->event.arrival == VC_NO_TIME || push(&g->entries, &e);
}

/* Pushes the links of a message sent before links were overridden: it held its whole route
 * from its start to its arrival. */
static bool
hop_as_described(struct vc_merge *g, const struct entry *send)
{
	const struct vc_event *const v = &send->event;
	struct vc_network *const n = g->machine->network;
	const int hops = vc_route_described(n, send->event.rank, v->peer);

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

	if (n == NULL || n->noting != VC_NOTE_ALL || send->event.peer == send->event.rank ||
	    !vc_trace_has(g->machine->trace, send->event.rank))
		return true;
	h = &n->hops[send->event.rank];
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
	const struct vc_event *const v = &e->event;
	struct entry next = *e;

	if (v->kind == VCUBE_EVENT_RECV) {
		next.event.kind = VCUBE_EVENT_GOT;
		next.event.time += v->span;
		g->stream[e->stream].time = next.event.time;
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
vc_merge_next(struct vc_merge *g, struct vc_event *next)
{
	struct entry first;

	if (g->refused || !take(g, &first))
		return false;
	*next = first.event;
	g->time = first.event.time;
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

/* Begins a stream for each log. */
static bool
begin_logs(struct vc_merge *g)
{
	const struct vc_trace *t = g->machine->trace;
	bool done = true;

	g->readers = calloc((size_t)t->logs, sizeof *g->readers);
	if (g->readers == NULL)
		return false;
	for (int i = 0; i < t->logs; i++) {
		g->stream[i].reader = &g->readers[i];
		done &= vc_log_read_begin(g->stream[i].reader, g->machine, i, g->tick);
	}
	return done;
}

/* Begins a stream for each node without a thread that has events. */
static bool
begin_recorded(struct vc_merge *g)
{
	const vcube_machine *m = g->machine;
	uint32_t (*const counts)[2] = calloc((size_t)m->nodes, sizeof *counts);

	for (int rank = 0, i = 0; counts != NULL && rank < m->nodes; rank++) {
		const struct vc_recorded *const r = &m->trace->recorded[rank];

		if (r->used == 0)
			continue;
		vc_recorded_settle(m, rank, counts);
		g->stream[i].at = r->event;
		g->stream[i++].end = r->event + r->used;
	}
	g->lost += m->trace->unrecorded;
	free(counts);
	return counts != NULL;
}

/* Returns the number of streams to merge. */
static int
streams(const struct vc_trace *t)
{
	int used = 0;

	for (int i = 0; t->recorded != NULL && i < t->nodes; i++)
		used += t->recorded[i].used > 0;
	return t->recorded != NULL ? used : t->logs;
}

struct vc_merge *
vc_merge_new(const vcube_machine *m)
{
	const struct vc_trace *t = m->trace;
	const int many = streams(t);
	struct vc_merge *g = calloc(1, sizeof *g + (size_t)many * sizeof g->stream[0]);

	if (g == NULL)
		return NULL;
	g->machine = m;
	g->streams = many;
	g->tick = m->clock->log_tick != NULL ? m->clock->log_tick(m) : 0;
	g->entries.room = 2 * (size_t)many + 1;
	g->entries.list = malloc(g->entries.room * sizeof *g->entries.list);
	g->refused = g->entries.list == NULL || !(t->recorded != NULL ? begin_recorded(g) : begin_logs(g));
	for (int i = 0; i < t->logs; i++)
		g->lost += t->log[i].log.lost;
	for (int i = 0; i < many && !g->refused; i++)
		g->refused = !advance(g, i);
	return g;
}

void
vc_merge_free(struct vc_merge *g)
{
	if (g == NULL)
		return;
	for (int i = 0; g->readers != NULL && i < g->streams; i++)
		vc_log_read_end(&g->readers[i]);
	free(g->readers);
	free(g->entries.list);
	free(g);
}

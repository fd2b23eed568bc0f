/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the time of nodes goes, by the events of a trace.
 */
#include <string.h>
#include "base/recorded.h"
#include "base/text.h"
#include "view/parts.h"

/* A message */
struct flight {
	int from, to;
	uint32_t number;
	bool has_startup;
	vcube_time start, duration;
};

void
parts_open(struct parts_of_nodes *p, const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct vcube_desc desc;

	*p = (struct parts_of_nodes) {
		.trace = trace, .clock = grow(NULL, head->nodes, sizeof *p->clock),
		.latest = grow(NULL, head->nodes, sizeof *p->latest),
	};
	memset(p->latest, -1, head->nodes * sizeof *p->latest);
	if (read_recorded(&desc, trace)) {
		p->startup = desc.cost.startup;
		p->overhead = desc.cost.recv_overhead;
	}
	vcube_desc_clear(&desc);
}

void
parts_close(struct parts_of_nodes *p)
{
	index_close(&p->index);
	discard(p->flight);
	discard(p->clock);
	discard(p->latest);
}

static uint64_t
hash_of(int from, int to, uint32_t number)
{
	const uint32_t key[] = { (uint32_t)from, (uint32_t)to, number };

	return index_hash(key, sizeof key);
}

/* A message that is looked for, and where */
struct sought {
	const struct flight *flights;
	int from, to;
	uint32_t number;
};

static bool
is_sought(const void *what, int number)
{
	const struct sought *const s = what;
	const struct flight *const f = &s->flights[number];

	return f->from == s->from && f->to == s->to && f->number == s->number;
}

/* Return the number of a message's flight, or -1. */
static int
find(const struct parts_of_nodes *p, int from, int to, uint32_t number)
{
	const struct sought sought = { p->flight, from, to, number };

	return index_find(&p->index, hash_of(from, to, number), is_sought, &sought);
}

static const struct flight *
flight_at(const struct parts_of_nodes *p, int number)
{
	return number < 0 ? NULL : &p->flight[number];
}

static void
note_send(struct parts_of_nodes *p, const struct vcube_event *e)
{
	index_add(&p->index, hash_of(e->rank, e->peer, e->number), p->flights);
	APPEND(p->flight, p->flights, (struct flight) {
		.from = e->rank, .to = e->peer, .number = e->number, .has_startup = e->detail == 0,
		.start = e->time + e->span,
	});
}

static void
note_arrival(struct parts_of_nodes *p, const struct vcube_event *e)
{
	const int found = find(p, e->peer, e->rank, e->number);

	if (found >= 0)
		p->flight[found].duration = e->span;
	p->latest[e->rank] = found;
}

static vcube_time
least(vcube_time a, vcube_time b)
{
	return a < b ? a : b;
}

/* Divide the wait for a message: its end is the transfer, before it the start-up. */
static void
divide_wait(const struct parts_of_nodes *p, const struct flight *f, vcube_time waited,
	    struct vcube_parts *parts)
{
	const vcube_time startup = f && f->has_startup && f->duration ? p->startup : 0;

	if (f) {
		parts->transfer = least(f->duration - startup, waited);
		waited -= parts->transfer;
	}
	parts->waiting = waited - least(startup, waited);
}

static void
divide_receipt(struct parts_of_nodes *p, const struct vcube_event *e, struct vcube_parts *parts)
{
	const int found = e->detail == 1 ? -1 : find(p, e->peer, e->rank, e->number);

	divide_wait(p, flight_at(p, found), e->span > p->overhead ? e->span - p->overhead : 0, parts);
}

/* Divide the wait until the node's own message left. */
static void
divide_leaving(struct parts_of_nodes *p, const struct vcube_event *e, struct vcube_parts *parts)
{
	const struct flight *const f = flight_at(p, find(p, e->rank, e->peer, e->number));

	if (f && e->time > f->start)
		parts->transfer = least(e->time - f->start, e->span);
	parts->waiting = e->span - parts->transfer;
}

struct vcube_parts
parts_note(struct parts_of_nodes *p, const struct vcube_event *e)
{
	struct vcube_parts parts = { 0 };
	vcube_time passed, *rest = &parts.startup;

	if (e->kind == VCUBE_EVENT_SEND)
		note_send(p, e);
	else if (e->kind == VCUBE_EVENT_ARRIVE)
		note_arrival(p, e);
	/* these are about a message, not about what the node does */
	if (e->kind == VCUBE_EVENT_ARRIVE || e->kind == VCUBE_EVENT_HOP || e->kind == VCUBE_EVENT_RUN ||
	    e->kind == VCUBE_EVENT_END)
		return parts;
	if (e->kind == VCUBE_EVENT_GOT)
		divide_receipt(p, e, &parts);
	else if (e->kind == VCUBE_EVENT_SENT)
		divide_leaving(p, e, &parts);
	else if (e->kind == VCUBE_EVENT_PROBE)
		divide_wait(p, flight_at(p, p->latest[e->rank]), e->span, &parts);
	else if (e->kind == VCUBE_EVENT_ALIGN)
		parts.waiting = e->span;
	else if (e->kind == VCUBE_EVENT_WORK)
		parts.work = e->span;
	if (vcube_trace_head(p->trace)->clock != VCUBE_CLOCK_VIRTUAL)
		rest = &parts.work;
	passed = e->time - p->clock[e->rank] - parts.transfer - parts.waiting - parts.work;
	*rest += passed > 0 ? passed : 0;
	p->clock[e->rank] = e->time;
	return parts;
}

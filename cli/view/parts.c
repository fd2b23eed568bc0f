/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the time of nodes goes, by the events of a trace.
 */
#include <search.h>
#include <string.h>
#include "base/recorded.h"
#include "base/status.h"
#include "base/text.h"
#include "view/parts.h"

/* A message */
struct flight {
	int from, to;
	uint32_t number;
	bool has_startup;
	vcube_time start, duration;
};

static int
by_message(const void *a, const void *b)
{
	const struct flight *const x = a, *const y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

void
parts_open(struct parts_of_nodes *p, const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct vcube_desc desc;

	*p = (struct parts_of_nodes) {
		.trace = trace, .clock = grow(NULL, head->nodes, sizeof *p->clock),
		.latest = grow(NULL, head->nodes, sizeof *p->latest),
	};
	if (read_recorded(&desc, trace)) {
		p->startup = desc.cost.startup;
		p->overhead = desc.cost.recv_overhead;
	}
	vcube_desc_clear(&desc);
}

static void
discard_flight(void *flight)
{
	discard(flight);
}

void
parts_close(struct parts_of_nodes *p)
{
	tdestroy(p->flights, discard_flight);
	discard(p->clock);
	discard(p->latest);
}

static struct flight *
find(struct parts_of_nodes *p, int from, int to, uint32_t number)
{
	const struct flight key = { .from = from, .to = to, .number = number };
	struct flight *const *const found = tfind(&key, &p->flights, by_message);

	return found ? *found : NULL;
}

static void
note_send(struct parts_of_nodes *p, const struct vcube_event *e)
{
	struct flight *f = grow(NULL, 1, sizeof *f);

	*f = (struct flight) {
		.from = e->rank, .to = e->peer, .number = e->number, .has_startup = e->detail == 0,
		.start = e->time + e->span,
	};
	if (!tsearch(f, &p->flights, by_message))
		die(STATUS_LIMIT, "out of memory");
}

static void
note_arrival(struct parts_of_nodes *p, const struct vcube_event *e)
{
	struct flight *const f = find(p, e->peer, e->rank, e->number);

	if (f)
		f->duration = e->span;
	p->latest[e->rank] = f;
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
	const struct flight *f = e->detail == 1 ? NULL : find(p, e->peer, e->rank, e->number);

	divide_wait(p, f, e->span > p->overhead ? e->span - p->overhead : 0, parts);
}

/* Divide the wait until the node's own message left. */
static void
divide_leaving(struct parts_of_nodes *p, const struct vcube_event *e, struct vcube_parts *parts)
{
	const struct flight *f = find(p, e->rank, e->peer, e->number);

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
		divide_wait(p, p->latest[e->rank], e->span, &parts);
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

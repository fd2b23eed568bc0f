/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace in the Paje format, which pj_dump and ViTE read: the machine contains the
 * nodes, whose calls, steps and activities are states, and the links, whose load is a
 * variable; messages are arrows from node to node, and calls that may overlap from a node to
 * itself. Paje wants all lines in the order of time, so activities that only their end reports
 * are sorted first.
 */
#include <inttypes.h>
#include <stdlib.h>
#include "base/text.h"
#include "trace/export.h"

enum { DEFINE_CONTAINER, DEFINE_STATE, DEFINE_LINK, DEFINE_VARIABLE, CREATE, DESTROY, SET_STATE,
       PUSH, POP, START, END, SET };

static const char header[] =
	"%EventDef PajeDefineContainerType 0\n%  Alias string\n%  Type string\n%  Name string\n"
	"%EndEventDef\n"
	"%EventDef PajeDefineStateType 1\n%  Alias string\n%  Type string\n%  Name string\n"
	"%EndEventDef\n"
	"%EventDef PajeDefineLinkType 2\n%  Alias string\n%  Type string\n"
	"%  StartContainerType string\n%  EndContainerType string\n%  Name string\n%EndEventDef\n"
	"%EventDef PajeDefineVariableType 3\n%  Alias string\n%  Type string\n%  Name string\n"
	"%  Color color\n%EndEventDef\n"
	"%EventDef PajeCreateContainer 4\n%  Time date\n%  Alias string\n%  Type string\n"
	"%  Container string\n%  Name string\n%EndEventDef\n"
	"%EventDef PajeDestroyContainer 5\n%  Time date\n%  Type string\n%  Name string\n"
	"%EndEventDef\n"
	"%EventDef PajeSetState 6\n%  Time date\n%  Type string\n%  Container string\n"
	"%  Value string\n%EndEventDef\n"
	"%EventDef PajePushState 7\n%  Time date\n%  Type string\n%  Container string\n"
	"%  Value string\n%EndEventDef\n"
	"%EventDef PajePopState 8\n%  Time date\n%  Type string\n%  Container string\n%EndEventDef\n"
	"%EventDef PajeStartLink 9\n%  Time date\n%  Type string\n%  Container string\n"
	"%  Value string\n%  StartContainer string\n%  Key string\n%EndEventDef\n"
	"%EventDef PajeEndLink 10\n%  Time date\n%  Type string\n%  Container string\n"
	"%  Value string\n%  EndContainer string\n%  Key string\n%EndEventDef\n"
	"%EventDef PajeSetVariable 11\n%  Time date\n%  Type string\n%  Container string\n"
	"%  Value double\n%EndEventDef\n";

/* An activity, or a busy time of links, that begins before the event that reports it.
 * Everything else is written in the order of events. */
struct early {
	vcube_time time;
	uint64_t event;
};

struct writer {
	const vcube_trace *trace;
	FILE *out;
	struct export_network network;
	struct early *early;            /* sorted by time, then by event */
	size_t used, room;
	int *depth;                     /* of the calls of each node */
};

static void
print_time(struct writer *w, int event, vcube_time t)
{
	fprintf(w->out, "%d %" PRId64 ".%012" PRId64 " ", event, t / 1000000000000,
		t % 1000000000000);
}

/* Write text in quotation marks, without any inside. */
static void
print_text(struct writer *w, const char *text)
{
	putc('"', w->out);
	for (; *text; text++)
		putc(*text == '"' || *text == '\n' || *text == '\\' ? ' ' : *text, w->out);
	putc('"', w->out);
}

static void
state(struct writer *w, int event, vcube_time time, char type, int node, const char *value)
{
	print_time(w, event, time);
	fprintf(w->out, "%c n%d ", type, node);
	if (value)
		print_text(w, value);
	putc('\n', w->out);
}

static void
add(struct writer *w, vcube_time time, uint64_t event)
{
	if (w->used == w->room) {
		w->room += w->room / 2 + 1024;
		w->early = grow(w->early, w->room, sizeof *w->early);
	}
	w->early[w->used++] = (struct early) { time, event };
}

static int
by_time(const void *a, const void *b)
{
	const struct early *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->event > y->event) - (x->event < y->event);
}

/* Is it an activity that takes time? Others are left out. */
static bool
is_active(const struct writer *w, const struct vcube_event *e)
{
	return e->span > 0 && activity(w->trace, e);
}

/* Is it the end of a call that may overlap others? */
static bool
is_overlapping(const struct vcube_event *e)
{
	return e->kind == VCUBE_EVENT_DONE;
}

static void
collect(struct writer *w)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(w->trace, i)) != NULL; i++)
		if (is_active(w, e) || is_overlapping(e) || network_links(&w->network, e) > 0)
			add(w, e->time - e->span, i);
	qsort(w->early, w->used, sizeof *w->early, by_time);
}

/* Write one end of an arrow, at the node of the event. */
static void
arrow(struct writer *w, const struct vcube_event *e, int event, uint64_t bytes)
{
	if (!network_has(&w->network, message_key(&w->network, e)))
		return;
	print_time(w, event, e->time);
	fprintf(w->out, "M m \"%" PRIu64 " B\" n%d k%" PRIu64 "\n", bytes, e->rank,
		message_key(&w->network, e));
}

static void
other(struct writer *w, const struct vcube_event *e)
{
	const bool is_timed = vcube_trace_head(w->trace)->clock != VCUBE_CLOCK_FREE;
	const char *words = vcube_trace_text(w->trace, e->text);

	switch (e->kind) {
	case VCUBE_EVENT_CALL:
		w->depth[e->rank]++;
		state(w, PUSH, e->time, 'C', e->rank, words);
		break;
	case VCUBE_EVENT_RETURN:
		if (w->depth[e->rank] > 0) {
			w->depth[e->rank]--;
			state(w, POP, e->time, 'C', e->rank, NULL);
			state(w, SET_STATE, e->time, 'S', e->rank, "-");
		}
		break;
	case VCUBE_EVENT_STEP:
		state(w, SET_STATE, e->time, 'S', e->rank, words);
		break;
	case VCUBE_EVENT_SEND:
		arrow(w, e, START, e->amount);
		break;
	case VCUBE_EVENT_ARRIVE:
		arrow(w, e, END, e->amount);
		break;
	case VCUBE_EVENT_GOT:
		if (!is_timed && e->detail == 0)
			arrow(w, e, END, e->amount);
		break;
	default:
		break;
	}
}

static void
links(struct writer *w, const struct vcube_event *e, vcube_time time, bool busy)
{
	for (int i = network_links(&w->network, e); i > 0; i--) {
		const struct export_link link = network_link(&w->network, i - 1);

		print_time(w, SET, time);
		fprintf(w->out, "V l%d-%d %d\n", link.from, link.to, busy);
	}
}

/* Write one end of a call that may overlap others. */
static void
overlapping(struct writer *w, const struct vcube_event *e, int event, vcube_time time)
{
	print_time(w, event, time);
	fputs("B m ", w->out);
	print_text(w, vcube_trace_text(w->trace, e->text));
	fprintf(w->out, " n%d b%d.%" PRIu32 "\n", e->rank, e->rank, e->number);
}

static void
begins(struct writer *w, const struct early *early)
{
	const struct vcube_event *e = vcube_trace_at(w->trace, early->event);

	if (is_active(w, e))
		state(w, PUSH, early->time, 'A', e->rank, activity(w->trace, e));
	else if (is_overlapping(e))
		overlapping(w, e, START, early->time);
	else
		links(w, e, early->time, true);
}

static void
print_all(struct writer *w)
{
	const struct early *next = w->early, *end = w->early + w->used;
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(w->trace, i)) != NULL; i++) {
		for (; next < end && by_time(next, &(struct early) { e->time, i }) < 0; next++)
			begins(w, next);
		other(w, e);
		if (is_active(w, e))
			state(w, POP, e->time, 'A', e->rank, NULL);
		else if (is_overlapping(e))
			overlapping(w, e, END, e->time);
		else
			links(w, e, e->time, false);
	}
}

static void
define(struct writer *w)
{
	fputs(header, w->out);
	fprintf(w->out, "%d T 0 \"machine\"\n%d N T \"node\"\n", DEFINE_CONTAINER, DEFINE_CONTAINER);
	fprintf(w->out, "%d C N \"call\"\n%d S N \"step\"\n%d A N \"activity\"\n", DEFINE_STATE,
		DEFINE_STATE, DEFINE_STATE);
	fprintf(w->out, "%d M T N N \"message\"\n%d B T N N \"overlapping call\"\n", DEFINE_LINK,
		DEFINE_LINK);
	fprintf(w->out, "%d L T \"link\"\n%d V L \"busy\" \"0.5 0.5 0.5\"\n", DEFINE_CONTAINER,
		DEFINE_VARIABLE);
}

static void
create_link(struct writer *w, struct export_link link)
{
	print_time(w, CREATE, 0);
	fprintf(w->out, "l%d-%d L m \"link %d-%d\"\n", link.from, link.to, link.from, link.to);
	print_time(w, SET, 0);
	fprintf(w->out, "V l%d-%d 0\n", link.from, link.to);
}

/* Create the links that are occupied at some time, each once. */
static void
create_links(struct writer *w)
{
	const size_t vertices = w->network.loads ? (size_t)vcube_topology_vertices(w->network.topology) : 0;
	bool *seen = grow(NULL, vertices * vertices, sizeof *seen);
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(w->trace, i)) != NULL; i++)
		for (int k = network_links(&w->network, e); k > 0; k--) {
			const struct export_link link = network_link(&w->network, k - 1);
			bool *known = &seen[(size_t)link.from * vertices + (size_t)link.to];

			if (!*known)
				create_link(w, link);
			*known = true;
		}
}

static void
create(struct writer *w)
{
	const struct vcube_trace_head *head = vcube_trace_head(w->trace);

	print_time(w, CREATE, 0);
	fputs("m T 0 ", w->out);
	print_text(w, vcube_trace_text(w->trace, head->machine));
	putc('\n', w->out);
	for (uint32_t i = head->first; i < head->first + head->recorded; i++) {
		print_time(w, CREATE, 0);
		fprintf(w->out, "n%u N m \"node %u\"\n", i, i);
	}
	create_links(w);
}

/* Destroy the containers; states left open, as after a failure, end with them. */
static void
destroy(struct writer *w)
{
	const struct vcube_trace_head *head = vcube_trace_head(w->trace);

	for (uint32_t i = head->first; i < head->first + head->recorded; i++) {
		print_time(w, DESTROY, head->time);
		fprintf(w->out, "N n%u\n", i);
	}
	print_time(w, DESTROY, head->time);
	fputs("T m\n", w->out);
}

void
export_paje(const vcube_trace *trace, FILE *out)
{
	struct writer w = {
		.trace = trace, .out = out, .network = network_open(trace),
		.depth = grow(NULL, vcube_trace_head(trace)->nodes, sizeof *w.depth),
		.early = grow(NULL, 1, sizeof *w.early),
	};

	define(&w);
	create(&w);
	collect(&w);
	print_all(&w);
	destroy(&w);
	discard(w.early);
	network_close(&w.network);
}

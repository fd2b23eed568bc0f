/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace as the JSON that cli/view/page/page.js reads.
 */
#include <inttypes.h>
#include <math.h>
#include "base/status.h"
#include "base/text.h"
#include "view/view.h"

void
view_string(FILE *out, const char *text)
{
	putc('"', out);
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c < ' ' || c == '"' || c == '\\' || c == '<')
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

void
view_field(FILE *out, const char *name, const char *text)
{
	fprintf(out, "\"%s\":", name);
	view_string(out, text);
	fputs(",\n", out);
}

/* Convert pixels to thousandths of the pitch of the library's pictures: printf() would write
 * a fraction by the locale. */
static long
thousandths(double pixels)
{
	return lround(1000 * pixels / VCUBE_PITCH);
}

/* Write wires: their ends, the lower vertex first, and how far they bend, in thousandths of
 * the pitch. Draw none if there are too many. */
static void
write_wires(FILE *out, const vcube_topology *t)
{
	const int most = 4096;
	int count = 0;

	fputs("\"wires\":[", out);
	if (vcube_topology_links(t) <= 2 * most)
		for (int v = 0; v < vcube_topology_vertices(t); v++)
			for (int port = 0; port < vcube_topology_ports(t); port++) {
				const int there = vcube_topology_neighbor(t, v, port);

				if (there > v)
					fprintf(out, "%s[%d,%d,%ld]", count++ ? "," : "", v, there,
						thousandths(vcube_topology_bend(t, v, port)));
			}
	fputs("],\n", out);
}

/* Return the position of each rank. */
static int *
positions_of(const vcube_topology *t, const char *mapping)
{
	const int nodes = vcube_topology_nodes(t);
	int *position = grow(NULL, (size_t)nodes, sizeof *position);

	if (vcube_mapping_parse(mapping, t, position, NULL) != 0)
		for (int i = 0; i < nodes; i++)
			position[i] = i;
	return position;
}

/* Write where vertices lie in the picture, and the position of each rank. Without a picture,
 * place all in a row. */
static void
write_places(FILE *out, const vcube_topology *t, const int *position)
{
	const int nodes = vcube_topology_nodes(t), vertices = vcube_topology_vertices(t);
	double *x = grow(NULL, (size_t)vertices, sizeof *x), *y = grow(NULL, (size_t)vertices, sizeof *y);
	const bool placed = vcube_topology_place(t, x, y) == 0;

	fputs("\"places\":[", out);
	for (int v = 0; v < vertices; v++)
		fprintf(out, "%s[%ld,%ld]", v ? "," : "", placed ? thousandths(x[v]) : 1000L * v,
			placed ? thousandths(y[v]) : 0);
	fputs("],\"position\":[", out);
	for (int i = 0; i < nodes; i++)
		fprintf(out, "%s%d", i ? "," : "", position[i]);
	fputs("],\n", out);
}

/* Write that groups have no places, and each is at its own position. */
static void
write_groups(FILE *out, int groups)
{
	fputs("\"places\":[],\"position\":[", out);
	for (int i = 0; i < groups; i++)
		fprintf(out, "%s%d", i ? "," : "", i);
	fputs("],\"wires\":[],\n", out);
}

static const struct vcube_event *
first_call(const vcube_trace *trace)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_CALL)
			return e;
	return NULL;
}

static void
write_texts(FILE *out, const vcube_trace *trace)
{
	fputs("\"texts\":[", out);
	for (uint32_t i = 0; i < vcube_trace_head(trace)->texts; i++) {
		if (i)
			putc(',', out);
		view_string(out, vcube_trace_text(trace, i));
	}
	fputs("],\n\"kinds\":[", out);
	for (int kind = 0; kind < VCUBE_EVENTS_COUNT; kind++)
		fprintf(out, "%s\"%s\"", kind ? "," : "", vcube_event_name(kind));
	fputs("],\n", out);
}

/* Write the ends of each link of the route. */
static void
write_route(FILE *out, const vcube_topology *t, int from, int to)
{
	const int count = vcube_topology_route(t, from, to, NULL, 0);
	long *links;

	if (count <= 0)
		return;
	links = grow(NULL, (size_t)count, sizeof *links);
	vcube_topology_route(t, from, to, links, count);
	for (int i = 0; i < count; i++) {
		vcube_topology_link_ends(t, links[i], &from, &to);
		fprintf(out, ",%d,%d", from, to);
	}
	discard(links);
}

/* The depth of nested calls down to which their blocks are known */
enum { DEPTHS = 8 };

/* The block size of each node's open calls, by depth; 0: no call, or no blocks */
struct blocks {
	bool sets;                      /* see view_sets() */
	uint64_t begun;                 /* block size of the CALL just before; 0: none */
	uint64_t bytes[VIEW_NODES][DEPTHS];
};

/* Bytes that identify a block; a set of nodes has two numbers */
enum { CELL = 8, SET = 16 };
/* The most elements written of the program's own memory */
enum { ELEMENTS = 64 };

/* Take the events in order: CALL and GROUP set the block size from there on. */
static void
note_call(struct blocks *b, const struct vcube_event *e)
{
	if (e->kind == VCUBE_EVENT_CALL)
		b->begun = e->amount;
	else if (e->kind == VCUBE_EVENT_GROUP && e->detail < DEPTHS)
		b->bytes[e->rank][e->detail] = b->begun;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Write a MEMORY event: the beginnings of its cells, bytes of each, bytes in all. A cell is a
 * block of the call that works in that memory, or an element of memory that the program
 * watches. */
static void
write_contents(FILE *out, const vcube_trace *trace, const struct blocks *b,
	       const struct vcube_event *e)
{
	const unsigned char *bytes = vcube_trace_contents(trace, e);
	const uint64_t size = e->detail == 255 ? CELL : vcube_type_size(e->detail);
	const uint64_t element = size ? size : CELL;
	const bool called = e->peer > 0 && e->peer < DEPTHS;
	const uint64_t block = called ? b->bytes[e->rank][e->peer] : 0;
	const uint64_t cell = block ? block : element, most = b->sets ? SET : CELL;
	const uint64_t kept = least(cell, element > most ? element : most);
	const uint64_t end = e->peer == 0 ? least(e->number, ELEMENTS * element) : e->number;

	fputs(",\"", out);
	for (uint64_t at = 0; at < end; at += cell)
		for (uint64_t i = at; i < least(at + kept, end); i++)
			fprintf(out, "%02x", bytes[i]);
	fprintf(out, "\",%d,%d", (int)kept, (int)end);
}

/* Begin an event: kind, time, span, rank, peer, number, amount, text, detail. */
static void
write_row(FILE *out, const struct vcube_event *e)
{
	fprintf(out, "[%u,%" PRId64 ",%" PRId64 ",%u,%d,%u,%" PRIu64 ",%u,%u", e->kind,
		(int64_t)e->time, e->span, e->rank, e->peer, e->number, e->amount, e->text,
		e->detail);
}

/* Write a SEND, with a detail of 1 if it has no start-up of its own, followed by the ends of
 * the links of its route. */
static void
write_send(FILE *out, const vcube_topology *t, const int *position, bool startup,
	   const struct vcube_event *e)
{
	struct vcube_event send = *e;

	send.detail = !startup;
	write_row(out, &send);
	write_route(out, t, position[e->rank], position[e->peer]);
	putc(']', out);
}

/* Write any other event: a HOP is followed by the ends of its link, MEMORY by its contents. */
static void
write_event(FILE *out, const vcube_trace *trace, const vcube_topology *t,
	    const struct blocks *blocks, const struct vcube_event *e)
{
	int from, to;

	write_row(out, e);
	if (e->kind == VCUBE_EVENT_HOP) {
		vcube_topology_link_ends(t, (long)e->amount, &from, &to);
		fprintf(out, ",%d,%d", from, to);
	} else if (e->kind == VCUBE_EVENT_MEMORY) {
		write_contents(out, trace, blocks, e);
	}
	putc(']', out);
}

static void
write_events(FILE *out, const vcube_trace *trace, const vcube_topology *t, const int *position)
{
	struct blocks blocks = { .sets = view_sets(trace) };
	struct view_startups startups = view_startups(trace);
	const struct vcube_event *e;

	fprintf(out, "\"sets\":%s,\n\"events\":[", blocks.sets ? "true" : "false");
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (i)
			fputs(",\n", out);
		note_call(&blocks, e);
		if (e->kind == VCUBE_EVENT_SEND)
			write_send(out, t, position, view_has_startup(&startups, e), e);
		else
			write_event(out, trace, t, &blocks, e);
	}
	fputs("]}\n", out);
}

/* Write which nodes wait for which, for a failed run whose events are summed up. */
static void
write_waits(FILE *out, const vcube_trace *trace)
{
	const struct vcube_event *e;
	bool any = false;

	fputs("\"waits\":[", out);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_WAIT) {
			fputs(any ? ",\n" : "", out);
			write_row(out, e);
			putc(']', out);
			any = true;
		}
	fputs("],\n", out);
}

static void
write_head(FILE *out, const vcube_trace *trace)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);

	fputs("{", out);
	view_field(out, "title", vcube_trace_text(trace, h->title));
	view_field(out, "machine", vcube_trace_text(trace, h->machine));
	view_field(out, "topology", vcube_trace_text(trace, h->topology));
	view_field(out, "mapping", vcube_trace_text(trace, h->mapping));
	view_field(out, "error", vcube_trace_text(trace, h->error));
	view_field(out, "report", vcube_trace_text(trace, h->report));
	fprintf(out, "\"nodes\":%u,\"clock\":%u,\"seed\":%" PRIu64 ",\"time\":%" PRId64
		",\"code\":%" PRId64 ",\"lost\":%" PRIu64 ",\"recorded\":%" PRIu64 ",\n",
		h->nodes, h->clock, h->seed, (int64_t)h->time, h->code, h->lost, h->events);
}

void
view_write(FILE *out, vcube_trace *trace)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);
	struct vcube_error error;
	vcube_topology *t = vcube_topology_parse(vcube_trace_text(trace, h->topology), &error);
	const int groups = h->nodes < VIEW_NODES ? (int)h->nodes : VIEW_NODES;
	int *position;

	if (!t)
		die(STATUS_FAILED, "%s", error.text);
	position = positions_of(t, vcube_trace_text(trace, h->mapping));
	write_head(out, trace);
	view_formula(out, trace, first_call(trace));
	write_texts(out, trace);
	if (h->nodes <= VIEW_NODES && h->events <= VIEW_EVENTS) {
		write_places(out, t, position);
		write_wires(out, t);
		write_events(out, trace, t, position);
	} else {
		write_groups(out, groups);
		if (h->code)
			write_waits(out, trace);
		view_write_sums(out, trace, t, position, groups);
	}
	vcube_topology_free(t);
}

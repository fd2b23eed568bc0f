/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace as the JSON that cli/view/page/page.js reads.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/recorded.h"
#include "base/status.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/units.h"
#include "view/contents.h"
#include "view/parts.h"
#include "view/rows.h"
#include "view/view.h"

/* The most nodes whose memory the page shows; a machine that is too large becomes that many
 * groups */
enum { NODES = 64 };
/* The most nodes that it shows singly */
enum { SINGLE = 1024 };
/* The most events in a page; a longer run becomes BINS equal parts of time */
enum { EVENTS = 200000, BINS = 128 };

/* Write a JSON string that is also safe inside <script>. */
static void
write_string(FILE *out, const char *text)
{
	putc('"', out);
	for (text = utf8_text(text); *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c < ' ' || c == '"' || c == '\\' || c == '<')
			fprintf(out, "\\u%04x", c);
		else
			putc(c, out);
	}
	putc('"', out);
}

static void
write_field(FILE *out, const char *name, const char *text)
{
	fprintf(out, "\"%s\":", name);
	write_string(out, text);
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
	const int most = 8192;
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
	const int code = vcube_topology_place(t, x, y);
	const bool placed = code == 0;

	if (code == VCUBE_EHOST)
		die(STATUS_LIMIT, "out of memory");
	fputs("\"places\":[", out);
	for (int v = 0; v < vertices; v++)
		fprintf(out, "%s[%ld,%ld]", v ? "," : "", placed ? thousandths(x[v]) : 1000L * v,
			placed ? thousandths(y[v]) : 0);
	fputs("],\"position\":[", out);
	for (int i = 0; i < nodes; i++)
		fprintf(out, "%s%d", i ? "," : "", position[i]);
	fputs("],\n", out);
}

/* Write where nodes are, unless they are too many for a picture. */
static void
write_picture(FILE *out, const vcube_topology *t, const int *position)
{
	if (vcube_topology_nodes(t) > SINGLE) {
		fputs("\"places\":[],\"position\":[],\"wires\":[],\n", out);
		return;
	}
	write_places(out, t, position);
	write_wires(out, t);
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

/* Return the call's name: with its options, from the title, if the run consisted of that
 * call alone; else without. */
static const char *
name_of(const vcube_trace *trace, const struct vcube_event *call)
{
	const char *const name = vcube_trace_text(trace, call->text);
	const char *const title = vcube_trace_text(trace, vcube_trace_head(trace)->title);
	const size_t length = strlen(name);

	if (strncmp(title, name, length) == 0 && title[length] == ':')
		return text("%.*s", (int)strcspn(title, " "), title);
	return name;
}

/* Are the call's options certain? */
static bool
is_exact(const vcube_trace *trace, const char *name, const struct vcube_algorithm *a)
{
	const char *const title = vcube_trace_text(trace, vcube_trace_head(trace)->title);

	return !a->options || strncmp(title, name, strcspn(name, ".") + 1) == 0;
}

/* Find an algorithm by its name, and the settings of its options. */
static const struct vcube_algorithm *
algorithm_of(const char *name, struct vcube_setting *set)
{
	const char *dot = strchr(name, '.');
	const int collective =
		dot ? vcube_collective_parse(text("%.*s", (int)(dot - name), name), NULL) : -1;

	return collective < 0 ? NULL : vcube_algorithm_parse(collective, dot + 1, set, NULL);
}

/* Write the predicted time on the trace's machine, if there is one. */
static void
write_prediction(FILE *out, const vcube_trace *trace, const struct vcube_event *call,
		 const struct vcube_algorithm *a, const struct vcube_setting *set)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	vcube_time predicted = -1;
	struct vcube_desc desc;

	if (read_recorded(&desc, trace) && head->clock != VCUBE_CLOCK_FREE) {
		struct vcube_terms terms = vcube_terms_of(&desc, (int)call->number,
							  (size_t)call->amount);

		terms.unit = call->detail == VCUBE_TRACE_BYTES ? 1 : vcube_type_size(call->detail);
		terms.set = set;
		if (vcube_algorithm_fits(a, &terms, NULL, NULL) == 0)
			predicted = vcube_algorithm_cost(a, &terms);
		if (predicted >= 0)
			fprintf(out, "\"predicted\":%" PRId64 ",\n", (int64_t)predicted);
	}
	vcube_desc_clear(&desc);
}

/* Write the name of a call, its formula, if it has one, and its time on this machine. */
static void
write_formula(FILE *out, const vcube_trace *trace, const struct vcube_event *call)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = { { 0 } };
	const char *name = call ? name_of(trace, call) : "";
	const struct vcube_algorithm *a = algorithm_of(name, set);

	if (a) {
		write_field(out, "call", name);
		write_field(out, "formula", a->formula);
		if (is_exact(trace, name, a))
			write_prediction(out, trace, call, a, set);
	}
}

static void
write_texts(FILE *out, const vcube_trace *trace)
{
	fputs("\"texts\":[", out);
	for (uint32_t i = 0; i < vcube_trace_head(trace)->texts; i++) {
		if (i)
			putc(',', out);
		write_string(out, vcube_trace_text(trace, i));
	}
	fputs("],\n\"kinds\":[", out);
	for (int kind = 0; kind < VCUBE_EVENTS_COUNT; kind++)
		fprintf(out, "%s\"%s\"", kind ? "," : "", vcube_event_name(kind));
	fputs("],\n", out);
}

/* Finds the messages with a start-up of their own; ask for each in the order of the trace.
 * Messages that a node sends over all its ports at once start together, and share one. */
struct startups {
	bool together;                  /* messages that start together share one */
	vcube_time *last;               /* by node: when its last message started */
};

static struct startups
startups_of(const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct startups s = { .last = grow(NULL, head->nodes, sizeof *s.last) };
	struct vcube_desc desc;

	vcube_desc_init(&desc);
	s.together = head->clock != VCUBE_CLOCK_FREE &&
		      vcube_desc_parse(&desc, vcube_trace_text(trace, head->machine), NULL) == 0 &&
		      desc.ports == VCUBE_PORTS_ALL;
	vcube_desc_clear(&desc);
	for (uint32_t i = 0; i < head->nodes; i++)
		s.last[i] = -1;
	return s;
}

static bool
has_startup(struct startups *s, const struct vcube_event *send)
{
	const vcube_time start = send->time + send->span, last = s->last[send->rank];

	s->last[send->rank] = start;
	return send->detail == 0 && !(s->together && start == last);
}

/* Add the vertices of a route, but the first. */
static void
add_route(struct rows *rows, const vcube_topology *t, int from, int to)
{
	enum { FEW = 64 };
	long few[FEW], *links = few;
	const int count = vcube_topology_route(t, from, to, links, FEW);

	if (count > FEW) {
		links = grow(NULL, (size_t)count, sizeof *links);
		vcube_topology_route(t, from, to, links, count);
	}
	for (int i = 0; i < count; i++) {
		vcube_topology_link_ends(t, links[i], &from, &to);
		rows_add(rows, to);
	}
	if (links != few)
		discard(links);
}

/* Write a SEND, with a detail of 1 if it has no start-up of its own, and its route. */
static void
write_send(struct rows *rows, const vcube_topology *t, const int *position, bool startup,
	   const struct vcube_event *e)
{
	struct vcube_event send = *e;

	send.detail = !startup;
	add_route(rows, t, position[e->rank], position[e->peer]);
	rows_write(rows, &send);
}

/* Write any other event: a HOP with the ends of its link, MEMORY with its contents, whose place in
 * the trace gives way to what the page shows of them, and a wait with its transfer and its waiting;
 * the rest of it is start-up. */
static void
write_event(struct rows *rows, const vcube_topology *t, struct contents *contents,
	    struct vcube_parts parts, const struct vcube_event *e)
{
	struct vcube_event row = *e;
	int from, to;

	if (e->kind == VCUBE_EVENT_HOP) {
		vcube_topology_link_ends(t, (long)e->amount, &from, &to);
		rows_add(rows, from);
		rows_add(rows, to);
	} else if (e->kind == VCUBE_EVENT_MEMORY) {
		contents_write(contents, rows, e, &row);
	} else if (parts.transfer || parts.waiting) {
		rows_add(rows, parts.transfer);
		rows_add(rows, parts.waiting);
	}
	rows_write(rows, &row);
}

static void
write_events(FILE *out, const vcube_trace *trace, const vcube_topology *t, const int *position)
{
	struct contents contents;
	struct parts_of_nodes nodes;
	struct startups startups = startups_of(trace);
	const bool memory = vcube_trace_head(trace)->nodes <= NODES;
	const struct vcube_event *e;
	struct rows rows;

	contents_open(&contents, trace);
	parts_open(&nodes, trace);
	rows_begin(&rows, out, "events");
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		const struct vcube_parts parts = parts_note(&nodes, e);

		if ((e->kind == VCUBE_EVENT_MEMORY && !memory) || e->kind == VCUBE_EVENT_RECV ||
		    e->kind == VCUBE_EVENT_WATCH)
			continue;       /* the page shows what was received, and what memory held */
		contents_note(&contents, e);
		if (e->kind == VCUBE_EVENT_SEND)
			write_send(&rows, t, position, has_startup(&startups, e), e);
		else
			write_event(&rows, t, &contents, parts, e);
	}
	parts_close(&nodes);
	rows_end(&rows);
	fputs(",\n", out);
	contents_write_kinds(&contents, out);
	contents_close(&contents);
	fputs("}\n", out);
}

/*
 * A trace that is too large to show event by event is summed up: nodes become groups of
 * consecutive ranks, time becomes equal parts, and events become how much each group sent
 * to each, and how long it waited, in each part.
 */
struct sum {
	uint64_t messages, startups, bytes, hops;
};

struct sums {
	const vcube_topology *topology;
	const int *position;
	int groups;             /* if others are not traced, the last one has all of them */
	uint32_t first, traced;
	bool others;
	struct sum *sent;       /* from each group to each */
	struct parts_of_nodes times;
	struct vcube_parts *parts;      /* by group */
	struct startups startups;
	bool hops;              /* the trace has the links that messages crossed */
	struct rows rows;
};

static int
group_of(const struct sums *s, int64_t rank)
{
	const int groups = s->groups - s->others;

	if (rank < s->first || rank - s->first >= s->traced)
		return groups;
	return (int)((rank - s->first) * groups / s->traced);
}

static void
add_parts(struct vcube_parts *sum, struct vcube_parts parts)
{
	sum->startup += parts.startup;
	sum->transfer += parts.transfer;
	sum->waiting += parts.waiting;
	sum->work += parts.work;
}

static void
add_event(struct sums *s, const struct vcube_event *e)
{
	const int group = group_of(s, e->rank);
	struct sum *sum;

	add_parts(&s->parts[group], parts_note(&s->times, e));
	switch (e->kind) {
	case VCUBE_EVENT_SEND:
		sum = &s->sent[group * s->groups + group_of(s, e->peer)];
		sum->messages++;
		sum->startups += has_startup(&s->startups, e);
		sum->bytes += e->amount;
		if (!s->hops)
			sum->hops += (uint64_t)vcube_topology_distance(
				s->topology, s->position[e->rank], s->position[e->peer]);
		return;
	case VCUBE_EVENT_HOP:
		s->sent[group * s->groups + group_of(s, e->peer)].hops++;
		return;
	}
}

/* Write a sum as an event (see write_event()). A sum of messages has their hops as its span,
 * and their start-ups at the end; a sum of hops has nothing else. */
static void
write_sum(struct sums *s, int kind, vcube_time time, uint64_t span, int from, int to,
	  const struct sum *sum)
{
	rows_add(&s->rows, (int64_t)sum->startups);
	rows_write(&s->rows, &(const struct vcube_event) {
		.kind = (uint8_t)kind, .time = time, .span = (int64_t)span, .rank = (uint16_t)from, .peer = to,
		.number = (uint32_t)sum->messages, .amount = sum->bytes });
}

/* Write the time that a group spent as an ALIGN: waiting is its span, the others follow. */
static void
write_parts(struct sums *s, vcube_time time, int group)
{
	const struct vcube_parts *const p = &s->parts[group];

	if (!p->startup && !p->transfer && !p->waiting && !p->work)
		return;
	rows_add(&s->rows, p->startup);
	rows_add(&s->rows, p->transfer);
	rows_add(&s->rows, p->work);
	rows_write(&s->rows, &(const struct vcube_event) {
		.kind = VCUBE_EVENT_ALIGN, .time = time, .span = p->waiting, .rank = (uint16_t)group, .peer = -1 });
}

static void
write_part(struct sums *s, vcube_time time)
{
	for (int i = 0; i < s->groups * s->groups; i++) {
		struct sum *const sum = &s->sent[i];

		if (sum->messages || sum->hops)
			write_sum(s, sum->messages ? VCUBE_EVENT_SEND : VCUBE_EVENT_HOP, time,
				  sum->hops, i / s->groups, i % s->groups, sum);
		*sum = (struct sum) { 0 };
	}
	for (int i = 0; i < s->groups; i++) {
		write_parts(s, time, i);
		s->parts[i] = (struct vcube_parts) { 0 };
	}
}

/* Write sums in place of events. */
static void
write_sums(FILE *out, vcube_trace *trace, const vcube_topology *t, const int *position, int groups)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	const vcube_time part = head->time / BINS + 1;
	struct sums s = {
		.topology = t, .position = position, .groups = groups, .first = head->first,
		.traced = head->recorded, .others = head->recorded < head->nodes,
		.sent = grow(NULL, (size_t)groups * (size_t)groups, sizeof *s.sent),
		.parts = grow(NULL, (size_t)groups, sizeof *s.parts),
		.startups = startups_of(trace),
	};
	const struct vcube_event *e;
	vcube_time end = part;

	parts_open(&s.times, trace);
	for (uint64_t i = 0; !s.hops && (e = vcube_trace_at(trace, i)) != NULL; i++)
		s.hops = e->kind == VCUBE_EVENT_HOP;
	fprintf(out, "\"groups\":%d,", groups);
	rows_begin(&s.rows, out, "events");
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		for (; e->time >= end; end += part)
			write_part(&s, end - part);
		add_event(&s, e);
	}
	write_part(&s, end - part);
	parts_close(&s.times);
	rows_end(&s.rows);
	fputs("}\n", out);
}

/* Write which nodes wait for which, for a failed run whose events are summed up. */
static void
write_waits(FILE *out, const vcube_trace *trace)
{
	const struct vcube_event *e;
	struct rows rows;

	rows_begin(&rows, out, "waits");
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_WAIT)
			rows_write(&rows, e);
	rows_end(&rows);
	fputs(",\n", out);
}

static void
write_head(FILE *out, const vcube_trace *trace)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);

	fputs("{", out);
	write_field(out, "title", vcube_trace_text(trace, h->title));
	write_field(out, "machine", vcube_trace_text(trace, h->machine));
	write_field(out, "topology", vcube_trace_text(trace, h->topology));
	write_field(out, "mapping", vcube_trace_text(trace, h->mapping));
	write_field(out, "error", vcube_trace_text(trace, h->error));
	write_field(out, "report", vcube_trace_text(trace, h->report));
	fprintf(out, "\"nodes\":%u,\"clock\":%u,\"seed\":%" PRIu64 ",\"time\":%" PRId64
		",\"code\":%" PRId64 ",\"lost\":%" PRIu64 ",\"recorded\":%" PRIu64 ",\"first\":%u,\"traced\":%u,\n",
		h->nodes, h->clock, h->seed, (int64_t)h->time, h->code, h->lost, h->events, h->first,
		h->recorded);
}

/* Dies if a damaged trace names another topology than that of its nodes. */
static vcube_topology *
topology_of(const vcube_trace *trace)
{
	const struct vcube_trace_head *const h = vcube_trace_head(trace);
	const char *const name = vcube_trace_text(trace, h->topology);
	struct vcube_error error;
	vcube_topology *const t = vcube_topology_parse(name, &error);
	int nodes;

	if (!t)
		die(STATUS_FAILED, "%s", error.text);
	nodes = vcube_topology_nodes(t);
	if (nodes != (int)h->nodes) {
		vcube_topology_free(t);
		die(STATUS_USAGE, "the trace is damaged: it has %u nodes, but its topology %s has %d",
		    h->nodes, name, nodes);
	}
	return t;
}

void
view_write(FILE *out, vcube_trace *trace)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);
	vcube_topology *const t = topology_of(trace);
	const int groups = h->recorded < NODES ? (int)h->recorded : NODES;
	const int *const position = positions_of(t, vcube_trace_text(trace, h->mapping));

	write_head(out, trace);
	write_formula(out, trace, first_call(trace));
	write_texts(out, trace);
	write_picture(out, t, position);
	if (h->nodes <= SINGLE && h->events <= EVENTS) {
		write_events(out, trace, t, position);
	} else {
		if (h->code)
			write_waits(out, trace);
		write_sums(out, trace, t, position, groups + (h->recorded < h->nodes));
	}
	vcube_topology_free(t);
}

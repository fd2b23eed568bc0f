/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace as the JSON that cli/view/page/page.js reads.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "view/view.h"

/* The most nodes that the page shows singly; a larger machine becomes that many groups */
enum { NODES = 64 };
/* The most events in a page; a longer run becomes BINS equal parts of time */
enum { EVENTS = 200000, BINS = 128 };

/* Write a JSON string that is also safe inside <script>. */
static void
write_string(FILE *out, const char *text)
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

	vcube_desc_init(&desc);
	if (head->clock != VCUBE_CLOCK_FREE &&
	    vcube_desc_parse(&desc, vcube_trace_text(trace, head->machine), NULL) == 0) {
		struct vcube_terms terms = vcube_terms_of(&desc, (int)call->number,
							  (size_t)call->amount);

		terms.unit = call->detail == 255 ? 1 : vcube_type_size(call->detail);
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

/* The most nodes that have a bit each in a number */
enum { MARKED = 64 };

static bool
is_event(const struct vcube_event *e, enum vcube_events kind)
{
	return e && e->kind == kind;
}

/* Is it a call whose numbers can be sets, and which is the purpose of the run? */
static bool
combines(const vcube_trace *trace, const struct vcube_event *call, const struct vcube_event *group)
{
	const struct vcube_trace_head *const h = vcube_trace_head(trace);
	const char *const title = vcube_trace_text(trace, h->title);
	const char *const name = vcube_trace_text(trace, call->text);
	const char *const op = is_event(group, VCUBE_EVENT_GROUP) ? vcube_trace_text(trace, group->text) : "";

	return h->nodes <= MARKED && (call->detail == VCUBE_INT64 || call->detail == VCUBE_UINT64) &&
	       (strcmp(op, "sum") == 0 || strcmp(op, "bor") == 0) &&
	       strncmp(title, name, strlen(name)) == 0;
}

/* Does each block of the contents begin with the bit of its node? */
static bool
has_own_bits(const vcube_trace *trace, const struct vcube_event *memory, uint64_t block)
{
	const char *const contents = vcube_trace_contents(trace, memory);
	uint64_t bits = 0;
	bool has = memory->number >= sizeof bits;

	for (uint64_t at = 0; has && at + sizeof bits <= memory->number; at += block) {
		memcpy(&bits, contents + at, sizeof bits);
		has = bits == UINT64_C(1) << memory->rank;
	}
	return has;
}

/* Does the run combine sets of nodes, a bit for each, and then their number? See
 * cli/run/pattern.h, "Mark the data of a case". */
static bool
has_sets(const vcube_trace *trace)
{
	const struct vcube_event *e, *call = NULL;
	uint64_t seen = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (e->kind == VCUBE_EVENT_CALL && !call) {
			call = e;
			if (call->amount < sizeof seen ||
			    !combines(trace, call, vcube_trace_at(trace, i + 1)))
				return false;
		}
		if (e->kind != VCUBE_EVENT_MEMORY || !call || seen >> e->rank & 1 ||
		    strcmp(vcube_trace_text(trace, e->text), "in") != 0)
			continue;
		if (!has_own_bits(trace, e, call->amount))
			return false;
		seen |= UINT64_C(1) << e->rank;
	}
	return call && seen == UINT64_MAX >> (MARKED - vcube_trace_head(trace)->nodes);
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

/* The depth of nested calls down to which their blocks are known */
enum { DEPTHS = 8 };

/* The block size of each node's open calls, by depth; 0: no call, or no blocks */
struct blocks {
	bool sets;                      /* see has_sets() */
	uint64_t begun;                 /* block size of the CALL just before; 0: none */
	uint64_t bytes[NODES][DEPTHS];
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
	struct blocks blocks = { .sets = has_sets(trace) };
	struct startups startups = startups_of(trace);
	const struct vcube_event *e;

	fprintf(out, "\"sets\":%s,\n\"events\":[", blocks.sets ? "true" : "false");
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (i)
			fputs(",\n", out);
		note_call(&blocks, e);
		if (e->kind == VCUBE_EVENT_SEND)
			write_send(out, t, position, has_startup(&startups, e), e);
		else
			write_event(out, trace, t, &blocks, e);
	}
	fputs("]}\n", out);
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
	int groups;
	uint32_t nodes;
	struct sum *sent;       /* from each group to each */
	int64_t *waited;        /* by group */
	struct startups startups;
	bool hops;              /* the trace has the links that messages crossed */
	int written;
};

static int
group_of(const struct sums *s, int64_t rank)
{
	return (int)(rank * s->groups / s->nodes);
}

static void
add_event(struct sums *s, const struct vcube_event *e)
{
	const int group = group_of(s, e->rank);
	struct sum *sum;

	switch (e->kind) {
	case VCUBE_EVENT_GOT:
	case VCUBE_EVENT_SENT:
	case VCUBE_EVENT_ALIGN:
		s->waited[group] = sum_of_times(s->waited[group], e->span);
		return;
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
write_sum(FILE *out, struct sums *s, int kind, vcube_time time, uint64_t span, int from, int to,
	  const struct sum *sum)
{
	fprintf(out, "%s[%d,%" PRId64 ",%" PRIu64 ",%d,%d,%" PRIu64 ",%" PRIu64 ",0,0,%" PRIu64 "]",
		s->written++ ? ",\n" : "", kind, (int64_t)time, span, from, to, sum->messages,
		sum->bytes, sum->startups);
}

static void
write_part(FILE *out, struct sums *s, vcube_time time)
{
	for (int i = 0; i < s->groups * s->groups; i++) {
		struct sum *const sum = &s->sent[i];

		if (sum->messages || sum->hops)
			write_sum(out, s, sum->messages ? VCUBE_EVENT_SEND : VCUBE_EVENT_HOP, time,
				  sum->hops, i / s->groups, i % s->groups, sum);
		*sum = (struct sum) { 0 };
	}
	for (int i = 0; i < s->groups; i++) {
		if (s->waited[i])
			write_sum(out, s, VCUBE_EVENT_ALIGN, time, (uint64_t)s->waited[i], i, -1,
				  &(struct sum){ 0 });
		s->waited[i] = 0;
	}
}

/* Write sums in place of events. */
static void
write_sums(FILE *out, vcube_trace *trace, const vcube_topology *t, const int *position, int groups)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	const vcube_time part = head->time / BINS + 1;
	struct sums s = {
		.topology = t, .position = position, .groups = groups, .nodes = head->nodes,
		.sent = grow(NULL, (size_t)groups * (size_t)groups, sizeof *s.sent),
		.waited = grow(NULL, (size_t)groups, sizeof *s.waited),
		.startups = startups_of(trace),
	};
	const struct vcube_event *e;
	vcube_time end = part;

	for (uint64_t i = 0; !s.hops && (e = vcube_trace_at(trace, i)) != NULL; i++)
		s.hops = e->kind == VCUBE_EVENT_HOP;
	fprintf(out, "\"groups\":%d,\"events\":[", groups);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		for (; e->time >= end; end += part)
			write_part(out, &s, end - part);
		add_event(&s, e);
	}
	write_part(out, &s, end - part);
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
	write_field(out, "title", vcube_trace_text(trace, h->title));
	write_field(out, "machine", vcube_trace_text(trace, h->machine));
	write_field(out, "topology", vcube_trace_text(trace, h->topology));
	write_field(out, "mapping", vcube_trace_text(trace, h->mapping));
	write_field(out, "error", vcube_trace_text(trace, h->error));
	write_field(out, "report", vcube_trace_text(trace, h->report));
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
	const int groups = h->nodes < NODES ? (int)h->nodes : NODES;
	int *position;

	if (!t)
		die(STATUS_FAILED, "%s", error.text);
	if (vcube_topology_nodes(t) != (int)h->nodes)
		die(STATUS_USAGE, "the trace is damaged: it has %u nodes, but its topology %s has %d",
		    h->nodes, vcube_trace_text(trace, h->topology), vcube_topology_nodes(t));
	position = positions_of(t, vcube_trace_text(trace, h->mapping));
	write_head(out, trace);
	write_formula(out, trace, first_call(trace));
	write_texts(out, trace);
	if (h->nodes <= NODES && h->events <= EVENTS) {
		write_places(out, t, position);
		write_wires(out, t);
		write_events(out, trace, t, position);
	} else {
		write_groups(out, groups);
		if (h->code)
			write_waits(out, trace);
		write_sums(out, trace, t, position, groups);
	}
	vcube_topology_free(t);
}

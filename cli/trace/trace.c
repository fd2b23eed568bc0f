/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube trace: summarizes a trace, and converts it to other forms.
 */
#include <inttypes.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "trace/export.h"

/* Sums over all nodes */
struct sums {
	uint64_t events[VCUBE_EVENTS_COUNT], bytes;
	vcube_time spans[VCUBE_EVENTS_COUNT];
};

static void
add_up(const vcube_trace *trace, struct sums *s)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		s->events[e->kind]++;
		if (e->kind == VCUBE_EVENT_SEND)
			s->bytes += e->amount;
		else if (e->kind != VCUBE_EVENT_CALL && e->kind != VCUBE_EVENT_MEMORY)
			s->spans[e->kind] += e->span;
	}
}

static void
print_head(const vcube_trace *trace, FILE *out)
{
	const struct vcube_trace_head *h = vcube_trace_head(trace);

	if (*vcube_trace_text(trace, h->title))
		fprintf(out, "run       %s\n", vcube_trace_text(trace, h->title));
	fprintf(out, "machine   %s\n", vcube_trace_text(trace, h->machine));
	fprintf(out, "nodes     %u\n", h->nodes);
	fprintf(out, "time      %s, by %s\n", time_exact(h->time),
		h->clock == VCUBE_CLOCK_VIRTUAL ? "the virtual clock" : "the clock of the host");
	fprintf(out, "ended     %s\n", h->code ? vcube_trace_text(trace, h->error) : "well");
	fprintf(out, "events    %" PRIu64 "\n", h->events);
	if (h->lost > 0)
		fprintf(out, "lost      %" PRIu64 ", beyond the limit of a node\n",
			h->lost);
}

/* Summarize the events by kind, and how nodes spent their time. */
static void
export_info(const vcube_trace *trace, FILE *out)
{
	struct sums s = { .bytes = 0 };

	add_up(trace, &s);
	print_head(trace, out);
	fprintf(out, "\nevent       number  time of all nodes\n");
	for (int kind = 0; kind < VCUBE_EVENTS_COUNT; kind++)
		if (s.events[kind] > 0)
			fprintf(out, s.spans[kind] > 0 ? "%-8s %9" PRIu64 "  %17s\n" : "%-8s %9" PRIu64 "\n",
				vcube_event_name(kind), s.events[kind], time_exact(s.spans[kind]));
	fprintf(out, "\nsent      %" PRIu64 " bytes\n", s.bytes);
}

/* Write CSV by RFC 4180 (lines end in a bare newline): a line of names, then one line per
 * event. */
static void
export_csv(const vcube_trace *trace, FILE *out)
{
	const struct vcube_event *e;

	fputs("time_ps,node,event,span,peer,number,amount,detail,text\n", out);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		fprintf(out, "%" PRId64 ",%u,%s,%" PRId64 ",%" PRId32 ",%" PRIu32 ",%" PRIu64 ",%u,",
			e->time, e->rank, vcube_event_name(e->kind), e->span, e->peer, e->number,
			e->amount, e->detail);
		if (e->text != 0)
			print_quoted(out, '"', vcube_trace_text(trace, e->text));
		putc('\n', out);
	}
}

struct load {
	uint64_t messages, bytes;
	vcube_time busy;
};

static void
add_loads(const vcube_trace *trace, struct export_network *n, struct load *loads)
{
	/* of each message */
	uint64_t *const bytes = grow(NULL, (size_t)1 << n->bits, sizeof *bytes);
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_SEND)
			bytes[network_index(n, message_key(e))] = e->amount;
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		for (int k = network_crossed(n, e); k > 0; k--) {
			struct load *const l = &loads[n->route[k - 1]];

			l->messages++;
			l->bytes += bytes[network_index(n, message_key(e))];
			l->busy += e->kind == VCUBE_EVENT_SEND ? 0 : e->span;
		}
}

static void
print_loads(struct export_network *n, const struct load *loads, long links, bool timed, FILE *out)
{
	fputs("from,to,messages,bytes,busy_ps\n", out);
	for (n->route[0] = 0; n->route[0] < links; n->route[0]++) {
		const struct load *const l = &loads[n->route[0]];
		const struct export_link link = network_link(n, 0);

		if (l->messages == 0)
			continue;
		fprintf(out, "%d,%d,%" PRIu64 ",%" PRIu64 ",", link.from, link.to, l->messages,
			l->bytes);
		if (timed)
			fprintf(out, "%" PRId64, l->busy);
		putc('\n', out);
	}
}

/* Check that the links can be exported. */
static void
check_links(const vcube_trace *trace)
{
	const char *name = vcube_trace_text(trace, vcube_trace_head(trace)->topology);
	vcube_topology *t = vcube_topology_parse(name, NULL);
	const long links = t ? vcube_topology_links(t) : 0;

	vcube_topology_free(t);
	if (links > EXPORT_LINKS)
		die(STATUS_LIMIT, "%s has %ld links; --links takes topologies of at most %d", name, links,
		    EXPORT_LINKS);
}

/* Write the load of links as CSV: a line of names, then a line for each link that carried
 * something. Under the free clock links have no times: loads follow from the routes of
 * messages, and busy_ps stays empty. */
static void
export_links(const vcube_trace *trace, FILE *out)
{
	const bool timed = vcube_trace_head(trace)->clock != VCUBE_CLOCK_FREE;
	struct export_network n = network_open(trace);
	struct load *loads;
	long links = 0;

	if (n.routes)
		links = (long)vcube_topology_vertices(n.topology) * vcube_topology_ports(n.topology);
	loads = grow(NULL, (size_t)links, sizeof *loads);
	add_loads(trace, &n, loads);
	print_loads(&n, loads, links, timed, out);
	network_close(&n);
}

/* The forms for files, in the order of writing */
enum { PERFETTO, PAJE, CSV, LINKS, GOAL, FORMS };

static void (*const forms[FORMS])(const vcube_trace *trace, FILE *out) = {
	[PERFETTO] = export_perfetto,
	[PAJE] = export_paje,
	[CSV] = export_csv,
	[LINKS] = export_links,
	[GOAL] = export_goal,
};

struct trace_options {
	char *trace;
	const char *out[FORMS], *ti;
	bool info;
};

static bool
one_to_stdout(const struct trace_options *o)
{
	int there = o->info;

	for (int i = 0; i < FORMS; i++)
		there += o->out[i] && strcmp(o->out[i], "-") == 0;
	return there <= 1;
}

static int
run(int argc, char **argv)
{
	struct trace_options o = { 0 };
	struct vcube_error error;
	vcube_trace *trace;
	bool written = false;

	command_parse(&trace_command, argc, argv, &o);
	if (!one_to_stdout(&o))
		die(STATUS_USAGE, "the standard output takes only one form; give the others files");
	trace = vcube_trace_open(o.trace, &error);
	if (!trace)
		die(STATUS_USAGE, "%s", error.text);
	if (o.out[LINKS])
		check_links(trace);
	for (int i = 0; i < FORMS; i++) {
		struct atomic_file file;

		if (!o.out[i])
			continue;
		atomic_file_open(&file, o.out[i]);
		forms[i](trace, file.stream);
		atomic_file_close(&file, true);
		written = true;
	}
	if (o.ti)
		export_ti(trace, o.ti);
	if (o.info || (!written && !o.ti))
		export_info(trace, stdout);
	vcube_trace_close(trace);
	return flush_output();
}

static const struct command_option options[] = {
	{ "info", 'i', NULL, "print a summary (default)",
	  .take = take_flag, AT(trace_options, info) },
	{ "perfetto", 'p', "FILE", "write JSON for Perfetto or chrome://tracing",
	  .values = "FILE", .take = take_word, AT(trace_options, out[PERFETTO]) },
	{ "paje", 'j', "FILE", "write Paje, for pj_dump, ViTE and others",
	  .values = "FILE", .take = take_word, AT(trace_options, out[PAJE]) },
	{ "csv", 'c', "FILE", "write comma-separated values, a line per event",
	  .values = "FILE", .take = take_word, AT(trace_options, out[CSV]) },
	{ "links", 'l', "FILE", "write the load of each link as comma-separated values",
	  .values = "FILE", .take = take_word, AT(trace_options, out[LINKS]) },
	{ "goal", 'g', "FILE", "write GOAL, which LogGOPSim plays",
	  .values = "FILE", .take = take_word, AT(trace_options, out[GOAL]) },
	{ "ti", 't', "FOLDER", "write a time-independent trace, which SimGrid plays",
	  .values = "FILE", .take = take_word, AT(trace_options, ti) },
	{ 0 }
};

const struct command trace_command = {
	.name = "trace",
	.summary = "summarize the trace of a run, or convert it",
	.form = "TRACE",
	.doc = "Summarizes the trace of a run, or writes it in forms that other programs read. "
	       "- is the standard output.\v"
	       "Example: vcube run alltoall.standard -t hypercube:3 --clock virtual --trace a.trace "
	       "&& vcube trace a.trace --perfetto a.json",
	.values = "FILE",
	.options = options,
	.missing = "name a trace, such as `vcube run --trace FILE' writes",
	.single = "trace",
	AT(trace_options, trace),
	.run = run,
};

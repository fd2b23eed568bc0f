/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube trace: summarizes a trace, and converts it to other forms.
 */
#include <inttypes.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
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

static void
print_quoted(const char *word, FILE *out)
{
	putc('"', out);
	for (; *word; word++) {
		if (*word == '"')
			putc('"', out);
		putc(*word, out);
	}
	putc('"', out);
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
			print_quoted(vcube_trace_text(trace, e->text), out);
		putc('\n', out);
	}
}

/* The forms for files, in the order of writing */
enum { PERFETTO, PAJE, CSV, LINKS, FORMS };

static void (*const forms[FORMS])(const vcube_trace *trace, FILE *out) = {
	[PERFETTO] = export_perfetto,
	[PAJE] = export_paje,
	[CSV] = export_csv,
	[LINKS] = export_links,
};

struct trace_options {
	const char *trace, *out[FORMS];
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
		export_links_check(trace);
	for (int i = 0; i < FORMS; i++) {
		struct atomic_file file;

		if (!o.out[i])
			continue;
		atomic_file_open(&file, o.out[i]);
		forms[i](trace, file.stream);
		atomic_file_close(&file, true);
		written = true;
	}
	if (o.info || !written)
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
	{ 0 }
};

static void
add_trace(void *into, char *word, struct argp_state *state)
{
	struct trace_options *o = into;

	if (o->trace)
		argp_error(state, "name one trace; '%s' is a second", word);
	o->trace = word;
}

static void
end(void *into, struct argp_state *state)
{
	const struct trace_options *o = into;

	if (!o->trace)
		argp_error(state, "name a trace, such as `vcube run --trace FILE' writes");
}

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
	.word = add_trace,
	.end = end,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube trace: summarizes a trace, and converts it to other forms.
 */
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "trace/export.h"

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

static const char *const names[FORMS] = {
	[PERFETTO] = "perfetto", [PAJE] = "paje", [CSV] = "csv", [LINKS] = "links", [GOAL] = "goal",
};

/* Refuse two forms in one file, and one in the file of the trace. */
static void
keep_apart(const struct trace_options *o)
{
	for (int i = 0; i < FORMS; i++) {
		atomic_file_apart(names[i], o->out[i], o->trace, "the trace itself");
		for (int k = 0; k < i; k++)
			atomic_file_apart(names[i], o->out[i], o->out[k], text("what --%s writes", names[k]));
	}
}

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
	keep_apart(&o);
	if (o.ti && strcmp(o.ti, "-") == 0)
		die(STATUS_USAGE, "--ti takes a folder, and - is the standard output; name a folder");
	trace = vcube_trace_open(o.trace, &error);
	if (!trace)
		die(STATUS_USAGE, "%s", error.text);
	if (o.out[LINKS])
		check_export_links(trace);
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
	{ "goal", 'g', "FILE", "write GOAL, for LogGOPSim",
	  .values = "FILE", .take = take_word, AT(trace_options, out[GOAL]) },
	{ "ti", 't', "FOLDER", "write a time-independent trace, for SimGrid",
	  .values = "FILE", .take = take_word, AT(trace_options, ti) },
	{ 0 }
};

const struct command trace_command = {
	.name = "trace",
	.summary = "summarize the trace of a run, or convert it",
	.form = "TRACE",
	.doc = "Summarizes the trace of a run, or converts it to formats of other programs. FILE "
	       "may be -, for standard output."
	       "\v"
	       "Example:\n\n"
	       "  vcube run alltoall.standard -t hypercube:3 --clock virtual --trace a.trace\n"
	       "  vcube trace a.trace --perfetto a.json",
	.values = "TRACE",
	.options = options,
	.missing = "name a trace, such as `vcube run --trace FILE' writes",
	.single = "trace",
	AT(trace_options, trace),
	.run = run,
};

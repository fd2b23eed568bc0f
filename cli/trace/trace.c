/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube trace: what is in a trace, and the trace in other forms.
 */
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "trace/export.h"

static const struct form {
	const char *name;
	int key;
	void (*write)(const vcube_trace *trace, FILE *out);
} forms[] = {
	{ "perfetto", 'p', export_perfetto },
	{ "paje", 'j', export_paje },
	{ "csv", 'c', export_csv },
	{ "links", 'l', export_links },
};
enum { LINKS = 3, FORMS = sizeof forms / sizeof *forms };

struct trace_options {
	const char *trace, *out[FORMS];
	bool info;
};

static const struct argp_option options[] = {
	{ "info", 'i', NULL, 0, "what it is of, in figures (default)", 0 },
	{ "perfetto", 'p', "FILE", 0, "as JSON for Perfetto, or chrome://tracing", 0 },
	{ "paje", 'j', "FILE", 0, "as Paje, for pj_dump, ViTE and others", 0 },
	{ "csv", 'c', "FILE", 0, "as comma-separated values, a line an event", 0 },
	{ "links", 'l', "FILE", 0, "what each link has carried, as comma-separated values", 0 },
	{ 0 }
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct trace_options *o = state->input;

	for (int i = 0; i < FORMS; i++)
		if (key == forms[i].key) {
			o->out[i] = arg;
			return 0;
		}
	switch (key) {
	case 'i':
		o->info = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->trace)
			argp_error(state, "one trace at a time, and '%s' is another", arg);
		o->trace = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a trace, as `vcube run --trace FILE' makes it");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp trace_argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "TRACE",
	.doc = "Tells what is in a trace of a run, and writes it in forms that other programs read. "
	       "- is the standard output.\v"
	       "Example: vcube run alltoall.standard -t hypercube:3 --clock virtual --trace a.trace "
	       "&& vcube trace a.trace --perfetto a.json",
};

static enum status
write_form(const struct form *form, const vcube_trace *trace, const char *path)
{
	struct atomic_file file;

	if (atomic_file_open(&file, path))
		return STATUS_FAILED;
	form->write(trace, file.stream);
	return atomic_file_close(&file, true);
}

static bool
one_to_stdout(const struct trace_options *o)
{
	int there = o->info;

	for (int i = 0; i < FORMS; i++)
		there += o->out[i] && strcmp(o->out[i], "-") == 0;
	return there <= 1;
}

int
trace_command(int argc, char **argv)
{
	struct trace_options o = { 0 };
	struct vcube_error error;
	vcube_trace *trace;
	int status = STATUS_FINE, written = 0;

	if (argp_parse(&trace_argp, argc, argv, 0, NULL, &o))
		return STATUS_USAGE;
	if (!one_to_stdout(&o))
		return complain(STATUS_USAGE, "the standard output takes one form, and several are to go there");
	trace = vcube_trace_open(o.trace, &error);
	if (!trace)
		return complain(STATUS_USAGE, "%s", error.text);
	if (o.out[LINKS])
		status = export_links_check(trace);
	for (int i = 0; i < FORMS && !status; i++)
		if (o.out[i]) {
			status = write_form(&forms[i], trace, o.out[i]);
			written++;
		}
	if (!status && (o.info || written == 0)) {
		export_info(trace, stdout);
		status = flush_output();
	}
	vcube_trace_close(trace);
	return status;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube view: writes one run, or two side by side, as a page for the browser; recorded runs,
 * or new ones.
 */
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/d3.h"
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "sweep/options.h"
#include "sweep/sweep.h"
#include "view/view.h"

enum { RUNS = 2 };
/* Bytes that are written at once: the reader of a pipe wakes up each time */
enum { BUFFER = 1 << 18 };

/* Those of a run come first, since their rows fill in the beginning. */
struct view_options {
	struct run_options run;
	const char *traces[RUNS], *file;
	int count;
};

static void
write_page(const char *path, vcube_trace *const *traces, int count)
{
	static char buffer[BUFFER];     /* glibc would not make one of this size itself */
	struct atomic_file file;

	atomic_file_open(&file, path);
	setvbuf(file.stream, buffer, _IOFBF, sizeof buffer);
	__fsetlocking(file.stream, FSETLOCKING_BYCALLER);
	fputs(view_head, file.stream);
	fputs(d3_js, file.stream);
	fputs(view_body, file.stream);
	for (int i = 0; i < count; i++) {
		fputs(i ? ",\n" : "[", file.stream);
		view_write(file.stream, traces[i]);
	}
	fputs("]", file.stream);
	fputs(view_tail, file.stream);
	atomic_file_close(&file, true);
}

static vcube_trace *
open_trace(const char *path)
{
	struct vcube_error error;
	vcube_trace *trace = vcube_trace_open(path, &error);

	if (!trace)
		die(STATUS_USAGE, "%s", error.text);
	return trace;
}

/* Run a case and record it, in memory: nothing is left if the process ends early. A failed
 * run leaves a trace, too, unless it failed before it began. */
static vcube_trace *
run_case(struct run_case *c, const struct run_options *o, struct vcube_desc *desc, int *status)
{
	const int memory = memfd_create("vcube view", MFD_CLOEXEC);
	struct run_options own = *o;
	vcube_trace *trace;
	char *report;
	int code;

	if (memory < 0)
		die(STATUS_LIMIT, "the host has no memory for a trace");
	own.trace = text("/proc/self/fd/%d", memory);
	if (desc->threads == VCUBE_THREADS_NO)
		own.contents = 0;       /* no data are moved */
	else
		pattern_mark(c);
	code = measure(c, &own, desc, &report);
	trace = vcube_trace_open(own.trace, NULL);
	close(memory);
	if (!trace)
		die(code ? status_of(code) : STATUS_FAILED, "%s.%s on %s: %s", case_name(c), c->how,
		    c->topology, c->record.reason);
	if (code) {
		complain(STATUS_FAILED, "%s.%s on %s: %s", case_name(c), c->how, c->topology,
			 c->record.reason);
		*status = *status ? *status : (int)status_of(code);
	}
	return trace;
}

/* Show runs that are recorded already. */
static int
view_traces(const struct view_options *o)
{
	vcube_trace *traces[RUNS];

	for (int i = 0; i < o->count; i++)
		atomic_file_apart("output", o->file, o->traces[i], "the trace itself");
	for (int i = 0; i < o->count; i++)
		traces[i] = open_trace(o->traces[i]);
	write_page(o->file, traces, o->count);
	for (int i = 0; i < o->count; i++)
		vcube_trace_close(traces[i]);
	return STATUS_FINE;
}

/* Run one or two cases, and show them. */
static int
view_runs(struct plan *plan, const struct view_options *o, struct vcube_desc *desc)
{
	vcube_trace *traces[RUNS];
	int status = STATUS_FINE;

	if (plan->count > RUNS)
		die(STATUS_USAGE, "a page shows one run, or two side by side, not %d; name COLLECTIVE.ALGORITHM, "
		    "such as allgather.ring", plan->count);
	if (o->run.traffic)
		atomic_file_apart("output", o->file, traffic_file(o->run.traffic), "the file of --pattern");
	if (!settings_have(&o->run.settings, "clock") && vcube_desc_set(desc, "clock", "virtual", NULL))
		return STATUS_FAILED;
	refuse_contradiction(desc);
	if (o->run.loaded && strcmp(o->file, "-") == 0)
		results_alone();
	for (int i = 0; i < plan->count; i++)
		traces[i] = run_case(&plan->cases[i], &o->run, desc, &status);
	write_page(o->file, traces, plan->count);
	for (int i = 0; i < plan->count; i++)
		vcube_trace_close(traces[i]);
	return status;
}

static int
view(struct plan *plan, const struct run_options *run, struct vcube_desc *desc)
{
	const struct view_options *o = (const struct view_options *)run;

	return plan ? view_runs(plan, o, desc) : view_traces(o);
}

static int
run(int argc, char **argv)
{
	struct view_options o = {
		.run = { .check = true, .op = VCUBE_SUM, .contents = 16384, .size = "64",
			 .output = &output_table },
	};

	return sweep(argc, argv, &view_command, &o.run, view);
}

static const struct command_option options[] = {
	{ "output", 'o', "FILE",
	  "write the page to FILE; - is the standard output (default for traces: the first one's name "
	  "and .html)",
	  .values = "FILE", .take = take_word, AT(view_options, file) },
	OPTIONS_WORK,
	OPTION_LOAD,
	OPTIONS_MACHINE,
	{ 0 }
};

/* Does the word name what can be run? A file of that name is a trace all the same. */
static bool
is_run(const char *word)
{
	char *name = text("%.*s", (int)strcspn(word, "."), word);

	return access(word, F_OK) != 0 &&
	       (vcube_collective_parse(name, NULL) >= 0 || strcmp(name, "program") == 0);
}

static void
add_word(void *into, char *word, struct argp_state *state)
{
	struct view_options *o = into;

	if (is_run(word))
		join(&o->run.collectives, ",", word);
	else if (o->count == RUNS)
		argp_error(state, "a page shows one trace, or two side by side");
	else
		o->traces[o->count++] = word;
}

static bool
has_run_options(const struct run_options *o)
{
	return o->loaded || o->topologies || o->sizes || o->type_given || o->op_given ||
	       o->root_given || o->traffic || o->settings.count > 0;
}

static void
end(void *into, struct argp_state *state)
{
	struct view_options *o = into;

	if (o->count == 0 && !o->run.collectives)
		o->run.collectives = o->run.loaded;
	if (o->count == 0 && !o->run.collectives)
		argp_error(state, "name a trace, such as `vcube run --trace FILE' writes, or what to run, such "
			   "as allgather.ring");
	if (o->count && o->run.collectives)
		argp_error(state, "a page shows recorded runs or new ones; name traces or algorithms, not both");
	if (o->count && has_run_options(&o->run))
		argp_error(state, "a trace has its machine and its blocks; options for these go with what to run, "
			   "such as allgather.ring");
	if (!o->file && o->count)
		o->file = text("%s.html", o->traces[0]);
	if (!o->file)
		argp_error(state, "name the page to write, such as -o run.html");
	options_end(&o->run, state);
}

const struct command view_command = {
	.name = "view",
	.summary = "write runs as a page for the browser",
	.form = "TRACE [TRACE]\nCOLLECTIVE.ALGORITHM[,...]",
	.doc = "Writes a page that shows a run step by step: the blocks of each node, the "
	       "topology and the load of its links, messages in space and time, costs, and why "
	       "the run failed. Two runs appear side by side. The page is one file and needs no "
	       "network.\n\n"
	       "Takes recorded runs, or runs the named algorithms, by default with 64 bytes per "
	       "block under the virtual clock."
	       "\v"
	       "Example:\n\n"
	       "  vcube view allgather.ring,allgather.hypercube -t hypercube:3 -o both.html",
	.values = "TRACE @algorithms",
	.options = options,
	.word = add_word,
	.end = end,
	.run = run,
};

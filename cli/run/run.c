/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube run: runs, checks and times collectives on topologies.
 */
#include <stdio.h>
#include <string.h>
#include <vcube/observing.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "sweep/options.h"
#include "sweep/part.h"
#include "sweep/sweep.h"

static enum status
report_failure(const struct run_case *c, int code, const char *report)
{
	const char *newline = report ? strchr(report, '\n') : NULL;

	complain(STATUS_FAILED, "%s.%s on %s, %s a block: %s", case_name(c),
		 c->how, c->topology, size_text(c->bytes), c->record.reason);
	/* A single line would repeat the same sentence. */
	if (newline && newline[1])
		complain_lines(report);
	return status_of(code);
}

/* Does a run that ends well have a report? */
static bool
makes_reports(const struct vcube_desc *desc)
{
	return desc->explore != VCUBE_EXPLORE_NO || desc->digest || desc->strict;
}

/* A table has no column for them. */
static void
print_reports(const struct plan *plan)
{
	for (int i = 0; i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];

		if (record_ran(&c->record) && c->record.reason)
			printf("%s.%s on %s, %s a block: %s\n", case_name(c), c->how, c->topology,
			       size_text(c->bytes), c->record.reason);
	}
}

/* Run all cases; continue after a failure, unless the output fails. The first failure
 * decides the exit status. */
static int
run_all(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	int status = STATUS_FINE;

	o->output->begin(desc, o->wall, o->part.number <= 1);
	if (flush_output())
		return STATUS_FAILED;
	for (int i = 0; i < plan->count; i++) {
		struct run_case *c = &plan->cases[i];
		char *report;
		int code;

		progress_show("[%d/%d] %s.%s on %s, %s a block", i + 1, plan->count,
			      case_name(c), c->how, c->topology,
			      size_text(c->bytes));
		code = measure(c, o, desc, &report);
		progress_clear();
		o->output->record(&c->record);
		if (strcmp(c->record.status, "failed") == 0) {
			const int ended = report_failure(c, code, report);

			status = status ? status : ended;
		}
		discard(report);
		if (flush_output())
			return STATUS_FAILED;
	}
	o->output->end();
	if (o->output == &output_table && makes_reports(desc))
		print_reports(plan);
	return status;
}

/* Is there a trace? A failed run leaves one, too, unless it failed before it began. */
static bool
has_trace(const char *path)
{
	vcube_trace *trace = vcube_trace_open(path, NULL);

	vcube_trace_close(trace);
	return trace != NULL;
}

/* The library has one code for all that the host refuses; an output that cannot be written has a
 * status of its own. */
static int
status_of_traced(const struct run_case *c, const char *path, int status)
{
	const char *const written = text("the trace %s cannot be written", path);

	return c->record.reason && strncmp(c->record.reason, written, strlen(written)) == 0
		? STATUS_FAILED : status;
}

/* Run the single case of a trace; refuse an unusable path before the run. */
static int
run_traced(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	struct run_options own = *o;
	struct atomic_file file;
	int status;

	if (plan->count != 1)
		die(STATUS_USAGE, "--trace records one case, not %d; name one COLLECTIVE.ALGORITHM, one "
		    "topology and one size", plan->count);
	if (strcmp(o->trace, "-") == 0)
		die(STATUS_USAGE, "--trace writes to a file, not to the standard output");
	atomic_file_open(&file, o->trace);
	if (desc->threads == VCUBE_THREADS_NO && !o->contents_given)
		own.contents = 0;       /* no data are moved */
	/* an observer of memory then sees which nodes a sum contains */
	if (own.contents > 0)
		pattern_mark(plan->cases);
	own.trace = file.name;
	status = status_of_traced(plan->cases, file.name, run_all(plan, &own, desc));
	atomic_file_close(&file, !status || has_trace(file.name));
	return status;
}

static int
run_plan(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	refuse_contradiction(desc);
	return o->trace ? run_traced(plan, o, desc) : run_all(plan, o, desc);
}

static int
run(int argc, char **argv)
{
	struct run_options o = {
		.check = true, .wall = true, .iterations = 10, .op = VCUBE_SUM,
		.contents = 16384,
		.output = &output_table,
	};

	return sweep(argc, argv, &run_command, &o, run_plan);
}

static TAKE_OPTION(take_nodes)
{
	struct nodes *nodes = (struct nodes *)(void *)((char *)into + option->at);
	int last = -1;
	char rest;

	if (value[strspn(value, "0123456789.")] ||
	    sscanf(value, "%d..%d%c", &nodes->first, &last, &rest) != 2 || last < nodes->first ||
	    last >= VCUBE_NODES_MAX)
		argp_error(state, "--%s takes A..B, the first and the last node, such as 0..63, not '%s'",
			   option->name, value);
	nodes->count = last - nodes->first + 1;
}

static const struct command_option options[] = {
	OPTIONS_WORK,
	OPTION_LOAD,
	OPTIONS_MACHINE,

	{ .help = "How:" },
	{ "iterations", 0, "N",
	  "take the median host time of N calls, or batches of short calls (default 10, fewer if they are "
	  "slow)",
	  .take = take_number, AT(run_options, iterations), GIVEN(run_options, iterations_given),
	  .least = 1, .most = INT_MAX },
	{ "no-check", 0, NULL, "do not check the results",
	  .take = take_no_flag, AT(run_options, check) },
	{ "no-wall", 0, NULL,
	  "omit host times and the calls that measure them; under the virtual clock the output is "
	  "then the same on every host, byte for byte",
	  .take = take_no_flag, AT(run_options, wall) },
	{ "explore", 0, "SENDS",
	  "run the call once in each order of messages that a node can distinguish, with buffered "
	  "or synchronous sends, both, one after the other, or with delays in virtual time "
	  "(clock); no host times", .values = "buffered synchronous both clock",
	  .take = take_machine_key },
	{ "faults", 0, "FAULTS",
	  "with --explore: also try each possible fault, one at a time: drop, a lost message, "
	  "crash, a node that crashes, or both",
	  .values = "drop crash both", .take = take_machine_key },
	OPTION_PART,
	{ "trace", 0, "FILE", "record the run (a single case) to FILE, for `vcube trace'",
	  .values = "FILE", .take = take_word, AT(run_options, trace) },
	{ "trace-nodes", 0, "A..B", "with --trace: record the events of nodes A to B alone",
	  .take = take_nodes, AT(run_options, traced) },
	{ "contents", 0, "BYTES",
	  "with --trace: record up to BYTES of each watched memory range at each step (default "
	  "16KiB)", .take = take_bytes, AT(run_options, contents),
	  GIVEN(run_options, contents_given) },

	OPTIONS_PRINT,
	QUIET,
	{ "no-progress", .take = take_quiet },
	{ 0 }
};

const struct command run_command = {
	.name = "run",
	.summary = "run, check and time collectives",
	.form = "COLLECTIVE[.ALGORITHM][,...]",
	.doc = "Runs collectives on emulated machines, checks their results and times them.\n\n"
	       "COLLECTIVE means every algorithm for it; those that cannot run on a topology are "
	       "skipped, with the reason. COLLECTIVE.ALGORITHM is one algorithm; if it cannot "
	       "run, the command fails. COLLECTIVE.auto is the algorithm that the library "
	       "selects, and all means every collective. Lists make a sweep: each collective on "
	       "each topology at each size."
	       "\v"
	       "Example:\n\n  vcube run allgather -t ring:16,hypercube:4 -m 64,4KiB --clock virtual",
	OPTIONS_COLLECTIVES,
	.options = options,
	.end = options_end,
	.run = run,
};

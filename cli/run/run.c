/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube run: collectives on topologies, checked and timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/observing.h>
#include "base/atomic_file.h"
#include "base/progress.h"
#include "base/status.h"
#include "base/units.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "sweep/plan.h"
#include "sweep/sweep.h"

static enum status
report_failure(const struct run_case *c, int code, const char *report)
{
	const char *newline = report ? strchr(report, '\n') : NULL;
	char *size = size_text(c->bytes);

	complain(STATUS_FAILED, "%s.%s on %s, %s a block: %s",
		 vcube_collective_name(c->collective), c->how, c->topology, size,
		 c->reason);
	/* A single line would be the same sentence again. */
	if (newline && newline[1])
		fputs(report, stderr);
	free(size);
	return status_of(code);
}

/* Goes on after a failure, unless the output fails; the first failure decides. */
static int
run_all(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	int status = STATUS_FINE;

	o->output->begin(desc, o->wall);
	if (flush_output())
		return STATUS_FAILED;
	for (int i = 0; i < plan->count; i++) {
		struct run_case *c = &plan->cases[i];
		char *report, *size = size_text(c->bytes);
		int code;

		progress_show("[%d/%d] %s.%s on %s, %s a block", i + 1, plan->count,
			      vcube_collective_name(c->collective), c->how, c->topology, size);
		free(size);
		code = measure(c, o, desc, &report);
		progress_clear();
		o->output->record(&c->record);
		if (strcmp(c->record.status, "failed") == 0) {
			const int ended = report_failure(c, code, report);

			status = status ? status : ended;
		}
		free(report);
		if (flush_output())
			return STATUS_FAILED;
	}
	o->output->end();
	return status;
}

/* A run that failed has a trace, too, unless it failed before it began. */
static bool
has_trace(const char *path)
{
	vcube_trace *trace = vcube_trace_open(path, NULL);

	vcube_trace_close(trace);
	return trace != NULL;
}

/* A trace has one case, and a path that is of no use is told before it is run. */
static int
run_traced(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	struct run_options own = *o;
	struct atomic_file file;
	int status, written;

	if (plan->count != 1)
		return complain(STATUS_USAGE, "--trace records one case, and these are %d; name one "
				"COLLECTIVE.ALGORITHM, one topology and one size", plan->count);
	if (strcmp(o->trace, "-") == 0)
		return complain(STATUS_USAGE, "a trace goes to a file, not to the standard output");
	if (atomic_file_open(&file, o->trace))
		return STATUS_FAILED;
	/* who looks into memory is to see who is in what */
	if (o->contents > 0)
		pattern_mark(plan->cases);
	own.trace = file.name;
	status = run_all(plan, &own, desc);
	written = atomic_file_close(&file, !status || has_trace(file.name));
	return status ? status : written;
}

static int
run_plan(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	return o->trace ? run_traced(plan, o, desc) : run_all(plan, o, desc);
}

int
run_command(int argc, char **argv)
{
	struct run_options o = {
		.check = true, .wall = true, .iterations = 10, .op = VCUBE_SUM,
		.contents = 16384,
		.output = &output_table,
	};

	return sweep(argc, argv, &run_argp, &o, run_plan);
}

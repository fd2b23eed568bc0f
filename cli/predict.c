/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube predict: the time of collectives without a run.
 */
#include <stdio.h>
#include <string.h>
#include "base/status.h"
#include "base/units.h"
#include "commands.h"
#include "sweep/options.h"
#include "sweep/part.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

static void
predict_case(struct run_case *c, struct vcube_desc *desc)
{
	struct vcube_error error = { 0 };

	predict(c, desc, &error);
	if (c->program) {
		error.code = VCUBE_EPRECOND;
		snprintf(error.text, sizeof error.text, "a program of messages has no formula");
	}
	if (!error.code && c->no_way) {
		error.code = VCUBE_EFAULT;
		snprintf(error.text, sizeof error.text, "%s", c->no_way);
	}
	if (!error.code && c->record.predicted_ps == NONE) {
		error.code = VCUBE_ELIMIT;
		snprintf(error.text, sizeof error.text, "it may take longer than %d days, the "
			 "range of the clocks", (int)(VCUBE_TIME_MAX / 1000000000000 / 86400));
	}
	/* Too large to work out, and made for other links; a user who names it may know better. */
	if (!error.code && !c->named && strcmp(c->record.predicted_is, "exact") != 0 &&
	    desc->routing == VCUBE_ROUTING_NONE && predict_is_away(c->chosen, desc))
		error.code = VCUBE_EROUTE;
	predict_end(c, "predicted", &error);
}

static int
predict_all(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	int status = STATUS_FINE;

	/* the machine's time, not the host's */
	if (desc->clock == VCUBE_CLOCK_FREE)
		desc->clock = VCUBE_CLOCK_VIRTUAL;
	refuse_contradiction(desc);
	o->output->begin(desc, false, o->part.number <= 1);
	for (int i = 0; i < plan->count; i++) {
		struct run_case *c = &plan->cases[i];

		progress_show("[%d/%d] %s.%s on %s, %s a block", i + 1, plan->count, case_name(c), c->how,
			      c->topology, size_text(c->bytes));
		predict_case(c, desc);
		progress_clear();
		o->output->record(&c->record);
		if (strcmp(c->record.status, "failed") == 0)
			status = complain(STATUS_FAILED, "%s.%s on %s: %s",
					  case_name(c), c->how, c->topology,
					  c->record.reason);
	}
	o->output->end();
	return status;
}

static int
run(int argc, char **argv)
{
	struct run_options o = { .op = VCUBE_SUM, .output = &output_table, .predict = true };

	return sweep(argc, argv, &predict_command, &o, predict_all);
}

static const struct command_option options[] = {
	OPTIONS_WORK,
	OPTION_LOAD,
	OPTIONS_MACHINE,

	{ .help = "How:" },
	OPTION_PART,

	OPTIONS_PRINT,
	QUIET,
	{ 0 }
};

const struct command predict_command = {
	.name = "predict",
	.summary = "predict the time of collectives",
	.form = "COLLECTIVE[.ALGORITHM][,...]",
	.doc = "Predicts the time of collectives on emulated machines by the algorithms' "
	       "formulas, and, where they do not hold, by simulating the algorithms' steps "
	       "without data.\n\n"
	       "COLLECTIVE, COLLECTIVE.ALGORITHM, COLLECTIVE.auto, all and lists are as in vcube "
	       "run. Up to 256 nodes every time is exact; beyond, a time that would take long to "
	       "compute is a bound, marked <=, >= or ~."
	       "\v"
	       "Example:\n\n  vcube predict alltoall -t hypercube:6 -m 64,1KiB --profile paragon",
	OPTIONS_COLLECTIVES,
	.options = options,
	.end = options_end,
	.run = run,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expands the command line into cases.
 */
#include <string.h>
#include "base/atomic_file.h"
#include "base/processes.h"
#include "base/status.h"
#include "sweep/part.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

static void
explain_all(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	for (int i = 0; o->explain && i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];

		if (!c->algorithm && c->chosen && !vcube_desc_set(desc, "topology", c->topology, NULL))
			explain(c, desc);
	}
}

/* Refuse a file that is written twice, or is what a pattern is read from. */
static void
keep_apart(const struct run_options *o)
{
	const char *pattern = o->traffic ? traffic_file(o->traffic) : NULL;

	atomic_file_apart("plot", o->plot, o->trace, "what --trace writes");
	atomic_file_apart("plot", o->plot, pattern, "the file of --pattern");
	atomic_file_apart("trace", o->trace, pattern, "the file of --pattern");
	atomic_file_apart("svg", o->svg, pattern, "the file of --pattern");
}

static int
plan_and_go(struct run_options *o, sweep_cases *cases)
{
	struct plan plan = plan_make(o);
	struct vcube_desc desc = o->desc;
	int status;

	refuse_unused(&plan, o);
	keep_apart(o);
	if (o->plot)
		figure_check(&plan, o);
	if (o->part.of)
		part_cut(&plan, o->part, &desc);
	status = cases(&plan, o, &desc);
	explain_all(&plan, o, &desc);
	if (flush_output())
		status = STATUS_FAILED;
	if (o->plot)
		figure_write(&plan, o, &desc, status);
	o->desc = desc;         /* which owns the strings */
	return status;
}

/* Does a program read what goes to stdout, so that nothing else may? */
static bool
is_for_programs(const struct run_options *o)
{
	return o->output != &output_table || (o->svg && strcmp(o->svg, "-") == 0);
}

int
sweep(int argc, char **argv, const struct command *command, struct run_options *o,
      sweep_cases *cases)
{
	struct vcube_error error;
	int status;

	vcube_desc_init(&o->desc);
	if (vcube_desc_environment(&o->desc, &error))
		die(STATUS_USAGE, "%s", error.text);
	command_parse(command, argc, argv, o);
	if (o->loaded && is_for_programs(o))
		results_alone();
	processes_join(o->desc.transport);
	status = o->collectives ? plan_and_go(o, cases) : cases(NULL, o, &o->desc);
	vcube_desc_clear(&o->desc);
	return status;
}

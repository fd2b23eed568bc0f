/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From the command line to the cases that it stands for.
 */
#include <stdlib.h>
#include "base/status.h"
#include "sweep/figure.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"
#include "sweep/unused_options.h"

/* Explanations have to have something to explain, and somewhere to stand. */
static int
check_explain(const struct plan *plan, const struct run_options *o)
{
	if (!o->explain)
		return STATUS_FINE;
	if (o->output != &output_table)
		return complain(STATUS_USAGE, "--explain is for people; JSON and CSV name the algorithm "
				"that was chosen, and `vcube predict' has what the others would cost");
	for (int i = 0; i < plan->count; i++)
		if (!plan->cases[i].algorithm)
			return STATUS_FINE;
	return complain(STATUS_USAGE, "--explain is about the library's choice, and none is asked for; "
			"name COLLECTIVE.auto");
}

static void
explain_all(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	for (int i = 0; o->explain && i < plan->count; i++) {
		const struct run_case *c = &plan->cases[i];

		if (!c->algorithm && c->chosen && !vcube_desc_set(desc, "topology", c->topology, NULL))
			explain(c, desc);
	}
}

static int
plan_and_go(struct run_options *o, sweep_cases *cases)
{
	struct plan plan;
	struct vcube_desc desc = o->desc;
	int status = plan_make(&plan, o);

	if (!status)
		status = unused_options(&plan, o);
	if (!status)
		status = check_explain(&plan, o);
	if (!status)
		status = figure_check(&plan, o);
	if (!status) {
		status = cases(&plan, o, &desc);
		explain_all(&plan, o, &desc);
		if (flush_output())
			status = STATUS_FAILED;
		if (o->plot && figure_write(&plan, o, &desc))
			status = status ? status : STATUS_FAILED;
	}
	o->desc = desc;         /* whose strings are the ones there are */
	plan_free(&plan);
	return status;
}

int
sweep(int argc, char **argv, const struct command *command, struct run_options *o,
      sweep_cases *cases)
{
	struct vcube_error error;
	int status;

	vcube_desc_init(&o->desc);
	if (vcube_desc_environment(&o->desc, &error)) {
		status = complain(STATUS_USAGE, "%s", error.text);
	} else {
		command_parse(command, argc, argv, o);
		status = o->collectives ? plan_and_go(o, cases) : cases(NULL, o, &o->desc);
	}
	vcube_desc_clear(&o->desc);
	settings_free(&o->settings);
	free(o->collectives);
	free(o->topologies);
	free(o->sizes);
	traffic_free(o->traffic);
	return status;
}

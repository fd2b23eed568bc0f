/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube step: a collective, step by step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <vcube/observing.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "commands.h"
#include "run/measure.h"
#include "run/pattern.h"
#include "run/trial.h"
#include "step/labels.h"
#include "sweep/options.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

/* Blocks are told apart by as many bytes. */
#define LEAST 8

static char *
title_of(const struct run_case *c, const struct vcube_desc *desc)
{
	char *size = size_text(c->bytes), *title;
	const char *how = c->algorithm ? c->how : c->chosen->name;

	title = text("%s.%s on %s, %s mapping, %s a block, %s clock", vcube_collective_name(c->collective),
		     how, c->topology, desc->mapping, size,
		     clock_name(desc->clock));
	free(size);
	return title;
}

static int
show(struct run_case *c, const struct run_options *o, vcube_machine *machine,
     struct vcube_error *error)
{
	struct trial trial = { .c = c, .check = true, .watched = true };
	struct labels labels;
	char *title = title_of(c, vcube_machine_desc(machine));
	struct vcube_stepper_options options = {
		.title = title, .print = o->print ? stdout : NULL, .cell = c->bytes, .arg = &labels,
	};
	int code;

	if (pattern_mark(c) || !c->op)
		options.text = labels_text;
	labels_open(&labels, c);
	trial.combined = pattern_combined(c);
	code = vcube_stepper_run(machine, trial_program, &trial, &options, error);
	free((void *)trial.combined);
	labels_close(&labels);
	free(title);
	return code;
}

/* Without routes, if there need be none: messages do not contend then. But with routes
 * they find a way round links that are down. */
static void
choose_routing(const struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
{
	if (desc->clock != VCUBE_CLOCK_VIRTUAL || desc->links || desc->changes ||
	    settings_have(&o->settings, "routing"))
		return;
	vcube_desc_set(desc, "routing", "none", NULL);
	if (predict_is_away(c->chosen, desc))
		vcube_desc_set(desc, "routing", "any", NULL);
}

static enum status
step(struct run_case *c, const struct run_options *o, struct vcube_desc *desc)
{
	struct vcube_error error = { 0 };
	vcube_machine *machine = NULL;
	int code = 0;

	predict(c, desc, &error);
	if (!error.code)
		choose_routing(c, o, desc);
	if (!error.code && !measure_room(c, o, desc, &error))
		machine = vcube_open_desc(desc, &error);
	if (machine)
		code = show(c, o, machine, &error);
	if (!error.code && code && !o->print)
		error = *vcube_run_error(machine);
	vcube_close(machine);
	if (error.code)
		complain(STATUS_FAILED, "%s", error.text);
	return status_of(error.code ? error.code : code);
}

static int
step_case(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	struct run_case *c = plan->cases;

	if (!o->print && !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)))
		return complain(STATUS_LIMIT, "the full screen needs a terminal for its input and "
				"output; --print shows plain lines without one");
	if (plan->count != 1)
		return complain(STATUS_USAGE, "a step is of one algorithm on one topology with one size; "
				"name COLLECTIVE.ALGORITHM, such as allgather.ring");
	if (o->traffic)
		return complain(STATUS_USAGE, "a step is of blocks of one length, and --pattern gives "
				"them several");
	if (has_blocks(c->collective) && c->bytes < LEAST)
		return complain(STATUS_USAGE, "blocks of %zu bytes cannot be told apart; -m takes %d or "
				"more here", c->bytes, LEAST);
	if (!settings_have(&o->settings, "clock") &&
	    vcube_desc_set(desc, "clock", "virtual", NULL))
		return STATUS_FAILED;
	return step(c, o, desc);
}

static int
run(int argc, char **argv)
{
	struct run_options o = {
		.op = VCUBE_SUM, .output = &output_table, .size = "64",
	};

	return sweep(argc, argv, &step_command, &o, step_case);
}

static const struct command_option options[] = {
	OPTIONS_WORK,
	OPTIONS_MACHINE,
	{ .help = "How to show it:" },
	{ "print", 0, NULL,
	  "plain lines for every step, instead of the full screen: for logs, slow lines and screen "
	  "readers", .take = take_flag, AT(run_options, print) },
	{ 0 }
};

const struct command step_command = {
	.name = "step",
	.summary = "show a collective step by step",
	.form = "COLLECTIVE.ALGORITHM",
	.doc = "Shows a collective step by step on the full screen: the topology with its busy links, "
	       "who holds what, messages and clocks; forward, back, to a step, to a condition. The "
	       "key ? is help.\n\n"
	       "One algorithm, one topology, one size: 64 bytes a block unless it is given. The clock "
	       "is virtual, unless --clock is given."
	       "\v"
	       "Example: vcube step allgather.hypercube -t hypercube:3 --print",
	.values = OPTIONS_COLLECTIVES,
	.options = options,
	.word = options_collective,
	.end = options_end,
	.run = run,
};

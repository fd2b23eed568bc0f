/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expands the command line into cases, for every subcommand that runs or predicts them.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "base/command.h"
#include "sweep/plan.h"

/* Go through the cases and print their records; may change the description. Return an exit
 * status. */
typedef int sweep_cases(struct plan *plan, const struct run_options *o, struct vcube_desc *desc);

/* Fill in *o from the environment and the command line, make the plan, call `cases`, and
 * print the requested explanations. Without a collective, the plan is NULL. */
int sweep(int argc, char **argv, const struct command *command, struct run_options *o,
	  sweep_cases *cases);

/* Options that would have no effect beside the others: we refuse them with a sentence rather
 * than ignore them. Those of a sweep; and of a command that runs nothing, where no option
 * about a run has an effect. */
void refuse_unused(const struct plan *plan, const struct run_options *options);
/* Once all keys are set: refuse those that contradict each other. */
void refuse_contradiction(const struct vcube_desc *desc);
void refuse_without_run(const struct run_options *options);

/*
 * The plot of a sweep: times over block sizes if there are several, else over nodes, else
 * the algorithms one below the other. Check, before the first run, that the plot can be drawn
 * and written; write it after all cases have run, with `status`, or are predicted. What goes
 * wrong ends the process.
 */
void figure_check(const struct plan *plan, const struct run_options *o);
void figure_write(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc,
		  int status);

#endif

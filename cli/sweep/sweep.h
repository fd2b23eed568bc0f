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

/* Fill in *o from the environment and the command line, make the plan, call `cases`, print
 * the requested explanations, and release *o. Without a collective, the plan is NULL. */
int sweep(int argc, char **argv, const struct command *command, struct run_options *o,
	  sweep_cases *cases);

#endif

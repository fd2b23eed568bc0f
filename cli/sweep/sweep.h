/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Goes from the command line to the cases that it stands for, for every subcommand
 * that runs or predicts them.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "base/command.h"
#include "sweep/plan.h"

/* Go through the cases and print their records; may change the description. Returns an
 * exit status. */
typedef int sweep_cases(struct plan *plan, const struct run_options *o, struct vcube_desc *desc);

/* Fill in *o from the environment and the command line, make the plan, call `cases`,
 * print the explanations that were asked for, and release *o. The plan is NULL if there
 * is no collective. */
int sweep(int argc, char **argv, const struct command *command, struct run_options *o,
	  sweep_cases *cases);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From the command line to the cases that it stands for, for every subcommand
 * that goes through them.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "base/command.h"
#include "sweep/plan.h"

/* What goes through the cases and prints their records; an exit status. The
 * description is to be changed as needed. */
typedef int sweep_cases(struct plan *plan, const struct run_options *o, struct vcube_desc *desc);

/* Fills in *o from the environment and the command line, makes the plan, calls
 * `cases`, prints the explanations that were asked for, and releases *o. Where there is
 * no collective to run there is no plan either: NULL. */
int sweep(int argc, char **argv, const struct command *command, struct run_options *o,
	  sweep_cases *cases);

#endif

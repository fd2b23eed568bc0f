/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a sweep: times over block sizes if there are several, else over nodes, else
 * the algorithms one below the other.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include "sweep/plan.h"

/* Check, before the first run, that the plot can be drawn and written. Return an exit
 * status, after a sentence. */
int figure_check(const struct plan *plan, const struct run_options *o);

/* Write the plot after all cases have run or are predicted. Return an exit status. */
int figure_write(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc);

#endif

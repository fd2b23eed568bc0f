/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a sweep: times over the sizes of blocks if there are several, else over
 * the nodes, else the algorithms one below the other.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include "sweep/plan.h"

/* Check, before anything is run, that the plot can be drawn and written; an exit status,
 * after a sentence. */
int figure_check(const struct plan *plan, const struct run_options *o);

/* Write the plot when all cases have run, or are predicted; an exit status. */
int figure_write(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc);

#endif

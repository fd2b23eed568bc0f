/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a sweep: its cases over the size of a block if there are several,
 * else over the nodes, else the algorithms one below the other.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include "sweep/plan.h"

/* Can what is asked for be drawn and written? An exit status, after a sentence;
 * to be asked before anything is run. */
int figure_check(const struct plan *plan, const struct run_options *o);

/* Once all cases have run, or are predicted; an exit status. */
int figure_write(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc);

#endif

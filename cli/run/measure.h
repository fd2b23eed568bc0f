/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs one case on a machine of its own, and fills in its record.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "sweep/plan.h"

/*
 * Two runs. In the first every node makes the call once, between two
 * vcube_align(): that gives the virtual time, the counts and the check. In the
 * second, unless host times are not wanted, nodes make the call 1 +
 * options->iterations times (fewer, of slow calls), look at the host's clock
 * after each, and the last result is checked again. `desc` is the caller's, its
 * topology and heap are changed.
 *
 * Returns the code of what went wrong first, VCUBE_OK if nothing did; *report is
 * then the report of the run, to be freed, or NULL.
 */
int measure(struct run_case *c, const struct run_options *options, struct vcube_desc *desc,
	    char **report);

/* Give the nodes of `desc` heaps that the case fits into, unless the user has set their
 * size. 0, or VCUBE_EHOST if this host lacks the memory. */
int measure_room(const struct run_case *c, const struct run_options *options,
		 struct vcube_desc *desc, struct vcube_error *error);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs one case on a machine of its own, and fills in its record.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "sweep/plan.h"

/*
 * Run the case twice. In the first run, every node makes the call once, between two
 * vcube_align(): that gives the virtual time, the counts and the check. In the second,
 * which options->wall asks for, nodes make the call 1 + options->iterations times (fewer
 * if it is slow) and read the host's clock after each; the last result is checked again.
 * Changes the topology and heap of `desc`.
 *
 * Return the code of the first error, or VCUBE_OK; after an error, *report is the report of
 * the run, or NULL.
 */
int measure(struct run_case *c, const struct run_options *options, struct vcube_desc *desc,
	    char **report);

/* Give the nodes of `desc` heaps that fit the case, unless the user has set their size.
 * Return 0, or VCUBE_EHOST if this host lacks the memory. */
int measure_room(const struct run_case *c, const struct run_options *options,
		 struct vcube_desc *desc, struct vcube_error *error);

#endif

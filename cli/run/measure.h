/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs one case on a machine of its own, and fills in its record.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdatomic.h>
#include "sweep/plan.h"

/*
 * Run the case. In the first run, every node makes the call once, between two
 * vcube_align(): that gives the virtual time, the counts and the check. If options->wall asks
 * for host times, nodes then make the call 1 + options->iterations times (fewer if it is slow)
 * and read the host's clock after each; the last result is checked again. A short run before
 * that finds calls of less than 10 us, which are timed in batches.
 * Changes the topology and heap of `desc`.
 *
 * Return the code of the first error, or VCUBE_OK; after an error, *report is the report of
 * the run, or NULL.
 */
int measure(struct run_case *c, const struct run_options *options, struct vcube_desc *desc,
	    char **report);

/* Open the machine of a case that is predicted, with heaps that fit it, unless the user has
 * set their size. NULL, with *error set, if that fails; VCUBE_EHOST: this host lacks the
 * memory. */
vcube_machine *measure_open(struct run_case *c, const struct run_options *options,
			    struct vcube_desc *desc, struct vcube_error *error);

/* What the nodes of a run share. */
struct trial {
	const struct run_case *c;
	const void *combined;           /* pattern_combined() */
	bool check;                     /* the data */
	bool watched;                   /* nodes watch their blocks, and end with a step */
	bool noted;                     /* nodes have no threads: no data, no time */
	size_t noted_scratch;           /* the most that any of them needed */
	/* 0: make the call once, between two vcube_align(). Else make 1 + timed batches of calls,
	 * one right after the other. */
	int timed;
	int batch;                      /* calls in each */
	int local;                      /* nodes that this process has, or 0: all */
	atomic_int came;                /* those of them that have reached the call */
	vcube_time time;                /* of the one call; written by rank 0 */
	/* When each node returned from each batch, by the host's clock: 1 + timed entries per
	 * node, which writes them, and gives them to the run. */
	int64_t *returned;
};

/* A vcube_program; `arg` is a struct trial. Fails with VCUBE_EPROGRAM for wrong data alone. */
int trial_program(vcube_node *self, void *arg);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of every node when a case is run: fill the blocks, make the call, check the
 * result. Fails with VCUBE_EPROGRAM for wrong data alone.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdatomic.h>
#include "sweep/plan.h"

/* What the nodes of a run share. */
struct trial {
	const struct run_case *c;
	const void *combined;           /* pattern_combined() */
	bool check;                     /* the data */
	bool watched;                   /* nodes watch their blocks, and end with a step */
	/* 0: make the call once, between two vcube_align(). Else make it 1 + timed times, one
	 * right after the other. */
	int timed;
	atomic_int came;                /* nodes that have reached the call */
	vcube_time time;                /* of the one call; written by rank 0 */
	_Atomic(size_t) scratch;        /* the most bytes of heap that a node took in it */
	/* When each node returned from each call, by the host's clock: 1 + timed entries per
	 * node, which writes them. */
	int64_t *returned;
};

/* Read the host's clock, in nanoseconds from some start. */
int64_t trial_host_ns(void);

/* A vcube_program; `arg` is a struct trial. */
int trial_program(vcube_node *self, void *arg);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Walks through the registry: every algorithm compared with the oracle. */
#ifndef WALK_H
#define WALK_H

#include "oracle.h"
#include "support.h"

/* The numbers of nodes of walks. */
#define WALK_NODES 1, 2, 3, 4, 5, 7, 8, 13, 16, 32

struct walk {
	unsigned native;        /* a kind's bit: algorithms native to it, timed; 0: all */
	size_t most;            /* bytes of the largest block */
	int (*split)(int rank);         /* a group of these, or NULL: all nodes */
	int reversed;           /* with its ranks reversed */
	int collective;         /* with `how`: only this algorithm, with these */
	const char *how;        /* options; NULL: all, without */
	int tried;              /* trials that rank 0 made */
};

/* Walks on a machine: each result is right, nothing leaks, and if timed, the time is the
 * predicted one. The test fails if not, or if there was no algorithm to try. */
void make_walk(const char *machine, struct walk walk);

/* The preconditions, in the tests' own words. */
bool is_refused(const struct vcube_algorithm *algorithm, int p, const struct vcube_op *op);

/* The most bytes per block for p nodes, so that tests do not take long. */
size_t most_for(int p);

/* Splits of 16 nodes. */
int rows(int rank);
int columns(int rank);
int halves(int rank);
int evens(int rank);
int everybody(int rank);

#endif

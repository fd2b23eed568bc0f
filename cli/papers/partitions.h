/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The multiphase complete exchange on 2^d nodes, by all partitions of d, not
 * equipartitions alone: what each takes, and which is the best from which block on.
 *
 * The library turns the blocks after each of k phases, so its cost is that with
 * k permutations; the one with k - 1 leaves out the last. The paper's barriers,
 * one before each phase, have no profile's key and are added here.
 */
#ifndef PARTITIONS_H
#define PARTITIONS_H

#include <stdbool.h>

enum { DIMENSIONS_MAX = 16, PARTITIONS_MAX = 300 };

/* The cost of a partition in microseconds: start + slope m. */
struct partition {
	char parts[2 * DIMENSIONS_MAX];
	int phases;
	double start, slope;
};

struct partitions {
	struct partition list[PARTITIONS_MAX];
	int count;
};

/* Which costs are compared: of one machine, of one size, of one way to count, or
 * from runs on a network. */
struct scene {
	const char *machine, *permutations, *barrier;
	const char *network;    /* a topology; NULL: predicted */
	bool thin;              /* wires between switches have half the bandwidth of a node's */
	int d;
};

/* The costs of all partitions of the scene. 0, or an exit status after a sentence on
 * stderr. */
int partitions_of(struct partitions *all, const struct scene *s);

/* The best from block `from` on, when `now` (NULL: none yet) is the best up to
 * there: the one that undercuts it first; NULL: none does. *from is where. */
const struct partition *partitions_next(const struct partitions *all, const struct partition *now,
					double *from);

#endif

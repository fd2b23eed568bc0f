/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory of nodes, step by step, compared with the figures of a paper. */
#ifndef MEMORY_SNAPSHOTS_H
#define MEMORY_SNAPSHOTS_H

#include "support.h"
#include "tsv.h"

enum { SNAPSHOT_CALLS = 12, SNAPSHOT_NODES = 8, SNAPSHOT_ROOM = 64 };

/* A run as an observer saw it: at each step, each node's memory that is watched by this
 * name or, after its end, as "out". */
struct snapshots {
	int collective;
	const char *how;
	size_t n;               /* elements of a block */
	const char *name;
	int calls, missing;
	uint32_t seen[SNAPSHOT_CALLS][SNAPSHOT_NODES][SNAPSHOT_ROOM];
};

/* Makes it: calls the collective on a machine, with this number of steps. A gathered
 * element is rank << 8 | its place in the block; one combined by bitwise or is block << 16
 * | place << 8 | the ranks of its terms. */
void take_snapshots(struct snapshots *snapshots, const char *machine, int calls);

/* Compares the column of the figure's row with what was seen; the test fails if they
 * differ. */
void cell_is(const struct tsv *figure, int column, const char *seen);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory of nodes, step by step, compared with the figures of a paper. */
#ifndef MEMORY_SNAPSHOTS_H
#define MEMORY_SNAPSHOTS_H

#include "support.h"
#include "tsv.h"

enum { SNAPSHOT_CALLS = 12, SNAPSHOT_NODES = 8, SNAPSHOT_ROOM = 64 };

/* A run as an observer saw it: at each step, the memory of each node that is
 * watched by this name or, once that has ended, as "out". */
struct snapshots {
	int collective;
	const char *how;
	size_t n;               /* elements of a block */
	const char *name;
	int calls, missing;
	uint32_t seen[SNAPSHOT_CALLS][SNAPSHOT_NODES][SNAPSHOT_ROOM];
};

/* Makes it: the collective that is called on a machine, which comes to so many steps.
 * What is gathered says its rank << 8 | its place in the block; what is combined, by
 * the bitwise or, block << 16 | place << 8 | whose terms are in it. */
void take_snapshots(struct snapshots *snapshots, const char *machine, int calls);

/* Does the figure have in this column of its row what was seen? Else the test fails. */
void cell_is(const struct tsv *figure, int column, const char *seen);

#endif

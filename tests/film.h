/* SPDX-License-Identifier: BSD-2-Clause */
/* The memory of nodes, step by step, to be compared with the figures of a paper. */
#ifndef FILM_H
#define FILM_H

#include "support.h"
#include "tsv.h"

enum { FILM_CALLS = 12, FILM_NODES = 8, FILM_ROOM = 64 };

/* A run as an observer saw it: at each step, the memory of each node that is
 * watched by this name or, once that has ended, as "out". */
struct film {
	int collective;
	const char *how;
	size_t n;               /* elements of a block */
	const char *name;
	int calls, missing;
	uint32_t seen[FILM_CALLS][FILM_NODES][FILM_ROOM];
};

/* Makes it: the collective that is called on a machine, which comes to so many steps.
 * What is gathered says its rank << 8 | its place in the block; what is combined, by
 * the bitwise or, block << 16 | place << 8 | whose terms are in it. */
void shoot(struct film *film, const char *machine, int calls);

/* Does the figure have in this column of its row what was seen? Else the test fails. */
void cell_is(const struct tsv *figure, int column, const char *seen);

#endif

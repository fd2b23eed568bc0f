/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which runs a comparison is of: numbers of nodes and sizes, those of a table, or
 * those that the user asked for.
 */
#ifndef POINTS_H
#define POINTS_H

#include "papers/reproduce.h"
#include "papers/tsv.h"

struct point {
	int nodes;
	long size;
	int row;                /* of the table; -1: it has none such */
	double axis;            /* the number of the two that varies */
};

struct points {
	struct point *list;
	int count;
};

/*
 * The rows of a table, in its columns "nodes" and `size`; or, if the user gave
 * numbers of nodes or sizes, all of these with all of those, where those that were
 * not given are the table's. To be freed.
 */
struct points points_make(const struct comparison *c, const struct tsv *table, const char *size);
/* Do sizes vary alone, so that they are the axis? */
bool points_by_size(const struct points *points);
void points_free(struct points *points);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The points of a comparison: numbers of nodes and sizes, from a table or from the user.
 */
#ifndef POINTS_H
#define POINTS_H

#include "papers/reproduce.h"
#include "papers/tsv.h"

struct point {
	int nodes;
	long size;
	int row;                /* of the table; -1: it has no such row */
	double axis;            /* the one of the two numbers that varies */
};

struct points {
	struct point *list;
	int count;
};

/*
 * Return the rows of a table, by its columns "nodes" and `size`; or, if the user gave
 * numbers of nodes or sizes, each number of nodes with each size, those not given from the
 * table. The caller frees them.
 */
struct points points_make(const struct comparison *c, const struct tsv *table, const char *size);
/* Do only sizes vary, so that they are the axis? */
bool points_by_size(const struct points *points);
void points_free(struct points *points);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which runs a comparison is of: numbers of nodes and sizes, those of a table, or
 * those that the user asked for.
 */
#ifndef POINTS_H
#define POINTS_H

#include "papers/reproduce.h"
#include "papers/tsv.h"

struct spot {
	int nodes;
	long size;
	int row;                /* of the table; -1: it has none such */
	double axis;            /* the number of the two that varies */
};

struct spots {
	struct spot *list;
	int count;
};

/*
 * The rows of a table, in its columns "nodes" and `size`; or, if the user gave
 * numbers of nodes or sizes, all of these with all of those, where those that were
 * not given are the table's. To be freed.
 */
struct spots spots_make(const struct comparison *c, const struct tsv *table, const char *size);
/* Do sizes vary alone, so that they are the axis? */
bool spots_by_size(const struct spots *spots);
void spots_free(struct spots *spots);

#endif

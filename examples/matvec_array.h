/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An array of nodes, numbered row by row or column by column, and what each has.
 */
#ifndef MATVEC_ARRAY_H
#define MATVEC_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

struct array {
	int rows, columns;
	bool by_columns;
};

int array_row(const struct array *a, int node);
int array_column(const struct array *a, int node);
/* A node's number in the order that is not the array's; and the other way round: the
 * node whose number in that order this is. */
int array_other(const struct array *a, int node);
int array_back(const struct array *a, int number);

/* A run of rows or columns of a matrix, and of the vector that goes with them. */
struct range {
	size_t segment;         /* elements of a segment */
	size_t first, filled;   /* of how many there would be, zeros included, */
	size_t count;           /* and are */
};

/* Run number i of those that have `segments` segments each, of n in all. */
struct range array_range(size_t n, int nodes, int i, int segments);

#endif

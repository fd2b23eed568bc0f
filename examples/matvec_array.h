/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An array of nodes, numbered row by row or column by column, and the part of each.
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
/* Return a node's number in the other order than the array's; and the node with a number in
 * that order. */
int array_other(const struct array *a, int node);
int array_back(const struct array *a, int number);

/* A run of rows or columns of a matrix, and of the vector that goes with them. */
struct range {
	size_t segment;         /* elements of a segment */
	size_t first, filled;   /* the first, and their number with padding zeros, */
	size_t count;           /* and without */
};

/* Returns run number i of `segments` segments each, of n elements in all. */
struct range array_range(size_t n, int nodes, int i, int segments);

#endif

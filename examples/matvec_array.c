/* SPDX-License-Identifier: BSD-2-Clause */
#include "matvec_array.h"

static int
row_of(const struct array *a, bool by_columns, int number)
{
	return by_columns ? number % a->rows : number / a->columns;
}

static int
column_of(const struct array *a, bool by_columns, int number)
{
	return by_columns ? number / a->rows : number % a->columns;
}

/* Converts a number from one order to the other. */
static int
convert(const struct array *a, bool from_columns, int number)
{
	const int row = row_of(a, from_columns, number), column = column_of(a, from_columns, number);

	return from_columns ? row * a->columns + column : column * a->rows + row;
}

int
array_row(const struct array *a, int node)
{
	return row_of(a, a->by_columns, node);
}

int
array_column(const struct array *a, int node)
{
	return column_of(a, a->by_columns, node);
}

int
array_other(const struct array *a, int node)
{
	return convert(a, a->by_columns, node);
}

int
array_back(const struct array *a, int number)
{
	return convert(a, !a->by_columns, number);
}

struct range
array_range(size_t n, int nodes, int i, int segments)
{
	struct range r = {.segment = (n + (size_t)nodes - 1) / (size_t)nodes};

	r.filled = (size_t)segments * r.segment;
	r.first = (size_t)i * r.filled < n ? (size_t)i * r.filled : n;
	r.count = r.filled < n - r.first ? r.filled : n - r.first;
	return r;
}

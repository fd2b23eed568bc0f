/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes as an array, and conflict-free exchanges in its rows and columns.
 *
 * Without an incomplete row, the node in column k sends in step t to column (k + t) mod C.
 * Messages of the incomplete row to columns that it does not reach would collide with others
 * there, so they take precedence: in row m the node with the colliding message, in column m,
 * idles in step r - m. Its message, one step late, then collides with that of the node before
 * it, which therefore idles in the next step, and so on. (The paper prints step r - m + 1; its
 * figure 10 and this file have r - m.)
 */
#include <vcube/array.h>

static int
modulo(int x, int n)
{
	return (x % n + n) % n;
}

struct vcube_array
vcube_array_of(int nodes)
{
	struct vcube_array a = {.nodes = nodes};
	int low = 1;            /* floor(sqrt p) */

	while ((low + 1) * (low + 1) <= nodes)
		low++;
	a.columns = low + (low * low < nodes);
	/* one node short of a complete array of `low` rows, which is too few rows */
	if (nodes == low * a.columns - 1)
		a.columns = low;
	a.rows = (nodes + a.columns - 1) / a.columns;
	a.last = nodes % a.columns;
	return a;
}

int
vcube_array_columns(int nodes)
{
	int rows = 1;

	for (int r = 2; r <= nodes / r; r++)
		if (nodes % r == 0)
			rows = r;
	return nodes / rows;
}

int
vcube_array_width(const struct vcube_array *a, int row)
{
	return a->last > 0 && row == a->rows - 1 ? a->last : a->columns;
}

int
vcube_array_height(const struct vcube_array *a, int column)
{
	return a->rows - (a->last > 0 && column >= a->last);
}

int
vcube_array_row_steps(const struct vcube_array *a)
{
	return a->columns + (a->last > 0);
}

int
vcube_array_column_steps(const struct vcube_array *a)
{
	return a->rows;
}

/* Returns the step in which a node of this row and column idles although it has messages
 * left; past the last step, if there is none. */
static int
idle_step(const struct vcube_array *a, int row, int column)
{
	const int k = modulo(row - column, a->columns);

	if (row >= a->last || k > a->columns - a->last + row)
		return a->columns + 1;
	return a->last - row + k;
}

int
vcube_array_row_to(const struct vcube_array *a, int rank, int step)
{
	const int row = rank / a->columns, column = rank % a->columns;
	const int idle = idle_step(a, row, column), sent = step > idle ? step - 1 : step;
	const int to = (column + sent) % a->columns;

	if (step == idle || sent > a->columns)
		return VCUBE_ARRAY_IDLE;
	return (to < vcube_array_width(a, row) ? row : column) * a->columns + to;
}

/* The sender is `step` columns before this one if that node has not idled yet, the one
 * after it if it has, or the node in the incomplete row. */
int
vcube_array_row_from(const struct vcube_array *a, int rank, int step)
{
	const int row = rank / a->columns, column = rank % a->columns, first = row * a->columns;
	const int before = modulo(column - step, a->columns), behind = (before + 1) % a->columns;
	const int from[] = {first + before, first + behind, (a->rows - 1) * a->columns + row};

	for (int i = 0; i < 3; i++)
		if (from[i] < a->nodes && vcube_array_row_to(a, from[i], step) == rank)
			return from[i];
	return VCUBE_ARRAY_IDLE;
}

static int
column_partner(const struct vcube_array *a, int rank, int step, int distance)
{
	const int column = rank % a->columns, height = vcube_array_height(a, column);

	if (step > height)
		return VCUBE_ARRAY_IDLE;
	return modulo(rank / a->columns + distance, height) * a->columns + column;
}

int
vcube_array_column_to(const struct vcube_array *a, int rank, int step)
{
	return column_partner(a, rank, step, step);
}

int
vcube_array_column_from(const struct vcube_array *a, int rank, int step)
{
	return column_partner(a, rank, step, -step);
}

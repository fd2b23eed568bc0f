/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of each node for y = A x, y' = x' A or A += u x' on an array of nodes (Mathur
 * and Johnsson, section 2).
 *
 * Vectors are cut into as many segments as there are nodes, segment n on node n. The
 * nodes form an array of R x C, numbered row by row or column by column, and A is cut
 * likewise: a row of nodes has the rows of A that match the segments of its nodes
 * in row order, a column of nodes its columns with those in column order. R x 1
 * partitions A by rows, 1 x C by columns. 2 x 3 nodes, numbered column by column:
 *
 *   nodes   0 2 4     columns of A that match x's   0 1   2 3   4 5
 *           1 3 5     rows of A that match y's      0 1 2 above, 3 4 5 below
 *
 * So a column of nodes has the segments of x that it needs, and an all-to-all
 * broadcast in the column brings them to each node. An all-to-all reduction in each row
 * adds up the products' terms of y, and leaves segment 2 on node 4: y is in the order of
 * rows, and one message from each node brings it into the order of columns. With nodes
 * numbered row by row, x must be reordered instead, beforehand.
 *
 * All segments have the same length, ceil(n / nodes): zeros pad the last ones of a shorter
 * vector.
 */
#include <string.h>
#include "matvec.h"
#include "matvec_array.h"

struct node {
	vcube_node *self;
	const struct job *job;
	struct log *log;
	int me;
	int other;              /* its number in the other order than the nodes' */
	int back;               /* the node whose number in that order is `me` */
	vcube_group *row, *column;
	struct range rows, columns;
};

static void
take_place(struct node *n, vcube_node *self, const struct job *job)
{
	const struct array array = {job->rows, job->columns, job->by_columns};
	const int p = vcube_size(self), me = vcube_rank(self);
	const int row = array_row(&array, me), column = array_column(&array, me);

	*n = (struct node){.self = self, .job = job, .log = &job->log[me], .me = me};
	n->other = array_other(&array, me);
	n->back = array_back(&array, me);
	vcube_split(self, NULL, row, column, &n->row);
	vcube_split(self, NULL, column, row, &n->column);
	n->rows = array_range(job->a.rows, p, row, job->columns);
	n->columns = array_range(job->a.columns, p, column, job->rows);
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns this node's segment of a vector of n elements, padded with zeros. */
static double *
segment(struct node *n, const char *name, const double *vector, size_t length, size_t count)
{
	const size_t first = least((size_t)n->me * count, length);
	double *const part = vcube_scratch(n->self, count * sizeof *part);

	for (size_t i = 0; part && i < count; i++)
		part[i] = first + i < length ? vector[first + i] : 0;
	vcube_watch(n->self, name, part, VCUBE_DOUBLE, count);
	return part;
}

/* Do the rows (columns) of nodes hold segments in another order than the nodes'? */
static bool
in_other_order(const struct node *n, bool rows)
{
	return rows == n->job->by_columns && n->job->rows > 1 && n->job->columns > 1;
}

/* Moves segments into the nodes' order, or out of it. */
static double *
reorder(struct node *n, double *part, size_t count, bool into)
{
	double *const got = vcube_scratch(n->self, count * sizeof *got);

	phase(n->self, n->log, into ? "reorder the result" : "reorder the operand");
	vcube_sendrecv(n->self, NULL, into ? n->other : n->back, part, count * sizeof *part,
		       into ? n->back : n->other, got, count * sizeof *got, NULL);
	vcube_free(n->self, part);
	vcube_watch(n->self, "reordered", got, VCUBE_DOUBLE, count);
	return got;
}

/* Gathers the segments for this node's rows (or columns) of A from all nodes of its row
 * (column). */
static double *
broadcast(struct node *n, bool rows, double *part)
{
	const struct range *const r = rows ? &n->rows : &n->columns;
	double *const all = vcube_scratch(n->self, r->filled * sizeof *all);

	if (in_other_order(n, rows))
		part = reorder(n, part, r->segment, false);
	phase(n->self, n->log, rows ? "all-to-all broadcast in rows" : "all-to-all broadcast in columns");
	vcube_watch(n->self, "segments", all, VCUBE_DOUBLE, r->filled);
	vcube_allgather(n->self, rows ? n->row : n->column, part, all, r->segment, VCUBE_DOUBLE,
			n->job->gather);
	vcube_free(n->self, part);
	return all;
}

/* The reverse: adds up the terms of all nodes of the row (column), and keeps the sum of this
 * node's segment. */
static double *
reduce(struct node *n, bool rows, double *terms)
{
	const struct range *const r = rows ? &n->rows : &n->columns;
	double *part = vcube_scratch(n->self, r->segment * sizeof *part);

	phase(n->self, n->log, rows ? "all-to-all reduction in rows" : "all-to-all reduction in columns");
	vcube_watch(n->self, "y", part, VCUBE_DOUBLE, r->segment);
	vcube_reduce_scatter(n->self, rows ? n->row : n->column, terms, part, r->segment, VCUBE_DOUBLE,
			     VCUBE_SUM, n->job->reduce);
	vcube_free(n->self, terms);
	return in_other_order(n, rows) ? reorder(n, part, r->segment, true) : part;
}

static bool
is_mine(const struct node *n, const struct matrix_entry *e)
{
	return e->row - n->rows.first < n->rows.count &&
	       e->column - n->columns.first < n->columns.count;
}

/* Returns this node's entries of A, numbered from its first row and column. */
static struct matrix_entry *
local_entries(const struct node *n, size_t *count)
{
	const struct matrix *const a = &n->job->a;
	struct matrix_entry *mine;

	*count = 0;
	for (size_t i = 0; i < a->count; i++)
		*count += is_mine(n, &a->entry[i]);
	mine = vcube_scratch(n->self, *count * sizeof *mine);
	for (size_t i = 0, k = 0; mine && i < a->count; i++)
		if (is_mine(n, &a->entry[i]))
			mine[k++] = (struct matrix_entry){a->entry[i].row - (uint32_t)n->rows.first,
				a->entry[i].column - (uint32_t)n->columns.first, a->entry[i].value};
	return mine;
}

static void
multiply(struct node *n, const double *x, double *y)
{
	const bool transposed = n->job->operation == VECMAT;
	size_t count;
	struct matrix_entry *const mine = local_entries(n, &count);

	phase(n->self, n->log, "multiply");
	if (vcube_failed(n->self))
		return;
	memset(y, 0, (transposed ? n->columns : n->rows).filled * sizeof *y);
	for (const struct matrix_entry *e = mine; e < mine + count; e++) {
		if (transposed)
			y[e->column] += e->value * x[e->row];
		else
			y[e->row] += e->value * x[e->column];
	}
	flops(n->self, n->log, 2 * count);
	vcube_free(n->self, mine);
}

static void
product(struct node *n)
{
	const struct job *const job = n->job;
	const bool transposed = job->operation == VECMAT;
	const struct range *const from = transposed ? &n->rows : &n->columns;
	const struct range *const to = transposed ? &n->columns : &n->rows;
	const size_t length = transposed ? job->a.columns : job->a.rows;
	double *const part = segment(n, "x", job->x, transposed ? job->a.rows : job->a.columns,
				     from->segment);
	double *const x = broadcast(n, transposed, part);
	double *const terms = vcube_scratch(n->self, to->filled * sizeof *terms), *y;

	multiply(n, x, terms);
	vcube_free(n->self, x);
	y = reduce(n, !transposed, terms);
	phase(n->self, n->log, NULL);
	if (!vcube_failed(n->self)) {
		const size_t first = least((size_t)n->me * to->segment, length);

		memcpy(job->y + first, y, least(to->segment, length - first) * sizeof *y);
	}
	vcube_free(n->self, y);
}

/* Returns the index of an element, by row and column, in a node's part of A. */
static size_t
place(const struct node *n, size_t row, size_t column)
{
	return n->job->store_columns ? column * n->rows.count + row : row * n->columns.count + column;
}

/* Returns this node's part of A as an array with zeros. */
static double *
local_array(struct node *n)
{
	const size_t elements = n->rows.count * n->columns.count;
	size_t count;
	struct matrix_entry *const mine = local_entries(n, &count);
	double *const part = vcube_scratch(n->self, elements * sizeof *part);

	if (!vcube_failed(n->self)) {
		memset(part, 0, elements * sizeof *part);
		for (size_t i = 0; i < count; i++)
			part[place(n, mine[i].row, mine[i].column)] += mine[i].value;
		vcube_watch(n->self, "A", part, VCUBE_DOUBLE, elements);
	}
	vcube_free(n->self, mine);
	return part;
}

static void
update(struct node *n, double *part, const double *u, const double *x)
{
	phase(n->self, n->log, "update");
	if (vcube_failed(n->self))
		return;
	for (size_t i = 0; i < n->rows.count; i++)
		for (size_t j = 0; j < n->columns.count; j++)
			part[place(n, i, j)] += u[i] * x[j];
	flops(n->self, n->log, 2 * n->rows.count * n->columns.count);
	phase(n->self, n->log, NULL);
}

/* Copies this node's part into the result. */
static void
hand_in(const struct node *n, const double *part)
{
	const struct job *const job = n->job;

	for (size_t i = 0; i < n->rows.count; i++)
		for (size_t j = 0; j < n->columns.count; j++)
			job->y[(n->rows.first + i) * job->a.columns + n->columns.first + j] =
				part[place(n, i, j)];
}

static void
rank1(struct node *n)
{
	const struct job *const job = n->job;
	double *const part = local_array(n);
	double *const x = broadcast(n, false, segment(n, "x", job->x, job->a.columns, n->columns.segment));
	double *const u = broadcast(n, true, segment(n, "u", job->u, job->a.rows, n->rows.segment));

	update(n, part, u, x);
	if (!vcube_failed(n->self))
		hand_in(n, part);
	vcube_free(n->self, u);
	vcube_free(n->self, x);
	vcube_free(n->self, part);
}

int
matvec_program(vcube_node *self, void *arg)
{
	struct node n;

	take_place(&n, self, arg);
	if (n.job->operation == RANK1)
		rank1(&n);
	else
		product(&n);
	return vcube_failed(self);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any number of nodes as an array, and the partners in each step of an exchange among
 * all nodes of a row, or of a column (Liu, Wang and Prasanna 2002, section 3.2). Pure:
 * any thread may call these functions, and they do not block.
 *
 * Nodes lie row by row; the last row may be incomplete:
 *
 *   p = 18      0  1  2  3  4
 *               5  6  7  8  9
 *              10 11 12 13 14
 *              15 16 17
 *
 * In an exchange in rows, every node sends one message to each column, including its
 * own. For a column that the incomplete row does not reach, its node in column i sends
 * to row i of that column: 15 to 3 and 4, 16 to 8 and 9, 17 to 13 and 14. In an exchange
 * in columns, every node sends one message to each node of its column.
 *
 * In a step, a node sends at most one message and receives at most one.
 */
#ifndef VCUBE_ARRAY_H
#define VCUBE_ARRAY_H

#include <vcube/error.h>

VCUBE_BEGIN_

struct vcube_array {
	int nodes;
	int columns;            /* ceil(sqrt p), or one less, see vcube_array_of() */
	int rows;               /* including the incomplete one */
	int last;               /* nodes in the incomplete row; 0: no such row */
};

/* Instead of a rank: the node is idle in that step. */
#define VCUBE_ARRAY_IDLE (-1)

/* Returns the array of p >= 1 nodes: as square as possible, with at least as many complete
 * rows as nodes in the incomplete one. */
struct vcube_array vcube_array_of(int nodes);

/* Returns the columns of the most nearly square array of p >= 1 nodes without an incomplete row:
 * at least as many as rows; p, in one row, if p is prime. */
int vcube_array_columns(int nodes);

/* Number of nodes in a row; in a column. */
int vcube_array_width(const struct vcube_array *array, int row);
int vcube_array_height(const struct vcube_array *array, int column);

/* Number of steps of an exchange; steps count from 1. An exchange in rows takes one step
 * more than there are columns if the last row is incomplete. In an exchange in columns, a
 * column with one row less ends one step earlier. */
int vcube_array_row_steps(const struct vcube_array *array);
int vcube_array_column_steps(const struct vcube_array *array);

/* The rank that a node sends to in a step, and the rank that it receives from. Its own
 * rank: it keeps a message. */
int vcube_array_row_to(const struct vcube_array *array, int rank, int step);
int vcube_array_row_from(const struct vcube_array *array, int rank, int step);
int vcube_array_column_to(const struct vcube_array *array, int rank, int step);
int vcube_array_column_from(const struct vcube_array *array, int rank, int step);

VCUBE_END_
#endif

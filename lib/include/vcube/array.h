/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any number of nodes as an array, and who sends whom in which step when all
 * nodes of a row, or of a column, exchange messages (Liu, Wang and Prasanna 2002,
 * section 3.2). Pure: any thread may call these; they do not block.
 *
 * Nodes lie row after row; the last row may be incomplete:
 *
 *   p = 18      0  1  2  3  4
 *               5  6  7  8  9
 *              10 11 12 13 14
 *              15 16 17
 *
 * In an exchange in rows every node sends one message to each column, its own
 * among them. For a column that its row does not reach, the node in column i of
 * the incomplete row sends to row i of that column: 15 to 3 and 4, 16 to 8 and 9,
 * 17 to 13 and 14. In an exchange in columns it sends one to each node of its own.
 *
 * No node sends or receives more than one message in a step.
 */
#ifndef VCUBE_ARRAY_H
#define VCUBE_ARRAY_H

#ifdef __cplusplus
extern "C" {
#endif

struct vcube_array {
	int nodes;
	int columns;            /* ceil(sqrt p), or one less, see vcube_array_of() */
	int rows;               /* the incomplete one, too */
	int last;               /* nodes in the incomplete row; 0: there is none */
};

/* In place of a rank: none, the node is idle in that step. */
#define VCUBE_ARRAY_IDLE (-1)

/* The array of p >= 1 nodes: as square as can be, with no fewer complete rows
 * than nodes in the incomplete one. */
struct vcube_array vcube_array_of(int nodes);

/* How many nodes a row, or a column, has. */
int vcube_array_width(const struct vcube_array *array, int row);
int vcube_array_height(const struct vcube_array *array, int column);

/* Steps of an exchange, numbered from 1. In rows there is one more than columns
 * where the last row is incomplete; a column of fewer rows is done a step
 * earlier. */
int vcube_array_row_steps(const struct vcube_array *array);
int vcube_array_column_steps(const struct vcube_array *array);

/* To whom a node sends in a step, and from whom it receives; the node itself: it
 * keeps a message. */
int vcube_array_row_to(const struct vcube_array *array, int rank, int step);
int vcube_array_row_from(const struct vcube_array *array, int rank, int step);
int vcube_array_column_to(const struct vcube_array *array, int rank, int step);
int vcube_array_column_from(const struct vcube_array *array, int rank, int step);

#ifdef __cplusplus
}
#endif
#endif

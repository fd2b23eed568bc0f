/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node's memory holds: the pieces of blocks in it, by the test data of pattern.h.
 */
#ifndef PIECES_H
#define PIECES_H

#include "run/pattern.h"

enum piece_kind {
	PIECE_EMPTY,            /* zeros */
	PIECE_MOVED,            /* bytes of a block */
	PIECE_COMBINED,         /* elements of the same nodes and block */
	PIECE_OTHER             /* anything else */
};

struct piece {
	enum piece_kind kind;
	size_t at, bytes;       /* its place in the cell */
	struct source source;   /* if it is moved */
	struct members members; /* if it is combined */
};

/* The pieces of a cell, which is memory as large as a block of the case, or less; start with
 * zeros, and discard the list */
struct pieces {
	struct piece *list;
	int count;
};

/* The longest block whose data is recognized: a word that lies elsewhere in it than where it was
 * found is looked for at each offset. */
#define PIECES_BYTES_MAX (64 << 10)

/* Can the data of a case be recognized? */
bool pieces_known(const struct run_case *c);

/* Divide a cell into pieces, from its beginning to its end. */
void pieces_find(const struct run_case *c, const char *cell, size_t bytes, struct pieces *p);

/*
 * Print the pieces of a cell as words. "3" is the block of node 3, "1>3" the one from node 1 to
 * node 3, "013" the sum of those of nodes 0, 1 and 3, "2:013" the sum of their blocks number
 * 2; "." means nothing yet, "?" something else, and "~" that a node contributed twice. A part of
 * a block is followed by its fraction: "3 1/2|. 1/2"; of up to eight equal parts all are
 * named: "3|.|.".
 */
void pieces_print(const struct run_case *c, const struct pieces *p, FILE *out);

#endif

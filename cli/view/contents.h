/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The contents of nodes' memory for the page: cells, each kind of cell written once, and of
 * each MEMORY event those that have changed.
 */
#ifndef CONTENTS_H
#define CONTENTS_H

#include <stdio.h>
#include <vcube/observing.h>
#include "base/index.h"
#include "run/pieces.h"
#include "view/rows.h"

/* The depth of nested calls down to which their blocks are known */
enum { CONTENTS_DEPTHS = 8 };

struct contents {
	const vcube_trace *trace;
	struct run_case c;              /* the only call of the run, */
	bool known;                     /* and it moves or combines the data of pattern.h */
	size_t cell;                    /* bytes of a cell of its memory */
	struct pieces pieces;
	uint64_t begun;                 /* block size of the CALL just before; 0: none */
	uint64_t (*blocks)[CONTENTS_DEPTHS];    /* by node and depth, of open calls; 0: none */
	struct seen *seen;              /* by node: the latest contents of each watch */
	FILE *out;                      /* writes the text of a cell to: */
	char *words;
	size_t length;
	struct cell *cells;             /* whose data differ */
	int cell_count;
	const char **kinds;             /* of cells: their texts, which differ */
	int kind_count;
	struct index by_data, by_text;  /* of the cells, and of the kinds */
};

void contents_open(struct contents *s, const vcube_trace *trace);
void contents_close(struct contents *s);

/* Take the events in order. */
void contents_note(struct contents *s, const struct vcube_event *e);

/* Add to the row of a MEMORY event the cells that differ from those before, as number, kind,
 * number, kind, ..; its number and amount become how many cells the memory has, and its bytes
 * shown. */
void contents_write(struct contents *s, struct rows *rows, const struct vcube_event *e,
		    struct vcube_event *row);

/*
 * Write the kinds of cells. Of known data: its words (pieces_print()), then for each piece
 * [bytes] if it is empty, [bytes, node] if it was moved, [bytes, nodes as bits in
 * hexadecimal] if it was combined, or [bytes, -1]. Of other data: its first bytes in
 * hexadecimal.
 */
void contents_write_kinds(const struct contents *s, FILE *out);

#endif

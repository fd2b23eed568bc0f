/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events as rows of numbers, which together are one list: a browser reads that sooner than a list
 * of lists. A row begins with its kind + KINDS * (bits + 2^FIELDS * more): the bits say which
 * fields of the event, in the order of rows_write(), differ from those of the last row of its kind;
 * these follow, and then as many numbers as `more` says, which are written for that kind alone.
 */
#ifndef ROWS_H
#define ROWS_H

#include <stdio.h>
#include <vcube/observing.h>

enum { ROW_FIELDS = 8, ROW_KINDS = 32, ROWS_ROOM = 1 << 14 };

struct rows {
	FILE *out;
	int64_t last[ROW_KINDS][ROW_FIELDS];    /* of the last row of each kind */
	int64_t *more;                  /* of the next row */
	size_t count, room;
	bool begun;
	size_t used;
	char text[ROWS_ROOM];           /* that is not written yet */
};

/* Begin a list as a field of an object. */
void rows_begin(struct rows *rows, FILE *out, const char *name);
/* Add a number to those of the next row. */
void rows_add(struct rows *rows, int64_t number);
void rows_write(struct rows *rows, const struct vcube_event *e);
void rows_end(struct rows *rows);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of tests/golden/, row by row. */
#ifndef TSV_H
#define TSV_H

#include <stdio.h>

enum { TSV_FIELDS = 24, TSV_LINE = 600 };

struct tsv {
	FILE *file;
	char line[TSV_LINE];
	char *field[TSV_FIELDS];        /* of the last row */
	int fields;
};

/* Opens a table and reads its heads as a row; the test fails if there is none. */
void tsv_open(struct tsv *t, const char *name);
/* Reads the next row; 0 past the last, and then the table is closed. */
int tsv_row(struct tsv *t);

#endif

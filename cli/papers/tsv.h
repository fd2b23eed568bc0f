/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of the papers, cli/papers/data/NAME.tsv, which are built into the command. Tabs
 * separate the cells, the first line names the columns, "-" is an empty cell.
 */
#ifndef TSV_H
#define TSV_H

#include <stddef.h>

/* The tables as text; ends with a NULL name. */
struct tsv_source {
	const char *name, *text;
};
extern const struct tsv_source tsv_sources[];

struct tsv {
	char *text;             /* holds the cells */
	char **cell;
	int rows, columns;      /* not counting the line of names, row -1 */
};

/* Open a table. A missing table or column ends the process: the tables are our own. */
struct tsv tsv_open(const char *name);
void tsv_close(struct tsv *table);
const char *tsv_text(const struct tsv *table, int row, const char *column);
/* Return a cell's number; NAN if it is empty. */
double tsv_number(const struct tsv *table, int row, const char *column);

#endif

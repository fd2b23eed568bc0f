/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A column of a table of the CM-200, from virtual runs under the profile cm200. A column
 * of work is what was charged for it in the steps of a run; all nodes do the same at the
 * same time, so what is left is communication.
 */
#ifndef CM200_COLUMN_H
#define CM200_COLUMN_H

#include "papers/points.h"
#include "papers/reproduce.h"

/* The parts of a run, as columns have them. */
enum {
	COMMUNICATION = 1, INDEX = 2, REORDER = 4, ARITHMETIC = 8,
	TOTAL = COMMUNICATION | INDEX | REORDER | ARITHMETIC,
	CARRIED = 16    /* indices, and what it takes to exchange them, too */
};

/* A column of a table, and the run that it is told from; a NULL name past the last. */
struct column {
	const char *name, *title;
	int collective;
	const char *how;
	int parts;
	struct bounds bounds;   /* a median of less than 0: nothing is demanded */
};

/* The runs of a table: columns are of the same ones. */
struct runs {
	struct done *list;
	int count;
};

#define LOCAL "dcycles:order=gray:index=local"
#define MOVED "dcycles:order=gray:index=motion"
#define ONE "cycle:order=gray:index=local"
/* All the way round: in as many steps as the tables show. */
#define ROUND LOCAL ":start=home"

/* What a column has for a point of the table, in milliseconds. 0, or an exit status, upon
 * which something has been printed. */
int cm200_time(struct runs *runs, const struct column *column, const struct point *point, double *ms);

/* Bytes that the run needs; and has this host so many to spare? */
double cm200_memory(const struct column *column, const struct point *point);
bool cm200_fits(const struct column *column, const struct point *point);

#endif

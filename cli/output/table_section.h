/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A section of the table: the records of one collective, as aligned columns on
 * stdout. A column is there if a run has something to show in it; what repeats
 * from row to row is left out, and so is, on a terminal, what there is no room for;
 * what was skipped on a topology is told in a line below its rows.
 */
#ifndef TABLE_SECTION_H
#define TABLE_SECTION_H

#include "output/fit_columns.h"

struct table_section {
	const struct record **rows;
	int count;
	bool wall;              /* host times are shown */
};

/* Marks that were printed, and want to be explained, and what was left out. */
struct marks {
	bool exact;             /* =  the time is as predicted */
	bool fastest;           /* *  the fastest on its topology at its size */
	bool left_out[COLUMNS]; /* columns, by number of the field */
};

void table_section_print(const struct table_section *section, struct marks *marks);

/* Has it what was asked for: a run, or a prediction? */
bool record_ran(const struct record *record);
bool record_predicted(const struct record *record);
bool record_skipped(const struct record *record);

#endif

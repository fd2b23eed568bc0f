/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A section of the table: the records of one collective, as aligned columns on
 * stdout. A column appears if a run has a value in it. A cell that repeats the one above
 * stays empty, columns that do not fit on the terminal are left out, and a line below the
 * rows of a topology says what was skipped on it.
 */
#ifndef TABLE_SECTION_H
#define TABLE_SECTION_H

#include "output/fit_columns.h"

struct table_section {
	const struct record **rows;
	int count;
	bool wall;              /* show host times */
};

/* Marks that were printed and need an explanation, and columns that were left out */
struct marks {
	bool exact;             /* =  the time is as predicted */
	bool fastest;           /* *  the fastest on its topology at its size */
	bool left_out[COLUMNS]; /* columns, by number of the field */
};

void table_section_print(const struct table_section *section, struct marks *marks);

/* Does the record have a result, of a run or a prediction? */
bool record_ran(const struct record *record);
bool record_predicted(const struct record *record);
bool record_skipped(const struct record *record);

#endif

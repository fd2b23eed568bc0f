/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fits the columns of a table to the width of the terminal.
 */
#ifndef FIT_COLUMNS_H
#define FIT_COLUMNS_H

#include "output/record.h"

/* The most fields that a record can have */
#define COLUMNS (int)(sizeof(struct record) / sizeof(int64_t))

/* The columns and their widths. */
struct grid {
	const struct field *field[COLUMNS];
	int width[COLUMNS];
	int columns;
};

/* The width of stdout; INT_MAX if it is no terminal. */
int output_width(void);

/* Remove columns, the most dispensable first, until the grid fits into `width`. Set
 * left_out[] at the number of each removed field. */
void fit_columns(struct grid *grid, int width, bool left_out[COLUMNS]);

#endif

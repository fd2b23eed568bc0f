/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a table leaves out where the terminal is too narrow for it.
 */
#ifndef FIT_COLUMNS_H
#define FIT_COLUMNS_H

#include "output/record.h"

/* No record has more fields. */
#define COLUMNS (int)(sizeof(struct record) / sizeof(int64_t))

/* The columns, and how wide they are. */
struct grid {
	const struct field *field[COLUMNS];
	int width[COLUMNS];
	int columns;
};

/* How wide stdout is; INT_MAX, if that is no terminal. */
int output_width(void);

/* Takes columns out of the grid that do not fit into that width beside those that
 * cannot, or can less, be done without. Which they were is added to left_out[], by
 * the number of the field. */
void fit_columns(struct grid *grid, int width, bool left_out[COLUMNS]);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matrices in the Matrix Market exchange format: coordinate and array files of
 * real, integer or pattern fields, general, symmetric or skew-symmetric.
 *
 * Debian's reader of these files is CHOLMOD's, which brings BLAS, LAPACK and METIS
 * along and says of a wrong file that it is invalid, but not where.
 */
#ifndef MATRIX_MARKET_H
#define MATRIX_MARKET_H

#include <stddef.h>
#include <stdint.h>
#include "common.h"

enum { MATRIX_SIDE_MAX = 1000000000 };          /* rows or columns */

struct matrix_entry {
	uint32_t row, column;                   /* from 0 */
	double value;                           /* 1 in patterns */
};

/* All entries that the file gives, in its order; of a symmetric one both halves. An
 * array gives all there are. What is given twice counts twice. */
struct matrix {
	size_t rows, columns, count;
	struct matrix_entry *entry;             /* to be freed */
};

/* Ends the process where the file is not as it must be. */
void matrix_read(const struct setup *setup, const char *path, struct matrix *a);
/* Writes a matrix that is kept row by row, as an array. */
void matrix_write(FILE *file, const double *a, size_t rows, size_t columns);

#endif

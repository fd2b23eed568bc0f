/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matrices in the Matrix Market exchange format: coordinate and array files of
 * real, integer or pattern fields, general, symmetric or skew-symmetric.
 *
 * Debian's reader of these files is CHOLMOD's, which requires BLAS, LAPACK and METIS, and
 * does not say where a file is invalid.
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

/* All entries of the file, in its order; both halves of a symmetric matrix; all elements of
 * an array. Duplicate entries add up. */
struct matrix {
	size_t rows, columns, count;
	struct matrix_entry *entry;             /* to be freed */
};

/* Reads a matrix; a wrong file ends the process. */
void matrix_read(const struct setup *setup, const char *path, struct matrix *a);
/* Writes a matrix stored row by row as an array. */
void matrix_write(FILE *file, const double *a, size_t rows, size_t columns);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* A square matrix of sizes from a file (traffic.h says how it looks). */
#ifndef MATRIX_H
#define MATRIX_H

#include <stddef.h>

struct matrix {
	char *file;
	int nodes;
	size_t *bytes;          /* row after row */
	int *lines;             /* of the file, for each row */
};

/* 0, or STATUS_USAGE after a sentence on stderr that names file and line. */
int matrix_read(struct matrix *matrix, const char *file);
void matrix_free(struct matrix *matrix);

#endif

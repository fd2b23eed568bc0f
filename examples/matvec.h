/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A product or an update, as the nodes' job.
 */
#ifndef MATVEC_H
#define MATVEC_H

#include "matrix_market.h"

#define OPERATIONS(X) \
	X(MATVEC, "matvec", "y = A x") \
	X(VECMAT, "vecmat", "y' = x' A") \
	X(RANK1, "rank1", "A += u x'")

#define X(constant, name, text) constant,
enum operation { OPERATIONS(X) OPERATION_COUNT };
#undef X

struct job {
	enum operation operation;
	int rows, columns;              /* of the array of nodes; 0: as square as possible */
	bool by_columns;                /* nodes are numbered column by column */
	bool store_columns;             /* nodes store their parts of A column by column */
	const char *gather, *reduce;    /* algorithms; NULL: the library's choice */
	struct matrix a;
	double *x, *u;                  /* operands, */
	double *y;                      /* and the result; for rank1 all of A, row by row */
	struct log *log;
};

/* The program of every node; its argument is the job. */
int matvec_program(vcube_node *self, void *arg);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers, for the nodes to sort.
 */
#ifndef SORT_H
#define SORT_H

#include "common.h"

struct job {
	const double *key;      /* the file */
	size_t count;
	const char *how;
	int samples;
	double *result;
	size_t *share;          /* of each node, in the end */
	struct log *log;
};

/* What every node runs; its argument is the job. */
int sort_program(vcube_node *self, void *arg);

#endif

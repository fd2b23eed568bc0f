/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers to sort, as the nodes' job.
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
	size_t *share;          /* keys of each node in the end */
	struct log *log;
};

/* The program of every node; its argument is the job. */
int sort_program(vcube_node *self, void *arg);

#endif

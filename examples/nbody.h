/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bodies that attract each other, as the nodes' job.
 */
#ifndef NBODY_H
#define NBODY_H

#include "bodies.h"
#include "common.h"

struct job {
	const double *body;     /* the file, a row of 7 each */
	size_t count;
	const char *how;
	bool ring;
	int steps;
	double dt;
	struct law law;
	double *result;         /* as body */
	struct sums first, last;
	struct log *log;
};

/* The program of every node; its argument is the job. */
int nbody_program(vcube_node *self, void *arg);

#endif

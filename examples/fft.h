/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A Fourier transform, for the nodes to do.
 */
#ifndef FFT_H
#define FFT_H

#include <complex.h>
#include "common.h"

struct job {
	int bits;                       /* 2^bits samples, */
	double complex *sample;
	double complex *result;         /* and as many values */
	int axes;                       /* of the nodes' cube, all of the same length */
	int parts;                      /* exchanged one behind the other; 0: all at once */
	const char *exchange;           /* algorithm of alltoall, and */
	const char *schedule;           /* schedule of what puts values in order; NULL: the library's */
	struct log *log;
};

/* What every node runs; its argument is the job. */
int fft_program(vcube_node *self, void *arg);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A Fourier transform, as the nodes' job.
 */
#ifndef FFT_H
#define FFT_H

#include <complex.h>
#include "common.h"

struct job {
	int bits;                       /* 2^bits samples, */
	double complex *sample;
	double complex *result;         /* and equally many values */
	int axes;                       /* of the nodes' cube, of equal length */
	int parts;                      /* exchanged in a pipeline; 0: all at once */
	const char *exchange;           /* algorithm of alltoall, and */
	const char *schedule;           /* schedule that orders values; NULL: the library's */
	struct log *log;
};

/* The program of every node; its argument is the job. */
int fft_program(vcube_node *self, void *arg);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures calls, in the same way for us and for the peers: back to back, by the clock of
 * rank 0. Warms up, times one call, chooses how many calls make a sample and how many samples
 * fit into the time; the median counts. A sample is several calls, and so many that reading the
 * clock does not matter: a rank that ends a call early ends the next one late, so the median of
 * single calls may be a fifth more or less than their mean.
 *
 * For a collective after which some ranks have received nothing from some others, a call is
 * a round of one call per node, each with another root, and a barrier; the result is its
 * share of the round. Otherwise ranks that only send would be timed, and run ahead.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The cases for comparison with the peers: name, nodes, bytes of a block */
#define MEASURE_CASES(X) \
	X("pingpong", 2, 8) X("barrier", 8, 8) X("barrier", 64, 8) \
	X("alltoall", 2, 8) X("alltoall", 16, 8) X("alltoall", 64, 1024) \
	MEASURE_EACH(X, "alltoall") MEASURE_EACH(X, "alltoallv") MEASURE_EACH(X, "allgather") \
	MEASURE_EACH(X, "reduce_scatter") MEASURE_EACH(X, "allreduce") MEASURE_EACH(X, "scan") \
	MEASURE_EACH(X, "bcast") MEASURE_EACH(X, "reduce") MEASURE_EACH(X, "gather") \
	MEASURE_EACH(X, "scatter")
#define MEASURE_EACH(X, name) \
	X(name, 8, 8) X(name, 64, 8) X(name, 8, 8192) X(name, 64, 8192) \
	X(name, 8, 65536) X(name, 64, 65536)

#define MEASURE_WARM_UP 5       /* calls, the same on every rank */
#define MEASURE_SAMPLES_MAX 10000
#define MEASURE_CALLS_MIN 4     /* in a sample */

struct measure_plan {
	int calls;              /* per sample */
	int samples;
};

static inline double
measure_now(void)               /* nanoseconds */
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline int
measure_order(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline double
measure_median(double *sample, int count)
{
	qsort(sample, (size_t)count, sizeof *sample, measure_order);
	return count % 2 ? sample[count / 2]
			 : (sample[count / 2 - 1] + sample[count / 2]) / 2;
}

/* Plan samples by the shortest call of the warm-up. */
static inline struct measure_plan
measure_plan(double *warm, double seconds)
{
	struct measure_plan plan = { MEASURE_CALLS_MIN, 5 };
	double one, fit;

	qsort(warm, MEASURE_WARM_UP, sizeof *warm, measure_order);
	one = warm[0] + 1;
	if (one * plan.calls < 5000)
		plan.calls = (int)(5000 / one) + 1;
	fit = seconds * 1e9 / (one * plan.calls);
	if (fit > plan.samples)
		plan.samples = fit < MEASURE_SAMPLES_MAX ? (int)fit : MEASURE_SAMPLES_MAX;
	return plan;
}

/* Print one line per measurement. */
static inline void
measure_print(const char *name, int nodes, long bytes, double ns)
{
	printf("%-28s %6d %8ld %14.1f\n", name, nodes, bytes, ns);
	fflush(stdout);
}

#endif

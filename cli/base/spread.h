/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What repeated measurements show. Pure.
 */
#ifndef SPREAD_H
#define SPREAD_H

#include <stdbool.h>
#include <stddef.h>

struct spread {
	double least, median;
	/* The median of all that could be measured lies between these in at least 95 of 100
	 * samples, whatever its distribution; known from six measurements on. */
	bool known;
	double low, high;
};

/* Sort measurements, of which there is one or more, and return what they show. */
struct spread spread_of(double *sample, size_t count);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The confidence interval is from one order statistic to its mirror image: how many of `count`
 * measurements lie below the median of their distribution is binomial with probability 1/2.
 */
#include <math.h>
#include "base/numbers.h"
#include "base/spread.h"

/* Return how many measurements to leave out at each end: the most for which the median lies
 * beyond the others with a probability of at most 2.5 % on either side. -1: there are too few. */
static long
outside(size_t count)
{
	double log_term = -(double)count * log(2), tail = 0;
	long out = -1;

	for (size_t i = 0; i < count / 2; i++) {
		tail += exp(log_term);
		if (tail > 0.025)
			break;
		out = (long)i;
		log_term += log((double)(count - i) / (double)(i + 1));
	}
	return out;
}

struct spread
spread_of(double *sample, size_t count)
{
	const long out = outside(count);
	struct spread s = { .median = median_of(sample, count), .known = out >= 0 };

	s.least = sample[0];
	if (s.known) {
		s.low = sample[out];
		s.high = sample[count - 1 - (size_t)out];
	}
	return s;
}

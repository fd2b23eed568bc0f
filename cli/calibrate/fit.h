/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A straight line through measured times. Pure.
 */
#ifndef FIT_H
#define FIT_H

/* A time t for an amount x. */
struct sample {
	double x, t;
};

/* t = start + slope x */
struct line {
	double start, slope;
};

/*
 * The line with the least squares of relative residuals, (fitted - t) / t, so that short
 * times, which show the cost of a start, count as much as long ones. Neither of its
 * numbers is negative. All t must be more than 0, and two x must differ.
 */
struct line fit(const struct sample *samples, int count);

/* The relative residual of one. */
double residual(struct line line, struct sample sample);

#endif

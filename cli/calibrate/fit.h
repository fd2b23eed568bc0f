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
 * The line with the least squares of relative residuals, (fitted - t) / t: so
 * that the short times, which say what a start costs, count as much as the long
 * ones. Neither of its numbers is negative. All t are more than 0, and two x
 * differ.
 */
struct line fit(const struct sample *samples, int count);

/* The relative residual of one. */
double residual(struct line line, struct sample sample);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fits a straight line to measured times. Pure.
 */
#ifndef FIT_H
#define FIT_H

/* The time t of an amount x */
struct sample {
	double x, t;
};

/* t = start + slope x */
struct line {
	double start, slope;
};

/*
 * Fit the line with the least squares of relative residuals, (fitted - t) / t, so that short
 * times, which show the cost of a start, count as much as long ones. Neither number of the
 * line is negative. Each t must be positive, and at least two x must differ.
 */
struct line fit(const struct sample *samples, int count);

/* Return the relative residual of one sample. */
double residual(struct line line, struct sample sample);

#endif

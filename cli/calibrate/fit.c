/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fits a straight line to measured times: least squares with weights 1 / t^2, by the
 * normal equations.
 */
#include "calibrate/fit.h"

/* Weighted sums */
struct sums {
	double one, x, t, xx, xt;
};

static struct sums
add_up(const struct sample *samples, int count)
{
	struct sums s = { 0 };

	for (int i = 0; i < count; i++) {
		const double x = samples[i].x, t = samples[i].t, weight = 1 / (t * t);

		s.one += weight;
		s.x += weight * x;
		s.t += weight * t;
		s.xx += weight * x * x;
		s.xt += weight * x * t;
	}
	return s;
}

struct line
fit(const struct sample *samples, int count)
{
	const struct sums s = add_up(samples, count);
	const double det = s.one * s.xx - s.x * s.x;
	struct line line = {
		.start = (s.t * s.xx - s.x * s.xt) / det,
		.slope = (s.one * s.xt - s.x * s.t) / det,
	};

	/* The best line with the negative number at its bound, 0 */
	if (line.start < 0)
		line = (struct line) { 0, s.xt / s.xx };
	else if (line.slope < 0)
		line = (struct line) { s.t / s.one, 0 };
	return line;
}

double
residual(struct line line, struct sample sample)
{
	return (line.start + line.slope * sample.x - sample.t) / sample.t;
}

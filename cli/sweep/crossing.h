/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds where curves of a plot cross.
 */
#ifndef CROSSING_H
#define CROSSING_H

#include "sweep/curve.h"

struct crossing {
	double x, y;
	char *words;            /* to be freed */
};

/*
 * Return the points from which another curve is the fastest, each between two neighbouring
 * values of x: exact, by the formulas, if they agree with the times at both values; else
 * on straight lines between these, on logarithmic axes. The caller frees them.
 */
struct crossing *curve_crossings(const struct curve *curves, int count, struct curve_kind kind,
				 struct vcube_desc *desc, int *crossings);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where curves of a plot cross.
 */
#ifndef CROSSING_H
#define CROSSING_H

#include "sweep/curve.h"

struct crossing {
	double x, y;
	char *words;            /* to be freed */
};

/*
 * Where another curve is the fastest from on: between two neighbouring values
 * of x. By the formulas, exactly, where they agree with who is faster at both;
 * else on straight lines of the logarithmic axes. To be freed.
 */
struct crossing *curve_crossings(const struct curve *curves, int count, struct curve_kind kind,
				 struct vcube_desc *desc, int *crossings);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cases of one algorithm in one panel of a plot.
 */
#ifndef CURVE_H
#define CURVE_H

#include "sweep/plan.h"

struct curve {
	const char *name;
	const struct run_case **cases;  /* ascending by bytes, or by nodes */
	int count;
};

/* The x axis of curves, bytes or nodes; and whether formulas apply to the machine */
struct curve_kind {
	bool bytes, formulas;
};

/* Return a time in seconds; NAN if unknown. */
double curve_measured(const struct run_case *c);
double curve_predicted(const struct run_case *c);
/* Return the one of the two by which cases are compared. */
double curve_time(const struct run_case *c);
/* Predict by the formula, for blocks of `bytes` rounded down to whole elements. */
double curve_predicted_at(const struct run_case *c, size_t bytes, struct vcube_desc *desc);

/* Group cases into curves by name, from the slowest at the right end to the fastest, the
 * order of the legend. `kinds`: names include the kind of topology. */
struct curve *curves_make(const struct run_case *const *cases, int count, bool kinds, int *curves);

struct crossing {
	double x, y;
	const char *words;
};

/*
 * Return the points from which another curve is the fastest, each between two neighbouring
 * values of x: exact, by the formulas, if they agree with the times at both values; else
 * on straight lines between these, on logarithmic axes.
 */
struct crossing *curve_crossings(const struct curve *curves, int count, struct curve_kind kind,
				 struct vcube_desc *desc, int *crossings);

/* Return the time at the right end; negative if no case has a time. */
double curve_last(const struct curve *curve);

/* Return the length of the kind in a topology's text. */
int curve_kind_length(const struct run_case *c);

#endif

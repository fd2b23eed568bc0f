/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cases of one algorithm in one panel of a plot.
 */
#ifndef CURVE_H
#define CURVE_H

#include "sweep/plan.h"

struct curve {
	char *name;
	const struct run_case **cases;  /* ascending by bytes, or by nodes */
	int count;
};

/* What curves are over: bytes, or nodes; do formulas apply to the machine? */
struct curve_kind {
	bool bytes, formulas;
};

/* In seconds; NAN where there is none. */
double curve_measured(const struct run_case *c);
double curve_predicted(const struct run_case *c);
/* The one of the two that cases are compared by. */
double curve_time(const struct run_case *c);
/* By the formula, for blocks of `bytes`, rounded down to whole elements. */
double curve_predicted_at(const struct run_case *c, size_t bytes, struct vcube_desc *desc);

/* Group cases into curves, a name each, from the slowest at the right end to the
 * fastest, the order of the legend. `kinds`: names include the kind of topology. */
struct curve *curves_make(const struct run_case *const *cases, int count, bool kinds, int *curves);
void curves_free(struct curve *curves, int count);

/* The time at the right end; less than 0 if there is no time at all. */
double curve_last(const struct curve *curve);

/* The length of the kind in a topology's text. */
int curve_kind_length(const struct run_case *c);

#endif

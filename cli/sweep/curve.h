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

/* Of a machine's times: over bytes, or over nodes; are formulas about them? */
struct curve_kind {
	bool bytes, formulas;
};

/* In seconds; NAN where there is none. */
double curve_measured(const struct run_case *c);
double curve_predicted(const struct run_case *c);
/* What of the two is to be judged by. */
double curve_time(const struct run_case *c);
/* By the formula, for blocks of `bytes`, rounded down to whole elements. */
double curve_predicted_at(const struct run_case *c, size_t bytes, struct vcube_desc *desc);

/* The curves that cases are, a name each, from the slowest at the right end to
 * the fastest, as they lie and as a legend has them. `kinds`: names tell the kind
 * of topology, too. */
struct curve *curves_make(const struct run_case *const *cases, int count, bool kinds, int *curves);
void curves_free(struct curve *curves, int count);

/* At its right end; less than 0: there is no time at all. */
double curve_last(const struct curve *curve);

/* How much of a topology's text says of which kind it is. */
int curve_kind_length(const struct run_case *c);

#endif

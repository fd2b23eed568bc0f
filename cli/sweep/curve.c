/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Curves of a plot.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "output/table_section.h"
#include "sweep/curve.h"
#include "sweep/predict.h"

double
curve_measured(const struct run_case *c)
{
	const struct record *r = &c->record;

	if (!record_ran(r) || record_predicted(r))
		return NAN;
	return r->time_ps != NONE ? (double)r->time_ps * 1e-12
	     : r->wall_ns != NONE ? (double)r->wall_ns * 1e-9 : NAN;
}

double
curve_predicted(const struct run_case *c)
{
	return !record_ran(&c->record) || c->record.predicted_ps == NONE
		? NAN : (double)c->record.predicted_ps * 1e-12;
}

double
curve_time(const struct run_case *c)
{
	return record_predicted(&c->record) ? curve_predicted(c) : curve_measured(c);
}

double
curve_predicted_at(const struct run_case *c, size_t bytes, struct vcube_desc *desc)
{
	struct run_case other = *c;
	struct vcube_error error = { 0 };

	other.bytes = bytes - bytes % vcube_type_size(c->type);
	other.count = other.bytes / vcube_type_size(c->type);
	predict(&other, desc, &error);
	return error.code || other.record.predicted_ps == NONE
		? NAN : (double)other.record.predicted_ps * 1e-12;
}

int
curve_kind_length(const struct run_case *c)
{
	return (int)strcspn(c->topology, ":");
}

static char *
name_of(const struct run_case *c, bool kinds)
{
	return kinds ? text("%s, %.*s", c->how, curve_kind_length(c), c->topology)
		     : text("%s", c->how);
}

static int
by_x(const void *a, const void *b)
{
	const struct run_case *left = *(const struct run_case *const *)a;
	const struct run_case *right = *(const struct run_case *const *)b;

	if (left->bytes != right->bytes)
		return left->bytes < right->bytes ? -1 : 1;
	return left->nodes - right->nodes;
}

double
curve_last(const struct curve *curve)
{
	for (int i = curve->count; i-- > 0;)
		if (!isnan(curve_time(curve->cases[i])))
			return curve_time(curve->cases[i]);
	return -1;
}

/* Order curves as at their right ends, from top to bottom; so the legend lists them. */
static int
by_last_time(const void *a, const void *b)
{
	const struct curve *const x = a, *const y = b;
	const double left = curve_last(x), right = curve_last(y);

	return left != right ? (left < right) - (left > right) : strcmp(x->name, y->name);
}

/* Add a case to a curve. */
static void
add_case(struct curve *curve, const struct run_case *c)
{
	APPEND(curve->cases, curve->count, c);
}

struct curve *
curves_make(const struct run_case *const *cases, int count, bool kinds, int *made)
{
	struct curve *curves = NULL;

	*made = 0;
	for (int i = 0; i < count; i++) {
		char *name = name_of(cases[i], kinds);
		int k = 0;

		while (k < *made && strcmp(curves[k].name, name) != 0)
			k++;
		if (k == *made) {
			curves = grow(curves, (size_t)++*made, sizeof *curves);
			curves[k] = (struct curve) { .name = name };
		} else {
			free(name);
		}
		add_case(&curves[k], cases[i]);
	}
	for (int i = 0; i < *made; i++)
		qsort(curves[i].cases, (size_t)curves[i].count, sizeof *curves[i].cases, by_x);
	qsort(curves, (size_t)*made, sizeof *curves, by_last_time);
	return curves;
}

void
curves_free(struct curve *curves, int count)
{
	for (int i = 0; i < count; i++) {
		free(curves[i].name);
		free(curves[i].cases);
	}
	free(curves);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Curves of a plot, and where they cross.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "output/record.h"
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

static const char *
name_of(const struct run_case *c, bool kinds)
{
	return kinds ? text("%s, %.*s", c->how, curve_kind_length(c), c->topology) : c->how;
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

struct curve *
curves_make(const struct run_case *const *cases, int count, bool kinds, int *made)
{
	struct curve *curves = NULL;

	*made = 0;
	for (int i = 0; i < count; i++) {
		const char *name = name_of(cases[i], kinds);
		int k = 0;

		while (k < *made && strcmp(curves[k].name, name) != 0)
			k++;
		if (k == *made)
			APPEND(curves, *made, (struct curve) { .name = name });
		APPEND(curves[k].cases, curves[k].count, cases[i]);
	}
	for (int i = 0; i < *made; i++)
		qsort(curves[i].cases, (size_t)curves[i].count, sizeof *curves[i].cases, by_x);
	qsort(curves, (size_t)*made, sizeof *curves, by_last_time);
	return curves;
}

static double
x_of(const struct run_case *c, struct curve_kind kind)
{
	return kind.bytes ? (double)c->bytes : c->nodes;
}

/* Return the case of a curve at this x if it has a time, else NULL. */
static const struct run_case *
case_at(const struct curve *curve, double x, struct curve_kind kind)
{
	for (int i = 0; i < curve->count; i++)
		if (x_of(curve->cases[i], kind) == x && !isnan(curve_time(curve->cases[i])))
			return curve->cases[i];
	return NULL;
}

/* Return the next x of any curve; INFINITY after the last. */
static double
next_x(const struct curve *curves, int count, double x, struct curve_kind kind)
{
	double next = INFINITY;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < curves[i].count; k++)
			if (x_of(curves[i].cases[k], kind) > x)
				next = fmin(next, x_of(curves[i].cases[k], kind));
	return next;
}

/* Two neighbouring values of x */
struct stretch {
	double from, to;
	struct curve_kind kind;
};

/* Does the curve have times at both ends? */
static bool
spans(const struct curve *curve, const struct stretch *s)
{
	return case_at(curve, s->from, s->kind) && case_at(curve, s->to, s->kind);
}

static double
time_at(const struct curve *curve, double x, const struct stretch *s)
{
	return curve_time(case_at(curve, x, s->kind));
}

/* Is `a` the faster one at x? If both are equal there, the right end decides. */
static bool
is_faster(const struct curve *a, const struct curve *b, double x, const struct stretch *s)
{
	const double left = time_at(a, x, s), right = time_at(b, x, s);

	return left < right || (left == right && time_at(a, s->to, s) < time_at(b, s->to, s));
}

/* Return the fastest at x of the curves that have times at both ends; `before` unless another
 * one is faster; NULL if there is none. */
static const struct curve *
fastest(const struct curve *curves, int count, const struct curve *before, double x,
	const struct stretch *s)
{
	const struct curve *best = before && spans(before, s) ? before : NULL;

	for (int i = 0; i < count; i++)
		if (spans(&curves[i], s) && (!best || is_faster(&curves[i], best, x, s)))
			best = &curves[i];
	return best;
}

/* Return how much slower `a` is than `b`, by the formulas. */
static double
predicted_lead(const struct run_case *a, const struct run_case *b, double bytes,
	       struct vcube_desc *desc)
{
	return curve_predicted_at(a, (size_t)bytes, desc) - curve_predicted_at(b, (size_t)bytes, desc);
}

/* Find the first size at which `b` is faster. */
static bool
cross_exactly(const struct run_case *a, const struct run_case *b, const struct stretch *s,
	      struct vcube_desc *desc, struct crossing *crossing)
{
	const size_t unit = vcube_type_size(a->type);
	size_t low = (size_t)s->from / unit, high = (size_t)s->to / unit;

	if (!s->kind.bytes || !s->kind.formulas || a->traffic.traffic ||
	    !(predicted_lead(a, b, s->from, desc) <= 0) || !(predicted_lead(a, b, s->to, desc) > 0))
		return false;
	while (low + 1 < high) {
		const size_t middle = low + (high - low) / 2;

		if (predicted_lead(a, b, (double)(middle * unit), desc) > 0)
			high = middle;
		else
			low = middle;
	}
	crossing->x = (double)(high * unit);
	crossing->y = curve_predicted_at(b, high * unit, desc);
	return true;
}

/* Estimate the crossing on straight lines between the measured points. */
static void
cross_about(double a_from, double a_to, double b_from, double b_to, const struct stretch *s,
	    struct crossing *crossing)
{
	const double gap_from = log(b_from / a_from), gap_to = log(a_to / b_to);
	const double part = gap_from + gap_to > 0 ? gap_from / (gap_from + gap_to) : 0;

	crossing->x = s->from > 0 ? s->from * pow(s->to / s->from, part) : s->to;
	crossing->y = s->from > 0 ? a_from * pow(a_to / a_from, part) : b_to;
}

static struct crossing
cross(const struct curve *a, const struct curve *b, const struct stretch *s, struct vcube_desc *desc)
{
	const struct run_case *a_from = case_at(a, s->from, s->kind);
	const struct run_case *b_from = case_at(b, s->from, s->kind);
	struct crossing crossing;
	const bool exact = cross_exactly(a_from, b_from, s, desc, &crossing);

	if (!exact)
		cross_about(curve_time(a_from), time_at(a, s->to, s), curve_time(b_from),
			    time_at(b, s->to, s), s, &crossing);
	crossing.words = text("%s: %s", !s->kind.bytes ? text("about %.0f nodes", crossing.x)
			      : exact ? size_text((uint64_t)crossing.x)
			      : crossing.x < 1024 ? text("about %.0f B", crossing.x)
			      : text("about %.3g KiB", crossing.x / 1024), b->name);
	return crossing;
}

struct crossing *
curve_crossings(const struct curve *curves, int count, struct curve_kind kind,
		struct vcube_desc *desc, int *crossings)
{
	struct crossing *found = NULL;
	struct stretch s = { .kind = kind };
	const struct curve *now = NULL;

	*crossings = 0;
	s.from = next_x(curves, count, -1, kind);
	for (; (s.to = next_x(curves, count, s.from, kind)) < INFINITY; s.from = s.to) {
		const struct curve *a = fastest(curves, count, now, s.from, &s);

		now = fastest(curves, count, a, s.to, &s);
		if (a == now)
			continue;
		APPEND(found, *crossings, cross(a, now, &s, desc));
	}
	return found;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a sweep.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "plot/plot.h"
#include "sweep/predict.h"
#include "sweep/sweep.h"

enum { PANELS_MOST = 12, DENSE = 96 };

#define RINGS "; rings: another algorithm becomes the fastest"

/* The cases of one algorithm in one panel */
struct curve {
	const char *name;
	const struct run_case **cases;  /* ascending by bytes, or by nodes */
	int count;
};

/* The x axis of curves, bytes or nodes; and whether formulas apply to the machine */
struct curve_kind {
	bool bytes, formulas;
};

/* A point from which another curve is the fastest */
struct crossing {
	double x, y;
	const char *words;
};

/* Return a time in seconds; NAN if unknown. */
static double
curve_measured(const struct run_case *c)
{
	const struct record *r = &c->record;

	if (!record_ran(r) || record_predicted(r))
		return NAN;
	return r->time_ps != NONE ? (double)r->time_ps * 1e-12
	     : r->wall_ns != NONE ? (double)r->wall_ns * 1e-9 : NAN;
}

static double
curve_predicted(const struct run_case *c)
{
	return !record_ran(&c->record) || c->record.predicted_ps == NONE
		? NAN : (double)c->record.predicted_ps * 1e-12;
}

/* Return the one of the two by which cases are compared. */
static double
curve_time(const struct run_case *c)
{
	return record_predicted(&c->record) ? curve_predicted(c) : curve_measured(c);
}

/* Predict by the formula, for blocks of `bytes` rounded down to whole elements. */
static double
curve_predicted_at(const struct run_case *c, size_t bytes, struct vcube_desc *desc)
{
	struct run_case other = *c;
	struct vcube_error error = { 0 };

	other.bytes = bytes - bytes % vcube_type_size(c->type);
	other.count = other.bytes / vcube_type_size(c->type);
	predict_by_formula(&other, desc, &error);
	return error.code || other.record.predicted_ps == NONE
		? NAN : (double)other.record.predicted_ps * 1e-12;
}

/* Return the length of the kind in a topology's text. */
static int
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

/* Return the time at the right end; negative if no case has a time. */
static double
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

/* Group cases into curves by name, from the slowest at the right end to the fastest, the
 * order of the legend. `kinds`: names include the kind of topology. */
static struct curve *
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

/*
 * Return the points from which another curve is the fastest, each between two neighbouring
 * values of x: exact, by the formulas, if they agree with the times at both values; else
 * on straight lines between these, on logarithmic axes.
 */
static struct crossing *
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

enum over { OVER_BYTES, OVER_NODES, OVER_NAMES };

/* The cases of a collective, on one topology unless the plot is over nodes */
struct group {
	const struct run_case **cases;
	int count;
	enum over over;
	bool kinds;                     /* more than one kind of topology */
};

static enum over
over_of(const struct plan *plan, const struct run_case *c)
{
	bool nodes = false;

	for (int i = 0; i < plan->count; i++) {
		const struct run_case *other = &plan->cases[i];

		if (other->collective != c->collective)
			continue;
		if (other->bytes != c->bytes)
			return OVER_BYTES;
		nodes |= other->nodes != c->nodes;
	}
	return nodes ? OVER_NODES : OVER_NAMES;
}

static bool
belongs(const struct run_case *c, const struct run_case *first, enum over over)
{
	return c->collective == first->collective &&
	       (over == OVER_NODES || strcmp(c->topology, first->topology) == 0);
}

static bool
same_kind(const struct run_case *a, const struct run_case *b)
{
	return curve_kind_length(a) == curve_kind_length(b) &&
	       strncmp(a->topology, b->topology, (size_t)curve_kind_length(a)) == 0;
}

/* Return the group whose first case is `at`; an empty one if `at` is not the first. */
static struct group
group_at(const struct plan *plan, int at)
{
	const struct run_case *first = &plan->cases[at];
	struct group g = { .over = over_of(plan, first) };

	for (int i = 0; i < at; i++)
		if (belongs(&plan->cases[i], first, g.over))
			return g;
	for (int i = at; i < plan->count; i++)
		if (belongs(&plan->cases[i], first, g.over)) {
			APPEND(g.cases, g.count, &plan->cases[i]);
			g.kinds |= !same_kind(&plan->cases[i], first);
		}
	return g;
}

void
figure_check(const struct plan *plan, const struct run_options *o)
{
	int panels = 0;

	if (!o->predict && o->desc.clock != VCUBE_CLOCK_VIRTUAL && !o->wall)
		die(STATUS_USAGE, "nothing to plot: the free clock has only host times");
	for (int i = 0; i < plan->count; i++)
		panels += group_at(plan, i).count > 0;
	if (panels > PANELS_MOST)
		die(STATUS_USAGE, "a plot has room for %d panels, one per collective and topology, not %d; "
		    "name fewer", PANELS_MOST, panels);
	plot_ready(o->plot);
}

/* Add the formula between the sizes, too; only at the cases if block lengths differ. */
static void
add_formula(struct plot *plot, const struct curve *curve, enum over over, struct vcube_desc *desc)
{
	const struct run_case *first = curve->cases[0], *last = curve->cases[curve->count - 1];
	const double from = first->bytes ? (double)first->bytes : (double)vcube_type_size(first->type);

	if (over == OVER_NODES || first->traffic.traffic) {
		for (int i = 0; i < curve->count; i++)
			plot_point(plot, over == OVER_NODES ? curve->cases[i]->nodes
				   : (double)curve->cases[i]->bytes, curve_predicted(curve->cases[i]));
		return;
	}
	for (int i = 0; i <= DENSE; i++) {
		const double part = (double)i / DENSE;
		const size_t near = (size_t)(from * pow((double)last->bytes / from, part) + 0.5);
		const size_t bytes = near - near % vcube_type_size(first->type);

		plot_point(plot, (double)bytes, curve_predicted_at(first, bytes, desc));
	}
}

static void
add_curve(struct plot *plot, const struct curve *curve, int look, struct curve_kind kind,
	  struct vcube_desc *desc)
{
	plot_series(plot, curve->name, kind.formulas ? PLOT_POINTS : PLOT_BOTH, look);
	for (int i = 0; i < curve->count; i++)
		plot_point(plot, kind.bytes ? (double)curve->cases[i]->bytes : curve->cases[i]->nodes,
			   curve_time(curve->cases[i]));
	if (!kind.formulas)
		return;
	plot_series(plot, NULL, PLOT_LINES, look);
	add_formula(plot, curve, kind.bytes ? OVER_BYTES : OVER_NODES, desc);
}

static void
add_curves(struct plot *plot, const struct group *g, struct curve_kind kind, struct vcube_desc *desc)
{
	int count, crossings;
	struct curve *curves = curves_make(g->cases, g->count, g->kinds, &count);
	struct crossing *found = curve_crossings(curves, count, kind, desc, &crossings);

	for (int i = 0, look = 0; i < count; i++)
		if (curve_last(&curves[i]) >= 0)
			add_curve(plot, &curves[i], look++, kind, desc);
	for (int i = 0; i < crossings; i++)
		plot_mark(plot, found[i].x, found[i].y, found[i].words);
}

static int
by_time(const void *a, const void *b)
{
	const double left = curve_time(*(const struct run_case *const *)a);
	const double right = curve_time(*(const struct run_case *const *)b);

	return (left > right) - (left < right);
}

static void
add_rows(struct plot *plot, struct group *g, bool formulas)
{
	int count = 0;

	for (int i = 0; i < g->count; i++)
		if (!isnan(curve_time(g->cases[i])))
			g->cases[count++] = g->cases[i];
	qsort(g->cases, (size_t)count, sizeof *g->cases, by_time);
	for (int i = 0; i < count; i++)
		plot_name(plot, g->cases[i]->how);
	if (formulas) {
		plot_series(plot, "by the formula", PLOT_POINTS, 1);
		for (int i = 0; i < count; i++)
			if (!isnan(curve_predicted(g->cases[i])))
				plot_point(plot, curve_predicted(g->cases[i]), i + 1);
	}
	if (isnan(curve_measured(g->cases[0])))
		return;
	plot_series(plot, "measured", PLOT_POINTS, 0);
	for (int i = 0; i < count; i++)
		plot_point(plot, curve_measured(g->cases[i]), i + 1);
}

static bool
has_time(const struct group *g)
{
	for (int i = 0; i < g->count; i++)
		if (!isnan(curve_time(g->cases[i])))
			return true;
	return false;
}

static char *
title_of(const struct group *g)
{
	const struct run_case *c = g->cases[0];
	const char *name = vcube_collective_name(c->collective), *size = size_text(c->bytes);

	if (g->over == OVER_BYTES)
		return text("%s on %s", name, c->topology);
	if (g->over == OVER_NODES && g->kinds)
		return text("%s, %s a block", name, size);
	return text("%s on %.*s, %s a block", name, g->over == OVER_NODES ? curve_kind_length(c)
		    : (int)strlen(c->topology), c->topology, size);
}

static void
add_group(struct plot *plot, struct group *g, bool formulas, struct plot_axis time,
	  struct vcube_desc *desc)
{
	static const struct plot_axis names = { .unit = PLOT_NAMES };
	static const struct plot_axis nodes = { .label = "nodes", .unit = PLOT_NUMBER };
	static const struct plot_axis bytes = { .label = "bytes of a block", .unit = PLOT_BYTES };
	const struct curve_kind kind = { .bytes = g->over == OVER_BYTES, .formulas = formulas };

	if (g->over == OVER_NAMES) {
		plot_panel(plot, title_of(g), time, names);
		add_rows(plot, g, formulas);
	} else {
		plot_panel(plot, title_of(g), kind.bytes ? bytes : nodes, time);
		add_curves(plot, g, kind, desc);
	}
}

/* Begin the plot with a title that describes the machine. */
static struct plot *
begin(const struct vcube_desc *desc)
{
	return plot_new(text("%s%s%s clock, %s, %s mapping; start-up %s, %s a byte",
			     desc->profile ? desc->profile : "", desc->profile ? ": " : "",
			     desc->clock == VCUBE_CLOCK_VIRTUAL ? "virtual" : "free",
			     desc->ports == VCUBE_PORTS_ALL ? "all ports" : "one port", desc->mapping,
			     time_exact(desc->cost.startup), time_exact(desc->cost.per_byte)));
}

void
figure_write(const struct plan *plan, const struct run_options *o, struct vcube_desc *desc, int status)
{
	const bool virtual = desc->clock == VCUBE_CLOCK_VIRTUAL, predicted = o->predict;
	/* Formulas predict host time only by a profile. */
	const bool formulas = virtual || desc->profile || predicted;
	const struct plot_axis time = {
		.label = predicted ? "predicted time of a call" : virtual ? "virtual time of a call"
			 : "host time of a call",
		.unit = PLOT_SECONDS,
	};
	struct plot *plot = begin(desc);
	bool any = false, curves = false;

	for (int i = 0; i < plan->count; i++) {
		struct group g = group_at(plan, i);

		if (g.count && has_time(&g)) {
			add_group(plot, &g, formulas, time, desc);
			curves |= g.over != OVER_NAMES;
			any = true;
		}
	}
	if (!any)
		die(status ? (enum status)status : STATUS_FAILED, "nothing to plot: no case has a time");
	if (curves)
		plot_note(plot, predicted ? "by the formulas" RINGS
			  : formulas ? "points: measured; lines: by the formulas" RINGS : "measured" RINGS);
	plot_write(plot, o->plot);
}

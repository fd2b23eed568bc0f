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
#include "sweep/curve.h"
#include "sweep/sweep.h"

enum { PANELS_MOST = 12, DENSE = 96 };

#define RINGS "; rings: another algorithm becomes the fastest"

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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a comparison.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "papers/comparison_plot.h"
#include "plot/plot.h"

struct dot {
	double x, paper, ours;
};

struct curve {
	char *name;
	struct dot *dots;
	int count;
};

struct panel {
	char *title, *axis;
	const char *unit;
	struct curve *curves;
	int count;
};

struct comparison_plot {
	struct panel *panels;
	int count;
};

struct comparison_plot *
comparison_plot_new(void)
{
	struct comparison_plot *s = grow(NULL, 1, sizeof *s);

	*s = (struct comparison_plot) { NULL, 0 };
	return s;
}

static void
free_panel(struct panel *p)
{
	for (int i = 0; i < p->count; i++) {
		free(p->curves[i].name);
		free(p->curves[i].dots);
	}
	free(p->curves);
	free(p->title);
	free(p->axis);
}

void
comparison_plot_free(struct comparison_plot *s)
{
	for (int i = 0; i < s->count; i++)
		free_panel(&s->panels[i]);
	free(s->panels);
	free(s);
}

void
comparison_plot_panel(struct comparison_plot *s, const char *title, const char *axis, const char *unit)
{
	APPEND(s->panels, s->count, (struct panel) { .title = text("%s", title), .axis = text("%s", axis),
						  .unit = unit });
}

static struct curve *
curve_of(struct panel *p, const char *name)
{
	for (int i = 0; i < p->count; i++)
		if (strcmp(p->curves[i].name, name) == 0)
			return &p->curves[i];
	p->curves = grow(p->curves, (size_t)p->count + 1, sizeof *p->curves);
	p->curves[p->count] = (struct curve) { .name = text("%s", name) };
	return &p->curves[p->count++];
}

void
comparison_plot_row(struct comparison_plot *s, const char *name, double x, double paper, double ours)
{
	struct curve *curve = curve_of(&s->panels[s->count - 1], name);

	APPEND(curve->dots, curve->count, (struct dot) { x, paper, ours });
}

static int
by_x(const void *a, const void *b)
{
	const struct dot *p = a, *q = b;

	return (p->x > q->x) - (p->x < q->x);
}

/* Return the plot's axis for a unit, and the scale of its values. */
static struct plot_axis
axis_of(const char *unit, double *scale)
{
	static const struct { const char *unit, *label; enum plot_unit plotted; double scale; } units[] = {
		{ "ms", "time", PLOT_SECONDS, 1e-3 }, { "us", "time", PLOT_SECONDS, 1e-6 },
		{ "B", "bytes of a block", PLOT_BYTES, 1 },
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(units[i].unit, unit) == 0) {
			*scale = units[i].scale;
			return (struct plot_axis) { .label = units[i].label, .unit = units[i].plotted };
		}
	*scale = 1;
	/* a share may be 0 */
	return (struct plot_axis) { .unit = PLOT_NUMBER, .label = strcmp(unit, "%") == 0 ? "percent" : NULL,
				    .linear = strcmp(unit, "%") == 0 };
}

static void
draw_curve(struct plot *plot, struct curve *c, int look, double scale)
{
	qsort(c->dots, (size_t)c->count, sizeof *c->dots, by_x);
	plot_series(plot, c->name, PLOT_LINES, look);
	for (int i = 0; i < c->count; i++)
		if (!isnan(c->dots[i].ours))
			plot_point(plot, c->dots[i].x, c->dots[i].ours * scale);
	if (c->count == 1 && !isnan(c->dots[0].ours))   /* a line of one point is a dash */
		plot_point(plot, c->dots[0].x * 1.05, c->dots[0].ours * scale);
	plot_series(plot, NULL, PLOT_POINTS, look);
	for (int i = 0; i < c->count; i++)
		if (!isnan(c->dots[i].paper))
			plot_point(plot, c->dots[i].x, c->dots[i].paper * scale);
}

static void
draw_panel(struct plot *plot, struct panel *p)
{
	const struct plot_axis x = { .label = p->axis, .unit = PLOT_NUMBER };
	double scale;

	plot_panel(plot, p->title, x, axis_of(p->unit, &scale));
	for (int i = 0; i < p->count; i++)
		draw_curve(plot, &p->curves[i], i, scale);
}

int
comparison_plot_write(struct comparison_plot *s, const char *title, const char *path)
{
	struct plot *plot = plot_new(title);
	bool any = false;
	int status;

	for (int i = 0; i < s->count; i++)
		if (s->panels[i].count > 0) {
			draw_panel(plot, &s->panels[i]);
			any = true;
		}
	plot_note(plot, "points: the paper; lines: this library");
	status = any ? plot_write(plot, path)
		     : (int)complain(STATUS_FAILED, "nothing to plot: no row is a number");
	plot_free(plot);
	return status;
}

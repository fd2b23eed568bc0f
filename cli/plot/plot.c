/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds figures in memory.
 */
#include <stdlib.h>
#include "base/text.h"
#include "plot/parts.h"

#define LAST(array, count) (&(array)[(count) - 1])

static char *
copy(const char *words)
{
	return words ? text("%s", words) : NULL;
}

struct plot *
plot_new(const char *title)
{
	struct plot *plot = grow(NULL, 1, sizeof *plot);

	*plot = (struct plot) { .title = copy(title) };
	return plot;
}

void
plot_note(struct plot *plot, const char *note)
{
	free(plot->note);
	plot->note = copy(note);
}

void
plot_panel(struct plot *plot, const char *title, struct plot_axis x, struct plot_axis y)
{
	APPEND(plot->panels, plot->count, (struct plot_panel) {
		.title = copy(title), .x = x, .y = y,
		.x_label = copy(x.label), .y_label = copy(y.label),
	});
}

void
plot_name(struct plot *plot, const char *name)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	APPEND(panel->names, panel->names_count, copy(name));
}

void
plot_series(struct plot *plot, const char *name, enum plot_style style, int look)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	APPEND(panel->series, panel->series_count, (struct plot_series) {
		.name = copy(name), .style = style, .look = look,
	});
}

static bool
has_place(const struct plot_axis *axis, double value)
{
	return axis->linear || axis->unit == PLOT_NAMES || value > 0;
}

void
plot_point(struct plot *plot, double x, double y)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);
	struct plot_series *series = LAST(panel->series, panel->series_count);

	if (!has_place(&panel->x, x) || !has_place(&panel->y, y)) {
		plot->left_out++;
		return;
	}
	APPEND(series->dots, series->count, (struct plot_dot) { x, y });
}

void
plot_mark(struct plot *plot, double x, double y, const char *words)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	APPEND(panel->marks, panel->marks_count, (struct plot_mark) { { x, y }, copy(words) });
}

static void
free_panel(struct plot_panel *panel)
{
	for (int i = 0; i < panel->series_count; i++) {
		free(panel->series[i].name);
		free(panel->series[i].dots);
	}
	for (int i = 0; i < panel->marks_count; i++)
		free(panel->marks[i].words);
	for (int i = 0; i < panel->names_count; i++)
		free(panel->names[i]);
	free(panel->series);
	free(panel->marks);
	free(panel->names);
	free(panel->title);
	free(panel->x_label);
	free(panel->y_label);
}

void
plot_free(struct plot *plot)
{
	for (int i = 0; i < plot->count; i++)
		free_panel(&plot->panels[i]);
	free(plot->panels);
	free(plot->title);
	free(plot->note);
	free(plot);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a figure, for what draws it.
 */
#ifndef PARTS_H
#define PARTS_H

#include "plot/plot.h"

struct plot_dot {
	double x, y;
};

struct plot_series {
	char *name;                     /* NULL: another series names the look */
	enum plot_style style;
	int look;
	struct plot_dot *dots;
	int count;
};

struct plot_mark {
	struct plot_dot at;
	char *words;
};

struct plot_panel {
	char *title, *x_label, *y_label;
	struct plot_axis x, y;          /* their labels are those above */
	char **names;                   /* for an axis of names */
	struct plot_series *series;
	struct plot_mark *marks;
	int names_count, series_count, marks_count;
};

struct plot {
	char *title, *note;
	struct plot_panel *panels;
	int count;
	int left_out;                   /* points that a logarithmic axis cannot show */
};

#endif

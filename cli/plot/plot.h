/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Figures: panels of curves and points, drawn by the program gnuplot, which need not be
 * installed otherwise.
 *
 * Build a figure from top to bottom: plot_panel() begins a panel, plot_series() a series in
 * it, plot_point() adds to that. Series of the same look belong together, such as measured
 * points and a predicted line, and share one entry of the legend. Looks differ by dashes
 * and shapes, so that a black-and-white copy is readable. A figure keeps the strings that it
 * gets, not copies. What goes wrong ends the process with a sentence.
 */
#ifndef PLOT_H
#define PLOT_H

#include <stdbool.h>

enum plot_unit {
	PLOT_NUMBER,
	PLOT_BYTES,
	PLOT_SECONDS,
	PLOT_NAMES      /* 1, 2, ... have the names that plot_name() adds */
};

/* An axis is logarithmic, unless it is linear or of names. */
struct plot_axis {
	const char *label;      /* without the unit; may be NULL */
	enum plot_unit unit;
	bool linear;
};

enum plot_style { PLOT_POINTS, PLOT_LINES, PLOT_BOTH };

struct plot;

/* Check that a figure can be written to this file: its name ends in .svg or .png, it is
 * writable, gnuplot is installed. Call this before the work that the figure shows. */
void plot_ready(const char *path);

struct plot *plot_new(const char *title);
/* Set the line below all panels; the last call counts. */
void plot_note(struct plot *plot, const char *note);
void plot_panel(struct plot *plot, const char *title, struct plot_axis x, struct plot_axis y);
void plot_name(struct plot *plot, const char *name);
/* Looks count from 0. The name is the look's entry in the legend; NULL if another series
 * names the look. */
void plot_series(struct plot *plot, const char *name, enum plot_style style, int look);
/* Add a point, unless y is NAN. Points that a logarithmic axis cannot show are left out, and
 * the figure says so. */
void plot_point(struct plot *plot, double x, double y);
/* Add to a curve, in any order, a place on its line and a point beside it. */
void plot_compared(struct plot *plot, const char *curve, double x, double line, double point);
/* Mark a point that matters, such as a crossing of two curves: a ring around it, and words
 * beside a line down to the axis. */
void plot_mark(struct plot *plot, double x, double y, const char *words);

/* Draw the figure into a file. */
void plot_write(struct plot *plot, const char *path);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Figures: panels of curves and points, drawn by gnuplot, a program that is
 * looked for when one is wanted.
 *
 * A figure is built from top to bottom: plot_panel() begins a panel,
 * plot_series() a series in it, plot_point() adds to that. Series of the same
 * look belong together, such as what was measured, as points, and what was
 * predicted, as a line, and are one entry of the legend. Looks differ by
 * dashes and shapes, so that a copy in black and white can be read.
 *
 * Functions that return int return an exit status, after a sentence on stderr
 * where it is not STATUS_FINE.
 */
#ifndef PLOT_H
#define PLOT_H

#include <stdbool.h>

enum plot_unit {
	PLOT_NUMBER,
	PLOT_BYTES,
	PLOT_SECONDS,
	PLOT_NAMES      /* 1, 2, ... are what plot_name() says */
};

/* Logarithmic, unless it is linear or of names. */
struct plot_axis {
	const char *label;      /* what is shown, without the unit; may be NULL */
	enum plot_unit unit;
	bool linear;
};

enum plot_style { PLOT_POINTS, PLOT_LINES, PLOT_BOTH };

struct plot;

/* Can a figure be written into this file: is it named .svg or .png, is it
 * writable, is there gnuplot? To be asked before the work that it shows. */
int plot_ready(const char *path);

struct plot *plot_new(const char *title);
/* A line below all; the last one counts. */
void plot_note(struct plot *plot, const char *note);
void plot_panel(struct plot *plot, const char *title, struct plot_axis x, struct plot_axis y);
void plot_name(struct plot *plot, const char *name);
/* `look` is from 0; the name is that of the look's entry in the legend: NULL
 * for series that another one names. */
void plot_series(struct plot *plot, const char *name, enum plot_style style, int look);
/* What a logarithmic axis has no place for is left out, and the note says so. */
void plot_point(struct plot *plot, double x, double y);
/* A point that matters, such as where two curves cross: a ring around it, and
 * words beside a line down to the axis. */
void plot_mark(struct plot *plot, double x, double y, const char *words);

/* All strings were copied. */
int plot_write(const struct plot *plot, const char *path);
void plot_free(struct plot *plot);

#endif

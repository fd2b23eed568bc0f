/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a comparison. Keeps the rows as they come and draws them in the end: the
 * papers' figures as points, ours as lines.
 */
#ifndef COMPARISON_PLOT_H
#define COMPARISON_PLOT_H

struct comparison_plot;

struct comparison_plot *comparison_plot_new(void);
void comparison_plot_free(struct comparison_plot *plot);
/* Begin a panel: the following rows stand along this axis. */
void comparison_plot_panel(struct comparison_plot *plot, const char *title, const char *axis,
			   const char *unit);
/* Add a row to a curve; NAN is not drawn. */
void comparison_plot_row(struct comparison_plot *plot, const char *curve, double x, double paper,
			 double ours);
/* An exit status, after a sentence if it is not STATUS_FINE. */
int comparison_plot_write(struct comparison_plot *plot, const char *title, const char *path);

#endif

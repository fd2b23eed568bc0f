/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of a comparison. Collects the rows and draws them in the end: the papers' values
 * as points, ours as lines.
 */
#ifndef COMPARISON_PLOT_H
#define COMPARISON_PLOT_H

struct comparison_plot;

struct comparison_plot *comparison_plot_new(void);
void comparison_plot_free(struct comparison_plot *plot);
/* Begin a panel, whose x axis is `axis`, for the rows that follow. */
void comparison_plot_panel(struct comparison_plot *plot, const char *title, const char *axis,
			   const char *unit);
/* Add a row to a curve; a NAN is not drawn. */
void comparison_plot_row(struct comparison_plot *plot, const char *curve, double x, double paper,
			 double ours);
/* Draw the plot; return an exit status, after a sentence if it is not STATUS_FINE. */
int comparison_plot_write(struct comparison_plot *plot, const char *title, const char *path);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plot of what was compared: as rows come, they are kept; in the end they are
 * drawn, the papers' figures as points, ours as lines.
 */
#ifndef COMPARISON_PLOT_H
#define COMPARISON_PLOT_H

struct sketch;

struct sketch *sketch_new(void);
void sketch_free(struct sketch *sketch);
/* From here on, rows stand along this axis, in a panel of this title. */
void sketch_panel(struct sketch *sketch, const char *title, const char *axis, const char *unit);
/* A row of a curve; what is NAN is not drawn. */
void sketch_row(struct sketch *sketch, const char *curve, double x, double paper, double ours);
/* An exit status, after a sentence if it is not STATUS_FINE. */
int sketch_write(struct sketch *sketch, const char *title, const char *path);

#endif

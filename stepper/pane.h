/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of the screen. All draw; none of them waits for a key. */
#ifndef PANE_H
#define PANE_H

#include "model.h"

/* What there is to see: name, what it shows */
#define VC_SIGHTS(X) \
	X(VC_SEE_ALL, "all", "everything, as far as it fits") \
	X(VC_SEE_PICTURE, "picture", "the topology and its busy links") \
	X(VC_SEE_MEMORY, "memory", "who holds what: a column for each node") \
	X(VC_SEE_MESSAGES, "messages", "from whom to whom") \
	X(VC_SEE_NODES, "nodes", "clocks, and who waits for whom")

#define X(sight, name, text) sight,
enum vc_sight { VC_SIGHTS(X) VC_SIGHTS_COUNT };
#undef X

struct vc_sights {
	struct vc_model model;
	enum vc_sight sight;
	int table;                      /* which of the memory tables, */
	const char *wide_name;          /* whose name this is, */
	int wide_depth, wide;           /* and which is as wide as that at its widest */
	int down, right;                /* how far it is scrolled */
	bool unicode;
	bool help;
	char note[200];                 /* of what the last key did, or "" */
};

/* A rectangle of the screen. */
struct vc_box {
	int row, column, rows, columns;
};

void vc_pane_open(void);        /* colours, once the screen is there */
void vc_pane_all(struct vc_sights *s);

/* The parts. */
void vc_pane_picture(struct vc_sights *s, struct vc_box f);
void vc_pane_memory(struct vc_sights *s, struct vc_box f);
int vc_pane_memory_width(struct vc_sights *s);  /* that the whole table needs */

enum vc_paint { VC_PAINT_IDLE = 1, VC_PAINT_BUSY, VC_PAINT_NEW, VC_PAINT_FAILED };
void vc_pane_text(struct vc_box f, int row, int column, const char *text);
/* The lines of a text, from the one on that it is scrolled to, side by side in
 * columns of this width if they fit no other way. */
void vc_pane_lines(struct vc_sights *s, struct vc_box f, const char *text, int width);
/* Columns that the longest line of a text takes, and two between. */
int vc_pane_width(const char *text);

#endif

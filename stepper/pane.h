/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of the screen. All draw; none waits for a key. */
#ifndef PANE_H
#define PANE_H

#include "model.h"

/* The views: name, text */
#define VC_SIGHTS(X) \
	X(VC_SEE_ALL, "all", "everything, as far as it fits") \
	X(VC_SEE_PICTURE, "picture", "the topology and its busy links") \
	X(VC_SEE_MEMORY, "memory", "watched memory: a column for each node") \
	X(VC_SEE_MESSAGES, "messages", "senders and receivers") \
	X(VC_SEE_NODES, "nodes", "clocks, and which nodes wait for which")

#define X(sight, name, text) sight,
enum vc_sight { VC_SIGHTS(X) VC_SIGHTS_COUNT };
#undef X

struct vc_sights {
	struct vc_model model;
	enum vc_sight sight;
	int table;                      /* the memory table shown, */
	const char *wide_name;          /* its name, */
	int wide_depth, wide;           /* and its width at its widest moment */
	int down, right;                /* its scroll position */
	bool unicode;
	bool help;
	char note[200];                 /* about the last key, or "" */
};

/* A rectangle of the screen. */
struct vc_box {
	int row, column, rows, columns;
};

void vc_pane_open(void);        /* set up colours; after the screen is open */
void vc_pane_all(struct vc_sights *s);

/* The parts. */
void vc_pane_picture(struct vc_sights *s, struct vc_box f);
void vc_pane_memory(struct vc_sights *s, struct vc_box f);
int vc_pane_memory_width(struct vc_sights *s);  /* of the whole table */

enum vc_paint { VC_PAINT_IDLE = 1, VC_PAINT_BUSY, VC_PAINT_NEW, VC_PAINT_FAILED };
void vc_pane_text(struct vc_box f, int row, int column, const char *text);
/* Draw the lines of a text from the scroll position on, side by side in columns of this width
 * if they do not fit otherwise. */
void vc_pane_lines(struct vc_sights *s, struct vc_box f, const char *text, int width);
/* Return the width of a text's longest line, plus two columns between. */
int vc_pane_width(const char *text);

#endif

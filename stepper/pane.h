/* SPDX-License-Identifier: BSD-2-Clause */
/* What the screen shows. Draws it; does not wait for a key. */
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

enum vc_paint { VC_PAINT_IDLE = 1, VC_PAINT_BUSY, VC_PAINT_NEW, VC_PAINT_FAILED };

void vc_pane_open(void);        /* set up colours; after the screen is open */
void vc_pane_all(struct vc_sights *s);

/* Check that the terminal can show it; return 0 or VCUBE_EHOST (terminal.c). */
int vc_screen_check(struct vcube_error *error);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Draws the topology with characters: nodes as ranks, wires as lines of dots, eight to a
 * character if the terminal has Braille patterns. Pure: pane.c shows it.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "recording.h"

struct vc_pixel {               /* a character */
	unsigned char idle, busy;       /* dots of either kind of wire, in Braille's order */
	char label;                     /* of a node, which hides the dots; or 0 */
	bool sends;
};

struct vc_picture {
	int rows, columns;
	struct vc_pixel *pixel;         /* [row * columns + column] */
};

/* Draw moment number `page`. False, with nothing to free, if the nodes do not fit or memory
 * runs out. */
bool vc_picture_draw(struct vc_picture *p, int rows, int columns, const struct vc_recording *r,
		     int page);
void vc_picture_free(struct vc_picture *p);

#endif

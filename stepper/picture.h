/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The topology as a picture made of characters: nodes by their ranks, wires as
 * lines of dots, eight to a character where the terminal has Braille patterns.
 * Pure: what shows it is elsewhere.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "recording.h"

struct vc_pixel {               /* a character */
	unsigned char idle, busy;       /* dots of either kind of wire, as Braille counts them */
	char label;                     /* of a node, which hides the dots; or 0 */
	bool sends;
};

struct vc_picture {
	int rows, columns;
	struct vc_pixel *pixel;         /* [row * columns + column] */
};

/* Of moment number `page`. False: there is no room for all nodes, or no memory, and nothing to free. */
bool vc_picture_draw(struct vc_picture *p, int rows, int columns, const struct vc_recording *r,
		     int page);
void vc_picture_free(struct vc_picture *p);

#endif

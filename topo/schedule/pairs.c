/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithms 1 to 3: schedules of pairs. Of an address and its complement
 * exactly one crosses each dimension, so a pair keeps one link of each node busy
 * for d steps, in any order of the dimensions. For d = 3, the dimension that a
 * pair crosses in each step:
 *
 *   pair    Algorithm 1        Algorithm 2
 *   0       0 1 2 . . .        0 1 2 .
 *   1       1 2 0 . . .        . 0 1 2
 *   2       2 0 1 . . .        2 . 0 1
 *   3       . . . 0 1 2        1 2 . 0
 *
 * Algorithm 3 gives Algorithm 1 a multiple of d pairs, and Algorithm 2 the others.
 */
#include "schedule.h"

/* Adds pairs `first` .. first + count - 1, at most d of them, as in Algorithm 1. */
static void
add_block(struct vcube_schedule *s, int first, int count)
{
	const int d = s->plan.dimensions;
	struct vc_group *const g = vc_group(s, VC_BLOCK, first, count);

	for (int r = 0; r < d; r++) {
		int *const frame = vc_frame(s);

		for (int v = 0; v < count; v++)
			frame[(v + r) % d] = first + v;
		g->frames++;
	}
}

static void
add_blocks(struct vcube_schedule *s, int first)
{
	const int d = s->plan.dimensions;

	for (; first < s->pairs; first += d)
		add_block(s, first, s->pairs - first < d ? s->pairs - first : d);
}

/* Adds pairs 0 .. count - 1 as in Algorithm 2. With fewer than d pairs some steps leave links
 * idle. */
static void
add_shifted(struct vcube_schedule *s, int count)
{
	const int d = s->plan.dimensions, frames = count < d ? d : count;
	struct vc_group *const g = vc_group(s, VC_SHIFTED, 0, count);

	g->frames = frames;
	for (int t = 0; t < frames; t++)
		vc_frame(s);
	for (int u = 0; u < count; u++)
		for (int r = 0; r < d; r++)
			s->unit[(g->first + (u + r) % frames) * d + r] = u;
}

void
vc_make_pairs(struct vcube_schedule *s)
{
	const int d = s->plan.dimensions, rest = s->pairs % d;
	int shifted = 0;

	if (s->plan.algorithm == VCUBE_AAPC2)
		shifted = s->pairs;
	else if (s->plan.algorithm == VCUBE_AAPC3 && rest > 0)
		shifted = s->pairs < d ? s->pairs : d + rest;
	if (shifted > 0)
		add_shifted(s, shifted);
	add_blocks(s, shifted);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithm 5: s successive exchanges; some blocks of pairs do the last ones first.
 *
 * This needs two axes in the local memory, i and v. A block that begins on axis
 * a > 1 exchanges v with axes a .. s, swaps i and v in the memory, and then
 * exchanges i with axes 1 .. a; the others exchange i with axes 1 .. s. Blocks that
 * do not begin on axis 1 come in twos: on axes s - 1, s - 3, and so on. For s = 6
 * and 9 blocks, the axis of each block in each time of d steps:
 *
 *   block  0  1  2  3  4  5  6  7  8  9 10
 *   0      5  6  .  .  .  1  2  3  4  5  .
 *   1      .  5  6  .  .  .  1  2  3  4  5
 *   2      3  4  5  6  .  .  .  1  2  3  .
 *   3      .  3  4  5  6  .  .  .  1  2  3
 *   4      1  2  3  4  5  6  .  .  .  .  .
 *   5      .  1  2  3  4  5  6  .  .  .  .
 *   6      .  .  1  2  3  4  5  6  .  .  .
 *   7      .  .  .  1  2  3  4  5  6  .  .
 *   8      .  .  .  .  1  2  3  4  5  6  .
 */
#include <stdlib.h>
#include "schedule.h"

/* Returns how many blocks do not begin on axis 1: as many as leave two, or one, that do. */
static int
begin_elsewhere(int blocks, int axes)
{
	const int most = axes % 2 ? axes - 1 : axes - 2;
	int count = blocks < 2 ? 0 : (blocks - 2) / 2 * 2;

	if (count > most)
		count = most;
	if (axes % 2 && blocks > axes && count < most)
		count = most;
	return count;
}

/* Puts a block on axes from .. to, counted from 1, in successive times. */
static void
run_along(struct vcube_schedule *s, int block, int time, int from, int to)
{
	for (int axis = from; axis <= to; axis++, time++) {
		s->sets[time * s->plan.successive + axis - 1] = block;
		if (time >= s->times)
			s->times = time + 1;
	}
}

int
vc_make_sets(struct vcube_schedule *s)
{
	const int axes = s->plan.successive, blocks = s->groups;
	const int early = begin_elsewhere(blocks, axes);
	/* if blocks begin on all of an odd number of axes, axis 2 is in use at time 0 */
	const int start = early == axes - 1;
	/* two blocks exchange v together; both must finish before either exchanges i */
	const int again = start + blocks - early < 3 ? 3 : start + blocks - early;
	const size_t room = (size_t)(blocks + 2 * axes + 5) * (size_t)axes;

	s->sets = malloc(room * sizeof *s->sets);
	if (s->sets == NULL)
		return VCUBE_EHOST;
	for (size_t i = 0; i < room; i++)
		s->sets[i] = -1;
	s->early = early;
	for (int e = 0; e < early; e++) {
		const int axis = vc_first_axis(s, e) + 1;

		run_along(s, e, e % 2, axis, axes);
		run_along(s, e, again + e, 1, axis);
	}
	for (int block = early; block < blocks; block++)
		run_along(s, block, start + block - early, 1, axes);
	return vc_place_sets(s);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assigns steps to frames.
 *
 * With one element at a time, every frame is a step. For block transfers the frames
 * fill a table with as many rows as the longest group has frames, column by column,
 * each group continuing where the one before ended: so no group is in a row twice,
 * and a row is one step. On links that carry b elements, the entries are numbered
 * row by row from the right, and b of them make a step; two entries of the same
 * group are at least b apart. For d = 5 and b = 3, groups A to F with 5, 2, 3, 2,
 * 3 and 1 frames, each entry followed by its step:
 *
 *   A1 B0 D0 F0
 *   A2 B1 D1
 *   A3 C2 E2
 *   A4 C3 E3
 *   A5 C4 E4
 */
#include <string.h>
#include "schedule.h"

static int
longest_group(const struct vcube_schedule *s)
{
	int most = 1;

	for (int g = 0; g < s->groups; g++)
		if (s->group[g].frames > most)
			most = s->group[g].frames;
	return most;
}

/* Numbers the frames of the table, row by row; they fill it down the columns. */
static void
number_rows(struct vcube_schedule *s, int rows)
{
	const int width = s->plan.width, columns = (s->frames + rows - 1) / rows;
	int entry = 0;

	for (int row = 0; row < rows; row++)
		for (int column = columns - 1; column >= 0; column--) {
			const int frame = column * rows + row;

			if (frame < s->frames)
				s->step[frame] = width > s->frames / rows ? row : entry++ / width;
		}
}

static void
give_steps(struct vcube_schedule *s)
{
	const int rows = longest_group(s);

	if (s->plan.width > 1)
		number_rows(s, rows);
	else
		for (int f = 0; f < s->frames; f++)
			s->step[f] = s->plan.block ? f % rows : f;
}

static bool
is_idle(const struct vcube_schedule *s, int frame)
{
	const int d = s->plan.dimensions;

	for (int k = 0; k < d; k++)
		if (s->unit[frame * d + k] >= 0 && vc_mover(s, s->unit[frame * d + k], k, 0) >= 0)
			return false;
	return true;
}

/* Drops frames in which nothing moves, as addresses are missing. */
static void
drop_idle(struct vcube_schedule *s)
{
	const size_t d = (size_t)s->plan.dimensions;

	s->frames = 0;
	for (int g = 0; g < s->groups; g++) {
		struct vc_group *const group = &s->group[g];
		const int end = group->first + group->frames;
		int frame = group->first;

		group->first = s->frames;
		for (; frame < end; frame++)
			if (!is_idle(s, frame))
				memmove(s->unit + d * (size_t)s->frames++, s->unit + d * (size_t)frame,
					d * sizeof *s->unit);
		group->frames = s->frames - group->first;
	}
}

void
vc_arrange(struct vcube_schedule *s)
{
	/* with others, what is idle depends on z */
	if (s->plan.addresses % (2 * s->half) != 0 && s->plan.successive == 1)
		drop_idle(s);
	give_steps(s);
	for (int f = 0; f < s->frames; f++)
		if (s->step[f] >= s->steps)
			s->steps = s->step[f] + 1;
	for (int f = 0; f < s->frames; f++)
		s->begin[s->step[f] + 1]++;
	for (int t = 0; t < s->steps; t++)
		s->begin[t + 1] += s->begin[t];
	for (int f = s->frames - 1; f >= 0; f--)
		s->order[--s->begin[s->step[f] + 1]] = f;
	/* begin[t + 1] is now where step t begins */
	for (int t = 0; t < s->steps; t++)
		s->begin[t] = s->begin[t + 1];
	s->begin[s->steps] = s->frames;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ways of blocks that move by the digits of what they have to move (vcube/digits.h): steps,
 * the stretches of them over which a shortcut may go, and what goes straight. Pure.
 */
#ifndef VC_WAYS_H
#define VC_WAYS_H

#include <vcube/digits.h>

/* VC_VALUES_MAX: values that the digits of a step, or of a stretch, may have. */
enum { VC_STEPS_MAX = 32, VC_VALUES_MAX = VCUBE_DIGITS_RADIX_MAX };

/* Place i is for blocks that move i % columns columns and i / columns rows. */
struct vc_ways {
	int columns, rows;
	int radix;
	int across;                     /* steps that move columns; the others move rows */
	int steps;
	int unit[VC_STEPS_MAX];         /* columns or rows that a digit of 1 moves */
	int end[VC_STEPS_MAX];          /* of the stretch in which a step lies, by vc_ways_plan() */
	size_t longest[VC_STEPS_MAX + 1];       /* block that does not go straight if sent so often */
};

/* Lays out all members. */
void vc_ways_lay_out(struct vc_ways *w, const struct vcube_terms *t);

/* Sets the ends of stretches to those with the least time for the mean of a node's blocks that are
 * short enough to be sent twice; `sum` are their bytes. */
void vc_ways_plan(struct vc_ways *w, const struct vcube_terms *t, size_t sum);

/* Returns the columns, or rows, among which a step moves blocks. */
static inline int
vc_ways_width(const struct vc_ways *w, int step)
{
	return step < w->across ? w->columns : w->rows;
}

/* Returns what the steps of a dimension up to this one move blocks by less than; at most the
 * width. */
static inline int
vc_ways_bound(const struct vc_ways *w, int step)
{
	const int next = w->unit[step] * w->radix;

	return next < vc_ways_width(w, step) ? next : vc_ways_width(w, step);
}

/* Returns how far a block in a place moves by the digits of the steps from `first` to before `end`,
 * which are all of columns or all of rows. */
int vc_ways_part(const struct vc_ways *w, int first, int end, int place);

/* Fills in the places with such a part, in order. Returns their number. */
int vc_ways_list(const struct vc_ways *w, int first, int end, int distance, int *places);

/* Returns the rank so far ahead of another, or behind it. */
int vc_ways_ahead(const struct vc_ways *w, int rank, int step, int distance);
int vc_ways_behind(const struct vc_ways *w, int rank, int step, int distance);

/* Returns how many steps move blocks with these digits, the lowest first; 0 if the first one does
 * not, or no other, so that there is no shortcut from it. */
int vc_ways_shortcut(int value, int radix);

/* Returns whether one more message takes less time than to send so many bytes so often. */
bool vc_ways_is_worth(const struct vcube_terms *t, size_t bytes, int times);

/* Returns how often a block is sent along its row, or then along its column, if it does not go
 * straight; and whether it does. */
int vc_ways_sends(const struct vc_ways *w, bool across, int place);
bool vc_ways_straight(const struct vc_ways *w, int place, size_t bytes);

#endif

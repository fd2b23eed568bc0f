/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of schedules share.
 *
 * A schedule is a row of frames: what can cross the d dimensions at the same
 * time, a unit for each. A unit is an address, or a pair of an address and its
 * complement. Frames are made in groups; then each is given a step.
 *
 * Invariants, once built:
 *   a unit is in frames of one group alone
 *   `order` has the frames by step, those of step t from begin[t] on
 */
#ifndef VC_SCHEDULE_H
#define VC_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>
#include <vcube/schedule.h>

enum vc_group_kind {
	VC_BLOCK,       /* up to d pairs, each d steps */
	VC_SHIFTED,     /* pairs, each a step after the one before, cyclically */
	VC_WINDOWED,    /* d + c pairs, in windows of d of d + c steps */
	VC_NECKLACE,    /* the rotations of an address */
	VC_MIXED,       /* c pairs of cyclic addresses, and a necklace */
};

struct vc_group {
	enum vc_group_kind kind;
	int first, frames;
	int unit, pairs;        /* the first pair and how many; the address of a necklace */
};

struct vcube_schedule {
	struct vcube_schedule_plan plan;
	bool by_pair;
	int half;               /* 2^(d - 1) */
	int pairs;              /* of which at least the lower address is there */
	int frames, groups;
	int *unit;              /* [frame][dimension]; -1: none */
	struct vc_group *group;
	int steps, span;        /* of one exchange */
	int largest;
	int *step;              /* of each frame */
	int *order, *begin;
	/* Of the windowed group, which is the last: [z or ~z][frame][dimension],
	 * which of the pairs `windowed`. NULL: there is no such group. */
	uint8_t *window;
	int windowed[2 * VCUBE_SCHEDULE_DIMENSIONS_MAX];
	/* Of aapc5: [time][axis], the block of pairs that d steps from d time on
	 * are given to; -1: none. */
	int *sets, times;
	int early;              /* blocks that begin elsewhere than on axis 0, the first ones */
	/* The lower address of each pair: of v while its block exchanges that, and
	 * of i; and [address] the axis, from 0, that it begins on. NULL: there are
	 * no two axes in the memory, or none that these blocks can be made of. */
	int *low[2];
	uint8_t *begins;
};

/* The address of the unit that crosses dimension `dim`, or -1. */
static inline int
vc_mover(const struct vcube_schedule *s, int unit, int dim, unsigned z)
{
	const int mask = 2 * s->half - 1;
	const int low = unit / s->half * 2 * s->half + unit % s->half;
	int address;

	if (!s->by_pair)
		return unit ^ (int)(z & (unsigned)mask);
	address = (low ^ (int)z) >> dim & 1 ? low : low ^ mask;
	return address < s->plan.addresses ? address : -1;
}

/* The unit that is in dimension `dim` of a frame, for this z. */
int vc_unit(const struct vcube_schedule *s, int frame, int dim, unsigned z);

/* Of aapc5: the axis, from 0, that the block begins on; and whether it exchanges v,
 * in this time of d steps in which it is on some axis. */
static inline int
vc_first_axis(const struct vcube_schedule *s, int block)
{
	return block < s->early ? s->plan.successive - 2 - block / 2 * 2 : 0;
}

static inline bool
vc_exchanges_v(const struct vcube_schedule *s, int block, int time)
{
	return block < s->early && time - block % 2 < s->plan.successive - vc_first_axis(s, block);
}

/* Fills in what a plan leaves to the library: 0, or it asks for what cannot be. */
int vc_complete_plan(struct vcube_schedule_plan *plan, struct vcube_error *error);

/* Make the frames. There is room for all. */
void vc_make_pairs(struct vcube_schedule *s);
/* VCUBE_EHOST where memory ran out. */
int vc_make_necklaces(struct vcube_schedule *s);
/* Also VCUBE_ELIMIT, where no order was found. */
int vc_make_windows(struct vcube_schedule *s);
int vc_make_sets(struct vcube_schedule *s);
/* What the blocks of aapc5 are made of, where it can be said. */
int vc_place_sets(struct vcube_schedule *s);

/* A frame in which nothing moves, and a group of no frames. */
int *vc_frame(struct vcube_schedule *s);
struct vc_group *vc_group(struct vcube_schedule *s, enum vc_group_kind kind, int unit, int pairs);

/* Of aapc5: is everything exchanged along the axes as it must be? */
int vc_check_routes(const struct vcube_schedule *s, struct vcube_error *error);

/* Give each frame its step. */
void vc_arrange(struct vcube_schedule *s);
/* Fills in span and largest; VCUBE_EHOST where memory ran out. */
int vc_measure(struct vcube_schedule *s);

#endif

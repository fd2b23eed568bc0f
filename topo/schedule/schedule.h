/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internal header of topo/schedule/.
 *
 * A schedule is a sequence of frames. A frame holds what can cross the d dimensions at the
 * same time, one unit each. A unit is an address, or a pair of an address and its
 * complement. Frames are built in groups; then each gets a step.
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
	VC_SHIFTED,     /* pairs, each one step after the one before, cyclically */
	VC_WINDOWED,    /* d + c pairs, in windows of d of d + c steps */
	VC_NECKLACE,    /* the rotations of an address */
	VC_MIXED,       /* c pairs of cyclic addresses and a necklace */
};

struct vc_group {
	enum vc_group_kind kind;
	int first, frames;
	int unit, pairs;        /* the first pair and their number; or the address of a necklace */
};

struct vcube_schedule {
	struct vcube_schedule_plan plan;
	bool by_pair;
	bool diagonal;          /* aapc4: the mixed group goes along diagonals */
	int half;               /* 2^(d - 1) */
	int pairs;              /* pairs whose lower address exists, at least */
	int frames, groups;
	int *unit;              /* [frame][dimension]; -1: none */
	struct vc_group *group;
	int steps, span;        /* of one exchange */
	int largest;
	int *step;              /* of each frame */
	int *order, *begin;
	/* For the windowed group, which is the last: the index of a pair in `windowed`,
	 * [z or ~z][frame][dimension]. NULL: there is no such group. */
	uint8_t *window;
	int windowed[2 * VCUBE_SCHEDULE_DIMENSIONS_MAX];
	/* Of exchanges of different orders, by axis: the dimensions and the first step. along[0] =
	 * 0: all are alike. */
	int along[VCUBE_SCHEDULE_SUCCESSIVE_MAX], starts[VCUBE_SCHEDULE_SUCCESSIVE_MAX];
	/* aapc5: [time][axis], the block of pairs that comes to this axis d * time steps after the
	 * start, or `late` steps later if behind the windowed group; -1: none. */
	int *sets, times;
	int early;              /* number of blocks, the first ones, that do not begin on axis 0 */
	int late, last;         /* c; the time at which the windowed group comes to axis 0 */
	/* The lower address of each pair, [0] while its block exchanges v and [1] while it
	 * exchanges i; and [address] the axis, from 0, that it begins on. NULL: the memory
	 * does not have two axes, or not such that the blocks fit; then only those of the
	 * windowed group, if there is one, have a lower address, in low[1]. */
	int *low[2];
	uint8_t *begins;
};

/* Returns the address of the unit that crosses dimension `dim`, or -1. */
static inline int
vc_mover(const struct vcube_schedule *s, int unit, int dim, unsigned z)
{
	const int mask = 2 * s->half - 1;
	const int low = unit / s->half * 2 * s->half + unit % s->half;
	int address;

	if (!s->by_pair) {
		address = unit ^ (int)(z & (unsigned)mask);
		/* of one exchange, put() left missing ones out */
		return s->plan.successive == 1 || address < s->plan.addresses ? address : -1;
	}
	address = (low ^ (int)z) >> dim & 1 ? low : low ^ mask;
	return address < s->plan.addresses ? address : -1;
}

/* Of exchanges of different orders: all steps; the pair that crosses a dimension, or -1. */
int vc_order_steps(const struct vcube_schedule *s);
int vc_order_unit(const struct vcube_schedule *s, int step, int axis, int dim);

/* Returns the unit in dimension `dim` of a frame, for this z. */
int vc_unit(const struct vcube_schedule *s, int frame, int dim, unsigned z);

/* aapc5: returns the number of pairs in windows. */
static inline int
vc_in_windows(const struct vcube_schedule *s)
{
	return s->late > 0 ? s->plan.dimensions + s->late : 0;
}

/* aapc5: returns the axis, from 0, that a block begins on; and whether it exchanges v in this
 * time of d steps, in which it must be on an axis. */
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

/* Fills in the defaults of a plan. Returns 0, or an error if the plan is impossible. */
int vc_complete_plan(struct vcube_schedule_plan *plan, struct vcube_error *error);

/* Make the frames, for which there is room. */
void vc_make_pairs(struct vcube_schedule *s);
/* Returns 0, or VCUBE_EHOST if memory runs out. */
int vc_make_necklaces(struct vcube_schedule *s);
/* Also return VCUBE_ELIMIT if there is no order. */
int vc_make_windows(struct vcube_schedule *s);
int vc_make_sets(struct vcube_schedule *s);
/* Copies pairs, or their lower addresses, with n = d + c of them at the end that have an order in
 * windows for every z. Returns 0, VCUBE_EHOST or VCUBE_ELIMIT. */
int vc_find_windows(struct vcube_schedule *s, int n, const int *from, int pairs, int *pair);
/* Adds the last n pairs as a group in these windows, and all before them in blocks. */
void vc_add_windows(struct vcube_schedule *s, int n);

/* Add a frame in which nothing moves, and a group without frames. */
int *vc_frame(struct vcube_schedule *s);
struct vc_group *vc_group(struct vcube_schedule *s, enum vc_group_kind kind, int unit, int pairs);

/* Assigns a step to each frame. */
void vc_arrange(struct vcube_schedule *s);
/* Fills in `span` and `largest`. Returns 0, or VCUBE_EHOST if memory runs out. */
int vc_measure(struct vcube_schedule *s);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds schedules from plans, and returns what they hold. */
#include <stdlib.h>
#include "error.h"
#include "schedule.h"

/* Counts the pairs whose lower address exists, at least. */
static int
count_pairs(const struct vcube_schedule *s)
{
	const int rest = s->plan.addresses % (2 * s->half);

	return s->plan.addresses / (2 * s->half) * s->half + (rest < s->half ? rest : s->half);
}

/* Allocates room for all frames that any algorithm makes. */
static int
take_room(struct vcube_schedule *s)
{
	const size_t d = (size_t)s->plan.dimensions;
	const size_t whole = (size_t)(s->plan.addresses + 2 * s->half - 1) / (2 * (size_t)s->half);
	const size_t frames = whole * (size_t)s->half + 2 * d;

	s->unit = malloc(frames * d * sizeof *s->unit);
	s->group = malloc(frames * sizeof *s->group);
	s->step = malloc(frames * sizeof *s->step);
	s->order = malloc(frames * sizeof *s->order);
	s->begin = calloc(frames + 2, sizeof *s->begin);
	return s->unit && s->group && s->step && s->order && s->begin ? 0 : VCUBE_EHOST;
}

int *
vc_frame(struct vcube_schedule *s)
{
	int *const frame = s->unit + s->frames++ * s->plan.dimensions;

	for (int k = 0; k < s->plan.dimensions; k++)
		frame[k] = -1;
	return frame;
}

struct vc_group *
vc_group(struct vcube_schedule *s, enum vc_group_kind kind, int unit, int pairs)
{
	struct vc_group *const g = &s->group[s->groups++];

	*g = (struct vc_group){.kind = kind, .first = s->frames, .unit = unit, .pairs = pairs};
	return g;
}

static int
make_frames(struct vcube_schedule *s)
{
	switch (s->plan.algorithm) {
	case VCUBE_AAPC4:
		return vc_make_necklaces(s);
	case VCUBE_WINDOWS:
		return vc_make_windows(s);
	case VCUBE_AAPC5:
		return vc_make_sets(s);
	default:
		vc_make_pairs(s);
		return 0;
	}
}

static int
make(struct vcube_schedule *s)
{
	int code;

	s->half = 1 << s->plan.dimensions >> 1;
	s->by_pair = s->plan.algorithm != VCUBE_AAPC4;
	s->pairs = count_pairs(s);
	code = take_room(s);
	if (code == 0)
		code = make_frames(s);
	if (code != 0)
		return code;
	vc_arrange(s);
	code = vc_measure(s);
	/* With pairs, an address is free for the next exchange once its pair is done;
	 * in Algorithm 4, an address may move at any time, depending on z. */
	if (s->plan.successive > 1 && s->plan.delay == 0 && s->sets == NULL)
		s->plan.delay = s->by_pair ? s->span : s->steps;
	return code;
}

static vcube_schedule *
build(const struct vcube_schedule_plan *plan, bool diagonal, struct vcube_error *error)
{
	struct vcube_schedule *s;
	struct vcube_schedule_plan complete = *plan;
	int code;

	if (vc_complete_plan(&complete, error) != 0)
		return NULL;
	s = calloc(1, sizeof *s);
	if (s == NULL) {
		vc_error(error, VCUBE_EHOST, "no memory for a schedule");
		return NULL;
	}
	s->plan = complete;
	s->diagonal = diagonal;
	code = make(s);
	if (code == VCUBE_EHOST)
		vc_error(error, code, "no memory for a schedule of %d addresses", s->plan.addresses);
	else if (code == VCUBE_ELIMIT)
		vc_error(error, code, "no windows were found for %d dimensions and %d addresses",
			 s->plan.dimensions, s->plan.addresses);
	if (code == 0)
		return s;
	vcube_schedule_free(s);
	return NULL;
}

vcube_schedule *
vcube_schedule_build(const struct vcube_schedule_plan *plan, struct vcube_error *error)
{
	return build(plan, false, error);
}

vcube_schedule *
vcube_schedule_build_diagonal(const struct vcube_schedule_plan *plan, struct vcube_error *error)
{
	if (plan->algorithm == VCUBE_AAPC4)
		return build(plan, true, error);
	vc_error(error, VCUBE_EINVAL, "only aapc4 has a group that may go along diagonals");
	return NULL;
}

void
vcube_schedule_free(vcube_schedule *s)
{
	if (s == NULL)
		return;
	free(s->unit);
	free(s->group);
	free(s->step);
	free(s->order);
	free(s->begin);
	free(s->window);
	free(s->sets);
	free(s->low[0]);
	free(s->low[1]);
	free(s->begins);
	free(s);
}

const struct vcube_schedule_plan *
vcube_schedule_planned(const vcube_schedule *s)
{
	return &s->plan;
}

int
vcube_schedule_steps(const vcube_schedule *s)
{
	if (s->sets != NULL)
		return s->times * s->plan.dimensions + s->late;
	if (s->along[0] > 0)
		return vc_order_steps(s);
	return s->steps + (s->plan.successive - 1) * s->plan.delay;
}

int
vc_unit(const struct vcube_schedule *s, int frame, int dim, unsigned z)
{
	const struct vc_group *const last = &s->group[s->groups - 1];
	const int d = s->plan.dimensions;
	int of;

	if (s->window == NULL || frame < last->first)
		return s->unit[frame * d + dim];
	z &= 2 * (unsigned)s->half - 1;
	of = (int)(z < (unsigned)s->half ? z : z ^ (2 * (unsigned)s->half - 1));
	return s->windowed[s->window[((size_t)of * (size_t)last->frames +
				      (size_t)(frame - last->first)) * (size_t)d + (size_t)dim]];
}

/* aapc5: returns the frame of the block on an axis; -1: none. It came to the axis up to d + c
 * steps ago. */
static int
frame_at(const struct vcube_schedule *s, int step, int axis)
{
	const int d = s->plan.dimensions;

	for (int time = step / d; time >= 0 && time >= step / d - 1; time--) {
		const int block = s->sets[time * s->plan.successive + axis];
		const int own = step - time * d - (time > s->last + axis ? s->late : 0);

		if (block >= 0 && own >= 0 && own < s->group[block].frames)
			return s->group[block].first + own;
	}
	return -1;
}

int
vcube_schedule_at(const vcube_schedule *s, int step, int axis, int dim, unsigned z,
		  int *address, int room)
{
	const int own = step - axis * s->plan.delay;    /* step of this axis's exchange */
	int count = 0;

	if (step < 0 || step >= vcube_schedule_steps(s) || axis < 0 ||
	    axis >= s->plan.successive || dim < 0 || dim >= s->plan.dimensions)
		return 0;
	if (s->sets != NULL) {
		const int frame = frame_at(s, step, axis);
		const int pair = frame < 0 ? -1 : vc_unit(s, frame, dim, z);

		if (pair >= 0 && room > 0)
			*address = pair;
		return pair >= 0;
	}
	if (s->along[0] > 0) {
		const int pair = vc_order_unit(s, step, axis, dim);
		const int mover = pair < 0 ? -1 : vc_mover(s, pair, dim, z);

		if (mover >= 0 && room > 0)
			*address = mover;
		return mover >= 0;
	}
	if (own < 0 || own >= s->steps)
		return 0;
	for (int i = s->begin[own]; i < s->begin[own + 1]; i++) {
		const int unit = vc_unit(s, s->order[i], dim, z);
		const int mover = unit < 0 ? -1 : vc_mover(s, unit, dim, z);

		if (mover >= 0 && count++ < room)
			address[count - 1] = mover;
	}
	return count;
}

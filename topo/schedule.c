/* SPDX-License-Identifier: BSD-2-Clause */
/* Schedules: made from a plan, and looked at. */
#include <stdlib.h>
#include <string.h>
#include "lib/error.h"
#include "topo/schedule.h"

static const struct {
	const char *name, *text;
} names[] = {
#define X(constant, name, text) [constant] = {name, text},
	VCUBE_SCHEDULES(X)
#undef X
};

static bool
is_schedule(int algorithm)
{
	return algorithm >= 0 && algorithm < VCUBE_SCHEDULES_COUNT;
}

const char *
vcube_schedule_name(int algorithm)
{
	return is_schedule(algorithm) ? names[algorithm].name : NULL;
}

const char *
vcube_schedule_text(int algorithm)
{
	return is_schedule(algorithm) ? names[algorithm].text : NULL;
}

int
vcube_schedule_parse(const char *name, struct vcube_error *error)
{
	char all[200] = "";

	for (int i = 0; i < VCUBE_SCHEDULES_COUNT; i++) {
		if (strcmp(name, names[i].name) == 0)
			return i;
		strcat(strcat(all, i ? ", " : ""), names[i].name);
	}
	vc_error(error, VCUBE_EUNKNOWN, "no schedule '%s'; there are: %s", name, all);
	return -1;
}

/* Numbers that stand for themselves. */
static int
refuse_numbers(const struct vcube_schedule_plan *p, struct vcube_error *error)
{
	if (!is_schedule((int)p->algorithm))
		return vc_error(error, VCUBE_EINVAL, "no schedule has number %d (0 to %d)",
				(int)p->algorithm, VCUBE_SCHEDULES_COUNT - 1);
	if (p->dimensions < 1 || p->dimensions > VCUBE_SCHEDULE_DIMENSIONS_MAX)
		return vc_error(error, VCUBE_EINVAL, "a schedule is for 1 to %d dimensions, not %d",
				VCUBE_SCHEDULE_DIMENSIONS_MAX, p->dimensions);
	if (p->addresses < 0 || p->addresses > VCUBE_SCHEDULE_ADDRESSES_MAX)
		return vc_error(error, VCUBE_EINVAL, "a node has 1 to %d local addresses, not %d",
				VCUBE_SCHEDULE_ADDRESSES_MAX, p->addresses);
	if (p->width < 0)
		return vc_error(error, VCUBE_EINVAL, "a link is at least 1 element wide, not %d",
				p->width);
	if (p->successive < 0 || p->successive > VCUBE_SCHEDULE_SUCCESSIVE_MAX)
		return vc_error(error, VCUBE_EINVAL, "1 to %d exchanges follow each other, not %d",
				VCUBE_SCHEDULE_SUCCESSIVE_MAX, p->successive);
	if (p->delay < 0)
		return vc_error(error, VCUBE_EINVAL, "a delay of %d steps is negative", p->delay);
	return 0;
}

/* What does not go together. The plan is complete. */
static int
refuse_together(const struct vcube_schedule_plan *p, struct vcube_error *error)
{
	const bool many = p->successive > 1;
	const char *const name = names[p->algorithm].name;

	if (p->block && p->width > 1)
		return vc_error(error, VCUBE_EINVAL, "block transfers or links of width %d, not both: "
				"a block is sent whole however wide the link is", p->width);
	if (many && (p->block || p->width > 1))
		return vc_error(error, VCUBE_EINVAL, "%s is for one exchange, not for %d that follow each other",
				p->block ? "blocking" : "a width", p->successive);
	if (p->algorithm == VCUBE_AAPC5 && !many)
		return vc_error(error, VCUBE_EINVAL,
				"aapc5 is for exchanges that follow each other: two or more, not 1");
	if ((many || p->algorithm == VCUBE_WINDOWS) && p->addresses % (1 << p->dimensions) != 0)
		return vc_error(error, VCUBE_EINVAL, "%s needs a multiple of 2^%d = %d local addresses%s, not %d",
				name, p->dimensions, 1 << p->dimensions,
				many ? " for exchanges that follow each other" : "", p->addresses);
	if (p->delay > 0 && (!many || p->algorithm == VCUBE_AAPC5))
		return vc_error(error, VCUBE_EINVAL, "a delay is one between exchanges that follow each "
				"other, by an algorithm that delays them: not %s", many ? name : "of one exchange");
	return 0;
}

static void
complete(struct vcube_schedule_plan *p)
{
	if (p->addresses == 0)
		p->addresses = 1 << p->dimensions;
	if (p->width == 0)
		p->width = 1;
	if (p->successive == 0)
		p->successive = 1;
}

/* Of pairs, those of which at least the lower address is there. */
static int
count_pairs(const struct vcube_schedule *s)
{
	const int rest = s->plan.addresses % (2 * s->half);

	return s->plan.addresses / (2 * s->half) * s->half + (rest < s->half ? rest : s->half);
}

/* Room for all frames that any algorithm makes. */
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
	default:
		vc_make_pairs(s);
		return s->plan.algorithm == VCUBE_AAPC5 ? vc_make_sets(s) : 0;
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
	/* By pairs, an address is free for the next exchange once its pair is done;
	 * in Algorithm 4, what is at an address moves at any time, by z. */
	if (s->plan.successive > 1 && s->plan.delay == 0 && s->sets == NULL)
		s->plan.delay = s->by_pair ? s->span : s->steps;
	return code;
}

vcube_schedule *
vcube_schedule_build(const struct vcube_schedule_plan *plan, struct vcube_error *error)
{
	struct vcube_schedule *s;
	int code;

	if (refuse_numbers(plan, error) != 0)
		return NULL;
	s = calloc(1, sizeof *s);
	if (s == NULL) {
		vc_error(error, VCUBE_EHOST, "no memory for a schedule");
		return NULL;
	}
	s->plan = *plan;
	complete(&s->plan);
	code = refuse_together(&s->plan, error);
	if (code == 0 && (code = make(s)) == VCUBE_EHOST)
		vc_error(error, code, "no memory for a schedule of %d addresses", s->plan.addresses);
	else if (code == VCUBE_ELIMIT)
		vc_error(error, code, "no windows were found for %d dimensions and %d addresses",
			 s->plan.dimensions, s->plan.addresses);
	if (code == 0)
		return s;
	vcube_schedule_free(s);
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
		return s->times * s->plan.dimensions;
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

/* Of aapc5: the pair of the block whose time it is. */
static int
pair_at(const struct vcube_schedule *s, int step, int axis, int dim)
{
	const int d = s->plan.dimensions;
	const int block = s->sets[step / d * s->plan.successive + axis];

	return block < 0 ? -1 : s->unit[(s->group[block].first + step % d) * d + dim];
}

int
vcube_schedule_at(const vcube_schedule *s, int step, int axis, int dim, unsigned z,
		  int *address, int room)
{
	const int own = step - axis * s->plan.delay;    /* of the axis's own exchange */
	int count = 0;

	if (step < 0 || step >= vcube_schedule_steps(s) || axis < 0 ||
	    axis >= s->plan.successive || dim < 0 || dim >= s->plan.dimensions)
		return 0;
	if (s->sets != NULL) {
		const int pair = pair_at(s, step, axis, dim);

		if (pair >= 0 && room > 0)
			*address = pair;
		return pair >= 0;
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

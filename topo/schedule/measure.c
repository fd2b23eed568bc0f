/* SPDX-License-Identifier: BSD-2-Clause */
/* Measures schedules: the use of links, the span. */
#include <stdlib.h>
#include "schedule.h"

/* Returns the elements that a dimension carries in a step of the first exchange. */
static int
carried(const struct vcube_schedule *s, int step, int dim)
{
	return vcube_schedule_at(s, step, 0, dim, 0, NULL, 0);
}

static int
largest_in(const struct vcube_schedule *s, int step)
{
	int most = 0;

	for (int dim = 0; dim < s->plan.dimensions; dim++)
		if (carried(s, step, dim) > most)
			most = carried(s, step, dim);
	return most;
}

int
vcube_schedule_largest(const vcube_schedule *s)
{
	return s->largest;
}

/* A block takes as long as the longest block of its step. */
double
vcube_schedule_use(const vcube_schedule *s)
{
	const int steps = vcube_schedule_steps(s), d = s->plan.dimensions;
	double used = 0, could = 0;

	for (int axis = 0; axis < s->plan.successive && !s->plan.block; axis++)
		could += (double)steps * vcube_schedule_order(s, axis) * s->plan.width;
	for (int t = 0; t < steps; t++) {
		for (int axis = 0; axis < s->plan.successive; axis++)
			for (int dim = 0; dim < d; dim++)
				used += vcube_schedule_at(s, t, axis, dim, 0, NULL, 0);
		if (s->plan.block)
			could += d * largest_in(s, t);
	}
	return could > 0 ? used / could : 1;
}

/* Notes when an element moves first and last, in the first exchange with z = 0. */
static void
note(const struct vcube_schedule *s, int frame, int dim, int *first, int *last)
{
	const int unit = vc_unit(s, frame, dim, 0);
	const int mover = unit < 0 ? -1 : vc_mover(s, unit, dim, 0), step = s->step[frame];

	if (mover < 0)
		return;
	if (first[mover] < 0 || step < first[mover])
		first[mover] = step;
	if (step > last[mover])
		last[mover] = step;
}

/* Returns the longest time that a pair is in flight, with successive exchanges. */
static int
longest_pair(const struct vcube_schedule *s)
{
	int most = s->plan.dimensions;

	for (int g = 0; g < s->groups; g++)
		if (s->group[g].kind == VC_SHIFTED && s->group[g].frames > most)
			most = s->group[g].frames;
	return most;
}

int
vc_measure(struct vcube_schedule *s)
{
	const size_t k = (size_t)s->plan.addresses;
	int *const first = malloc(2 * k * sizeof *first), *const last = first + k;

	if (first == NULL)
		return VCUBE_EHOST;
	for (size_t i = 0; i < 2 * k; i++)
		first[i] = -1;
	for (int f = 0; f < s->frames; f++)
		for (int dim = 0; dim < s->plan.dimensions; dim++)
			note(s, f, dim, first, last);
	for (size_t a = 0; a < k; a++)
		if (first[a] >= 0 && last[a] - first[a] + 1 > s->span)
			s->span = last[a] - first[a] + 1;
	if (s->by_pair && s->plan.successive > 1)
		s->span = longest_pair(s);
	for (int t = 0; t < (s->sets != NULL ? vcube_schedule_steps(s) : s->steps); t++)
		if (largest_in(s, t) > s->largest)
			s->largest = largest_in(s, t);
	free(first);
	return 0;
}

int
vcube_schedule_span(const vcube_schedule *s)
{
	return s->span;
}

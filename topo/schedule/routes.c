/* SPDX-License-Identifier: BSD-2-Clause */
/* Verifies schedules of Algorithm 5: follows each address, or pair, along the axes. */
#include <stdlib.h>
#include "error.h"
#include "schedule.h"

/* aapc5: how far an address has come; or a pair, if its addresses are not known. */
struct route {
	int first, axis;        /* -1: not begun */
	unsigned crossed;       /* dimensions of the axis */
	int visits, step;
};

struct routes {
	const struct vcube_schedule *s;
	struct vcube_error *error;
	const char *what;
	int count;
	struct route *route;
};

/* Follows a crossing: axes come in cyclic order, from any one on, once around. */
static int
go(struct routes *t, int i, int step, int axis, int dim)
{
	const int axes = t->s->plan.successive;
	const unsigned all = (1u << t->s->plan.dimensions) - 1;
	struct route *const w = &t->route[i];

	if (w->axis < 0 || w->crossed == all) {
		const int next = w->axis < 0 ? axis : (w->axis + 1) % axes;

		if (axis != next)
			return vc_error(t->error, VCUBE_EINVAL, "%s %d goes along axis %d after %d in step %d",
					t->what, i, axis, w->axis, step);
		if (w->axis < 0)
			w->first = axis;
		w->axis = axis;
		w->crossed = 0;
		w->visits++;
	}
	if (axis != w->axis || w->crossed >> dim & 1 || w->step == step)
		return vc_error(t->error, VCUBE_EINVAL, "%s %d wrongly crosses dimension %d of axis %d in step %d",
				t->what, i, dim, axis, step);
	w->crossed |= 1u << dim;
	w->step = step;
	return 0;
}

/* Follows a crossing of a pair: counts for both of its addresses, of which a node sends one.
 * They are complements of each other in v or in i. */
static int
go_both(struct routes *t, int pair, int step, int axis, int dim)
{
	const struct vcube_schedule *const s = t->s;
	const int d = s->plan.dimensions, ones = 2 * s->half - 1;
	const bool v = s->low[0] != NULL && vc_exchanges_v(s, pair / d, step / d);
	int low, code;

	if (s->low[0] == NULL)
		return go(t, pair, step, axis, dim);
	low = s->low[v ? 0 : 1][pair];
	code = go(t, low, step, axis, dim);
	return code != 0 ? code : go(t, low ^ (v ? ones << d : ones), step, axis, dim);
}

static int
follow_routes(struct routes *t)
{
	const int steps = vcube_schedule_steps(t->s), axes = t->s->plan.successive;
	int code = 0, pair;

	for (int step = 0; step < steps; step++)
		for (int axis = 0; axis < axes; axis++)
			for (int dim = 0; dim < t->s->plan.dimensions && code == 0; dim++)
				if (vcube_schedule_at(t->s, step, axis, dim, 0, &pair, 1) > 0)
					code = go_both(t, pair, step, axis, dim);
	return code;
}

/* Checks that the route is complete and begins on the axis that the address is aligned for. */
static int
compare_route(struct routes *t, int i)
{
	const int axes = t->s->plan.successive;
	const struct route *const w = &t->route[i];

	if (w->visits != (w->first == 0 ? axes : axes + 1) ||
	    w->crossed != (1u << t->s->plan.dimensions) - 1)
		return vc_error(t->error, VCUBE_EINVAL, "%s %d goes along %d axes from axis %d on", t->what, i,
				w->visits, w->first);
	if (t->s->begins != NULL && w->first != t->s->begins[i])
		return vc_error(t->error, VCUBE_EINVAL, "%s %d begins on axis %d but is aligned for axis %d",
				t->what, i, w->first, t->s->begins[i]);
	return 0;
}

int
vc_check_routes(const struct vcube_schedule *s, struct vcube_error *error)
{
	const bool placed = s->low[0] != NULL;
	struct routes t = {
		.s = s, .error = error, .what = placed ? "address" : "pair",
		.count = placed ? s->plan.addresses : s->plan.addresses / 2,
	};
	int code;

	t.route = malloc((size_t)t.count * sizeof *t.route);
	if (t.route == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory to check a schedule");
	for (int i = 0; i < t.count; i++)
		t.route[i] = (struct route){.axis = -1, .step = -1};
	code = follow_routes(&t);
	for (int i = 0; i < t.count && code == 0; i++)
		code = compare_route(&t, i);
	free(t.route);
	return code;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verifies schedules without a run, from the results of vcube_schedule_at() alone,
 * independently of how they were built.
 */
#include <limits.h>
#include <stdlib.h>
#include "error.h"
#include "schedule.h"

/* Up to this many crossings are all checked; beyond, z is sampled. */
#define CROSSINGS_MAX 20000000.0

/* --- addresses: each element across the dimensions ------------------------------ */

/* What the check has seen of each address. */
struct trace {
	const vcube_schedule *s;
	struct vcube_error *error;
	int k, d, limit;        /* addresses, dimensions, elements a link may carry */
	int *cell;              /* the addresses that cross a link in a step */
	unsigned *crossed;      /* dimensions crossed, in this exchange, for this z */
	int *last;              /* step of the last crossing */
	int *begin, *end;       /* [axis][address]: first and last step, of all z */
	int from;               /* aapc5: the first pair in windows, whose addresses alone are
				   followed; -1: there are none */
};

static int
open_trace(struct trace *t, const vcube_schedule *s, struct vcube_error *error)
{
	const size_t k = (size_t)s->plan.addresses, all = k * (size_t)s->plan.successive;

	*t = (struct trace){
		.s = s, .error = error, .k = s->plan.addresses, .d = s->plan.dimensions,
		.cell = malloc(k * sizeof *t->cell), .crossed = malloc(k * sizeof *t->crossed),
		.last = malloc(k * sizeof *t->last), .begin = malloc(all * sizeof *t->begin),
		.end = malloc(all * sizeof *t->end),
	};
	if (!t->cell || !t->crossed || !t->last || !t->begin || !t->end)
		return vc_error(error, VCUBE_EHOST, "no memory to check a schedule");
	for (size_t i = 0; i < all; i++) {
		t->begin[i] = INT_MAX;
		t->end[i] = -1;
	}
	return 0;
}

static void
close_trace(struct trace *t)
{
	free(t->cell);
	free(t->crossed);
	free(t->last);
	free(t->begin);
	free(t->end);
}

/* Follows one element: it must cross only dimensions that it needs, each once, and one in a
 * step. */
static int
follow(struct trace *t, int step, int axis, int dim, unsigned z, int a)
{
	const int i = axis * t->k + a;

	if (a < 0 || a >= t->k)
		return vc_error(t->error, VCUBE_EINVAL, "step %d moves address %d; there are 0 to %d",
				step, a, t->k - 1);
	if (!((((unsigned)a ^ z) >> dim) & 1) || t->crossed[a] >> dim & 1)
		return vc_error(t->error, VCUBE_EINVAL, "address %d crosses dimension %d of axis %d %s, "
				"in step %d with z = %u", a, dim, axis,
				t->crossed[a] >> dim & 1 ? "again" : "without need", step, z);
	if (t->last[a] == step)
		return vc_error(t->error, VCUBE_EINVAL,
				"address %d moves twice in step %d with z = %u", a, step, z);
	t->crossed[a] |= 1u << dim;
	t->last[a] = step;
	if (step < t->begin[i])
		t->begin[i] = step;
	if (step > t->end[i])
		t->end[i] = step;
	return 0;
}

/* aapc5: replaces a pair by that of its addresses which crosses, if it is in windows. */
static int
pick_address(const struct trace *t, int dim, unsigned z, int count)
{
	const unsigned low = count > 0 && *t->cell >= t->from ? (unsigned)t->s->low[1][*t->cell] : 0;

	if (count == 0 || *t->cell < t->from)
		return 0;
	*t->cell = (int)((low ^ z) >> dim & 1 ? low : low ^ (2 * (unsigned)t->s->half - 1));
	return 1;
}

static int
follow_cell(struct trace *t, int step, int axis, int dim, unsigned z)
{
	int count = vcube_schedule_at(t->s, step, axis, dim, z, t->cell, t->k), code = 0;

	if (t->from >= 0)
		count = pick_address(t, dim, z, count);
	if (count > t->limit)
		return vc_error(t->error, VCUBE_EINVAL, "dimension %d of axis %d carries %d elements in "
				"step %d, but at most %d can cross", dim, axis, count, step, t->limit);
	for (int i = 0; i < count && code == 0; i++)
		code = follow(t, step, axis, dim, z, t->cell[i]);
	return code;
}

/* Does the address cross what it must? */
static int
compare_crossed(struct trace *t, int axis, unsigned z, int a)
{
	const unsigned mask = (1u << vcube_schedule_order(t->s, axis)) - 1;

	if (t->crossed[a] == (((unsigned)a ^ z) & mask))
		return 0;
	return vc_error(t->error, VCUBE_EINVAL, "address %d crosses the dimensions %#x of axis %d, not "
			"%#x, with z = %u", a, t->crossed[a], axis, ((unsigned)a ^ z) & mask, z);
}

/* Follows one exchange, in nodes with this z. */
static int
follow_axis(struct trace *t, int axis, unsigned z)
{
	const int steps = vcube_schedule_steps(t->s);
	int code = 0;

	for (int a = 0; a < t->k; a++) {
		t->crossed[a] = 0;
		t->last[a] = -1;
	}
	for (int step = 0; step < steps; step++)
		for (int dim = 0; dim < t->d && code == 0; dim++)
			code = follow_cell(t, step, axis, dim, z);
	for (int a = 0; a < t->k && code == 0 && t->from < 0; a++)
		code = compare_crossed(t, axis, z, a);
	for (int pair = t->from; pair >= 0 && pair < t->s->pairs && code == 0; pair++) {
		code = compare_crossed(t, axis, z, t->s->low[1][pair]);
		if (code == 0)
			code = compare_crossed(t, axis, z, t->s->low[1][pair] ^ (2 * t->s->half - 1));
	}
	return code;
}

/* Checks that each address completes one exchange, for every z, before it begins the next. */
static int
compare_exchanges(struct trace *t)
{
	for (int axis = 1; axis < t->s->plan.successive; axis++)
		for (int a = 0; a < t->k; a++) {
			const int end = t->end[(axis - 1) * t->k + a], begin = t->begin[axis * t->k + a];

			if (begin <= end)
				return vc_error(t->error, VCUBE_EINVAL, "address %d begins to move along axis %d "
						"in step %d, while other nodes may still move it along axis %d "
						"in step %d", a, axis, begin, axis - 1, end);
		}
	return 0;
}

static int
check_addresses(const vcube_schedule *s, int limit, struct vcube_error *error)
{
	const double one = (double)vcube_schedule_steps(s) * s->plan.dimensions * s->plan.successive;
	const int all = s->plan.successive > 1 || s->window != NULL ? 2 * s->half : 1;
	int samples = all, code;
	struct trace t;

	if (all * one > CROSSINGS_MAX)
		samples = one > CROSSINGS_MAX / 2 ? 2 : (int)(CROSSINGS_MAX / one);
	code = open_trace(&t, s, error);
	t.limit = limit;
	t.from = vc_in_windows(s) > 0 ? s->pairs - vc_in_windows(s) : -1;
	for (int i = 0; i < samples && code == 0; i++) {
		const unsigned z = samples == all ? (unsigned)i : (unsigned)i * 0x9e3779b1u >> 8;

		for (int axis = 0; axis < s->plan.successive && code == 0; axis++)
			code = follow_axis(&t, axis, z & (2 * (unsigned)s->half - 1));
	}
	if (code == 0)
		code = compare_exchanges(&t);
	close_trace(&t);
	return code;
}

/* --- Algorithm 5: each address, or pair, along the axes --------------------------- */

/* How far an address has come; or a pair, if its addresses are not known. */
struct route {
	int first, axis;        /* -1: not begun */
	unsigned crossed;       /* dimensions of the axis */
	int visits, step;
	bool windowed;          /* followed by check_addresses() instead */
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

/* Is the pair in windows? */
static bool
in_windows(const struct vcube_schedule *s, int pair)
{
	return pair >= s->pairs - vc_in_windows(s);
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

	if (in_windows(s, pair))
		return 0;
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

	if (w->windowed)
		return 0;
	if (w->visits != (w->first == 0 ? axes : axes + 1) ||
	    w->crossed != (1u << t->s->plan.dimensions) - 1)
		return vc_error(t->error, VCUBE_EINVAL, "%s %d goes along %d axes from axis %d on", t->what, i,
				w->visits, w->first);
	if (t->s->begins != NULL && w->first != t->s->begins[i])
		return vc_error(t->error, VCUBE_EINVAL, "%s %d begins on axis %d but is aligned for axis %d",
				t->what, i, w->first, t->s->begins[i]);
	return 0;
}

static void
note_windows(struct routes *t)
{
	const struct vcube_schedule *const s = t->s;

	for (int pair = s->pairs - vc_in_windows(s); pair < s->pairs; pair++) {
		const int low = s->low[0] != NULL ? s->low[1][pair] : pair;

		t->route[low].windowed = true;
		if (s->low[0] != NULL)
			t->route[low ^ (2 * s->half - 1)].windowed = true;
	}
}

static int
check_routes(const struct vcube_schedule *s, struct vcube_error *error)
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
	note_windows(&t);
	code = follow_routes(&t);
	for (int i = 0; i < t.count && code == 0; i++)
		code = compare_route(&t, i);
	free(t.route);
	return code != 0 || vc_in_windows(s) == 0 ? code : check_addresses(s, 1, error);
}

/* --- the whole schedule --------------------------------------------------------- */

/* Compares steps and span with the proof: never more, and fewer only if addresses are missing
 * or, for aapc5, different orders and spans, the proof gives a bound. */
static int
compare_proof(const vcube_schedule *s, const struct vcube_schedule_proof *p,
	      struct vcube_error *error)
{
	const int steps = vcube_schedule_steps(s), span = vcube_schedule_span(s);
	const bool whole = s->plan.addresses % (2 * s->half) == 0;

	if (steps > p->steps || (steps < p->steps && whole && s->sets == NULL && s->along[0] == 0))
		return vc_error(error, VCUBE_EINVAL, "it takes %d steps, but %d are proved", steps,
				p->steps);
	if (span > p->span)
		return vc_error(error, VCUBE_EINVAL, "an element is in flight for %d steps, but %d are "
				"proved", span, p->span);
	return 0;
}

int
vcube_schedule_check(const vcube_schedule *s, struct vcube_error *error)
{
	struct vcube_schedule_proof proof;
	int code, limit = s->plan.width;

	vcube_schedule_proof(s, &proof);
	if (s->plan.block)
		limit = (s->frames + s->steps - 1) / (s->steps > 0 ? s->steps : 1);
	code = s->sets != NULL ? check_routes(s, error) : check_addresses(s, limit, error);
	return code != 0 ? code : compare_proof(s, &proof, error);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Successive exchanges of different orders (Johnsson and Ho, section 4.1): by Algorithm 1 along
 * axes of d1 >= d2 >= .. dimensions, each with the low bits of the local coordinate. Complements
 * in all bits are complements in the low ones, so pairs stay together; but blocks have as many
 * pairs as their exchange has dimensions, and one may have to wait for two of the exchange
 * before: d2 - gcd(d1, d2) steps more than d1. For d1 = 3 and d2 = 2, the pairs in each step:
 *
 *   axis 0   0-2 0-2 0-2 3-5 3-5 3-5
 *   axis 1    .   .   .   .  0,1 0,1 2,3 2,3 4,5 4,5
 */
#include "error.h"
#include "schedule.h"

/* Returns how many steps behind one of order `before` an exchange of order d can begin: as early
 * as each of its blocks finds all of its pairs done. */
static int
delay(int pairs, int before, int d)
{
	int most = 0;

	for (int first = 0; first < pairs; first += d) {
		const int last = (first + d < pairs ? first + d : pairs) - 1;
		const int wait = (last / before + 1) * before - first;

		most = wait > most ? wait : most;
	}
	return most;
}

static int
refuse(const struct vcube_schedule_plan *plan, const int *orders, struct vcube_error *error)
{
	if (plan->algorithm != VCUBE_AAPC1)
		return vc_error(error, VCUBE_EINVAL, "exchanges of different orders are by aapc1, whose pairs "
				"stay together, not by %s", vcube_schedule_name((int)plan->algorithm));
	if (plan->block || plan->width > 1 || plan->delay > 0)
		return vc_error(error, VCUBE_EINVAL,
				"exchanges of different orders take no block, width or delay");
	if (plan->successive > VCUBE_SCHEDULE_SUCCESSIVE_MAX)
		return 0;       /* the plan is refused */
	for (int axis = 0; axis < plan->successive; axis++)
		if (orders[axis] < 1 || (axis > 0 && orders[axis] > orders[axis - 1]))
			return vc_error(error, VCUBE_EINVAL, "orders are 1 or more and do not increase; exchange "
					"%d has %d", axis, orders[axis]);
	return 0;
}

vcube_schedule *
vcube_schedule_build_orders(const struct vcube_schedule_plan *plan, const int *orders,
			    struct vcube_error *error)
{
	struct vcube_schedule_plan whole = *plan;
	vcube_schedule *s;

	if (whole.successive == 0)
		whole.successive = 1;
	if (refuse(&whole, orders, error) != 0)
		return NULL;
	/* a negative number is refused, whatever the dimensions are */
	whole.dimensions = whole.successive > 0 ? orders[0] : 1;
	s = vcube_schedule_build(&whole, error);
	if (s == NULL)
		return NULL;
	s->plan.delay = 0;
	for (int axis = 0; axis < s->plan.successive; axis++) {
		s->along[axis] = orders[axis];
		s->starts[axis] = axis == 0 ? 0 : s->starts[axis - 1] +
			delay(s->pairs, orders[axis - 1], orders[axis]);
	}
	return s;
}

int
vcube_schedule_order(const vcube_schedule *s, int axis)
{
	if (axis < 0 || axis >= s->plan.successive)
		return 0;
	return s->along[0] > 0 ? s->along[axis] : s->plan.dimensions;
}

int
vc_order_steps(const struct vcube_schedule *s)
{
	int most = 0;

	for (int axis = 0; axis < s->plan.successive; axis++) {
		const int d = s->along[axis], end = s->starts[axis] + (s->pairs + d - 1) / d * d;

		most = end > most ? end : most;
	}
	return most;
}

int
vc_order_unit(const struct vcube_schedule *s, int step, int axis, int dim)
{
	const int d = s->along[axis], own = step - s->starts[axis];
	const int pair = own < 0 || dim >= d ? -1 : own / d * d + (dim - own % d + d) % d;

	return pair < s->pairs ? pair : -1;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The schedule and the cost of all-to-all personalized communication. */
#include <vcube/authoring.h>

struct vcube_schedule_plan
vcube_aapc_plan(enum vcube_schedules algorithm, const struct vcube_setting *set)
{
	return (struct vcube_schedule_plan){
		.algorithm = algorithm, .block = set[0].value != 0, .width = set[1].value,
	};
}

static int
over(int a, int b)
{
	return (a + b - 1) / b;
}

/* Returns the steps with one element on each link. */
static int
elements(enum vcube_schedules algorithm, int half, int d)
{
	return algorithm == VCUBE_AAPC1 ? d * over(half, d) : half;
}

static int
blocks(enum vcube_schedules algorithm, int half, int d)
{
	switch (algorithm) {
	case VCUBE_AAPC1:
	case VCUBE_AAPC4:
		return d;
	case VCUBE_AAPC2:
		return half;
	default:
		return half > d ? d + half % d : d;
	}
}

static int
steps_of(const struct vcube_schedule_plan *plan, int half, int d)
{
	const int most = elements(plan->algorithm, half, d), least = blocks(plan->algorithm, half, d);

	if (plan->width > 1)
		return plan->width <= most / least ? over(most, plan->width) : least;
	return plan->block ? least : most;
}

vcube_time
vcube_aapc_cost(const struct vcube_terms *t, const struct vcube_schedule_plan *plan)
{
	const int half = t->p / 2, d = vcube_log2((unsigned)t->p);
	const bool packed = plan->block || plan->width > 1;
	const vcube_time m = (vcube_time)t->m, byte = t->k.per_byte * m;
	vcube_time steps, messages, longest, local;

	if (d == 0)
		return 0;
	longest = elements(plan->algorithm, half, d);
	steps = steps_of(plan, half, d);
	messages = packed ? steps * d : (vcube_time)half * d;
	local = t->k.reorder * m * (2 * t->p + (packed ? 2 * half * d : 0));
	if (t->ports == VCUBE_PORTS_ALL)
		return steps * (t->k.exchange_all_startup + t->k.per_hop) + longest * byte + local;
	return steps * t->k.exchange_all_startup + messages * t->k.per_hop +
	       (vcube_time)half * d * byte + local;
}

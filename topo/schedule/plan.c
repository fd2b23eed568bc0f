/* SPDX-License-Identifier: BSD-2-Clause */
/* Plans of schedules: the algorithms by name, and checks of a plan. */
#include <string.h>
#include "error.h"
#include "schedule.h"

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
	char all[200] = "", meant[VCUBE_NEAREST_ROOM];

	for (int i = 0; i < VCUBE_SCHEDULES_COUNT; i++) {
		if (strcmp(name, names[i].name) == 0)
			return i;
		vc_list_add(all, sizeof all, names[i].name);
	}
	vc_error(error, VCUBE_EUNKNOWN, "no schedule '%s'; there are %s%s", name, all,
		 vcube_nearest(name, all, meant));
	return -1;
}

/* Refuses numbers that are out of range by themselves. */
static int
refuse_numbers(const struct vcube_schedule_plan *p, struct vcube_error *error)
{
	if (!is_schedule((int)p->algorithm))
		return vc_error(error, VCUBE_EINVAL, "no schedule has number %d (0 to %d)",
				(int)p->algorithm, VCUBE_SCHEDULES_COUNT - 1);
	if (p->dimensions < 1 || p->dimensions > VCUBE_SCHEDULE_DIMENSIONS_MAX)
		return vc_error(error, VCUBE_EINVAL, "a schedule takes 1 to %d dimensions, not %d",
				VCUBE_SCHEDULE_DIMENSIONS_MAX, p->dimensions);
	if (p->addresses < 0 || p->addresses > VCUBE_SCHEDULE_ADDRESSES_MAX)
		return vc_error(error, VCUBE_EINVAL, "a node has 1 to %d local addresses, not %d",
				VCUBE_SCHEDULE_ADDRESSES_MAX, p->addresses);
	if (p->width < 0)
		return vc_error(error, VCUBE_EINVAL, "a link is at least 1 element wide, not %d",
				p->width);
	if (p->successive < 0 || p->successive > VCUBE_SCHEDULE_SUCCESSIVE_MAX)
		return vc_error(error, VCUBE_EINVAL, "a schedule takes 1 to %d successive exchanges, not %d",
				VCUBE_SCHEDULE_SUCCESSIVE_MAX, p->successive);
	if (p->delay < 0)
		return vc_error(error, VCUBE_EINVAL, "a delay of %d steps is negative", p->delay);
	return 0;
}

/* Refuses combinations that do not work. The plan must be complete. */
static int
refuse_together(const struct vcube_schedule_plan *p, struct vcube_error *error)
{
	const bool many = p->successive > 1;
	const char *const name = names[p->algorithm].name;

	if (p->block && p->width > 1)
		return vc_error(error, VCUBE_EINVAL, "block transfers or links of width %d, not both: "
				"a block is sent as a whole, whatever the width", p->width);
	if (many && (p->block || p->width > 1))
		return vc_error(error, VCUBE_EINVAL, "%s is for one exchange, not for %d successive ones",
				p->block ? "blocking" : "a width", p->successive);
	if (p->algorithm == VCUBE_AAPC5 && !many)
		return vc_error(error, VCUBE_EINVAL,
				"aapc5 is for successive exchanges: two or more, not 1");
	if (p->algorithm > VCUBE_AAPC4 && p->addresses % (1 << p->dimensions) != 0)
		return vc_error(error, VCUBE_EINVAL, "%s needs a multiple of 2^%d = %d local addresses, not %d; "
				"aapc1 to aapc4 take any", name, p->dimensions, 1 << p->dimensions, p->addresses);
	if (p->delay > 0 && (!many || p->algorithm == VCUBE_AAPC5))
		return vc_error(error, VCUBE_EINVAL, "a delay is between successive exchanges of an "
				"algorithm that delays them, not %s", many ? name : "of one exchange");
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

int
vc_complete_plan(struct vcube_schedule_plan *p, struct vcube_error *error)
{
	const int code = refuse_numbers(p, error);

	if (code != 0)
		return code;
	complete(p);
	return refuse_together(p, error);
}

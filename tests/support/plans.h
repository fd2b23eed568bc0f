/* SPDX-License-Identifier: BSD-2-Clause */
/* Schedules that must be valid, and plans that must have one. */
#ifndef PLANS_H
#define PLANS_H

#include "support.h"
#include "schedule.h"

/* Options of the schedules of alltoall. */
static const char *const variants[] = {
	"aapc1", "aapc2", "aapc3", "aapc4", "aapc1:block=yes", "aapc3:block=yes", "aapc4:block=yes",
	"aapc4:width=2", "aapc4:width=5",
};

static inline vcube_schedule *
build(struct vcube_schedule_plan plan)
{
	struct vcube_error error;
	vcube_schedule *const s = vcube_schedule_build(&plan, &error);

	if (s == NULL)
		fail_msg("%s", error.text);
	return s;
}

#endif

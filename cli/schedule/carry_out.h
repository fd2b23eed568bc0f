/* SPDX-License-Identifier: BSD-2-Clause */
/* Carrying a schedule out, to count what it takes. */
#ifndef CARRY_OUT_H
#define CARRY_OUT_H

#include <vcube/authoring.h>
#include "base/status.h"

/* Why that cannot be; NULL: it can. `plan` is what the schedule was made of. */
const char *schedule_run_refusal(const vcube_schedule *s, const struct vcube_schedule_plan *plan);

/*
 * Carries the schedule out on a cube of s d dimensions
 * with all ports, among neighbours alone, and prints what is counted there: steps,
 * transfers of an element one after the other, messages, how much links were used;
 * and whether the data are right, and the counts those of the schedule. An exit
 * status, after a sentence if it is not STATUS_FINE.
 */
enum status schedule_run(const vcube_schedule *s, const struct vcube_schedule_plan *plan);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times that may be further than clocks go, in picoseconds. What is further is as far
 * as VC_TIME_FAR, and stays there: nothing wraps, and whoever looks finds it.
 */
#ifndef VC_FAR_H
#define VC_FAR_H

#include <stdint.h>
#include <vcube/desc.h>
#include "host.h"

/* The sum of a few times of VCUBE_TIME_MAX fits an int64_t, and one with the kind of an
 * act fits a word: nodes/clock/replay/journal.h. */
#define VC_TIME_FAR (VCUBE_TIME_MAX + 1)
#define VC_TIME_DAYS ((int)(VCUBE_TIME_MAX / 86400 / 1000000000000))

/* The most that a key of a description, or of a link, may cost. */
#define VC_COST_MOST INT64_C(1000000000000000)

/* Of two times up to VC_TIME_FAR. */
static inline int64_t
vc_time_sum(int64_t a, int64_t b)
{
	return a + b < VC_TIME_FAR ? a + b : VC_TIME_FAR;
}

/* So many times a time, neither of them negative. */
static inline int64_t
vc_time_times(int64_t each, int64_t amount)
{
	int64_t product;

	if (vc_unlikely(__builtin_mul_overflow(each, amount, &product)))
		return VC_TIME_FAR;
	return product < VC_TIME_FAR ? product : VC_TIME_FAR;
}

/* For what is summed over all messages there are: as much as there can be, at most. */
static inline int64_t
vc_time_all(int64_t so_far, int64_t more)
{
	int64_t sum;

	return vc_unlikely(__builtin_add_overflow(so_far, more, &sum)) ? INT64_MAX : sum;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arithmetic on times that may exceed VCUBE_TIME_MAX, in picoseconds. It saturates at
 * VC_TIME_FAR: nothing wraps, and the overflow stays visible.
 */
#ifndef VC_FAR_H
#define VC_FAR_H

#include <stdint.h>
#include <vcube/desc.h>
#include "host.h"

/* The sum of a few times of VCUBE_TIME_MAX fits an int64_t, and one such time plus the kind
 * of an act fits a word: nodes/clock/replay/journal.h. */
#define VC_TIME_FAR (VCUBE_TIME_MAX + 1)
#define VC_TIME_DAYS ((int)(VCUBE_TIME_MAX / 86400 / 1000000000000))

/* The most that a key of a description, or of a link, may cost. */
#define VC_COST_MOST INT64_C(1000000000000000)

/* Returns the sum of two times up to VC_TIME_FAR. */
static inline int64_t
vc_time_sum(int64_t a, int64_t b)
{
	return a + b < VC_TIME_FAR ? a + b : VC_TIME_FAR;
}

/* Returns `amount` times a time, neither of them negative. */
static inline int64_t
vc_time_times(int64_t each, int64_t amount)
{
	int64_t product;

	if (vc_unlikely(__builtin_mul_overflow(each, amount, &product)))
		return VC_TIME_FAR;
	return product < VC_TIME_FAR ? product : VC_TIME_FAR;
}

/* Returns a sum over all messages, at most INT64_MAX. */
static inline int64_t
vc_time_all(int64_t so_far, int64_t more)
{
	int64_t sum;

	return vc_unlikely(__builtin_add_overflow(so_far, more, &sum)) ? INT64_MAX : sum;
}

#endif

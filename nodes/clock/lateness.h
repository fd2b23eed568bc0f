/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How much later than due messages were seen under the wall clock: a histogram of
 * latenesses, exact to a part in 32.
 *
 * Any node adds at any time, without a lock; the histogram is read after the run. `alone`: one
 * thread runs all nodes, and an addition need not be one step for others.
 */
#ifndef VC_LATENESS_H
#define VC_LATENESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <vcube.h>

#define VC_LATENESS_PARTS 32
#define VC_LATENESS_CLASSES (60 * VC_LATENESS_PARTS)    /* in nanoseconds, up to 2^64 */

struct vc_lateness {
	_Atomic(uint64_t) messages;
	_Atomic(uint64_t) most;                         /* nanoseconds */
	_Atomic(uint64_t) of[VC_LATENESS_CLASSES];
};

void vc_lateness_reset(struct vc_lateness *lateness);
/* Counts a received message. */
void vc_lateness_count(struct vc_lateness *lateness, bool alone);
/* Adds the lateness of a received message that the node had waited for. */
void vc_lateness_add(struct vc_lateness *lateness, vcube_time late, bool alone);
void vc_lateness_sum(const struct vc_lateness *lateness, struct vcube_lateness *sum);

#endif

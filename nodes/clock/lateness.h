/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * By how much messages were seen later than they were due, under the wall clock:
 * how often each lateness was, to a part in 32.
 *
 * Any node adds at any time, without a lock; it is read when the run is over.
 */
#ifndef VC_LATENESS_H
#define VC_LATENESS_H

#include <stdatomic.h>
#include <vcube.h>

#define VC_LATENESS_PARTS 32
#define VC_LATENESS_CLASSES (60 * VC_LATENESS_PARTS)    /* of nanoseconds, up to 2^64 */

struct vc_lateness {
	_Atomic(uint64_t) messages;
	_Atomic(uint64_t) most;                         /* nanoseconds */
	_Atomic(uint64_t) of[VC_LATENESS_CLASSES];
};

void vc_lateness_reset(struct vc_lateness *lateness);
/* A message was received. */
void vc_lateness_count(struct vc_lateness *lateness);
/* And was waited for: it was seen so long after it was due. */
void vc_lateness_add(struct vc_lateness *lateness, vcube_time late);
void vc_lateness_sum(const struct vc_lateness *lateness, struct vcube_lateness *sum);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which delays of messages would give a question of a run in virtual time another answer, while
 * all before it are answered as they were.
 *
 *   - Another message wins if each one that could have been taken before it comes right after it.
 *   - Nothing is found if each of them comes right after the limit.
 *   - What came after the limit is in time if the node itself is late: the message that it took
 *     last comes so much later. Its answers from then on are kept: what competed with that
 *     message, and what was not found yet, comes so much later, too.
 *   - So it is if another message is to come before what the node sends to itself, which takes no
 *     time: the node must be late before it sends that.
 *
 * Pure, but for the lists that are allocated.
 */
#ifndef VC_DELAYS_H
#define VC_DELAYS_H

#include "fault_plan.h"
#include "timed_run.h"

struct vc_delays {
	struct vc_delay *at;
	int count;
	size_t room;
};

/* An answer that a question could have had. */
struct vc_rival {
	int which;
	const struct vc_timed_message *message; /* NULL: nothing */
};

/* Finds the answers that a question could have had, the given one among them, into `rival`, which
 * has room for vc_rivals_most(). Returns how many. */
int vc_rivals_of(const struct vc_timed_run *run, const struct vc_timed_question *question,
		 struct vc_rival *rival);
size_t vc_rivals_most(const struct vc_timed_run *run, const struct vc_timed_question *question);
/* Returns whether that was the answer. */
bool vc_rival_won(const struct vc_timed_question *question, const struct vc_rival *rival);

/* Adds to the delays of the run those by which the k-th question gets that answer. Returns 0,
 * VCUBE_EINVAL if no delay can do so, or VCUBE_EHOST. */
int vc_delays_extend(struct vc_delays *delays, const struct vc_timed_run *run, size_t k,
		     const struct vc_rival *answer);
/* Returns false if there is no memory. */
bool vc_delays_copy(struct vc_delays *copy, const struct vc_delays *delays);
/* Writes "delay=1-0@2:3us", which the caller frees; NULL: no memory. */
char *vc_delays_text(const struct vc_delays *delays);

#endif

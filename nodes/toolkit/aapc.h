/* SPDX-License-Identifier: BSD-2-Clause */
/* All-to-all personalized communication by schedules: what vcube/aapc.h is made of. */
#ifndef VC_AAPC_H
#define VC_AAPC_H

#include <vcube/authoring.h>

/* Like vcube_aapc(), with work on each part (vcube_successive()) unless `local` is NULL. */
void vc_aapc(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan,
	     enum vcube_permutations permutation, vcube_local *local, void *arg);

/* Performs the call by a schedule of aapc5 whose memory has two axes. */
void vc_concurrent(vcube_node *self, const struct vcube_call *c, const vcube_schedule *schedule);

/* Writes the plan of one exchange: that of the alltoall algorithm and options in `how`;
 * for NULL that of aapc4, in blocks if that is cheaper for blocks of `bytes`.
 * Returns 0, or the code of the node's failure, which names the caller. */
int vc_aapc_plan(vcube_node *self, vcube_group *group, const char *caller, const char *how,
		 size_t bytes, struct vcube_schedule_plan *plan);

#endif

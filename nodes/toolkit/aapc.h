/* SPDX-License-Identifier: BSD-2-Clause */
/* All-to-all personalized communication by schedules, from inside. */
#ifndef VC_AAPC_H
#define VC_AAPC_H

#include <vcube/authoring.h>

/* As vcube_aapc(), with work on each part (vcube_successive()), unless it is NULL. */
void vc_aapc(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan,
	     enum vcube_permutations permutation, vcube_local *local, void *arg);

/* By a schedule of aapc5 whose blocks have addresses. */
void vc_concurrent(vcube_node *self, const struct vcube_call *c, const vcube_schedule *schedule);

/* The plan of one exchange: that of alltoall's algorithm of this name, with its
 * options; of NULL, by aapc4, in blocks if that is cheaper for blocks of so many
 * bytes. 0, or the code of the node's failure, in which it names the caller. */
int vc_aapc_plan(vcube_node *self, vcube_group *group, const char *caller, const char *how,
		 size_t bytes, struct vcube_schedule_plan *plan);

#endif

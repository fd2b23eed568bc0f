/* SPDX-License-Identifier: BSD-2-Clause */
/* Making an intercommunicator of two sides. */
#ifndef VCM_INTER_H
#define VCM_INTER_H

#include "comm.h"

/* How the leaders talk to each other; only they read it. */
struct bridge {
	vcube_group *group;
	int leader;             /* of the other side */
	int tag;
};

/* Makes an intercommunicator of `local` and the other side. Collective; blocks. Returns
 * MPI_SUCCESS, or the error that it raises. */
int vcm_inter(struct process *p, struct comm *local, int leader, const struct bridge *bridge,
	      struct comm **made);

#endif

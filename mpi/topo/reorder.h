/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which member of a communicator becomes which node of a virtual topology, so that neighbors are
 * near each other on the machine.
 */
#ifndef VCM_REORDER_H
#define VCM_REORDER_H

#include "comm.h"

/* The edges of a virtual topology. Node i sends to ends[first[i]] .. ends[first[i + 1] - 1];
 * MPI_PROC_NULL is no node. */
struct edges {
	int nodes;
	int *first, *ends;
	const int *weights;             /* of each edge; NULL: 1 */
};

/* Returns false if so many nodes keep their ranks anyway: all members are equally near. */
bool vcm_may_reorder(const struct process *p, int nodes);

/*
 * Returns which node this member of the communicator becomes: the nodes are shared out among
 * as many first members, the others keep their ranks. The sum of hops over all edges is at
 * most that of members which keep their ranks; it is the same in every run. `mapping`, or
 * NULL, is a text of vcube_mapping_parse() to be tried. A local call, the same everywhere;
 * vcm_reorder() is collective, where only one member works it out.
 */
int vcm_new_rank(struct process *p, const struct comm *comm, const struct edges *edges,
		 const char *mapping);
int vcm_reorder(struct process *p, const struct comm *comm, const struct edges *edges,
		const char *mapping);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Virtual topologies of communicators: grids, graphs, and distributed graphs, of which each
 * process knows its own neighbors. They never change, and communicators share them.
 */
#ifndef VCM_TOPOLOGY_H
#define VCM_TOPOLOGY_H

#include "comm.h"

/* Neighbors of a process, in order; the lists may name a rank several times, and a grid's
 * MPI_PROC_NULL. */
struct neighbors {
	int sources_count, destinations_count;
	int *sources, *destinations;
	int *source_weights, *destination_weights;      /* NULL: unweighted */
};

struct topology {
	int references;
	int kind;                       /* MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH */
	int dimensions;                 /* of a grid: */
	int *sizes, *periodic, *coords; /* one each */
	int nodes;                      /* of a graph: as in MPI_Graph_create() */
	int *index, *edges;
	struct neighbors neighbors;     /* of this process, in each of them */
};

/* Returns an empty topology; NULL if memory is short. */
struct topology *vcm_topology_new(int kind);
/* Takes a reference; gives one back. Accept NULL. */
struct topology *vcm_topology_keep(struct topology *topology);
void vcm_topology_drop(struct topology *topology);

/* Returns a copy of the list, which may be empty; NULL if memory is short. */
int *vcm_copy_list(const int *list, int count);

/* Returns the topology of a communicator if it is of this kind, else NULL; raises the error that it
 * is not, and returns its code. */
struct topology *vcm_topology_of(const struct process *p, MPI_Comm comm, int kind);
int vcm_no_topology(struct process *p, MPI_Comm comm, int kind);
#define NEED_TOPOLOGY(p, t, comm, kind) \
	NEED(const struct topology, t, vcm_topology_of(p, comm, kind), vcm_no_topology(p, comm, kind))

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Graphs, of which every process knows all edges. */
#include <stdlib.h>
#include <string.h>
#include "coll.h"
#include "reorder.h"
#include "topology.h"
#include "wrong.h"

static int
first_edge(const struct topology *t, int rank)
{
	return rank == 0 ? 0 : t->index[rank - 1];
}

static struct topology *
new_graph(int nodes, const int index[], const int edges[], int rank)
{
	struct topology *t = vcm_topology_new(MPI_GRAPH);
	struct neighbors *n;

	if (t == NULL)
		return NULL;
	n = &t->neighbors;
	t->nodes = nodes;
	t->index = vcm_copy_list(index, nodes);
	t->edges = vcm_copy_list(edges, index[nodes - 1]);
	if (t->index != NULL && t->edges != NULL) {
		n->sources_count = n->destinations_count = index[rank] - first_edge(t, rank);
		n->sources = vcm_copy_list(edges + first_edge(t, rank), n->sources_count);
		n->destinations = vcm_copy_list(edges + first_edge(t, rank), n->sources_count);
		if (n->sources != NULL && n->destinations != NULL)
			return t;
	}
	vcm_topology_drop(t);
	return NULL;
}

static int
check(struct process *p, struct comm *c, int nodes, const int index[], const int edges[])
{
	if (c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is an intercommunicator");
	if (nodes < 0 || nodes > c->size)
		return vcm_comm_error(p, c, MPI_ERR_ARG, "the graph has %d nodes, but the "
				      "communicator has %d ranks", nodes, c->size);
	for (int i = 0; i < nodes; i++)
		if (index[i] < (i == 0 ? 0 : index[i - 1]))
			return vcm_comm_error(p, c, MPI_ERR_ARG, "index %d is %d, less than the one "
					      "before", i, index[i]);
	for (int i = 0; nodes > 0 && i < index[nodes - 1]; i++)
		if (edges[i] < 0 || edges[i] >= nodes)
			return vcm_comm_error(p, c, MPI_ERR_ARG, "edge %d leads to %d, which is not in "
					      "0 .. %d", i,
					      edges[i], nodes - 1);
	return MPI_SUCCESS;
}

/* The edges as vcm_reorder() takes them; free `first`. */
static struct edges
edges_of(struct process *p, int nodes, const int index[], const int edges[])
{
	struct edges e = {
		.nodes = nodes, .first = vcm_memory(p, ((size_t)nodes + 1) * sizeof(int)),
		.ends = (int *)edges,
	};

	e.first[0] = 0;
	for (int i = 0; i < nodes; i++)
		e.first[i + 1] = index[i];
	return e;
}

MPI_FUNCTION(int, Graph_create, (MPI_Comm comm_old, int nnodes, const int indx[],
	const int edges[], int reorder, MPI_Comm *comm_graph))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm_old);
	struct comm *made;
	struct edges e;
	int code, tag, rank;

	code = check(p, c, nnodes, indx, edges);
	if (code != MPI_SUCCESS)
		return code;
	tag = vcm_agree_on(p, c);
	e = edges_of(p, nnodes, indx, edges);
	rank = reorder ? vcm_reorder(p, c, &e, NULL) : c->rank;
	free(e.first);
	code = vcm_divide(p, c, tag, rank < nnodes ? 0 : MPI_UNDEFINED, rank, &made);
	if (code != MPI_SUCCESS)
		return code;
	*comm_graph = MPI_COMM_NULL;
	if (made == NULL)
		return MPI_SUCCESS;
	made->topology = new_graph(nnodes, indx, edges, made->rank);
	if (made->topology == NULL) {
		vcm_object_drop(p, made);
		return vcm_no_room_for_comm(p);
	}
	*comm_graph = ((struct comm *)vcm_object_give(p, made))->handle;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Graph_map, (MPI_Comm comm, int nnodes, const int indx[], const int edges[],
	int *newrank))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm);
	struct edges e;
	int code = check(p, c, nnodes, indx, edges);

	if (code != MPI_SUCCESS)
		return code;
	e = edges_of(p, nnodes, indx, edges);
	*newrank = c->rank < nnodes ? vcm_new_rank(p, c, &e, NULL) : MPI_UNDEFINED;
	free(e.first);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Graphdims_get, (MPI_Comm comm, int *nnodes, int *nedges))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_GRAPH);

	*nnodes = t->nodes;
	*nedges = first_edge(t, t->nodes);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Graph_get, (MPI_Comm comm, int maxindex, int maxedges, int indx[],
	int edges[]))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_GRAPH);

	for (int i = 0; i < maxindex && i < t->nodes; i++)
		indx[i] = t->index[i];
	for (int i = 0; i < maxedges && i < first_edge(t, t->nodes); i++)
		edges[i] = t->edges[i];
	return MPI_SUCCESS;
}

/* Finds the edges of a rank: how many, and the first. */
static int
find_edges(struct process *p, MPI_Comm comm, int rank, const int **first, int *count)
{
	NEED_TOPOLOGY(p, t, comm, MPI_GRAPH);

	if (rank < 0 || rank >= t->nodes)
		return vcm_comm_error(p, vcm_comm(p, comm), MPI_ERR_RANK,
				      "rank %d is not in 0 .. %d", rank, t->nodes - 1);
	*first = t->edges + first_edge(t, rank);
	*count = t->index[rank] - first_edge(t, rank);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Graph_neighbors_count, (MPI_Comm comm, int rank, int *nneighbors))
{
	const int *first;

	return find_edges(ENTER(), comm, rank, &first, nneighbors);
}

MPI_FUNCTION(int, Graph_neighbors, (MPI_Comm comm, int rank, int maxneighbors,
	int neighbors[]))
{
	const int *first;
	int count;
	const int code = find_edges(ENTER(), comm, rank, &first, &count);

	if (code == MPI_SUCCESS)
		memcpy(neighbors, first,
		       (size_t)(count < maxneighbors ? count : maxneighbors) * sizeof *first);
	return code;
}

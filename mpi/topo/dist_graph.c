/* SPDX-License-Identifier: BSD-2-Clause */
/* Distributed graphs: each process has the list of those that send to it, and of those that it
 * sends to. */
#include <stdlib.h>
#include <string.h>
#include "info.h"
#include "topology.h"
#include "wrong.h"

static int
no_memory(struct process *p)
{
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a distributed graph");
}

static bool
has_weights(const int *weights)
{
	return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY;
}

static int
check_ranks(struct process *p, struct comm *c, int count, const int *ranks, const int *weights)
{
	if (count < 0)
		return vcm_comm_error(p, c, MPI_ERR_ARG, "%d neighbors", count);
	for (int i = 0; i < count; i++)
		if (ranks[i] < 0 || ranks[i] >= c->size)
			return vcm_comm_error(p, c, MPI_ERR_RANK, "rank %d is not in 0 .. %d", ranks[i],
					      c->size - 1);
	for (int i = 0; has_weights(weights) && i < count; i++)
		if (weights == NULL || weights[i] < 0)
			return vcm_comm_error(p, c, MPI_ERR_ARG, "weight %d is negative or missing", i);
	return MPI_SUCCESS;
}

/* Makes the communicator; it takes the neighbors' lists. */
static int
create(struct process *p, struct comm *c, MPI_Info info, struct topology *t, MPI_Comm *comm)
{
	struct comm *made;
	int code = vcm_divide(p, c, vcm_agree_on(p, c), 0, c->rank, &made);

	if (code == MPI_SUCCESS) {
		made->topology = t;
		code = vcm_info_replace(p, &made->info, info);
		*comm = ((struct comm *)vcm_object_give(p, made))->handle;
	} else {
		vcm_topology_drop(t);
	}
	return code;
}

MPI_FUNCTION(int, Dist_graph_create_adjacent, (MPI_Comm comm_old, int indegree,
	const int sources[], const int sourceweights[], int outdegree, const int destinations[],
	const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm_old);
	struct topology *t;
	struct neighbors *n;
	int code;

	(void)reorder;
	if (c == NULL)
		return vcm_no_comm(p, comm_old);
	code = check_ranks(p, c, indegree, sources, sourceweights);
	if (code == MPI_SUCCESS)
		code = check_ranks(p, c, outdegree, destinations, destweights);
	if (code != MPI_SUCCESS)
		return code;
	t = vcm_topology_new(MPI_DIST_GRAPH);
	if (t == NULL)
		return no_memory(p);
	n = &t->neighbors;
	n->sources_count = indegree;
	n->destinations_count = outdegree;
	n->sources = vcm_copy_list(sources, indegree);
	n->destinations = vcm_copy_list(destinations, outdegree);
	if (sourceweights != MPI_UNWEIGHTED && destweights != MPI_UNWEIGHTED) {
		n->source_weights = vcm_copy_list(sourceweights, has_weights(sourceweights) ? indegree : 0);
		n->destination_weights = vcm_copy_list(destweights, has_weights(destweights) ? outdegree : 0);
	}
	if (n->sources == NULL || n->destinations == NULL) {
		vcm_topology_drop(t);
		return no_memory(p);
	}
	return create(p, c, info, t, comm_dist_graph);
}

/* An edge on its way to the processes at its ends. */
struct edge {
	int source, destination, weight;
};

/* All edges that all processes name, in the order of the ranks; the caller frees them. */
static struct edge *
gather(struct process *p, struct comm *c, const struct edge *mine, int count, int *total)
{
	int *counts = malloc((size_t)c->size * sizeof *counts);
	int most = 0;
	struct edge *padded, *all;

	if (counts == NULL) {
		(vcube_fail)(p->node, "no memory for a distributed graph");
		vcm_leave(p, 1);
	}
	vcm_check(p, (vcube_allgather)(p->node, c->line, &count, counts, sizeof count, VCUBE_BYTES(1),
				     NULL));
	for (int i = 0; i < c->size; i++)
		most = counts[i] > most ? counts[i] : most;
	padded = calloc((size_t)most + 1, sizeof *padded);
	all = calloc((size_t)most * (size_t)c->size + 1, sizeof *all);
	if (padded == NULL || all == NULL) {
		(vcube_fail)(p->node, "no memory for a distributed graph");
		vcm_leave(p, 1);
	}
	memcpy(padded, mine, (size_t)count * sizeof *mine);
	vcm_check(p, (vcube_allgather)(p->node, c->line, padded, all, (size_t)most * sizeof *all,
				     VCUBE_BYTES(1), NULL));
	*total = 0;
	for (int i = 0; i < c->size; i++)
		for (int k = 0; k < counts[i]; k++)
			all[(*total)++] = all[(size_t)i * (size_t)most + (size_t)k];
	free(padded);
	free(counts);
	return all;
}

/* Lists the other ends of the edges that this process is an end of. */
static bool
select_edges(struct neighbors *n, int rank, const struct edge *all, int total, bool weighted)
{
	int in = 0, out = 0;

	for (int i = 0; i < total; i++) {
		in += all[i].destination == rank;
		out += all[i].source == rank;
	}
	n->sources = malloc((size_t)in * sizeof(int) + 1);
	n->destinations = malloc((size_t)out * sizeof(int) + 1);
	if (weighted) {
		n->source_weights = malloc((size_t)in * sizeof(int) + 1);
		n->destination_weights = malloc((size_t)out * sizeof(int) + 1);
	}
	if (n->sources == NULL || n->destinations == NULL
	    || (weighted && (n->source_weights == NULL || n->destination_weights == NULL)))
		return false;
	for (int i = 0; i < total; i++) {
		if (all[i].destination == rank) {
			if (weighted)
				n->source_weights[n->sources_count] = all[i].weight;
			n->sources[n->sources_count++] = all[i].source;
		}
		if (all[i].source == rank) {
			if (weighted)
				n->destination_weights[n->destinations_count] = all[i].weight;
			n->destinations[n->destinations_count++] = all[i].destination;
		}
	}
	return true;
}

static int
check_degrees(struct process *p, struct comm *c, int n, const int *sources, const int *degrees,
	      const int *destinations, const int *weights, int *count)
{
	int code = check_ranks(p, c, n, sources, MPI_UNWEIGHTED);

	*count = 0;
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
		if (degrees[i] < 0)
			return vcm_comm_error(p, c, MPI_ERR_ARG, "degree %d is negative", degrees[i]);
		*count += degrees[i];
	}
	return code == MPI_SUCCESS ? check_ranks(p, c, *count, destinations, weights) : code;
}

MPI_FUNCTION(int, Dist_graph_create, (MPI_Comm comm_old, int n, const int sources[],
	const int degrees[], const int destinations[], const int weights[], MPI_Info info,
	int reorder, MPI_Comm *comm_dist_graph))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm_old);
	struct topology *t;
	struct edge *mine, *all;
	int code, count, total, at = 0;
	bool good;

	(void)reorder;
	if (c == NULL)
		return vcm_no_comm(p, comm_old);
	code = check_degrees(p, c, n, sources, degrees, destinations, weights, &count);
	if (code != MPI_SUCCESS)
		return code;
	mine = calloc((size_t)count + 1, sizeof *mine);
	t = vcm_topology_new(MPI_DIST_GRAPH);
	if (mine == NULL || t == NULL) {
		free(mine);
		vcm_topology_drop(t);
		return no_memory(p);
	}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < degrees[i]; k++, at++)
			mine[at] = (struct edge){sources[i], destinations[at],
				has_weights(weights) ? weights[at] : 0};
	all = gather(p, c, mine, count, &total);
	good = select_edges(&t->neighbors, c->rank, all, total, weights != MPI_UNWEIGHTED);
	free(mine);
	free(all);
	if (!good) {
		vcm_topology_drop(t);
		return no_memory(p);
	}
	return create(p, c, info, t, comm_dist_graph);
}

MPI_FUNCTION(int, Dist_graph_neighbors_count, (MPI_Comm comm, int *indegree, int *outdegree,
	int *weighted))
{
	struct process *p = ENTER();
	int code;
	const struct topology *t = vcm_topology_of(p, comm, MPI_DIST_GRAPH, &code);

	if (t == NULL)
		return code;
	*indegree = t->neighbors.sources_count;
	*outdegree = t->neighbors.destinations_count;
	*weighted = t->neighbors.source_weights != NULL;
	return MPI_SUCCESS;
}

static void
give(const int *list, int count, int room, int *given)
{
	memcpy(given, list, (size_t)(count < room ? count : room) * sizeof *list);
}

MPI_FUNCTION(int, Dist_graph_neighbors, (MPI_Comm comm, int maxindegree, int sources[],
	int sourceweights[], int maxoutdegree, int destinations[], int destweights[]))
{
	struct process *p = ENTER();
	int code;
	const struct topology *t = vcm_topology_of(p, comm, MPI_DIST_GRAPH, &code);
	const struct neighbors *n;

	if (t == NULL)
		return code;
	n = &t->neighbors;
	if (maxindegree < 0 || maxoutdegree < 0)
		return vcm_comm_error(p, vcm_comm(p, comm), MPI_ERR_ARG, "a degree is negative");
	give(n->sources, n->sources_count, maxindegree, sources);
	give(n->destinations, n->destinations_count, maxoutdegree, destinations);
	if (n->source_weights != NULL && has_weights(sourceweights))
		give(n->source_weights, n->sources_count, maxindegree, sourceweights);
	if (n->destination_weights != NULL && has_weights(destweights))
		give(n->destination_weights, n->destinations_count, maxoutdegree, destweights);
	return MPI_SUCCESS;
}

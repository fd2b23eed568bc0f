/* SPDX-License-Identifier: BSD-2-Clause */
/* Distributed graphs: each process has the list of those that send to it, and of those that it
 * sends to. */
#include <stdlib.h>
#include <string.h>
#include "coll.h"
#include "info.h"
#include "reorder.h"
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
	if (c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is an intercommunicator");
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

/* Makes the communicator, in which this process gets the rank; it takes the neighbors' lists. */
static int
create(struct process *p, struct comm *c, int rank, MPI_Info info, struct topology *t,
       MPI_Comm *comm)
{
	struct comm *made;
	int code = vcm_divide(p, c, vcm_agree_on(p, c), 0, rank, &made);

	if (code == MPI_SUCCESS) {
		made->topology = t;
		code = vcm_info_replace(p, &made->info, info);
		*comm = ((struct comm *)vcm_object_give(p, made))->handle;
	} else {
		vcm_topology_drop(t);
	}
	return code;
}

/* An edge on its way to the processes at its ends. */
struct edge {
	int source, destination, weight;
};

/* All edges that all processes name, in the order of the ranks; the caller frees them. */
static struct edge *
gather(struct process *p, struct comm *c, const struct edge *mine, int count, int *total)
{
	int *counts = vcm_memory(p, (size_t)c->size * sizeof *counts);
	int most = 0;
	struct edge *padded, *all;

	vcm_check(p, (vcube_allgather)(p->node, c->line, &count, counts, sizeof count, VCUBE_BYTES(1),
				     NULL));
	for (int i = 0; i < c->size; i++)
		most = counts[i] > most ? counts[i] : most;
	padded = vcm_memory(p, (size_t)most * sizeof *padded);
	all = vcm_memory(p, (size_t)most * (size_t)c->size * sizeof *all);
	memset(padded, 0, (size_t)most * sizeof *padded);
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

/* The node that this process becomes, of a graph with these edges. */
static int
find_rank(struct process *p, struct comm *c, const struct edge *all, int total, bool weighted)
{
	const size_t bytes = ((size_t)total + 1) * sizeof(int);
	int *weights = vcm_memory(p, bytes), rank;
	struct edges e = {
		.nodes = c->size, .first = vcm_memory(p, ((size_t)c->size + 2) * sizeof(int)),
		.ends = vcm_memory(p, bytes), .weights = weighted ? weights : NULL,
	};

	/* first[i + 1] is where the next edge of node i goes, in the end that of node i + 1 */
	memset(e.first, 0, ((size_t)c->size + 2) * sizeof(int));
	for (int i = 0; i < total; i++)
		e.first[all[i].source + 2]++;
	for (int i = 0; i < c->size; i++)
		e.first[i + 2] += e.first[i + 1];
	for (int i = 0; i < total; i++) {
		const int at = e.first[all[i].source + 1]++;

		e.ends[at] = all[i].destination;
		weights[at] = all[i].weight;
	}
	rank = vcm_reorder(p, c, &e, NULL);
	free(e.first);
	free(e.ends);
	free(weights);
	return rank;
}

/* Room for the lists */
static bool
open_neighbors(struct neighbors *n, int sources, int destinations, bool weighted)
{
	n->sources = malloc((size_t)sources * sizeof(int) + 1);
	n->destinations = malloc((size_t)destinations * sizeof(int) + 1);
	if (weighted) {
		n->source_weights = malloc((size_t)sources * sizeof(int) + 1);
		n->destination_weights = malloc((size_t)destinations * sizeof(int) + 1);
	}
	return n->sources != NULL && n->destinations != NULL &&
	       (!weighted || (n->source_weights != NULL && n->destination_weights != NULL));
}

static void
add_source(struct neighbors *n, const struct edge *e)
{
	if (n->source_weights != NULL)
		n->source_weights[n->sources_count] = e->weight;
	n->sources[n->sources_count++] = e->source;
}

static void
add_destination(struct neighbors *n, const struct edge *e)
{
	if (n->destination_weights != NULL)
		n->destination_weights[n->destinations_count] = e->weight;
	n->destinations[n->destinations_count++] = e->destination;
}

/* All edges of the graph. Each edge is there twice if both of its ends name it. */
struct graph {
	struct edge *in, *out;          /* the same list, unless so */
	int in_count, out_count;
};

/* Lists the other ends of the edges that a node is an end of. */
static bool
select_edges(struct neighbors *n, int node, const struct graph *g, bool weighted)
{
	int in = 0, out = 0;

	for (int i = 0; i < g->in_count; i++)
		in += g->in[i].destination == node;
	for (int i = 0; i < g->out_count; i++)
		out += g->out[i].source == node;
	if (!open_neighbors(n, in, out, weighted))
		return false;
	for (int i = 0; i < g->in_count; i++)
		if (g->in[i].destination == node)
			add_source(n, &g->in[i]);
	for (int i = 0; i < g->out_count; i++)
		if (g->out[i].source == node)
			add_destination(n, &g->out[i]);
	return true;
}

/* Makes the communicator of a graph. */
static int
create_from(struct process *p, struct comm *c, const struct graph *g, bool weighted, bool reorder,
	    MPI_Info info, MPI_Comm *comm)
{
	struct topology *t = vcm_topology_new(MPI_DIST_GRAPH);
	const int rank = reorder ? find_rank(p, c, g->out, g->out_count, weighted) : c->rank;

	if (t != NULL && select_edges(&t->neighbors, rank, g, weighted))
		return create(p, c, rank, info, t, comm);
	vcm_topology_drop(t);
	return no_memory(p);
}

static int
weight_of(const int *weights, int i)
{
	return has_weights(weights) ? weights[i] : 0;
}

/* Each process sends its own edges to the process that becomes its node. */
static int
create_adjacent(struct process *p, struct comm *c, const struct neighbors *n, bool weighted,
		MPI_Info info, MPI_Comm *comm)
{
	struct edge *in = vcm_memory(p, (size_t)n->sources_count * sizeof *in);
	struct edge *out = vcm_memory(p, (size_t)n->destinations_count * sizeof *out);
	struct graph g;
	int code;

	for (int i = 0; i < n->sources_count; i++)
		in[i] = (struct edge){n->sources[i], c->rank, weight_of(n->source_weights, i)};
	for (int i = 0; i < n->destinations_count; i++)
		out[i] = (struct edge){c->rank, n->destinations[i], weight_of(n->destination_weights, i)};
	g.in = gather(p, c, in, n->sources_count, &g.in_count);
	g.out = gather(p, c, out, n->destinations_count, &g.out_count);
	code = create_from(p, c, &g, weighted, true, info, comm);
	free(in);
	free(out);
	free(g.in);
	free(g.out);
	return code;
}

MPI_FUNCTION(int, Dist_graph_create_adjacent, (MPI_Comm comm_old, int indegree,
	const int sources[], const int sourceweights[], int outdegree, const int destinations[],
	const int destweights[], MPI_Info info, int reorder, MPI_Comm *comm_dist_graph))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm_old);
	const bool weighted = sourceweights != MPI_UNWEIGHTED && destweights != MPI_UNWEIGHTED;
	const struct neighbors given = {
		indegree, outdegree, (int *)sources, (int *)destinations, (int *)sourceweights,
		(int *)destweights,
	};
	struct topology *t;
	struct neighbors *n;
	int code;

	code = check_ranks(p, c, indegree, sources, sourceweights);
	if (code == MPI_SUCCESS)
		code = check_ranks(p, c, outdegree, destinations, destweights);
	if (code != MPI_SUCCESS)
		return code;
	if (reorder && vcm_may_reorder(p, c->size))
		return create_adjacent(p, c, &given, weighted, info, comm_dist_graph);
	t = vcm_topology_new(MPI_DIST_GRAPH);
	if (t == NULL)
		return no_memory(p);
	n = &t->neighbors;
	n->sources_count = indegree;
	n->destinations_count = outdegree;
	n->sources = vcm_copy_list(sources, indegree);
	n->destinations = vcm_copy_list(destinations, outdegree);
	if (weighted) {
		n->source_weights = vcm_copy_list(sourceweights, has_weights(sourceweights) ? indegree : 0);
		n->destination_weights = vcm_copy_list(destweights, has_weights(destweights) ? outdegree : 0);
	}
	if (n->sources == NULL || n->destinations == NULL) {
		vcm_topology_drop(t);
		return no_memory(p);
	}
	return create(p, c, c->rank, info, t, comm_dist_graph);
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
	NEED_COMM(p, c, comm_old);
	struct edge *mine;
	struct graph g;
	int code, count, at = 0;

	code = check_degrees(p, c, n, sources, degrees, destinations, weights, &count);
	if (code != MPI_SUCCESS)
		return code;
	mine = vcm_memory(p, (size_t)count * sizeof *mine);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < degrees[i]; k++, at++)
			mine[at] = (struct edge){sources[i], destinations[at], weight_of(weights, at)};
	g.in = g.out = gather(p, c, mine, count, &g.out_count);
	g.in_count = g.out_count;
	code = create_from(p, c, &g, weights != MPI_UNWEIGHTED, reorder, info, comm_dist_graph);
	free(mine);
	free(g.out);
	return code;
}

MPI_FUNCTION(int, Dist_graph_neighbors_count, (MPI_Comm comm, int *indegree, int *outdegree,
	int *weighted))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_DIST_GRAPH);

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
	NEED_TOPOLOGY(p, t, comm, MPI_DIST_GRAPH);
	const struct neighbors *n;

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

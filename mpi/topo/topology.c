/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual topologies: lifetime, and which one a communicator has. */
#include <stdlib.h>
#include <string.h>
#include "topology.h"

struct topology *
vcm_topology_new(int kind)
{
	struct topology *t = calloc(1, sizeof *t);

	if (t != NULL) {
		t->references = 1;
		t->kind = kind;
	}
	return t;
}

struct topology *
vcm_topology_keep(struct topology *t)
{
	if (t != NULL)
		t->references++;
	return t;
}

void
vcm_topology_drop(struct topology *t)
{
	if (t == NULL || --t->references > 0)
		return;
	free(t->sizes);
	free(t->periodic);
	free(t->coords);
	free(t->index);
	free(t->edges);
	free(t->neighbors.sources);
	free(t->neighbors.destinations);
	free(t->neighbors.source_weights);
	free(t->neighbors.destination_weights);
	free(t);
}

int *
vcm_copy_list(const int *list, int count)
{
	int *copy = malloc((size_t)count * sizeof *copy + 1);

	if (copy != NULL && count > 0)
		memcpy(copy, list, (size_t)count * sizeof *copy);
	return copy;
}

static const char *
name_of(int kind)
{
	return kind == MPI_CART ? "Cartesian grid" : kind == MPI_GRAPH ? "graph"
		: "distributed graph";
}

struct topology *
vcm_topology_of(const struct process *p, MPI_Comm comm, int kind)
{
	const struct comm *c = vcm_comm(p, comm);

	return c != NULL && c->topology != NULL && c->topology->kind == kind ? c->topology : NULL;
}

int
vcm_no_topology(struct process *p, MPI_Comm comm, int kind)
{
	NEED_COMM(p, c, comm);

	return vcm_comm_error(p, c, MPI_ERR_TOPOLOGY, "its topology is not a %s", name_of(kind));
}

MPI_FUNCTION(int, Topo_test, (MPI_Comm comm, int *status))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm);

	*status = c->topology == NULL ? MPI_UNDEFINED : c->topology->kind;
	return MPI_SUCCESS;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collectives among the neighbors of a topology: messages to each of them, from each of them.
 *
 * On a grid, what goes down in a dimension comes from above. Where both neighbors are the same
 * process the tag tells them apart: it counts the places in the list of the sender.
 */
#include <stdlib.h>
#include "check.h"
#include "wrong.h"
#include "topology.h"

static const struct neighbors *
neighbors_of(const struct coll *c)
{
	return &c->comm->topology->neighbors;
}

/* Checks the communicator, and takes as many tags as there are places on a grid. */
static int
begin(struct process *p, struct coll *c, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code != MPI_SUCCESS)
		return code;
	if (c->comm->topology == NULL)
		return vcm_comm_error(p, c->comm, MPI_ERR_TOPOLOGY, "it has no topology");
	if (c->comm->topology->kind == MPI_CART)
		for (; c->tags < neighbors_of(c)->sources_count; c->tags++)
			vcm_next_tag(c->comm);
	return MPI_SUCCESS;
}

static int
tag_of(const struct coll *c, int place, bool out)
{
	if (c->comm->topology->kind != MPI_CART)
		return c->tag;
	return (c->tag + (out ? place : place ^ 1)) & (VCM_FIRST_GIVEN_TAG - 1);
}

/* `same`: every neighbor gets the one block of `in`. */
static int
exchange(struct coll *c, bool same)
{
	const struct neighbors *n = neighbors_of(c);
	struct parcel *in = vcm_memory(c->p, (size_t)n->sources_count * sizeof *in);
	struct parcel *out = vcm_memory(c->p, (size_t)n->destinations_count * sizeof *out);

	for (int i = 0; i < n->sources_count; i++)
		in[i] = (struct parcel){.peer = n->sources[i], .tag = tag_of(c, i, false),
			.block = vcm_block(&c->out, i)};
	for (int i = 0; i < n->destinations_count; i++)
		out[i] = (struct parcel){.peer = n->destinations[i], .tag = tag_of(c, i, true),
			.block = same ? vcm_whole(&c->in, 1) : vcm_block(&c->in, i)};
	vcm_exchange(c, in, n->sources_count, out, n->destinations_count);
	free(in);
	free(out);
	return MPI_SUCCESS;
}

static int
to_all(struct coll *c)
{
	return exchange(c, true);
}

static int
to_each(struct coll *c)
{
	return exchange(c, false);
}

static int
check_equal_blocks(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	int code = begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, 0);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out(c, recvbuf, recvcount, recvtype, 0);
	return code;
}

COLLECTIVE_FUNCTIONS(Neighbor_allgather, Ineighbor_allgather, to_all, equal_blocks)
COLLECTIVE_FUNCTIONS(Neighbor_alltoall, Ineighbor_alltoall, to_each, equal_blocks)

static int
check_neighbor_allgatherv(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
	MPI_Datatype recvtype, MPI_Comm comm)
{
	int code = begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, 0);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_v(c, recvbuf, recvcounts, displs, recvtype,
				      neighbors_of(c)->sources_count);
	return code;
}

COLLECTIVE_FUNCTIONS(Neighbor_allgatherv, Ineighbor_allgatherv, to_all, neighbor_allgatherv)

static int
check_neighbor_alltoallv(struct process *p, struct coll *c, const void *sendbuf,
	const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
	const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	int code = begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in_v(c, sendbuf, sendcounts, sdispls, sendtype,
				     neighbors_of(c)->destinations_count);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_v(c, recvbuf, recvcounts, rdispls, recvtype,
				      neighbors_of(c)->sources_count);
	return code;
}

COLLECTIVE_FUNCTIONS(Neighbor_alltoallv, Ineighbor_alltoallv, to_each, neighbor_alltoallv)

static int
check_neighbor_alltoallw(struct process *p, struct coll *c, const void *sendbuf,
	const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
	void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
	const MPI_Datatype recvtypes[], MPI_Comm comm)
{
	int code = begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in_w(c, sendbuf, sendcounts, NULL, sdispls, sendtypes,
				     neighbors_of(c)->destinations_count);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_w(c, recvbuf, recvcounts, NULL, rdispls, recvtypes,
				      neighbors_of(c)->sources_count);
	return code;
}

COLLECTIVE_FUNCTIONS(Neighbor_alltoallw, Ineighbor_alltoallw, to_each, neighbor_alltoallw)

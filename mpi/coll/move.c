/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives that move data, in blocks of one size: the library's own. */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "choice.h"
#include "wrong.h"

/* All members of the local group come. */
static void
meet(struct coll *c)
{
	vcm_check(c->p, (vcube_barrier)(c->p->node, c->comm->local, vcm_how_moved(c, VCUBE_BARRIER, 0)));
}

static int
barrier(struct coll *c)
{
	char nothing, none;

	meet(c);
	if (!c->comm->inter)
		return MPI_SUCCESS;
	if (c->comm->rank == 0)
		vcm_hidden_swap(c, &nothing, 0, &none, 0);
	meet(c);
	return MPI_SUCCESS;
}

static int
check_barrier(struct process *p, struct coll *c, MPI_Comm comm)
{
	const int code = vcm_coll_begin(p, c, comm);

	return code;
}

COLLECTIVE_FUNCTIONS(Barrier, Ibarrier, barrier, barrier)

/* Passes on what the member has, or makes room for it, in its own side. */
static void
pass_on(struct coll *c, int root, void *data, size_t bytes)
{
	vcm_check(c->p, (vcube_bcast)(c->p->node, c->comm->local, root, data, bytes, VCUBE_BYTES(1),
				      vcm_how_moved(c, VCUBE_BCAST, bytes)));
}

static int
bcast(struct coll *c)
{
	const struct block b = vcm_whole(&c->out, 1);
	const bool gives = vcm_is_root(c);
	struct packed packed;
	size_t bytes;

	if (c->root == MPI_PROC_NULL)
		return MPI_SUCCESS;
	bytes = vcm_block_bytes(&b);
	packed = gives ? vcm_block_pack(c->p, &b) : vcm_block_room(c->p, &b);
	if (!c->comm->inter) {
		pass_on(c, c->root, packed.data, bytes);
	} else if (gives) {
		vcm_hidden_send(c, 0, packed.data, bytes);
	} else {
		if (c->comm->rank == 0)
			vcm_hidden_recv(c, c->root, packed.data, bytes);
		pass_on(c, 0, packed.data, bytes);
	}
	if (gives)
		vcm_free_own(packed.own);
	else
		vcm_block_unpack(&b, &packed, bytes);
	return MPI_SUCCESS;
}

static int
check_bcast(struct process *p, struct coll *c, void *buffer, int count, MPI_Datatype datatype,
	int root, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);
	bool gives = false;

	c->alike = ALIKE_BLOCKS;
	if (code == MPI_SUCCESS)
		code = vcm_coll_root(c, root);
	if (code == MPI_SUCCESS)
		gives = vcm_is_root(c);
	if (code == MPI_SUCCESS && root != MPI_PROC_NULL)
		code = vcm_coll_out(c, buffer, count, datatype, gives ? 0 : 1);
	if (code == MPI_SUCCESS && gives) {
		c->in = c->out;
		c->in.members = 1;
	}
	return code;
}

COLLECTIVE_FUNCTIONS(Bcast, Ibcast, bcast, bcast)

/* The process's own block among those of `out`, for calls in place. */
static struct block
own_block(const struct coll *c)
{
	return vcm_block(&c->out, c->comm->rank);
}

static void
gather_to(struct coll *c, int root, const void *data, void *all, size_t bytes)
{
	vcm_check(c->p, (vcube_gather)(c->p->node, c->comm->local, root, data, all, bytes, VCUBE_BYTES(1),
				       vcm_how_moved(c, VCUBE_GATHER, bytes)));
}

/* On the side of the root's peers: their blocks come together at the first of them. */
static void
gather_side(struct coll *c, const void *data, size_t bytes)
{
	const bool first = c->comm->rank == 0;
	void *all = first ? vcm_memory(c->p, bytes * (size_t)c->comm->size) : NULL;

	gather_to(c, 0, data, all, bytes);
	if (first)
		vcm_hidden_send(c, c->root, all, bytes * (size_t)c->comm->size);
	free(all);
}

static int
gather(struct coll *c)
{
	const bool is_root = vcm_is_root(c);
	struct block in = vcm_whole(&c->in, 1), out;
	struct packed from = {NULL, NULL}, to = {NULL, NULL};

	if (c->root == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (is_root) {
		out = vcm_whole(&c->out, c->comm->peers);
		to = vcm_block_room(c->p, &out);
		if (c->in_place)
			in = own_block(c);
	}
	if (!c->comm->inter || !is_root)
		from = vcm_block_pack(c->p, &in);
	if (!c->comm->inter && c->in_place && from.own == NULL) {
		/* the library wants them apart */
		from.own = memcpy(vcm_memory(c->p, vcm_block_bytes(&in)), from.data,
				  vcm_block_bytes(&in));
		from.data = from.own;
	}
	if (!c->comm->inter)
		gather_to(c, c->root, from.data, to.data, vcm_block_bytes(&in));
	else if (is_root)
		vcm_hidden_recv(c, 0, to.data, vcm_block_bytes(&out));
	else
		gather_side(c, from.data, vcm_block_bytes(&in));
	vcm_free_own(from.own);
	if (is_root)
		vcm_block_unpack(&out, &to, vcm_block_bytes(&out));
	return MPI_SUCCESS;
}

static int
check_gather(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
	MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	c->alike = ALIKE_BLOCKS;
	if (code == MPI_SUCCESS)
		code = vcm_coll_root(c, root);
	if (code == MPI_SUCCESS)
		code = vcm_coll_in_place_at_root(c, sendbuf);
	if (code == MPI_SUCCESS && !(c->comm->inter && vcm_is_root_side(c)))
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, 1);
	if (code != MPI_SUCCESS || !vcm_is_root(c))
		return code;
	code = vcm_coll_out(c, recvbuf, recvcount, recvtype, c->comm->peers);
	return code == MPI_SUCCESS
		? vcm_coll_apart(c, vcm_whole(&c->in, 1), vcm_whole(&c->out, c->comm->peers)) : code;
}

COLLECTIVE_FUNCTIONS(Gather, Igather, gather, gather)

static void
scatter_from(struct coll *c, int root, const void *all, void *data, size_t bytes)
{
	vcm_check(c->p, (vcube_scatter)(c->p->node, c->comm->local, root, all, data, bytes, VCUBE_BYTES(1),
					vcm_how_moved(c, VCUBE_SCATTER, bytes)));
}

static void
scatter_side(struct coll *c, void *data, size_t bytes)
{
	const bool first = c->comm->rank == 0;
	void *all = first ? vcm_memory(c->p, bytes * (size_t)c->comm->size) : NULL;

	if (first)
		vcm_hidden_recv(c, c->root, all, bytes * (size_t)c->comm->size);
	scatter_from(c, 0, all, data, bytes);
	free(all);
}

/* In place, the root keeps its own block; in_place is of the result here. */
static int
scatter(struct coll *c)
{
	const bool is_root = vcm_is_root(c);
	struct block out = c->in_place ? vcm_block(&c->in, c->comm->rank) : vcm_whole(&c->out, 1), in;
	struct packed from = {NULL, NULL}, to = {NULL, NULL};
	size_t bytes;

	if (c->root == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (is_root) {
		in = vcm_whole(&c->in, c->comm->peers);
		from = vcm_block_pack(c->p, &in);
	}
	if (c->comm->inter && is_root) {
		vcm_hidden_send(c, 0, from.data, vcm_block_bytes(&in));
		vcm_free_own(from.own);
		return MPI_SUCCESS;
	}
	bytes = vcm_block_bytes(&out);
	if (c->in_place)
		to.data = to.own = vcm_memory(c->p, bytes);
	else
		to = vcm_block_room(c->p, &out);
	if (c->comm->inter)
		scatter_side(c, to.data, bytes);
	else
		scatter_from(c, c->root, from.data, to.data, bytes);
	vcm_free_own(from.own);
	if (c->in_place)
		free(to.own);
	else
		vcm_block_unpack(&out, &to, bytes);
	return MPI_SUCCESS;
}

static int
check_scatter(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
	MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	c->alike = ALIKE_BLOCKS;
	if (code == MPI_SUCCESS)
		code = vcm_coll_root(c, root);
	if (code == MPI_SUCCESS && vcm_is_root(c))
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, c->comm->peers);
	if (code != MPI_SUCCESS)
		return code;
	c->in_place = recvbuf == MPI_IN_PLACE;
	if (!(c->comm->inter && vcm_is_root_side(c)))
		code = c->in_place ? vcm_coll_in_place_at_root(c, recvbuf)
			: vcm_coll_out(c, recvbuf, recvcount, recvtype, 1);
	return code == MPI_SUCCESS && root == c->comm->rank
		? vcm_coll_apart(c, vcm_whole(&c->in, c->comm->peers), vcm_whole(&c->out, 1)) : code;
}

COLLECTIVE_FUNCTIONS(Scatter, Iscatter, scatter, scatter)

/* The sides' first members exchange what was gathered on them, and pass it on. */
static void
allgather_sides(struct coll *c, const void *in, size_t in_bytes, void *out, size_t out_bytes)
{
	const bool first = c->comm->rank == 0;
	void *all = first ? vcm_memory(c->p, in_bytes * (size_t)c->comm->size) : NULL;

	gather_to(c, 0, in, all, in_bytes);
	if (first)
		vcm_hidden_swap(c, all, in_bytes * (size_t)c->comm->size, out, out_bytes);
	pass_on(c, 0, out, out_bytes);
	free(all);
}

static int
allgather(struct coll *c)
{
	const struct block out = vcm_whole(&c->out, c->comm->peers);
	const struct block in = c->in_place ? own_block(c) : vcm_whole(&c->in, 1);
	const size_t bytes = vcm_block_bytes(&in);
	struct packed from = vcm_block_pack(c->p, &in), to = vcm_block_room(c->p, &out);

	if (c->comm->inter)
		allgather_sides(c, from.data, bytes, to.data, vcm_block_bytes(&out));
	else
		vcm_check(c->p, (vcube_allgather)(c->p->node, c->comm->local, from.data, to.data, bytes,
						  VCUBE_BYTES(1),
						  vcm_how_moved(c, VCUBE_ALLGATHER, bytes)));
	vcm_free_own(from.own);
	vcm_block_unpack(&out, &to, vcm_block_bytes(&out));
	return MPI_SUCCESS;
}

/* Every member sends and receives blocks of one size. */
static int
check_equal_blocks(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	c->alike = ALIKE_BLOCKS;
	if (code == MPI_SUCCESS)
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, 1);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out(c, recvbuf, recvcount, recvtype, c->comm->peers);
	return code == MPI_SUCCESS
		? vcm_coll_apart(c, vcm_whole(&c->in, 1), vcm_whole(&c->out, c->comm->peers)) : code;
}

COLLECTIVE_FUNCTIONS(Allgather, Iallgather, allgather, equal_blocks)

/* In place, a packed copy of what the others replace goes out. */
static int
alltoall(struct coll *c)
{
	const struct block out = vcm_whole(&c->out, c->comm->size);
	const struct block in = c->in_place ? out : vcm_whole(&c->in, c->comm->size);
	const size_t bytes = vcm_block_bytes(&in) / (size_t)c->comm->size;
	struct packed from = {NULL, NULL}, to;

	if (c->comm->inter)
		return vcm_alltoall_by_messages(c);
	if (c->in_place) {
		from.data = from.own = vcm_memory(c->p, vcm_block_bytes(&in));
		vcm_type_pack(in.type, in.count, in.buffer, from.own);
	} else {
		from = vcm_block_pack(c->p, &in);
	}
	to = vcm_block_room(c->p, &out);
	vcm_check(c->p, (vcube_alltoall)(c->p->node, c->comm->local, from.data, to.data, bytes,
					 VCUBE_BYTES(1), vcm_how_moved(c, VCUBE_ALLTOALL, bytes)));
	vcm_free_own(from.own);
	vcm_block_unpack(&out, &to, vcm_block_bytes(&out));
	return MPI_SUCCESS;
}

static int
check_alltoall(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	const int code = check_equal_blocks(p, c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
					    recvtype, comm);

	if (code == MPI_SUCCESS)
		c->in.members = c->comm->peers;
	return code;
}

COLLECTIVE_FUNCTIONS(Alltoall, Ialltoall, alltoall, alltoall)

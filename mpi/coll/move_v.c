/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives that move data in blocks of any size, each of its own. */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "choice.h"
#include "wrong.h"

static struct parcel *
new_parcels(struct coll *c, int count)
{
	struct parcel *parcels = vcm_memory(c->p, (size_t)count * sizeof *parcels);

	for (int i = 0; i < count; i++)
		parcels[i] = (struct parcel){.peer = i, .tag = c->tag};
	return parcels;
}

/* `same`: each gets all of `in`. */
static int
exchange_all(struct coll *c, bool same)
{
	const int count = c->comm->peers;
	struct parcel *in = new_parcels(c, count), *out = new_parcels(c, count);

	for (int i = 0; i < count; i++) {
		in[i].block = vcm_block(&c->out, i);
		out[i].block = same ? vcm_whole(&c->in, 1) : vcm_block(&c->in, i);
	}
	vcm_exchange(c, in, count, out, count);
	free(in);
	free(out);
	return MPI_SUCCESS;
}

int
vcm_alltoall_by_messages(struct coll *c)
{
	return exchange_all(c, false);
}

/* The peers of a root whose blocks are not those of its own process. */
static bool
is_other(const struct coll *c, int i)
{
	return c->comm->inter || i != c->comm->rank;
}

/* A root's blocks go to all, or come from all, at the same time. */
static void
exchange_at_root(struct coll *c, const struct blocks *blocks, bool out)
{
	struct parcel *parcels = new_parcels(c, c->comm->peers);
	int count = 0;

	for (int i = 0; i < c->comm->peers; i++)
		if (is_other(c, i)) {
			parcels[count].peer = i;
			parcels[count].tag = c->tag;
			parcels[count++].block = vcm_block(blocks, i);
		}
	vcm_exchange(c, parcels, out ? 0 : count, parcels, out ? count : 0);
	free(parcels);
}

/* What one process sends to the root, or receives from it. */
static void
exchange_with_root(struct coll *c, const struct block *block, bool out)
{
	struct parcel parcel = {.peer = c->root, .tag = c->tag, .block = *block};

	vcm_exchange(c, &parcel, !out, &parcel, out);
}

static int
gatherv(struct coll *c)
{
	const struct block in = vcm_whole(&c->in, 1);
	struct block own;

	if (c->root == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (!vcm_is_root(c)) {
		exchange_with_root(c, &in, true);
		return MPI_SUCCESS;
	}
	exchange_at_root(c, &c->out, false);
	if (!c->comm->inter && !c->in_place) {
		own = vcm_block(&c->out, c->comm->rank);
		vcm_block_copy(&own, &in);
	}
	return MPI_SUCCESS;
}

/* The data that a process gathers from itself lie in two places. */
static int
whole_and_own_apart(struct coll *c)
{
	return c->comm->inter ? MPI_SUCCESS
		: vcm_coll_apart(c, vcm_whole(&c->in, 1), vcm_block(&c->out, c->comm->rank));
}

static int
check_gatherv(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
	MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_root(c, root);
	if (code == MPI_SUCCESS)
		code = vcm_coll_in_place_at_root(c, sendbuf);
	if (code == MPI_SUCCESS && !(c->comm->inter && vcm_is_root_side(c)))
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, 1);
	c->alike = PAIRED_TO_ROOT;
	if (code != MPI_SUCCESS || !vcm_is_root(c))
		return code;
	code = vcm_coll_out_v(c, recvbuf, recvcounts, displs, recvtype, c->comm->peers);
	return code == MPI_SUCCESS ? whole_and_own_apart(c) : code;
}

COLLECTIVE_FUNCTIONS(Gatherv, Igatherv, gatherv, gatherv)

/* In place, the root keeps its own block. */
static int
scatterv(struct coll *c)
{
	struct block own, out;

	if (c->root == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (!c->in_place)
		out = vcm_whole(&c->out, 1);
	if (!vcm_is_root(c)) {
		exchange_with_root(c, &out, false);
		return MPI_SUCCESS;
	}
	exchange_at_root(c, &c->in, true);
	if (!c->comm->inter && !c->in_place) {
		own = vcm_block(&c->in, c->comm->rank);
		vcm_block_copy(&out, &own);
	}
	return MPI_SUCCESS;
}

static int
check_scatterv(struct process *p, struct coll *c, const void *sendbuf, const int sendcounts[],
	const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount,
	MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_root(c, root);
	if (code == MPI_SUCCESS && vcm_is_root(c))
		code = vcm_coll_in_v(c, sendbuf, sendcounts, displs, sendtype, c->comm->peers);
	if (code != MPI_SUCCESS)
		return code;
	c->alike = PAIRED_FROM_ROOT;
	c->in_place = recvbuf == MPI_IN_PLACE;
	if (!(c->comm->inter && vcm_is_root_side(c)))
		code = c->in_place ? vcm_coll_in_place_at_root(c, recvbuf)
			: vcm_coll_out(c, recvbuf, recvcount, recvtype, 1);
	return code == MPI_SUCCESS && root == c->comm->rank && !c->comm->inter
		? vcm_coll_apart(c, vcm_block(&c->in, root), vcm_whole(&c->out, 1)) : code;
}

COLLECTIVE_FUNCTIONS(Scatterv, Iscatterv, scatterv, scatterv)

/* Places of blocks that lie packed one after the other. */
struct places {
	size_t *bytes, *offsets;
	size_t total;
};

static struct places
places_of(struct coll *c, const struct blocks *blocks, int count)
{
	struct places p = {vcm_memory(c->p, 2 * (size_t)count * sizeof(size_t)), NULL, 0};

	p.offsets = p.bytes + count;
	for (int i = 0; i < count; i++) {
		const struct block b = vcm_block(blocks, i);

		p.bytes[i] = vcm_block_bytes(&b);
		p.offsets[i] = p.total;
		p.total += p.bytes[i];
	}
	return p;
}

static void
unpack_all(const struct blocks *blocks, int count, const struct places *places, const char *packed)
{
	for (int i = 0; i < count; i++) {
		const struct block b = vcm_block(blocks, i);

		vcm_type_unpack(b.type, b.count, b.buffer, packed + places->offsets[i]);
	}
}

static int
allgatherv(struct coll *c)
{
	struct places places;
	struct block own;
	char *packed;

	if (c->comm->inter)
		return exchange_all(c, true);
	places = places_of(c, &c->out, c->comm->size);
	packed = vcm_memory(c->p, places.total);
	own = c->in_place ? vcm_block(&c->out, c->comm->rank) : vcm_whole(&c->in, 1);
	vcm_type_pack_part(own.type, own.count, own.buffer, 0,
			   (int64_t)places.bytes[c->comm->rank],
			   packed + places.offsets[c->comm->rank]);
	vcm_check(c->p, (vcube_allgatherv)(c->p->node, c->comm->line,
					   packed + places.offsets[c->comm->rank], packed, places.bytes,
					   VCUBE_BYTES(1),
					   vcm_how_moved(c, VCUBE_ALLGATHERV,
							 places.total / (size_t)c->comm->size)));
	unpack_all(&c->out, c->comm->size, &places, packed);
	free(packed);
	free(places.bytes);
	return MPI_SUCCESS;
}

static int
check_allgatherv(struct process *p, struct coll *c, const void *sendbuf, int sendcount,
	MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
	MPI_Datatype recvtype, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in(c, sendbuf, sendcount, sendtype, 1);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_v(c, recvbuf, recvcounts, displs, recvtype, c->comm->peers);
	c->alike = ALIKE_COUNTS;
	return code == MPI_SUCCESS ? whole_and_own_apart(c) : code;
}

COLLECTIVE_FUNCTIONS(Allgatherv, Iallgatherv, allgatherv, allgatherv)

/* Where the library finds blocks: in the program's memory, if each is one piece there; or
 * packed. Results of types of their own always are: programs exist that let them overlap. */
struct laid_out {
	char *base, *own;       /* own: NULL if it is the program's */
	struct places places;
};

static bool
lie_in_memory(struct laid_out *l, const struct blocks *blocks, int count)
{
	char *lowest = NULL;

	for (int i = 0; i < count; i++) {
		const struct block b = vcm_block(blocks, i);
		char *data = vcm_type_data(b.type, b.buffer);

		if (l->places.bytes[i] > 0 && !vcm_type_is_piece(b.type, b.count))
			return false;
		if (l->places.bytes[i] > 0 && (lowest == NULL || data < lowest))
			lowest = data;
	}
	l->base = lowest;
	for (int i = 0; i < count; i++) {
		const struct block b = vcm_block(blocks, i);

		l->places.offsets[i] = l->places.bytes[i] == 0 ? 0
			: (size_t)((char *)vcm_type_data(b.type, b.buffer) - lowest);
	}
	return true;
}

static struct laid_out
lay_out(struct coll *c, const struct blocks *blocks, bool in, bool copy)
{
	struct laid_out l = {NULL, NULL, places_of(c, blocks, c->comm->size)};

	if (!copy && lie_in_memory(&l, blocks, c->comm->size))
		return l;
	l.base = l.own = vcm_memory(c->p, l.places.total);
	for (int i = 0; in && i < c->comm->size; i++) {
		const struct block b = vcm_block(blocks, i);

		vcm_type_pack(b.type, b.count, b.buffer, l.own + l.places.offsets[i]);
	}
	return l;
}

static void
free_layout(struct laid_out *l)
{
	free(l->own);
	free(l->places.bytes);
}

static int
alltoallv(struct coll *c)
{
	struct laid_out in, out;
	char nothing;

	if (c->comm->inter)
		return vcm_alltoall_by_messages(c);
	in = lay_out(c, c->in_place ? &c->out : &c->in, true, c->in_place);
	out = lay_out(c, &c->out, false, c->out.types != NULL);
	vcm_check(c->p, (vcube_alltoallv)(c->p->node, c->comm->line,
					  in.base == NULL ? &nothing : in.base, in.places.bytes,
					  in.places.offsets, out.base == NULL ? &nothing : out.base,
					  out.places.bytes, out.places.offsets, VCUBE_BYTES(1),
					  vcm_how_moved(c, VCUBE_ALLTOALLV, 1)));
	if (out.own != NULL)
		unpack_all(&c->out, c->comm->size, &out.places, out.own);
	free_layout(&in);
	free_layout(&out);
	return MPI_SUCCESS;
}

/* The same of those that it sends to itself. */
static int
own_apart(struct coll *c)
{
	const int me = c->comm->rank;

	return c->comm->inter || c->in_place ? MPI_SUCCESS
		: vcm_coll_apart(c, vcm_block(&c->in, me), vcm_block(&c->out, me));
}

static int
check_alltoallv(struct process *p, struct coll *c, const void *sendbuf, const int sendcounts[],
	const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
	const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in_v(c, sendbuf, sendcounts, sdispls, sendtype, c->comm->peers);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_v(c, recvbuf, recvcounts, rdispls, recvtype, c->comm->peers);
	c->alike = PAIRED;
	return code == MPI_SUCCESS ? own_apart(c) : code;
}

COLLECTIVE_FUNCTIONS(Alltoallv, Ialltoallv, alltoallv, alltoallv)

static int
check_alltoallw(struct process *p, struct coll *c, const void *sendbuf, const int sendcounts[],
	const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
	const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[],
	MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in_w(c, sendbuf, sendcounts, sdispls, NULL, sendtypes, c->comm->peers);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_w(c, recvbuf, recvcounts, rdispls, NULL, recvtypes,
				      c->comm->peers);
	c->alike = PAIRED;
	return code == MPI_SUCCESS ? own_apart(c) : code;
}

COLLECTIVE_FUNCTIONS(Alltoallw, Ialltoallw, alltoallv, alltoallw)

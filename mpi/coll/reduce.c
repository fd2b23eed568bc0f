/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives that combine: reductions and scans, with operators of MPI and of programs. */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "choice.h"
#include "wrong.h"

/* Combines blocks of the local group at one of its members. `out` may be NULL at the others. */
static void
reduce_to(struct coll *c, const struct operands *o, int root, void *in, void *out, int blocks)
{
	void *own_in, *own_out = NULL;
	const bool is_root = c->comm->rank == root;
	void *from = vcm_operands_in(c->p, o, in, blocks, &own_in);
	void *to = is_root ? vcm_operands_room(c->p, o, out, blocks, &own_out) : NULL;
	const size_t count = o->count * (size_t)blocks;

	vcm_operands_begin(c->p, o);
	vcm_check(c->p, (vcube_reduce)(c->p->node, c->comm->local, root, from, to, count, o->element, o->core,
				       vcm_how(c, VCUBE_REDUCE, count, o->element, o->core)));
	if (is_root)
		vcm_operands_out(o, out, blocks, own_out);
	vcm_free_own(own_in);
	vcm_free_own(own_out);
}

/* Where a block of an intermediate result can lie, as if it were the program's: free *own. */
static void *
temporary(struct coll *c, const struct operands *o, int blocks, void **own)
{
	int64_t first, span = vcm_type_span(o->type, o->block_count * blocks, &first);

	*own = vcm_memory(c->p, (size_t)span);
	return (void *)((uintptr_t)*own - (uintptr_t)first);
}

/* Sends the data of blocks to a peer, or receives them. */
static void
send_block(struct coll *c, int peer, void *buffer, const struct datatype *type, int64_t count)
{
	const struct block b = {buffer, count, type};
	struct packed packed = vcm_block_pack(c->p, &b);

	vcm_hidden_send(c, peer, packed.data, vcm_block_bytes(&b));
	vcm_free_own(packed.own);
}

static void
recv_block(struct coll *c, int peer, void *buffer, const struct datatype *type, int64_t count)
{
	const struct block b = {buffer, count, type};
	struct packed packed = vcm_block_room(c->p, &b);

	vcm_hidden_recv(c, peer, packed.data, vcm_block_bytes(&b));
	vcm_block_unpack(&b, &packed, vcm_block_bytes(&b));
}

/* Both at once, between the first members of the sides */
static void
swap_blocks(struct coll *c, void *out, void *in, const struct datatype *type, int64_t count)
{
	const struct block from = {out, count, type}, to = {in, count, type};
	struct packed packed = vcm_block_pack(c->p, &from), room = vcm_block_room(c->p, &to);

	vcm_hidden_swap(c, packed.data, vcm_block_bytes(&from), room.data, vcm_block_bytes(&to));
	vcm_free_own(packed.own);
	vcm_block_unpack(&to, &room, vcm_block_bytes(&to));
}

/* The peers of the root: their first member sends it what they have combined. */
static void
reduce_side(struct coll *c, const struct operands *o)
{
	void *own, *result = temporary(c, o, 1, &own);

	reduce_to(c, o, 0, c->in.buffer, result, 1);
	if (c->comm->rank == 0)
		send_block(c, c->root, result, o->type, o->block_count);
	free(own);
}

static int
reduce(struct coll *c)
{
	struct operands o;

	if (c->root == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (c->root == MPI_ROOT) {
		recv_block(c, 0, c->out.buffer, c->out.type, c->out.count);
		return MPI_SUCCESS;
	}
	o = vcm_operands_of(c, c->in.type, c->in.count);
	if (c->comm->inter)
		reduce_side(c, &o);
	else
		reduce_to(c, &o, c->root, c->in_place ? c->out.buffer : c->in.buffer, c->out.buffer, 1);
	return MPI_SUCCESS;
}

/* The operands of a reduction are of one count and type, in both directions; blocks as in
 * check.h. */
static int
operands(struct coll *c, const void *in, void *out, bool has_out, int64_t count,
	 MPI_Datatype type, MPI_Op op, int members)
{
	int code = vcm_coll_in(c, in, count, type, members);

	c->alike = ALIKE_BLOCKS;
	if (code == MPI_SUCCESS && has_out)
		code = vcm_coll_out(c, out, count, type, members);
	if (code == MPI_SUCCESS && c->in_place) {
		c->in.type = c->out.type;
		c->in.count = c->out.count;
	}
	if (code == MPI_SUCCESS)
		code = vcm_coll_op(c, op, type);
	return code == MPI_SUCCESS && has_out
		? vcm_coll_apart(c, vcm_whole(&c->in, 1), vcm_whole(&c->out, 1)) : code;
}

static int
check_reduce(struct process *p, struct coll *c, const void *sendbuf, void *recvbuf, int count,
	MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_root(c, root);
	if (code == MPI_SUCCESS && root == MPI_ROOT) {
		code = vcm_coll_out(c, recvbuf, count, datatype, 1);
		if (code == MPI_SUCCESS)
			code = vcm_coll_op(c, op, datatype);
	} else if (code == MPI_SUCCESS && root != MPI_PROC_NULL) {
		code = vcm_coll_in_place_at_root(c, sendbuf);
		if (code != MPI_SUCCESS)
			return code;
		code = operands(c, sendbuf, recvbuf, !c->comm->inter && root == c->comm->rank, count,
				datatype, op, 1);
	}
	return code;
}

COLLECTIVE_FUNCTIONS(Reduce, Ireduce, reduce, reduce)

/* Passes on a block from a member of the local group to the others. */
static void
pass_on(struct coll *c, int root, void *buffer, const struct datatype *type, int64_t count)
{
	const struct block b = {buffer, count, type};
	const bool gives = c->comm->rank == root;
	struct packed packed = gives ? vcm_block_pack(c->p, &b) : vcm_block_room(c->p, &b);
	const size_t bytes = vcm_block_bytes(&b);

	vcm_check(c->p, (vcube_bcast)(c->p->node, c->comm->local, root, packed.data, bytes, VCUBE_BYTES(1),
				      vcm_how_moved(c, VCUBE_BCAST, bytes)));
	if (gives)
		vcm_free_own(packed.own);
	else
		vcm_block_unpack(&b, &packed, vcm_block_bytes(&b));
}

/* Each side gets what the other has combined. */
static void
allreduce_sides(struct coll *c, const struct operands *o)
{
	void *own, *result = temporary(c, o, 1, &own);

	reduce_to(c, o, 0, c->in.buffer, result, 1);
	if (c->comm->rank == 0)
		swap_blocks(c, result, c->out.buffer, o->type, o->block_count);
	pass_on(c, 0, c->out.buffer, o->type, o->block_count);
	free(own);
}

typedef int combine(vcube_node *self, vcube_group *group, const void *in, void *out, size_t count,
		    vcube_type type, const struct vcube_op *op, const char *how);

/* vcube_allreduce() or vcube_scan(), to `out`. */
static inline __attribute__((always_inline)) void
combine_all(struct coll *c, const struct operands *o, int collective, void *out)
{
	void *own_in, *own_out;
	void *from = vcm_operands_in(c->p, o, c->in_place ? c->out.buffer : c->in.buffer, 1, &own_in);
	void *to = vcm_operands_room(c->p, o, out, 1, &own_out);
	combine *call = collective == VCUBE_SCAN ? (vcube_scan) : (vcube_allreduce);

	vcm_operands_begin(c->p, o);
	vcm_check(c->p, call(c->p->node, c->comm->local, from, to, o->count, o->element, o->core,
			     vcm_how(c, collective, o->count, o->element, o->core)));
	vcm_operands_out(o, out, 1, own_out);
	vcm_free_own(own_in);
	vcm_free_own(own_out);
}

static int
allreduce(struct coll *c)
{
	const struct operands o = vcm_operands_of(c, c->out.type, c->out.count);

	if (c->comm->inter)
		allreduce_sides(c, &o);
	else
		combine_all(c, &o, VCUBE_ALLREDUCE, c->out.buffer);
	return MPI_SUCCESS;
}

static int
check_allreduce(struct process *p, struct coll *c, const void *sendbuf, void *recvbuf, int count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = operands(c, sendbuf, recvbuf, true, count, datatype, op, 1);
	return code;
}

COLLECTIVE_FUNCTIONS(Allreduce, Iallreduce, allreduce, allreduce)

static int
scan(struct coll *c)
{
	const struct operands o = vcm_operands_of(c, c->out.type, c->out.count);

	combine_all(c, &o, VCUBE_SCAN, c->out.buffer);
	return MPI_SUCCESS;
}

static int
check_scan(struct process *p, struct coll *c, const void *sendbuf, void *recvbuf, int count,
	MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_intra(c);
	if (code == MPI_SUCCESS)
		code = operands(c, sendbuf, recvbuf, true, count, datatype, op, 1);
	return code;
}

COLLECTIVE_FUNCTIONS(Scan, Iscan, scan, scan)

/* Each process passes its inclusive result to the next; the first one's result is left alone. */
static int
exscan(struct coll *c)
{
	const struct operands o = vcm_operands_of(c, c->out.type, c->out.count);
	void *own, *result = temporary(c, &o, 1, &own);

	combine_all(c, &o, VCUBE_SCAN, result);
	if (c->comm->rank + 1 < c->comm->size)
		send_block(c, c->comm->rank + 1, result, o.type, o.block_count);
	if (c->comm->rank > 0)
		recv_block(c, c->comm->rank - 1, c->out.buffer, o.type, o.block_count);
	free(own);
	return MPI_SUCCESS;
}

COLLECTIVE_FUNCTIONS(Exscan, Iexscan, exscan, scan)

/* Each member gets its own block. `o` describes an operand: one of the equal blocks; or, with
 * counts, all blocks. In place, operands lie in `out`, which has room for all blocks. */
static void
reduce_scatter_blocks(struct coll *c, const struct operands *o, const size_t *counts)
{
	const struct operands result = vcm_operands_of(c, c->out.type, c->out.count);
	const int p = c->comm->size, blocks = counts != NULL ? 1 : p;
	const int collective = counts != NULL ? VCUBE_REDUCE_SCATTERV : VCUBE_REDUCE_SCATTER;
	const char *const how = vcm_how(c, collective, counts != NULL ? o->count / (size_t)p : o->count,
					o->element, o->core);
	void *own_in, *own_out, *from, *to, *copy = NULL;

	from = vcm_operands_in(c->p, o, c->in_place ? c->out.buffer : c->in.buffer, blocks, &own_in);
	if (c->in_place && own_in == NULL)
		from = copy = memcpy(vcm_memory(c->p, o->bytes * (size_t)blocks), from,
				     o->bytes * (size_t)blocks);
	to = vcm_operands_room(c->p, &result, c->out.buffer, 1, &own_out);
	vcm_operands_begin(c->p, o);
	vcm_check(c->p, counts != NULL
		? (vcube_reduce_scatterv)(c->p->node, c->comm->local, from, to, counts, o->element,
					  o->core, how)
		: (vcube_reduce_scatter)(c->p->node, c->comm->local, from, to, o->count, o->element,
					 o->core, how));
	vcm_operands_out(&result, c->out.buffer, 1, own_out);
	vcm_free_own(copy);
	vcm_free_own(own_in);
	vcm_free_own(own_out);
}

static void
reduce_scatter_equal(struct coll *c)
{
	const struct operands o = vcm_operands_of(c, c->out.type, c->out.count);

	reduce_scatter_blocks(c, &o, NULL);
}

/* The first member combines all blocks, then sends each member its own. */
static void
scatter_result(struct coll *c, void *all)
{
	const struct datatype *type = c->out.type;
	const struct block own = {c->out.buffer, vcm_block_count(&c->out, c->comm->rank), type};
	struct block part = {all, vcm_block_count(&c->out, 0), type};

	if (c->comm->rank > 0) {
		vcm_side_recv(c, 0, &own);
		return;
	}
	vcm_block_copy(&own, &part);
	for (int i = 1; i < c->comm->size; i++) {
		part.buffer = (char *)part.buffer + part.count * type->extent;
		part.count = vcm_block_count(&c->out, i);
		vcm_side_send(c, i, &part);
	}
}

/* All operands are combined at the first member of a side, which scatters the result: its
 * own, or on an intercommunicator the other side's. `total`: elements of all blocks. */
static void
reduce_then_scatter(struct coll *c, int64_t total)
{
	const struct operands o = vcm_operands_of(c, c->out.type, total);
	void *own, *result = temporary(c, &o, 1, &own), *other_own = NULL;

	reduce_to(c, &o, 0, c->in_place ? c->out.buffer : c->in.buffer, result, 1);
	if (c->comm->inter && c->comm->rank == 0) {
		void *other = temporary(c, &o, 1, &other_own);

		swap_blocks(c, result, other, o.type, total);
		result = other;
	}
	scatter_result(c, result);
	free(own);
	free(other_own);
}

/* Returns false if operands of this type have no elements that could be divided. */
static bool
reduce_scatter_unequal(struct coll *c, int64_t total)
{
	const struct operands o = vcm_operands_of(c, c->out.type, total);
	const size_t p = (size_t)c->comm->size;
	size_t *counts;

	if (o.spread || c->comm->inter)
		return false;
	counts = vcm_memory(c->p, p * sizeof *counts);
	for (size_t i = 0; i < p; i++)
		counts[i] = (size_t)vcm_block_count(&c->out, (int)i);
	reduce_scatter_blocks(c, &o, counts);
	free(counts);
	return true;
}

static int
reduce_scatter(struct coll *c)
{
	int64_t total = 0;
	bool equal = !c->comm->inter;

	for (int i = 0; i < c->comm->size; i++) {
		total += vcm_block_count(&c->out, i);
		equal = equal && vcm_block_count(&c->out, i) == vcm_block_count(&c->out, 0);
	}
	c->out.count = vcm_block_count(&c->out, c->comm->rank);
	if (equal)
		reduce_scatter_equal(c);
	else if (!reduce_scatter_unequal(c, total))
		reduce_then_scatter(c, total);
	return MPI_SUCCESS;
}

static int
check_reduce_scatter(struct process *p, struct coll *c, const void *sendbuf, void *recvbuf,
	const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	struct block own;
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = vcm_coll_in(c, sendbuf, 0, datatype, 0);
	if (code == MPI_SUCCESS)
		code = vcm_coll_out_v(c, recvbuf, recvcounts, NULL, datatype, c->comm->size);
	c->out.members = 0;
	c->alike = ALIKE_COUNTS;
	if (code == MPI_SUCCESS)
		code = vcm_coll_op(c, op, datatype);
	if (code != MPI_SUCCESS || c->in_place)
		return code;
	own = (struct block){c->out.buffer, vcm_block_count(&c->out, c->comm->rank), c->out.type};
	return vcm_coll_apart(c, (struct block){c->in.buffer, own.count, own.type}, own);
}

COLLECTIVE_FUNCTIONS(Reduce_scatter, Ireduce_scatter, reduce_scatter, reduce_scatter)

static int
reduce_scatter_block(struct coll *c)
{
	if (c->comm->inter)
		reduce_then_scatter(c, c->out.count * c->comm->size);
	else
		reduce_scatter_equal(c);
	return MPI_SUCCESS;
}

static int
check_reduce_scatter_block(struct process *p, struct coll *c, const void *sendbuf, void *recvbuf,
	int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
	int code = vcm_coll_begin(p, c, comm);

	if (code == MPI_SUCCESS)
		code = operands(c, sendbuf, recvbuf, true, recvcount, datatype, op, 0);
	return code;
}

COLLECTIVE_FUNCTIONS(Reduce_scatter_block, Ireduce_scatter_block, reduce_scatter_block,
		     reduce_scatter_block)

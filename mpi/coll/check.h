/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of collective calls. Each check returns MPI_SUCCESS, or raises an error on the
 * communicator and returns its code. */
#ifndef VCM_CHECK_H
#define VCM_CHECK_H

#include <stddef.h>
#include <string.h>
#include "coll.h"
#include "large.h"

/* Fills in process and communicator, and takes the call's tag. First of all checks. The blocks
 * are cleared apart: compilers clear so much memory at once by an instruction that starts slowly. */
static inline int
vcm_coll_begin(struct process *p, struct coll *c, MPI_Comm comm)
{
	memset(&c->in, 0, sizeof c->in);
	memset(&c->out, 0, sizeof c->out);
	memset(&c->p, 0, sizeof *c - offsetof(struct coll, p));
	c->p = p;
	c->large = vcm_large_taken();
	c->comm = vcm_comm(p, comm);
	if (__builtin_expect(c->comm == NULL, 0))
		return vcm_no_comm(p, comm);
	c->tag = vcm_next_tag(c->comm);
	c->tags = 1;
	vcm_note(p, c, 0, 0);
	return MPI_SUCCESS;
}

/*
 * Is nothing wrong with these arguments, and the count what it says? So it is in most calls, and is
 * asked first, in line; the functions below say what is wrong, if anything is.
 */
static inline bool
vcm_coll_set_plain(struct blocks *b, const void *buffer, int64_t count, MPI_Datatype handle, int members)
{
	const struct datatype *const type = vcm_type(handle);

	b->members = members;
	b->buffer = (void *)buffer;
	b->count = count;
	b->type = type;
	return __builtin_expect(type != NULL && buffer > MPI_IN_PLACE && count >= 0
				&& type->flags & TYPE_COMMITTED, 1);
}

int vcm_coll_in_any(struct coll *c, const void *buffer, int64_t count, MPI_Datatype type);
int vcm_coll_out_any(struct coll *c, void *buffer, int64_t count, MPI_Datatype type);

/* Set `members` blocks of the same count (0: it is not known how many), and of counts and offsets
 * of their own. `MPI_IN_PLACE` as buffer of `in` sets in_place; what else is said of `in` does not
 * count then. */
static inline int
vcm_coll_in(struct coll *c, const void *buffer, int64_t count, MPI_Datatype type, int members)
{
	return vcm_coll_set_plain(&c->in, buffer, count, type, members) ? MPI_SUCCESS
		: vcm_coll_in_any(c, buffer, count, type);
}

static inline int
vcm_coll_out(struct coll *c, void *buffer, int64_t count, MPI_Datatype type, int members)
{
	return vcm_coll_set_plain(&c->out, buffer, count, type, members) ? MPI_SUCCESS
		: vcm_coll_out_any(c, buffer, count, type);
}

int vcm_coll_in_v(struct coll *c, const void *buffer, const int counts[], const int offsets[],
		  MPI_Datatype type, int blocks);
int vcm_coll_out_v(struct coll *c, void *buffer, const int counts[], const int offsets[],
		   MPI_Datatype type, int blocks);
/* The same with types of their own, and offsets in bytes: one of `offsets` and `far_offsets`. */
int vcm_coll_in_w(struct coll *c, const void *buffer, const int counts[], const int offsets[],
		  const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks);
int vcm_coll_out_w(struct coll *c, void *buffer, const int counts[], const int offsets[],
		   const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks);
int vcm_coll_root_any(struct coll *c, int root);

static inline int
vcm_coll_root(struct coll *c, int root)
{
	c->root = root;
	c->has_root = true;
	return __builtin_expect(root >= 0 && root < c->comm->peers, 1) ? MPI_SUCCESS
		: vcm_coll_root_any(c, root);
}

/* MPI_IN_PLACE is an argument of the root alone. */
int vcm_coll_in_place_at_root(struct coll *c, const void *buffer);
int vcm_coll_op_any(struct coll *c, MPI_Op op, MPI_Datatype type);

/* The operator, for elements of this type. */
static inline int
vcm_coll_op(struct coll *c, MPI_Op handle, MPI_Datatype type)
{
	const struct op *const op = vcm_op(handle);
	const struct datatype *const t = vcm_type(type);
	vcube_type element;

	c->op = op;
	return __builtin_expect(op != NULL && t != NULL && vcm_op_core(op, t, &element) != NULL, 1)
		? MPI_SUCCESS : vcm_coll_op_any(c, handle, type);
}

int vcm_coll_overlap(struct coll *c);

/* What this process sends and what it receives do not overlap. `in` and `out` are those data, or a
 * part of them; only data without gaps are looked at. */
static inline int
vcm_coll_apart(struct coll *c, struct block in, struct block out)
{
	const char *from, *to;

	if (c->in_place || c->comm->inter || !(in.type->flags & out.type->flags & TYPE_DENSE))
		return MPI_SUCCESS;
	from = vcm_type_data(in.type, in.buffer);
	to = vcm_type_data(out.type, out.buffer);
	return from + vcm_block_bytes(&in) <= to || to + vcm_block_bytes(&out) <= from
		? MPI_SUCCESS : vcm_coll_overlap(c);
}

/* The communicator is no intercommunicator, where there is no such form. */
int vcm_coll_intra(struct coll *c);

#endif

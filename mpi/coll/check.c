/* SPDX-License-Identifier: BSD-2-Clause */
/* Arguments of collective calls. */
#include "check.h"

static int
check_count(struct coll *c, int64_t count)
{
	return count >= 0 ? MPI_SUCCESS
		: vcm_comm_error(c->p, c->comm, MPI_ERR_COUNT, "count %jd is negative",
				 (intmax_t)count);
}

static int
check_type(struct coll *c, MPI_Datatype handle, const struct datatype **type)
{
	*type = vcm_type(handle);
	if (*type == NULL)
		return vcm_comm_no_object(c->p, c->comm, &vcm_kind_datatype, handle);
	if (!((*type)->flags & TYPE_COMMITTED))
		return vcm_comm_error(c->p, c->comm, MPI_ERR_TYPE, "the datatype is not committed");
	return MPI_SUCCESS;
}

static int64_t
count_meant(const struct coll *c, int64_t count, enum large_role role)
{
	return count == LARGE_COUNT && c->large != NULL ? c->large->count[role] : count;
}

static int
set(struct coll *c, struct blocks *b, void *buffer, int64_t count, MPI_Datatype type)
{
	int code = check_count(c, count);

	b->buffer = buffer;
	b->count = count;
	if (code == MPI_SUCCESS)
		code = check_type(c, type, &b->type);
	if (code == MPI_SUCCESS && buffer == NULL && count > 0 && b->type->flags & TYPE_PREDEFINED)
		code = vcm_comm_error(c->p, c->comm, MPI_ERR_BUFFER, "a buffer is NULL");
	return code;
}

/* What was set in line counts for nothing. */
int
vcm_coll_in_any(struct coll *c, const void *buffer, int64_t count, MPI_Datatype type)
{
	c->in = (struct blocks){.members = c->in.members};
	c->in_place = buffer == MPI_IN_PLACE;
	if (c->in_place && c->comm->inter)
		return vcm_comm_error(c->p, c->comm, MPI_ERR_BUFFER,
				      "MPI_IN_PLACE is not allowed on an intercommunicator");
	return c->in_place ? MPI_SUCCESS : set(c, &c->in, (void *)buffer, count_meant(c, count, LARGE_SENT),
						     type);
}

int
vcm_coll_out_any(struct coll *c, void *buffer, int64_t count, MPI_Datatype type)
{
	c->out = (struct blocks){.members = c->out.members};
	if (buffer == MPI_IN_PLACE)
		return vcm_comm_error(c->p, c->comm, MPI_ERR_BUFFER,
				      "the receive buffer must not be MPI_IN_PLACE");
	return set(c, &c->out, buffer, count_meant(c, count, LARGE_RECEIVED), type);
}

/* The lists of a large form are of other types than its twin says. */
static void
set_lists(const struct coll *c, struct blocks *b, const void *counts, const void *offsets)
{
	if (c->large != NULL && c->large->lists) {
		b->large_counts = counts;
		b->far_offsets = offsets;
	} else {
		b->counts = counts;
		b->offsets = offsets;
	}
}

static int
set_v(struct coll *c, struct blocks *b, const void *buffer, const int counts[],
      const int offsets[], MPI_Datatype type, int blocks)
{
	int code = check_type(c, type, &b->type);

	b->buffer = (void *)buffer;
	b->members = blocks;
	set_lists(c, b, counts, offsets);
	for (int i = 0; i < blocks && code == MPI_SUCCESS; i++)
		code = check_count(c, vcm_block_count(b, i));
	return code;
}

int
vcm_coll_in_v(struct coll *c, const void *buffer, const int counts[], const int offsets[],
	      MPI_Datatype type, int blocks)
{
	c->in_place = buffer == MPI_IN_PLACE;
	return c->in_place ? MPI_SUCCESS : set_v(c, &c->in, buffer, counts, offsets, type, blocks);
}

int
vcm_coll_out_v(struct coll *c, void *buffer, const int counts[], const int offsets[],
	       MPI_Datatype type, int blocks)
{
	return set_v(c, &c->out, buffer, counts, offsets, type, blocks);
}

static int
set_w(struct coll *c, struct blocks *b, const void *buffer, const int counts[],
      const int offsets[], const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks)
{
	const struct datatype *type;
	int code = MPI_SUCCESS;

	b->buffer = (void *)buffer;
	b->members = blocks;
	set_lists(c, b, counts, offsets);
	if (far_offsets != NULL)
		b->far_offsets = far_offsets;
	b->types = types;
	b->types_count = blocks;
	for (int i = 0; i < blocks && code == MPI_SUCCESS; i++) {
		code = check_count(c, vcm_block_count(b, i));
		if (code == MPI_SUCCESS)
			code = check_type(c, types[i], &type);
	}
	return code;
}

int
vcm_coll_in_w(struct coll *c, const void *buffer, const int counts[], const int offsets[],
	      const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks)
{
	c->in_place = buffer == MPI_IN_PLACE;
	return c->in_place ? MPI_SUCCESS
		: set_w(c, &c->in, buffer, counts, offsets, far_offsets, types, blocks);
}

int
vcm_coll_out_w(struct coll *c, void *buffer, const int counts[], const int offsets[],
	       const MPI_Aint far_offsets[], const MPI_Datatype types[], int blocks)
{
	return set_w(c, &c->out, buffer, counts, offsets, far_offsets, types, blocks);
}

int
vcm_coll_root_any(struct coll *c, int root)
{
	if (c->comm->inter && vcm_is_root_side(c))
		return MPI_SUCCESS;
	return vcm_comm_error(c->p, c->comm, MPI_ERR_ROOT, "root %d is not in 0 .. %d", root,
			      c->comm->peers - 1);
}

int
vcm_coll_in_place_at_root(struct coll *c, const void *buffer)
{
	return buffer != MPI_IN_PLACE || c->comm->inter || c->comm->rank == c->root ? MPI_SUCCESS
		: vcm_comm_error(c->p, c->comm, MPI_ERR_BUFFER,
				 "MPI_IN_PLACE is allowed only at the root");
}

int
vcm_coll_op_any(struct coll *c, MPI_Op op, MPI_Datatype type)
{
	const struct datatype *t;
	const char *refusal;
	char text[200];

	c->op = vcm_op(op);
	if (c->op == NULL)
		return vcm_comm_no_object(c->p, c->comm, &vcm_kind_op, op);
	t = vcm_type(type);
	refusal = t == NULL ? NULL : vcm_op_refusal(c->op, t, text, sizeof text);
	return refusal == NULL ? MPI_SUCCESS
		: vcm_comm_error(c->p, c->comm, MPI_ERR_OP, "%s", refusal);
}

int
vcm_coll_overlap(struct coll *c)
{
	return vcm_comm_error(c->p, c->comm, MPI_ERR_BUFFER, "the send and receive buffers "
			      "overlap; use MPI_IN_PLACE if the call supports it");
}

int
vcm_coll_intra(struct coll *c)
{
	return !c->comm->inter ? MPI_SUCCESS
		: vcm_comm_error(c->p, c->comm, MPI_ERR_COMM, "it is an intercommunicator");
}

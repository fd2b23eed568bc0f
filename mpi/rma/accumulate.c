/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The accumulate family: each call changes the target's elements, and fetches what they were,
 * under the target's mutex. Hence each element changes atomically, and calls of one origin
 * take effect in their order. The mutex is held for no more than the copies and the operator;
 * what may fail or block is done before.
 */
#include <stdlib.h>
#include <string.h>
#include "access.h"
#include "content.h"
#include "cost.h"
#include "watch.h"

/* Operands in the form that operators take: elements of a predefined type */
struct elements {
	const struct datatype *type;
	int64_t count;
	void *in, *inout;               /* inout: NULL if the target's own memory will do */
	void *own;                      /* to be freed */
};

/* Of the types that made one, those of blocks without elements add nothing to its map. */
static bool
adds_data(const struct datatype *type, int64_t i)
{
	return type->content->types[i]->size > 0 &&
		(type->combiner != MPI_COMBINER_STRUCT || vcm_content_run(type, i).length > 0);
}

/* Returns the predefined type of which all elements of a type are, or NULL. */
static const struct datatype *
basic_of(const struct datatype *type)
{
	const struct datatype *basic = NULL, *one;

	if (type->operand != 0)
		return vcm_types[type->operand];
	for (int64_t i = 0; type->content != NULL && i < type->content->types_count; i++) {
		if (!adds_data(type, i))
			continue;
		one = basic_of(type->content->types[i]);
		if (one == NULL || (basic != NULL && one != basic))
			return NULL;
		basic = one;
	}
	return basic;
}

static bool
is_operator(const struct op *op, MPI_Op handle)
{
	return op->number == (uintptr_t)handle;
}

static bool
combines(const struct op *op)
{
	return !is_operator(op, MPI_REPLACE) && !is_operator(op, MPI_NO_OP);
}

static int
check_op(struct access *a, MPI_Op handle)
{
	a->op = vcm_op(handle);
	if (a->op == NULL)
		return vcm_no_object_on(a->p, vcm_window_owner(a->w), &vcm_kind_op, handle);
	if (vcm_op_is_users(a->op))
		return vcm_window_error(a->p, a->w, MPI_ERR_OP, "the operator is user-defined; "
					"one-sided calls accept only predefined ones");
	return MPI_SUCCESS;
}

/* Are both sides made of one predefined type, which the operator takes? */
static int
check_elements(struct access *a)
{
	const struct datatype *basic = basic_of(a->place.type);
	char text[256];

	if (!combines(a->op) || vcm_block_bytes(&a->place) == 0)
		return MPI_SUCCESS;
	if (basic == NULL || basic_of(a->origin.type) != basic)
		return vcm_window_error(a->p, a->w, MPI_ERR_TYPE, "the datatypes of origin and target "
					"must consist of the same predefined one");
	if (vcm_op_refusal(a->op, basic, text, sizeof text) != NULL)
		return vcm_window_error(a->p, a->w, MPI_ERR_OP, "%s", text);
	return MPI_SUCCESS;
}

/* Elements that do not lie as an array of the basic type are copied to one and, at the target,
 * back. */
static struct elements
prepare(struct access *a)
{
	struct elements e = {.in = a->origin.buffer};
	bool direct_in, direct_out;
	size_t bytes;

	if (!combines(a->op) || vcm_block_bytes(&a->place) == 0)
		return e;
	direct_in = a->origin.type->operand != 0;
	direct_out = a->place.type->operand != 0;
	e.type = basic_of(a->place.type);
	e.count = (int64_t)vcm_block_bytes(&a->place) / e.type->size;
	bytes = (size_t)(e.count * e.type->extent);
	if (!direct_in || !direct_out)
		e.own = vcm_memory(a->p, 2 * bytes);
	if (!direct_in) {
		e.in = e.own;
		vcm_type_copy(e.type, e.count, e.in, a->origin.type, a->origin.count,
			      a->origin.buffer);
	}
	if (!direct_out)
		e.inout = (char *)e.own + bytes;
	return e;
}

static void
combine(const struct access *a, const struct block *place, const struct elements *e)
{
	if (e->type == NULL)
		return;
	if (e->inout == NULL) {
		vcm_op_apply(a->op, e->type, e->in, place->buffer, e->count);
		return;
	}
	vcm_type_copy(e->type, e->count, e->inout, place->type, place->count, place->buffer);
	vcm_op_apply(a->op, e->type, e->in, e->inout, e->count);
	vcm_type_copy(place->type, place->count, place->buffer, e->type, e->count, e->inout);
}

/* Changes a block: the place at the target, or that in its copy. */
static void
change(const struct access *a, const struct block *place, const struct elements *e)
{
	if (is_operator(a->op, MPI_REPLACE))
		vcm_block_copy(place, &a->origin);
	else
		combine(a, place, e);
}

/* Fetches, unless there is no block for it, and changes. */
static void
update(struct access *a)
{
	struct target *t = vcm_target(a->w, a->rank);
	const int64_t bytes = (int64_t)vcm_block_bytes(&a->place);
	const bool fetches = a->result.type != NULL;
	struct elements e;
	struct block was;

	vcm_turn(a->p, a->w);
	e = prepare(a);
	vcm_watch_hold(a);
	pthread_mutex_lock(&t->mutex);
	if (fetches)
		vcm_block_copy(&a->result, &a->place);
	change(a, &a->place, &e);
	if (vcm_watch_copy(a, &was))
		change(a, &was, &e);
	pthread_mutex_unlock(&t->mutex);
	vcm_watch_release(a);
	free(e.own);
	vcm_cost_transfer(a->p, a->w, a->rank, is_operator(a->op, MPI_NO_OP) ? 0 : bytes,
			  fetches ? bytes : -1);
}

/* What all but compare-and-swap check: the origin, which MPI_NO_OP does not read, the target,
 * and that they agree. */
static int
check(struct access *a, const void *buffer, int64_t count, MPI_Datatype type, MPI_Aint disp,
      int64_t target_count, MPI_Datatype target_type, MPI_Op op)
{
	int code = check_op(a, op);

	if (code == MPI_SUCCESS)
		code = vcm_access_target(a, target_count, target_type);
	if (code == MPI_SUCCESS && a->result.type != NULL)
		code = vcm_access_same_size(a, &a->result, "result");
	if (code == MPI_SUCCESS && !is_operator(a->op, MPI_NO_OP)) {
		code = vcm_access_own(a, &a->origin, "origin", buffer, count, type);
		if (code == MPI_SUCCESS)
			code = vcm_access_same_size(a, &a->origin, "origin");
		if (code == MPI_SUCCESS)
			code = check_elements(a);
	}
	return code == MPI_SUCCESS ? vcm_access_place(a, disp, ACCESS_ACCUMULATE) : code;
}

/* Data of a call, as the program gives them */
struct given {
	const void *buffer;
	int count;
	MPI_Datatype type;
};

/* Without `result` nothing is fetched. With a request unless there is no place for one. */
static int
accumulate(struct process *p, struct given origin, const struct given *result, int rank,
	   MPI_Aint disp, int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
	   MPI_Request *request)
{
	struct access a;
	int code = vcm_access_begin(p, &a, win, rank);

	a.with_request = request != NULL;
	if (code == MPI_SUCCESS && !vcm_access_is_none(&a)) {
		if (result != NULL)
			code = vcm_access_own(&a, &a.result, "result", result->buffer,
					      result->count, result->type);
		if (code == MPI_SUCCESS)
			code = check(&a, origin.buffer, origin.count, origin.type, disp,
				     target_count, target_type, op);
		if (code != MPI_SUCCESS)
			return code;
		update(&a);
		vcm_access_lend(&a, NULL);
	}
	return code == MPI_SUCCESS && request != NULL ? vcm_access_request(&a, request) : code;
}

#define ORIGIN (struct given){origin_addr, origin_count, origin_datatype}
#define RESULT &(struct given){result_addr, result_count, result_datatype}

MPI_FUNCTION(int, Accumulate, (const void *origin_addr, int origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win))
{
	return accumulate(ENTER(), ORIGIN, NULL, target_rank, target_disp, target_count,
			  target_datatype, op, win, NULL);
}

MPI_FUNCTION(int, Raccumulate, (const void *origin_addr, int origin_count,
	MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request))
{
	return accumulate(ENTER(), ORIGIN, NULL, target_rank, target_disp, target_count,
			  target_datatype, op, win, request);
}

MPI_FUNCTION(int, Get_accumulate, (const void *origin_addr, int origin_count,
	MPI_Datatype origin_datatype, void *result_addr, int result_count,
	MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win))
{
	return accumulate(ENTER(), ORIGIN, RESULT, target_rank, target_disp, target_count,
			  target_datatype, op, win, NULL);
}

MPI_FUNCTION(int, Rget_accumulate, (const void *origin_addr, int origin_count,
	MPI_Datatype origin_datatype, void *result_addr, int result_count,
	MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count,
	MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request))
{
	return accumulate(ENTER(), ORIGIN, RESULT, target_rank, target_disp, target_count,
			  target_datatype, op, win, request);
}

MPI_FUNCTION(int, Fetch_and_op, (const void *origin_addr, void *result_addr,
	MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win))
{
	return accumulate(ENTER(), (struct given){origin_addr, 1, datatype},
			  &(struct given){result_addr, 1, datatype}, target_rank, target_disp, 1,
			  datatype, op, win, NULL);
}

/* Compares the bytes: real numbers, of which different ones may be equal, are refused. */
static int
check_swap(struct access *a, MPI_Aint disp, MPI_Datatype datatype)
{
	const struct datatype *type;
	int code = vcm_access_target(a, 1, datatype);

	if (code != MPI_SUCCESS)
		return code;
	type = a->place.type;
	if (type->operand == 0 || type->kind == TYPE_REAL || type->kind == TYPE_COMPLEX
	    || type->kind == TYPE_PAIR)
		return vcm_window_error(a->p, a->w, MPI_ERR_TYPE, "the datatype must be an integer "
					"type, a logical type or MPI_BYTE");
	return vcm_access_place(a, disp, ACCESS_ACCUMULATE);
}

static void
swap(void *at, const void *compare, const void *with, size_t bytes)
{
	if (memcmp(compare, at, bytes) == 0)
		memcpy(at, with, bytes);
}

MPI_FUNCTION(int, Compare_and_swap, (const void *origin_addr, const void *compare_addr,
	void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
	MPI_Win win))
{
	struct process *p = ENTER();
	struct access a;
	struct block compare, was;
	struct target *t;
	size_t bytes;
	int code = vcm_access_begin(p, &a, win, target_rank);

	if (code != MPI_SUCCESS || vcm_access_is_none(&a))
		return code;
	code = vcm_access_own(&a, &a.origin, "origin", origin_addr, 1, datatype);
	if (code == MPI_SUCCESS)
		code = vcm_access_own(&a, &compare, "value to compare with", compare_addr, 1, datatype);
	if (code == MPI_SUCCESS)
		code = vcm_access_own(&a, &a.result, "result", result_addr, 1, datatype);
	if (code == MPI_SUCCESS)
		code = check_swap(&a, target_disp, datatype);
	if (code != MPI_SUCCESS)
		return code;
	vcm_turn(p, a.w);
	t = vcm_target(a.w, target_rank);
	bytes = (size_t)a.place.type->size;
	vcm_watch_hold(&a);
	pthread_mutex_lock(&t->mutex);
	memcpy(result_addr, a.place.buffer, bytes);
	swap(a.place.buffer, compare_addr, origin_addr, bytes);
	if (vcm_watch_copy(&a, &was))
		swap(was.buffer, compare_addr, origin_addr, bytes);
	pthread_mutex_unlock(&t->mutex);
	vcm_watch_release(&a);
	vcm_access_lend(&a, NULL);
	vcm_cost_transfer(p, a.w, target_rank, 2 * (int64_t)bytes, (int64_t)bytes);
	return MPI_SUCCESS;
}

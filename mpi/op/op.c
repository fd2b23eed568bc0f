/* SPDX-License-Identifier: BSD-2-Clause */
/* Operators as objects, and what MPI calls them for. */
#include <limits.h>
#include <stdio.h>
#include "error.h"
#include "large.h"
#include "of_fortran.h"
#include "op.h"

/* None owns anything. */
const struct kind vcm_kind_op = { KIND_OP, "operator", sizeof(struct op), NULL };

#define PREDEFINED(name_, commutes) \
	[(uintptr_t)MPI_##name_] = { .name = "MPI_" #name_, .number = (uintptr_t)MPI_##name_, \
				     .commutative = (commutes) }
const struct op vcm_ops[OP_NUMBERS] = {
	PREDEFINED(SUM, true),
	PREDEFINED(MIN, true),
	PREDEFINED(MAX, true),
	PREDEFINED(PROD, true),
	PREDEFINED(BAND, true),
	PREDEFINED(BOR, true),
	PREDEFINED(BXOR, true),
	PREDEFINED(LAND, true),
	PREDEFINED(LOR, true),
	PREDEFINED(LXOR, true),
	PREDEFINED(MINLOC, true),
	PREDEFINED(MAXLOC, true),
	PREDEFINED(REPLACE, false),
	PREDEFINED(NO_OP, false),
};

void
vcm_op_keep(const struct op *op)
{
	if (!op->number)
		vcm_object_keep((void *)op);
}

void
vcm_op_drop(struct process *p, const struct op *op)
{
	if (op && !op->number)
		vcm_object_drop(p, (void *)op);
}

static bool
is_for_windows(const struct op *op)
{
	return op->number == (uintptr_t)MPI_REPLACE || op->number == (uintptr_t)MPI_NO_OP;
}

const char *
vcm_op_refusal(const struct op *op, const struct datatype *type, char *text, size_t room)
{
	char name[160];
	vcube_type element;

	if (vcm_op_is_users(op) || vcm_op_core(op, type, &element))
		return NULL;
	vcm_type_text(type, name, sizeof name);
	if (is_for_windows(op))
		snprintf(text, room, "%s is for one-sided calls, not for reductions", op->name);
	else if (!type->operand)
		snprintf(text, room, "%s is not defined for the derived datatype %s; a "
			 "user-defined operator may be", op->name, name);
	else
		snprintf(text, room, "%s is not defined for %s", op->name, name);
	return text;
}

/* The user's function takes its count as an int, unless it is of the large form. */
static void
apply_function(const struct op *op, const struct datatype *type, const void *in, void *inout,
	       int64_t count)
{
	MPI_Datatype handle = vcm_type_handle(type);
	MPI_Fint number = vcm_handle_to_int(handle);
	MPI_Datatype *told = op->of_fortran ? (void *)&number : &handle;

	if (op->large_function != NULL) {
		op->large_function((void *)in, inout, &count, told);
		return;
	}
	while (count > 0) {
		int some = count < INT_MAX ? (int)count : INT_MAX;
		const int64_t bytes = some * type->extent;

		count -= some;
		op->function((void *)in, inout, &some, told);
		in = (const char *)in + bytes;
		inout = (char *)inout + bytes;
	}
}

void
vcm_op_apply(const struct op *op, const struct datatype *type, const void *in, void *inout,
	     int64_t count)
{
	vcube_type element = VCUBE_BYTES(type->extent);
	const struct vcube_op *core;

	if (vcm_op_is_users(op)) {
		apply_function(op, type, in, inout, count);
		return;
	}
	if (op->number == (uintptr_t)MPI_REPLACE)
		core = &vcm_replace;
	else if (op->number == (uintptr_t)MPI_NO_OP)
		core = &vcm_no_op_at_all;
	else
		core = vcm_op_core(op, type, &element);
	vcube_op_apply(core, element, in, inout, inout, (size_t)count);
}

static int
create(struct process *p, MPI_User_function *function, MPI_User_function_c *large_function,
       int commute, MPI_Op *op)
{
	struct op *made;

	if ((!function && !large_function) || !op)
		return vcm_error(p, MPI_ERR_ARG, "%s is NULL", op ? "user_fn" : "op");
	made = vcm_object_new(p, &vcm_kind_op);
	if (!made)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for an operator");
	made->name = "a user-defined operator";
	made->function = function;
	made->large_function = large_function;
	made->commutative = commute != 0;
	*op = vcm_object_give(p, made);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Op_create, (MPI_User_function *user_fn, int commute, MPI_Op *op))
{
	return create(ENTER(), user_fn, NULL, commute, op);
}

MPI_FUNCTION(int, Op_create_c, (MPI_User_function_c *user_fn, int commute, MPI_Op *op))
{
	return create(ENTER(), NULL, user_fn, commute, op);
}

void
vcube_mpi_op_of_fortran(MPI_Op op)
{
	((struct op *)vcm_op(op))->of_fortran = true;
}

MPI_FUNCTION(int, Op_free, (MPI_Op *op))
{
	struct process *p = ENTER();
	const struct op *o;

	if (!op)
		return vcm_error(p, MPI_ERR_ARG, "op is NULL");
	o = vcm_op(*op);
	if (!o)
		return vcm_no_object(p, &vcm_kind_op, *op);
	if (o->number)
		return vcm_error(p, MPI_ERR_OP, "%s is predefined and cannot be freed", o->name);
	vcm_object_take(p, (void *)o);
	*op = MPI_OP_NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Op_commutative, (MPI_Op op, int *commute))
{
	struct process *p = ENTER();
	NEED_OP(p, o, op);

	if (!commute)
		return vcm_error(p, MPI_ERR_ARG, "commute is NULL");
	*commute = o->commutative;
	return MPI_SUCCESS;
}

static int
check_local(struct process *p, const void *in, const void *inout, int64_t count,
	    const struct datatype *type, const struct op *op)
{
	char text[256];

	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "count is %jd; it must be 0 or more",
				 (intmax_t)count);
	if (!(type->flags & TYPE_COMMITTED))
		return vcm_type_not_committed(p, type);
	if (in == MPI_IN_PLACE || inout == MPI_IN_PLACE)
		return vcm_error(p, MPI_ERR_BUFFER, "a buffer is MPI_IN_PLACE, which only "
				 "collectives accept");
	if (count > 0 && in == inout && type->size > 0)
		return vcm_error(p, MPI_ERR_BUFFER, "both buffers are the same");
	if (vcm_op_refusal(op, type, text, sizeof text))
		return vcm_error(p, MPI_ERR_OP, "%s", text);
	return 0;
}

MPI_FUNCTION(int, Reduce_local, (const void *inbuf, void *inoutbuf, int count,
	MPI_Datatype datatype, MPI_Op op))
{
	struct process *p = ENTER();
	NEED_TYPE(p, type, datatype);
	NEED_OP(p, o, op);
	const int64_t elements = vcm_count(count, LARGE_SENT);
	int code = check_local(p, inbuf, inoutbuf, elements, type, o);

	if (!code && elements > 0)
		vcm_op_apply(o, type, inbuf, inoutbuf, elements);
	return code;
}

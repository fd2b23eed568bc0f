/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reduction operators, as collectives and one-sided calls use them. Each predefined operator
 * on each type for which it is defined is an operator of the library, one of its own or one
 * of those in kernels.c, so that the library's collectives take it.
 *
 * Operands are elements as they lie in memory, an extent apart. Nothing here blocks or raises
 * errors.
 */
#ifndef VCM_OP_H
#define VCM_OP_H

#include "type.h"

struct op {
	struct object object;
	const char *name;               /* "MPI_SUM"; of a user's "user-defined operator" */
	uint16_t number;                /* handle of a predefined operator, else 0 */
	bool commutative;
	bool of_fortran;                /* it takes the type's handle as Fortran has it */
	MPI_User_function *function;    /* the user's, in one of two forms; NULL: predefined */
	MPI_User_function_c *large_function;
};

static inline bool
vcm_op_is_users(const struct op *op)
{
	return op->function != NULL || op->large_function != NULL;
}

extern const struct kind vcm_kind_op;

enum { OP_NUMBERS = 0x40 };
extern const struct op vcm_ops[OP_NUMBERS];

/* Returns the operator, or NULL if the handle is none, as MPI_OP_NULL. */
static inline const struct op *
vcm_op(MPI_Op handle)
{
	const uintptr_t number = (uintptr_t)handle;

	if (number < OP_NUMBERS)
		return vcm_ops[number].number ? &vcm_ops[number] : NULL;
	return vcm_object_at(handle, &vcm_kind_op);
}

#define NEED_OP(p, o, handle) \
	NEED(const struct op, o, vcm_op(handle), vcm_no_object(p, &vcm_kind_op, handle))

/* Takes and gives back a reference, as vcm_type_keep() and vcm_type_drop() do. */
void vcm_op_keep(const struct op *op);
void vcm_op_drop(struct process *p, const struct op *op);

/*
 * Returns NULL if the operator may reduce elements of the type, or the sentence for an
 * MPI_ERR_OP, in `text`. Users' operators take any type. MPI_REPLACE and MPI_NO_OP are for
 * one-sided calls alone: they reduce nothing, but vcm_op_apply() knows them.
 */
const char *vcm_op_refusal(const struct op *op, const struct datatype *type, char *text,
			   size_t room);

/* How operators see the elements of a type: `ops` by number, NULL where none is defined. */
struct operand {
	const struct vcube_op *const *ops;
	vcube_type element;
};

/* By the number of the datatype; of most, operators are not defined. */
extern const struct operand vcm_operands[TYPE_NUMBERS];

/* Returns the library's operator and its type of an element, for predefined operators on
 * types for which they are defined; NULL for others. */
static inline const struct vcube_op *
vcm_op_core(const struct op *op, const struct datatype *type, vcube_type *element)
{
	const struct operand *operand = &vcm_operands[type->operand];

	if (vcm_op_is_users(op) || operand->ops == NULL)
		return NULL;
	*element = operand->element;
	return operand->ops[op->number];
}

/* What MPI_REPLACE and MPI_NO_OP do, which no type names */
extern const struct vcube_op vcm_replace, vcm_no_op_at_all;

/* inout[i] = in[i] op inout[i] for `count` elements at addresses as of MPI calls. */
void vcm_op_apply(const struct op *op, const struct datatype *type, const void *in, void *inout,
		  int64_t count);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Operands of reductions, and the operators of programs as the library calls them. */
#include <stdlib.h>
#include <string.h>
#include "coll.h"

/* into = left op right, where a program's operator overwrites its right operand. */
static void
apply(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	const struct operands *o = vcm_strand(vcm_process)->operands;
	const struct call call = vcm_process->call;
	const size_t bytes = count * vcube_type_size(type);
	void *copy = NULL, *result = into;

	if (into == left && into != right)
		result = copy = vcm_memory(vcm_process, bytes);
	if (result != right)
		memcpy(result, right, bytes);
	if (!o->spread)
		vcm_op_apply(o->op, o->type, left, result, (int64_t)count);
	for (size_t i = 0; o->spread && i < bytes; i += o->bytes)
		vcm_op_apply(o->op, o->type, (const char *)left + i - o->first,
			     (char *)result + i - o->first, o->block_count);
	vcm_process->call = call;       /* the operator may have made others */
	if (copy != NULL)
		memcpy(into, copy, bytes);
	free(copy);
}

static const struct vcube_op programs[] = {
	{.name = "a user-defined operator", .commutative = 0, .apply = apply},
	{.name = "a commutative user-defined operator", .commutative = 1, .apply = apply},
};

/* Elements of a type without gaps, that begin at the address of the MPI call. */
static bool
is_plain(const struct datatype *type)
{
	return type->flags & TYPE_DENSE && type->true_lb == 0 && type->extent > 0;
}

void
vcm_operands_are_opaque(struct operands *o)
{
	o->core = &programs[o->op->commutative];
	o->element = VCUBE_BYTES(o->type->extent);
	if (!is_plain(o->type)) {
		const int64_t span = vcm_type_span(o->type, o->block_count, &o->first);

		o->spread = true;
		o->element = VCUBE_BYTES(span > 0 ? span : 1);
		o->count = span > 0;
	}
	o->bytes = o->count * vcube_type_size(o->element);
}

static void *
place_of(const struct operands *o, void *buffer, int block)
{
	return (char *)buffer + block * o->block_count * o->type->extent;
}

void *
vcm_operands_own_room(struct process *p, const struct operands *o, int blocks)
{
	return memset(vcm_memory(p, o->bytes * (size_t)blocks), 0, o->bytes * (size_t)blocks);
}

/* Where an MPI call would find the block that lies in memory of our own. */
static void *
spread_at(const struct operands *o, const void *own, int block)
{
	return (void *)((uintptr_t)own + (size_t)block * o->bytes - (uintptr_t)o->first);
}

void *
vcm_operands_spread(struct process *p, const struct operands *o, void *buffer, int blocks)
{
	void *own = vcm_operands_own_room(p, o, blocks);

	for (int i = 0; i < blocks; i++)
		vcm_type_copy(o->type, o->block_count, spread_at(o, own, i), o->type,
			      o->block_count, place_of(o, buffer, i));
	return own;
}

void
vcm_operands_gather(const struct operands *o, void *buffer, int blocks, const void *own)
{
	for (int i = 0; i < blocks; i++)
		vcm_type_copy(o->type, o->block_count, place_of(o, buffer, i), o->type,
			      o->block_count, spread_at(o, own, i));
}

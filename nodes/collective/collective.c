/* SPDX-License-Identifier: BSD-2-Clause */
/* The collectives as programs call them, and what algorithms use inside. */
#include <string.h>
#include "dispatch.h"
#include "watch.h"

int
(vcube_call)(vcube_node *self, const struct vcube_algorithm *algorithm,
	     const struct vcube_call *call)
{
	if (algorithm == NULL || call == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call: the %s is NULL",
			       algorithm == NULL ? "algorithm" : "call");
	if (vcube_failed(self) == 0 && vcube_collective_name(algorithm->collective) == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call: no collective has number %d (0 to %d)",
			       algorithm->collective, VCUBE_COLLECTIVES_COUNT - 1);
	if (vcube_failed(self) == 0 && algorithm->collective != call->collective)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call: %s is an algorithm of %s",
			       algorithm->name, vcube_collective_name(algorithm->collective));
	return vc_dispatch(self, algorithm, NULL, *call);
}

int
(vcube_call_how)(vcube_node *self, const struct vcube_call *call, const char *how)
{
	struct vcube_call whole;

	if (call == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call_how: the call is NULL");
	if (vcube_collective_name(call->collective) == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call_how: no collective has number %d "
			       "(0 to %d)", call->collective, VCUBE_COLLECTIVES_COUNT - 1);
	whole = *call;
	whole.set = NULL;
	return vc_dispatch(self, NULL, how, whole);
}

#define CALL(...) vc_dispatch(self, NULL, how, (struct vcube_call){ \
	.group = group, .in = in, .out = out, .count = count, .type = type, __VA_ARGS__})

int
(vcube_allgather)(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, const char *how)
{
	return CALL(.collective = VCUBE_ALLGATHER);
}

int
(vcube_reduce_scatter)(vcube_node *self, vcube_group *group, const void *in, void *out,
		       size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(.collective = VCUBE_REDUCE_SCATTER, .op = op);
}

int
(vcube_allreduce)(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(.collective = VCUBE_ALLREDUCE, .op = op);
}

int
(vcube_scan)(vcube_node *self, vcube_group *group, const void *in, void *out,
	     size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(.collective = VCUBE_SCAN, .op = op);
}

int
(vcube_alltoall)(vcube_node *self, vcube_group *group, const void *in, void *out,
		 size_t count, vcube_type type, const char *how)
{
	return CALL(.collective = VCUBE_ALLTOALL);
}

int
(vcube_alltoallv)(vcube_node *self, vcube_group *group,
		  const void *in, const size_t *in_counts, const size_t *in_offsets,
		  void *out, const size_t *out_counts, const size_t *out_offsets,
		  vcube_type type, const char *how)
{
	return vc_dispatch(self, NULL, how, (struct vcube_call){
		.collective = VCUBE_ALLTOALLV, .group = group, .in = in, .out = out, .type = type,
		.in_counts = in_counts, .in_offsets = in_offsets,
		.out_counts = out_counts, .out_offsets = out_offsets});
}

int
(vcube_bcast)(vcube_node *self, vcube_group *group, int root, void *data,
	      size_t count, vcube_type type, const char *how)
{
	return vc_dispatch(self, NULL, how, (struct vcube_call){
		.collective = VCUBE_BCAST, .group = group, .root = root, .out = data,
		.count = count, .type = type});
}

int
(vcube_reduce)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
	       size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(.collective = VCUBE_REDUCE, .root = root, .op = op);
}

int
(vcube_gather)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
	       size_t count, vcube_type type, const char *how)
{
	return CALL(.collective = VCUBE_GATHER, .root = root);
}

int
(vcube_scatter)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		size_t count, vcube_type type, const char *how)
{
	return CALL(.collective = VCUBE_SCATTER, .root = root);
}

int
(vcube_barrier)(vcube_node *self, vcube_group *group, const char *how)
{
	return vc_dispatch(self, NULL, how, (struct vcube_call){
		.collective = VCUBE_BARRIER, .group = group});
}

void *
(vcube_scratch)(vcube_node *self, size_t bytes)
{
	void *const block = vcube_failed(self) == 0 ? (vcube_alloc)(self, bytes) : NULL;

	if (block == NULL)
		vc_fail(self, VCUBE_EHEAP, "%s", vcube_heap_error(self));
	else if (vc_unlikely(self->machine->shown))
		memset(block, 0, bytes);        /* as vc_watch_call() clears */
	return block;
}

void
(vcube_combine_elements)(vcube_node *self, const struct vcube_call *c, const void *left,
			 const void *right, void *into, size_t count)
{
	if (vcube_failed(self) != 0 || count == 0)
		return;
	vcube_op_apply(c->op, c->type, left, right, into, count);
	(vcube_charge)(self, VCUBE_WORK_COMBINE_STARTUP, 1);
	(vcube_charge)(self, VCUBE_WORK_COMBINE, count);
}

void
(vcube_combine)(vcube_node *self, const struct vcube_call *c,
		const void *left, const void *right, void *into, size_t blocks)
{
	(vcube_combine_elements)(self, c, left, right, into, c->count * blocks);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts and offsets of a call whose blocks differ in length. */
#ifndef VC_COUNTS_H
#define VC_COUNTS_H

#include "shapes.h"
#include "node.h"

/* Checks that counts and offsets exist, that all blocks lie in memory, and that no block of
 * `out` overlaps another block. Returns 0, or the node has failed. `name` is the call's. */
int vc_counts_check(vcube_node *self, const char *name, const struct vcube_call *call);

/* Completes a call of unequal blocks, of which the side that has all has counts: allocates their
 * offsets, one more than there are members. Returns 0, or the node has failed. */
int vc_counts_place(vcube_node *self, const char *name, const struct vcube_shape *shape,
		    struct vcube_call *call);

/* Frees what these calls have allocated: the program has not seen it, so strict machines need not
 * find out whether it uses it. */
void vc_counts_free(vcube_node *self, void *block);

/* Does the completed call have unequal blocks, whose counts all members know? */
static inline bool
vc_counts_are_known(const struct vcube_call *call)
{
	return call->out_offsets != NULL && vc_shapes[call->collective].traits & VCUBE_UNEQUAL;
}

/* Returns a number that other counts probably do not have; `call` is complete. */
uint64_t vc_counts_mark(const struct vcube_call *call);

/* Returns the end of the last block of `in` (`out`), in bytes from its start. */
size_t vc_counts_extent(const struct vcube_call *call, const size_t *counts,
			const size_t *offsets);

#endif

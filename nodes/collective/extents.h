/* SPDX-License-Identifier: BSD-2-Clause */
/* What a completed call without counts for each block reads and writes at this member. */
#ifndef VC_EXTENTS_H
#define VC_EXTENTS_H

#include <stdbool.h>
#include <vcube/authoring.h>
#include "shapes.h"

/* Returns the bytes of `in` (of `out`) at this member. */
static inline size_t
vc_extent(const struct vcube_call *c, enum vcube_blocks blocks, bool only_at_root)
{
	if (only_at_root && c->rank != c->root)
		return 0;
	return c->bytes * (blocks == VCUBE_BLOCKS_ALL ? vcube_units(c, 0, c->size)
			   : blocks == VCUBE_BLOCKS_ONE ? vcube_units(c, c->rank, 1) : 0);
}

/* A single buffer has its bytes at every member. */
static inline size_t
vc_in_extent(const struct vcube_call *c)
{
	const struct vcube_shape *const s = &vc_shapes[c->collective];

	return vc_extent(c, s->in, (s->traits & (VCUBE_IN_AT_ROOT | VCUBE_ONE_BUFFER)) == VCUBE_IN_AT_ROOT);
}

static inline size_t
vc_out_extent(const struct vcube_call *c)
{
	const struct vcube_shape *const s = &vc_shapes[c->collective];

	return vc_extent(c, s->out, s->traits & VCUBE_OUT_AT_ROOT);
}

#endif

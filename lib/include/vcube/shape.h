/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The shape of a collective: what its members have and get. The library checks calls by
 * it; programs that handle any collective, such as checks of algorithms, need no other
 * knowledge of it. Pure: any thread may call these functions, and they do not block.
 *
 * Each member gets, as block j of `out`:
 *
 *   block b of the root                            if only the root has input
 *   block b of all members, combined               if an operator combines
 *   block b of member j                            otherwise
 *
 * where b is the member's own rank if `in` has a block for each member, otherwise 0.
 */
#ifndef VCUBE_SHAPE_H
#define VCUBE_SHAPE_H

#include <vcube/collective.h>

VCUBE_BEGIN_

/* Numbers of blocks. */
enum vcube_blocks { VCUBE_BLOCKS_NONE, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ALL };

/* Traits: flag, value, meaning */
#define VCUBE_TRAITS(X) \
	X(VCUBE_IN_AT_ROOT, 1, "only the root has input") \
	X(VCUBE_OUT_AT_ROOT, 2, "only the root gets output") \
	X(VCUBE_COMBINES, 4, "an operator combines blocks") \
	X(VCUBE_PREFIX, 8, "it combines those of ranks up to the member's own") \
	X(VCUBE_COUNTS, 16, "each block has a count and an offset of its own") \
	X(VCUBE_IN_PLACE, 32, "in may be out") \
	X(VCUBE_IN_OWN_BLOCK, 64, "in may be the member's own block of out") \
	X(VCUBE_ONE_BUFFER, 128, "in is out") \
	X(VCUBE_UNEQUAL, 256, "each member's block has a count of its own, which all members know")

#define X(flag, value, text) flag = value,
enum vcube_traits { VCUBE_TRAITS(X) };
#undef X

/* A collective with one of these has a root. */
#define VCUBE_ROOTED (VCUBE_IN_AT_ROOT | VCUBE_OUT_AT_ROOT)

struct vcube_shape {
	enum vcube_blocks in, out;
	unsigned traits;
};

/* Returns the shape of a collective; NULL past the end. */
const struct vcube_shape *vcube_collective_shape(int collective);

/* The number of blocks for p members. */
static inline int
vcube_blocks_of(enum vcube_blocks blocks, int p)
{
	return blocks == VCUBE_BLOCKS_ALL ? p : (int)blocks;
}

VCUBE_END_
#endif

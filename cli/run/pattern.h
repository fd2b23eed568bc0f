/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data that runs are checked with. What is moved is filled with bytes that
 * depend on the node they start from, the block and the place in it; the first
 * eight are (node + 1) << 32 | block + 1. What is
 * combined is filled with elements, chosen by operator so that the result is
 * exact whatever the order of combining, also in floating point, and so that a
 * node that is left out or counted twice shows. Pure.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include "sweep/plan.h"

/* Block `block` of what node `rank` starts with in the case. */
void pattern_fill(const struct run_case *c, int rank, int block, void *to);

/*
 * What nodes end with where elements are combined, worked out the plain way:
 * for reduce_scatter and scan a block for each node, for allreduce and reduce
 * one. NULL where nothing is combined. To be freed.
 */
void *pattern_combined(const struct run_case *c);

/*
 * Compare block `block` of what node `rank` ended with; `combined` is what
 * pattern_combined() made. Returns the offset of the first wrong byte; the block's size
 * if there is none.
 */
size_t pattern_check(const struct run_case *c, const void *combined, int rank, int block,
		     const void *found);

/*
 * Mark the data of a case: in sums, and bitwise or, of 64-bit integers on up to 64 nodes,
 * an element has a bit for each node that contributed. In reduce_scatter, odd elements
 * carry the block number and, for sums, prove that each node contributed once. False if
 * the case cannot be marked.
 */
bool pattern_mark(struct run_case *c);

/* The nodes that a block found in memory, or its beginning, is the sum of. */
struct members {
	bool is_sum;            /* else it is no sum */
	uint64_t nodes;         /* a bit each; 0: its beginning has not come yet */
	int block;              /* its number; -1: unknown */
	bool whole;             /* all of it is that sum, as far as can be seen */
};

struct members pattern_members(const struct run_case *c, const void *found, size_t bytes);

#endif

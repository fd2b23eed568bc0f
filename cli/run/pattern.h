/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Test data, by which runs are checked. Data to move are bytes that depend on their first
 * node, the block and the place in it; the first eight bytes are
 * (node + 1) << 32 | block + 1. Data to combine are elements, chosen by operator so that
 * the result is exact in any order of combining, also in floating point, and so that a
 * node that is left out or counted twice shows. Pure.
 */
#ifndef PATTERN_H
#define PATTERN_H

#include "sweep/plan.h"

/* Fill in block `block` of the data with which node `rank` starts. */
void pattern_fill(const struct run_case *c, int rank, int block, void *to);

/*
 * Compute the combined blocks with which nodes end, node by node: a block for each node in
 * reduce_scatter and scan, one block in allreduce and reduce. NULL if the collective
 * combines nothing. It may be large: the caller discards it.
 */
void *pattern_combined(const struct run_case *c);

/*
 * Compare block `block` of the data with which node `rank` ended; `combined` is the result
 * of pattern_combined(). Return the offset of the first wrong byte; the block's size if all
 * are right.
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

/* The nodes whose sum is a block in memory, or its beginning */
struct members {
	bool is_sum;            /* if not, the rest is undefined */
	uint64_t nodes;         /* a bit each; 0: its beginning has not arrived yet */
	int block;              /* its number; -1: unknown */
	bool whole;             /* all of it is that sum, as far as the bytes show */
};

struct members pattern_members(const struct run_case *c, const void *found, size_t bytes);

#endif

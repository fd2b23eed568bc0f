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
 * Compares block `block` of what node `rank` ended with. `combined` is what
 * pattern_combined() made. Returns where the first difference is, in bytes; the
 * block's size if there is none.
 */
size_t pattern_check(const struct run_case *c, const void *combined, int rank, int block,
		     const void *found);

/*
 * Marked data: of sums, and of bitwise or, of integers of 64 bits on up to 64 nodes,
 * elements have a bit for each node whose they are. Of reduce_scatter those of odd number
 * tell of which block they are instead, and of sums that each is in it once. For a case
 * that can be marked, and is from then on; false for others.
 */
bool pattern_mark(struct run_case *c);

/* Of which nodes a block found in memory, or the beginning of one, is the sum. */
struct members {
	bool is_sum;            /* else of none */
	uint64_t nodes;         /* a bit each; 0: its beginning has not come yet */
	int block;              /* its number; -1: that is not told */
	bool whole;             /* all of it is that sum, as far as can be told */
};

struct members pattern_members(const struct run_case *c, const void *found, size_t bytes);

#endif

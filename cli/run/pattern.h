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
 * an element has a bit for each node that contributed. On up to 32 nodes its upper half has
 * the block's number, too, and, of sums, how often nodes contributed. False if the case
 * cannot be marked.
 */
bool pattern_mark(struct run_case *c);

/* The nodes that contributed to a marked element */
struct members {
	uint64_t nodes;         /* a bit each; 0: it is no such element */
	int block;              /* the block's number; -1: unknown, or each node has one block */
	bool once;              /* each contributed once, as far as the element shows */
};

struct members pattern_members(const struct run_case *c, uint64_t element);

/* Where in the data of the nodes a byte of a moved block is from */
struct source {
	int rank, block;
	size_t at;              /* its offset in the block */
};

/* Find the source of eight bytes that are eight in the data, too, at a multiple of eight;
 * try offset `likely` first. False if they are none. */
bool pattern_source(const struct run_case *c, const void *eight, size_t likely, struct source *s);

/* Return how many of the `bytes` bytes at `data` are those from the source on. */
size_t pattern_follows(const struct run_case *c, struct source s, const char *data, size_t bytes);

#endif

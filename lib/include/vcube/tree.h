/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Binomial trees of any number of members, with any root. Pure: any thread may call
 * these functions, and they do not block.
 *
 * A branch is a run of consecutive ranks; one of them, the head, acts for all. Splitting
 * a branch of n > 1 members yields the stem, which keeps the head and has 2^k members on
 * its side, the greatest power of two below n; and the twig, the rest. The head of the
 * twig is 2^k away from that of the stem if the twig reaches that far. If n is a power
 * of two, it always does, and the tree lies on the hypercube. With head 5 of 0-7:
 *
 *   5 of 0-7:   stem 5 of 4-7   twig 1 of 0-3
 *   5 of 4-7:   stem 5 of 4-5   twig 7 of 6-7
 *   5 of 4-5:   stem 5          twig 4
 */
#ifndef VCUBE_TREE_H
#define VCUBE_TREE_H

#include <vcube/error.h>

VCUBE_BEGIN_

/* floor(log2 x) for x >= 1 */
static inline int
vcube_log2(unsigned x)
{
	int n = 0;

	while (x >>= 1)
		n++;
	return n;
}

/* ceil(log2 x) for x >= 1: the steps of a tree of x members */
static inline int
vcube_log2_ceil(int x)
{
	return x > 1 ? 1 + vcube_log2((unsigned)x - 1) : 0;
}

struct vcube_branch {
	int lo, hi;             /* ranks lo .. hi - 1 */
	int head;
};

/* Number of members. */
static inline int
vcube_branch_size(struct vcube_branch b)
{
	return b.hi - b.lo;
}

/* Splits a branch of two members or more. */
static inline void
vcube_branch_split(struct vcube_branch b, struct vcube_branch *stem, struct vcube_branch *twig)
{
	const int n = 1 << vcube_log2((unsigned)(b.hi - b.lo) - 1);

	*stem = *twig = b;
	if (b.head < b.lo + n) {
		stem->hi = twig->lo = b.lo + n;
		twig->head = b.head + n < b.hi ? b.head + n : b.hi - 1;
	} else {
		stem->lo = twig->hi = b.hi - n;
		twig->head = b.head - n;
	}
}

/* Returns the largest branch with head `rank` in the tree of p members. *parent is the
 * head of the branch that it was split from, -1 at the root. */
static inline struct vcube_branch
vcube_branch_of(int p, int root, int rank, int *parent)
{
	struct vcube_branch b = {0, p, root}, stem, twig;

	*parent = -1;
	while (b.head != rank) {
		vcube_branch_split(b, &stem, &twig);
		*parent = b.head;
		b = rank >= twig.lo && rank < twig.hi ? twig : stem;
	}
	return b;
}

VCUBE_END_
#endif

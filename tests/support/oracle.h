/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The results of collectives, computed element by element from the definition, and trials
 * that compare with them.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "elements.h"

/* Does the collective combine? Has it a root, blocks, a count for each? */
bool combines(int collective);
bool has_root(int collective);
bool has_blocks(int collective);
bool has_counts(int collective);

/* The first kind that the collective accepts and whose operator commutes, or does not; one
 * without an operator if it takes none. */
const struct element *element_for(int collective, bool commutes);

/* Makes the call by the function that programs call. */
int call_function(vcube_node *self, const struct vcube_call *call, const char *how);

struct trial {
	int collective;
	const struct vcube_algorithm *algorithm;        /* NULL: the library selects */
	const char *how;        /* its name with options; NULL: its name */
	const struct element *element;
	size_t count;
	int root;
	bool in_place;          /* where that is permitted */
	bool timed;             /* align the members before and after: fills in `took` */
	uint64_t seed;
	vcube_time took;
	size_t worked_in;       /* bytes of heap beyond in and out: for alltoallv only */
};

/* The initial contents of memory. */
#define UNTOUCHED 0xa5

/* n elements of block `block` of the input of `member`, from the first or a multiple of 8 on. */
void oracle_input(const struct trial *trial, int member, int block, size_t first, size_t n,
		  void *to);
/* The first of such a block's n elements that `got` has wrong, or n. */
size_t oracle_differs(const struct trial *trial, int member, int block, size_t n, const char *got);
/* Fails the node: its result (or input) is wrong. */
int oracle_wrong(vcube_node *self, const struct trial *trial, const char *what, int p, int me,
		 int block, size_t i);

/*
 * Makes up the input, calls the collective, and compares all that it may have written, and
 * what it must not have. Nonzero after vcube_fail() with a sentence that says what differs.
 * The blocks of alltoallv, and unequal ones, have equal length if the trial is timed, else any
 * (tests/support/uneven.h).
 */
int try_collective(vcube_node *self, vcube_group *group, struct trial *trial);

#endif

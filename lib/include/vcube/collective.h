/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The collectives. Every member of `group` (NULL: all nodes) must make the same call,
 * with the same count, type, operator, root and `how`; if calls differ, nodes fail
 * and name the difference (VCUBE_EMISMATCH). All collectives block. All return 0 or
 * the code of the node's failure.
 *
 * `how` names an algorithm of the collective ("ring"; see `vcube list algorithms`),
 * with options if it has some ("multiphase:parts=2+3"). NULL selects the applicable
 * algorithm with the least predicted cost. If a precondition of the algorithm does
 * not hold, nodes fail and name it (VCUBE_EPRECOND).
 *
 * Shapes below are for p members and blocks of `count` elements of `type`. Blocks lie
 * one after the other in rank order. `in` and `out` must not overlap, except where a
 * comment permits it.
 */
#ifndef VCUBE_COLLECTIVE_H
#define VCUBE_COLLECTIVE_H

#include <vcube/group.h>
#include <vcube/type.h>

VCUBE_BEGIN_

/* constant, name, blocks of `in` and of `out`, traits (see vcube/shape.h), name in the
 * papers, what each member has at the end */
#define VCUBE_COLLECTIVES(X) \
	X(VCUBE_ALLGATHER, allgather, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ALL, \
	  VCUBE_IN_OWN_BLOCK, "all-to-all broadcast", "the blocks of all") \
	X(VCUBE_REDUCE_SCATTER, reduce_scatter, VCUBE_BLOCKS_ALL, VCUBE_BLOCKS_ONE, \
	  VCUBE_COMBINES, "all-to-all reduction", "its own block, combined over all") \
	X(VCUBE_ALLREDUCE, allreduce, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ONE, \
	  VCUBE_COMBINES | VCUBE_IN_PLACE, "all-reduce", "the block combined over all") \
	X(VCUBE_SCAN, scan, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ONE, \
	  VCUBE_COMBINES | VCUBE_PREFIX | VCUBE_IN_PLACE, "prefix sums", \
	  "the block combined over ranks up to its own") \
	X(VCUBE_ALLTOALL, alltoall, VCUBE_BLOCKS_ALL, VCUBE_BLOCKS_ALL, 0, \
	  "all-to-all personalized communication, complete exchange", "a block from each") \
	X(VCUBE_ALLTOALLV, alltoallv, VCUBE_BLOCKS_ALL, VCUBE_BLOCKS_ALL, VCUBE_COUNTS, \
	  "irregular all-to-all", "a block from each, of any length") \
	X(VCUBE_BCAST, bcast, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ONE, \
	  VCUBE_IN_AT_ROOT | VCUBE_ONE_BUFFER, "one-to-all broadcast", "the root's block") \
	X(VCUBE_REDUCE, reduce, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ONE, \
	  VCUBE_OUT_AT_ROOT | VCUBE_COMBINES | VCUBE_IN_PLACE, "all-to-one reduction", \
	  "at the root, the block combined over all") \
	X(VCUBE_GATHER, gather, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ALL, \
	  VCUBE_OUT_AT_ROOT, "all-to-one personalized", "at the root, the blocks of all") \
	X(VCUBE_SCATTER, scatter, VCUBE_BLOCKS_ALL, VCUBE_BLOCKS_ONE, \
	  VCUBE_IN_AT_ROOT, "one-to-all personalized", "its own block from the root") \
	X(VCUBE_BARRIER, barrier, VCUBE_BLOCKS_NONE, VCUBE_BLOCKS_NONE, 0, \
	  "barrier", "the guarantee that all have called it") \
	X(VCUBE_ALLGATHERV, allgatherv, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ALL, \
	  VCUBE_UNEQUAL | VCUBE_IN_OWN_BLOCK, "all-to-all broadcast of unequal blocks", \
	  "the blocks of all, each of its own length") \
	X(VCUBE_REDUCE_SCATTERV, reduce_scatterv, VCUBE_BLOCKS_ALL, VCUBE_BLOCKS_ONE, \
	  VCUBE_UNEQUAL | VCUBE_COMBINES, "all-to-all reduction of unequal blocks", \
	  "its own block, of its own length, combined over all") \
	X(VCUBE_GATHERV, gatherv, VCUBE_BLOCKS_ONE, VCUBE_BLOCKS_ALL, \
	  VCUBE_UNEQUAL | VCUBE_OUT_AT_ROOT, "all-to-one personalized, unequal blocks", \
	  "at the root, the blocks of all, each of its own length") \
	X(VCUBE_SCATTERV, scatterv, VCUBE_BLOCKS_ALL, VCUBE_BLOCKS_ONE, \
	  VCUBE_UNEQUAL | VCUBE_IN_AT_ROOT, "one-to-all personalized, unequal blocks", \
	  "its own block from the root, of its own length")

enum vcube_collectives {
#define X(constant, ...) constant,
	VCUBE_COLLECTIVES(X)
#undef X
	VCUBE_COLLECTIVES_COUNT
};

/* The names and the texts of the list above; NULL past the end. Any thread; never block. */
const char *vcube_collective_name(int collective);
const char *vcube_collective_paper(int collective);
const char *vcube_collective_text(int collective);
/* Returns the collective of that name, or -1 with the list of names in *error. */
int vcube_collective_parse(const char *name, struct vcube_error *error);

/* in: 1 block, out: p blocks. `in` may be the caller's own block of `out`. */
int vcube_allgather(vcube_node *self, vcube_group *group, const void *in, void *out,
		    size_t count, vcube_type type, const char *how);
/* in: p blocks, the caller's operands; out: 1 block, block number `rank` combined over
 * all members. */
int vcube_reduce_scatter(vcube_node *self, vcube_group *group, const void *in, void *out,
			 size_t count, vcube_type type, const struct vcube_op *op,
			 const char *how);
/* in, out: 1 block. `in` may be `out`. */
int vcube_allreduce(vcube_node *self, vcube_group *group, const void *in, void *out,
		    size_t count, vcube_type type, const struct vcube_op *op, const char *how);
/* in, out: 1 block, combined over ranks 0 .. rank, the caller included. `in` may be
 * `out`. */
int vcube_scan(vcube_node *self, vcube_group *group, const void *in, void *out,
	       size_t count, vcube_type type, const struct vcube_op *op, const char *how);
/* in: p blocks, block j for member j; out: p blocks, block j from member j. */
int vcube_alltoall(vcube_node *self, vcube_group *group, const void *in, void *out,
		   size_t count, vcube_type type, const char *how);
/*
 * in, out: p blocks of any length at any place. Member j gets the in_counts[j]
 * elements that start at element in_offsets[j] of `in`; its block for this node, of
 * out_counts[j] elements, goes to element out_offsets[j] of `out`. The node's own
 * block is among them. out_counts[j] must equal in_counts[rank] of member j, or nodes
 * fail (VCUBE_EMISMATCH). Blocks of `out` must not overlap other blocks. If `how` is
 * NULL, the choice does not depend on the counts, since no member knows those of the
 * others; vcube_algorithm(3) tells for which lengths it is good.
 */
int vcube_alltoallv(vcube_node *self, vcube_group *group,
		    const void *in, const size_t *in_counts, const size_t *in_offsets,
		    void *out, const size_t *out_counts, const size_t *out_offsets,
		    vcube_type type, const char *how);
/* data: 1 block, read at the root, written at the other members. */
int vcube_bcast(vcube_node *self, vcube_group *group, int root, void *data,
		size_t count, vcube_type type, const char *how);
/* in: 1 block; out: 1 block at the root, unused (may be NULL) at the other members. `in`
 * may be `out`. */
int vcube_reduce(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		 size_t count, vcube_type type, const struct vcube_op *op, const char *how);
/* in: 1 block; out: p blocks at the root, unused (may be NULL) at the other members. */
int vcube_gather(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		 size_t count, vcube_type type, const char *how);
/* in: p blocks at the root, unused (may be NULL) at the other members; out: 1 block. */
int vcube_scatter(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		  size_t count, vcube_type type, const char *how);
/* Returns after every member has called it. */
int vcube_barrier(vcube_node *self, vcube_group *group, const char *how);

/*
 * The same with blocks of unequal lengths: block j has counts[j] elements, also where it is
 * the only block. Blocks lie one after the other in rank order. All members must give the
 * same p counts, or nodes fail (VCUBE_EMISMATCH).
 */
int vcube_allgatherv(vcube_node *self, vcube_group *group, const void *in, void *out,
		     const size_t *counts, vcube_type type, const char *how);
int vcube_reduce_scatterv(vcube_node *self, vcube_group *group, const void *in, void *out,
			  const size_t *counts, vcube_type type, const struct vcube_op *op,
			  const char *how);
int vcube_gatherv(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		  const size_t *counts, vcube_type type, const char *how);
int vcube_scatterv(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		   const size_t *counts, vcube_type type, const char *how);

VCUBE_END_
#endif

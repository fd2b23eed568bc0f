/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The collectives. Every member of `group` (NULL: all nodes) makes the same
 * call: same count, type, operator, root and `how`; a difference is found and
 * named (VCUBE_EMISMATCH). All block. All return 0 or the code of the node's
 * failure.
 *
 * `how` is the name of an algorithm of that collective ("ring"; see
 * vcube/algorithm.h and `vcube list algorithms`), with options where it has some
 * ("multiphase:parts=2+3"), or NULL for the applicable
 * one with the least predicted cost. A precondition of the algorithm that does
 * not hold is a failure that names it (VCUBE_EPRECOND).
 *
 * Shapes, for p members and blocks of count elements of `type`. Blocks lie one
 * after the other in rank order. `in` and `out` do not overlap, except where
 * noted that one may be part of the other.
 */
#ifndef VCUBE_COLLECTIVE_H
#define VCUBE_COLLECTIVE_H

#include <vcube/group.h>
#include <vcube/type.h>

#ifdef __cplusplus
extern "C" {
#endif

/* constant, name, name in the papers, what every member ends with */
#define VCUBE_COLLECTIVES(X) \
	X(VCUBE_ALLGATHER, allgather, "all-to-all broadcast", "the blocks of all") \
	X(VCUBE_REDUCE_SCATTER, reduce_scatter, "all-to-all reduction", "its own block, combined over all") \
	X(VCUBE_ALLREDUCE, allreduce, "all-reduce", "the block combined over all") \
	X(VCUBE_SCAN, scan, "prefix sums", "the block combined over ranks up to its own") \
	X(VCUBE_ALLTOALL, alltoall, "all-to-all personalized communication, complete exchange", "a block from each") \
	X(VCUBE_ALLTOALLV, alltoallv, "irregular all-to-all", "a block from each, of any length") \
	X(VCUBE_BCAST, bcast, "one-to-all broadcast", "the root's block") \
	X(VCUBE_REDUCE, reduce, "all-to-one reduction", "at the root, the block combined over all") \
	X(VCUBE_GATHER, gather, "all-to-one personalized", "at the root, the blocks of all") \
	X(VCUBE_SCATTER, scatter, "one-to-all personalized", "its own block of the root's") \
	X(VCUBE_BARRIER, barrier, "barrier", "the knowledge that all have come")

enum vcube_collectives {
#define X(constant, name, paper, text) constant,
	VCUBE_COLLECTIVES(X)
#undef X
	VCUBE_COLLECTIVES_COUNT
};

const char *vcube_collective_name(int collective);      /* NULL past the end */
const char *vcube_collective_paper(int collective);
const char *vcube_collective_text(int collective);
/* From its name; -1 with the list of names in *error. */
int vcube_collective_parse(const char *name, struct vcube_error *error);

/* in: 1 block, out: p blocks. `in` may be the caller's own block of `out`. */
int vcube_allgather(vcube_node *self, vcube_group *group, const void *in, void *out,
		    size_t count, vcube_type type, const char *how);
/* in: p blocks (the caller's terms), out: 1 block (number `rank`, combined). */
int vcube_reduce_scatter(vcube_node *self, vcube_group *group, const void *in, void *out,
			 size_t count, vcube_type type, const struct vcube_op *op,
			 const char *how);
/* in, out: 1 block. `in` may be `out`. */
int vcube_allreduce(vcube_node *self, vcube_group *group, const void *in, void *out,
		    size_t count, vcube_type type, const struct vcube_op *op, const char *how);
/* in, out: 1 block; ranks 0 .. rank, the caller's own included. `in` may be `out`. */
int vcube_scan(vcube_node *self, vcube_group *group, const void *in, void *out,
	       size_t count, vcube_type type, const struct vcube_op *op, const char *how);
/* in: p blocks, block j for member j; out: p blocks, block j from member j. */
int vcube_alltoall(vcube_node *self, vcube_group *group, const void *in, void *out,
		   size_t count, vcube_type type, const char *how);
/*
 * in, out: p blocks of any lengths, anywhere: in_counts[j] elements from element
 * in_offsets[j] of `in` on go to member j, its own block among them, and what
 * comes from member j is out_counts[j] elements, from element out_offsets[j] of
 * `out` on. out_counts[j] must be what member j has in in_counts[rank]; where it
 * is not, that is found and told (VCUBE_EMISMATCH). No block of `out` overlaps
 * another block. Where `how` is NULL, the choice is for blocks of 1 KiB, since no
 * member knows what the others have.
 */
int vcube_alltoallv(vcube_node *self, vcube_group *group,
		    const void *in, const size_t *in_counts, const size_t *in_offsets,
		    void *out, const size_t *out_counts, const size_t *out_offsets,
		    vcube_type type, const char *how);
/* data: 1 block, read at the root, written elsewhere. */
int vcube_bcast(vcube_node *self, vcube_group *group, int root, void *data,
		size_t count, vcube_type type, const char *how);
/* in: 1 block; out: 1 block at the root, not touched (may be NULL) elsewhere.
 * `in` may be `out`. */
int vcube_reduce(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		 size_t count, vcube_type type, const struct vcube_op *op, const char *how);
/* in: 1 block; out: p blocks at the root, not touched (may be NULL) elsewhere. */
int vcube_gather(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		 size_t count, vcube_type type, const char *how);
/* in: p blocks at the root, not read (may be NULL) elsewhere; out: 1 block. */
int vcube_scatter(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		  size_t count, vcube_type type, const char *how);
/* Nobody returns before every member has called. */
int vcube_barrier(vcube_node *self, vcube_group *group, const char *how);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication on a cube by a schedule (vcube/schedule.h), the
 * permutations that come with it at no further cost, and successive exchanges. The calls
 * are collective over a group whose size is a power of two; they block, and fail as in
 * vcube/collective.h.
 *
 * They serve algorithms and programs of your own; alltoall offers the exchange as
 * aapc1 .. aapc4.
 */
#ifndef VCUBE_AAPC_H
#define VCUBE_AAPC_H

#include <vcube/algorithm.h>
#include <vcube/schedule.h>

VCUBE_BEGIN_

/*
 * Returns the schedule of a plan, which all nodes of the machine share: the first node
 * that asks builds it, and it lives until the machine is closed. Takes no virtual time.
 * Blocks while another node builds a schedule. Returns NULL if the node has failed.
 */
const vcube_schedule *vcube_schedule_shared(vcube_node *self,
					    const struct vcube_schedule_plan *plan);

/* The same for vcube_schedule_build_orders(). */
const vcube_schedule *vcube_schedule_shared_orders(vcube_node *self,
						   const struct vcube_schedule_plan *plan,
						   const int *orders);

/*
 * Permutations (j|i) -> (f(i)|g(j)): block i of node j becomes block g(j) of node f(i).
 * The alignment before the exchange performs f, the one after it g.
 *
 * constant, name, meaning
 */
#define VCUBE_PERMUTATIONS(X) \
	X(VCUBE_TRANSPOSITION, "transposition", "(j|i) to (i|j): a matrix, or consecutive to cyclic order and back") \
	X(VCUBE_BIT_REVERSAL, "bit-reversal", "to the place whose number has the bits in reverse") \
	X(VCUBE_VECTOR_REVERSAL, "vector-reversal", "to the place counted from the end, transposed") \
	X(VCUBE_TO_GRAY, "to-gray", "transposed, from nodes in binary order to nodes in Gray code order") \
	X(VCUBE_FROM_GRAY, "from-gray", "transposed, from nodes in Gray code order to nodes in binary order") \
	X(VCUBE_IN_GRAY, "in-gray", "transposed, with nodes in Gray code order before and after")

enum vcube_permutations {
#define X(constant, name, text) constant,
	VCUBE_PERMUTATIONS(X)
#undef X
	VCUBE_PERMUTATIONS_COUNT
};

const char *vcube_permutation_name(int permutation);    /* NULL past the end */
const char *vcube_permutation_text(int permutation);
/* f and g, for numbers of d bits. Pure. */
unsigned vcube_permutation_node(int permutation, unsigned i, int d);
unsigned vcube_permutation_block(int permutation, unsigned j, int d);

/*
 * Permutes blocks. in, out: p blocks of `count` elements. `how`: "aapc1" .. "aapc4",
 * optionally with ":block=yes"; NULL: aapc4, in blocks if that is cheaper.
 */
int vcube_permute(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, enum vcube_permutations permutation,
		  const char *how);

/*
 * Like vcube_permute(), with any permutations: f(i) is f[i], g(j) is g[j]. Each has as many
 * numbers as there are members, and is the same in all of them.
 */
int vcube_permute_by(vcube_node *self, vcube_group *group, const void *in, void *out,
		     size_t count, vcube_type type, const unsigned *f, const unsigned *g,
		     const char *how);

/*
 * A generalized shuffle, as between the stages of a Fourier transform. The p = 2^(s d)
 * members form a grid of s axes, axis 1 in the lowest bits of their ranks; in and out
 * have 2^d blocks. Block a_0 of member (a_s .. a_1) becomes block a_s of member
 * (a_(s-1) .. a_0). Performs s successive exchanges, pipelined. `how` names a schedule
 * for addresses, "aapc1" .. "windows"; NULL: windows.
 */
int vcube_shuffle(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, int s, const char *how);

/*
 * Works in place on the blocks of a part while one node has all of them, after `made`
 * exchanges of the part, 0 to s. block[t] is the block with coordinate t on the axis that
 * is local now. It may charge time, but must not wait for other nodes.
 */
typedef void vcube_local(vcube_node *self, int made, int part, void *const *block, void *arg);

/*
 * Shuffles several parts at once and works on them between exchanges, as a distributed
 * Fourier transform does. in and out have `parts` times 2^d blocks, each part as in
 * vcube_shuffle(). Work on the blocks along a_0 of a part takes place in member
 * (a_s .. a_1), along a_1 in member (a_s .. a_2 a_0), and so on to a_s, in member
 * (a_(s-1) .. a_0).
 *
 * Without work, all addresses follow one schedule, pipelined by pairs; `how` may then
 * also be "aapc5" if the parts are a multiple of 2^d. With work, each part is exchanged
 * as a whole, one exchange behind the part before it: parts + s - 1 exchanges in
 * sequence, up to s parts at the same time; `how` is then as in vcube_permute().
 */
struct vcube_successive {
	const void *in;
	void *out;
	size_t count;           /* elements of a block */
	vcube_type type;
	int axes;               /* s */
	int parts;              /* 0: one */
	const char *how;
	vcube_local *local;     /* NULL: no work */
	void *arg;              /* of local */
};
int vcube_successive(vcube_node *self, vcube_group *group, const struct vcube_successive *what);

/*
 * The same along axes of orders[0] >= orders[1] >= .. dimensions, by aapc1 and without work:
 * what->axes of them, 2^(the sum of orders) members, parts of 2^orders[0] blocks. Along an axis
 * of d dimensions, the low d bits of a block's number are swapped with the member's coordinate.
 */
int vcube_successive_orders(vcube_node *self, vcube_group *group,
			    const struct vcube_successive *what, const int *orders);

/*
 * For use in algorithms: performs the call by the schedule of this plan. The plan's
 * dimensions must be the group's; in and out have one block for each of its addresses,
 * which are 2^d or a multiple. Needs working memory of the size of `out`, twice that if
 * the plan is in blocks or wide.
 */
void vcube_aapc(vcube_node *self, const struct vcube_call *c,
		const struct vcube_schedule_plan *plan, enum vcube_permutations permutation);
/* The plan for the options of alltoall: block, then width if the algorithm has it. Pure. */
struct vcube_schedule_plan vcube_aapc_plan(enum vcube_schedules algorithm,
					   const struct vcube_setting *set);

/* The time of one exchange among all nodes of a cube, exact to the picosecond with one port,
 * and with all ports if the elements on all links move at once; for aapc1 with a width an
 * upper bound, since its last steps may be cheaper. Pure. */
vcube_time vcube_aapc_cost(const struct vcube_terms *t, const struct vcube_schedule_plan *plan);

VCUBE_END_
#endif

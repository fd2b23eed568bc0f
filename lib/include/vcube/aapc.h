/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication on a cube by a schedule, the
 * permutations that it makes at no further cost, and successive ones.
 * Collective calls of a group of a power of two; all block. Failures as in
 * vcube/collective.h.
 *
 * The engine is here for algorithms and programs of one's own; alltoall has it
 * as aapc1 .. aapc4.
 */
#ifndef VCUBE_AAPC_H
#define VCUBE_AAPC_H

#include <vcube/algorithm.h>
#include <vcube/schedule.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The schedule of a plan, which all nodes of the machine share: built by the
 * first that asks, kept until the machine is closed, never changed. Takes no
 * virtual time. NULL: the node has failed. Blocks while another node builds one.
 */
const vcube_schedule *vcube_schedule_shared(vcube_node *self,
					    const struct vcube_schedule_plan *plan);

/*
 * Permutations (j|i) -> (f(i)|g(j)): block i of node j becomes block g(j) of node
 * f(i). f is done by the alignment before the exchange and g by the one after it.
 *
 * constant, name, what it is
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
/* f and g, of numbers of d bits */
unsigned vcube_permutation_node(int permutation, unsigned i, int d);
unsigned vcube_permutation_block(int permutation, unsigned j, int d);

/*
 * in, out: p blocks of count elements. `how`: "aapc1" .. "aapc4", with
 * ":block=yes" or not; NULL: aapc4, in blocks where that is cheaper.
 */
int vcube_permute(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, enum vcube_permutations permutation,
		  const char *how);

/*
 * A generalized shuffle: p = 2^(s d) members are a grid of s axes, axis 1 in the
 * lowest bits of their ranks, and in and out have 2^d blocks: block a_0 of member
 * (a_s .. a_1) becomes block a_s of member (a_(s-1) .. a_0), as between the stages
 * of a Fourier transform. s exchanges, one after the other, pipelined. `how` is
 * the name of a schedule that is for addresses, "aapc1" .. "windows"; NULL:
 * windows.
 */
int vcube_shuffle(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, int s, const char *how);

/*
 * Work on the blocks of a part while they are all in one node: `made` exchanges of
 * it have been made, so 0 to s, and block[t] is the block whose coordinate on the
 * axis that is local now is t, to be worked on where it lies. It may charge time,
 * and calls nothing that waits for other nodes.
 */
typedef void vcube_local(vcube_node *self, int made, int part, void *const *block, void *arg);

/*
 * Shuffles of several parts at once, and work on them between exchanges, as of a
 * distributed Fourier transform. in and out have `parts` times 2^d blocks, each
 * part as of vcube_shuffle(); or block a_0 of a part is worked on in member
 * (a_s .. a_1), a_1 in member (a_s .. a_2 a_0), and so on to a_s, in member
 * (a_(s-1) .. a_0).
 *
 * Without work, all addresses go by one schedule, pipelined by pairs; also by
 * "aapc5", if the parts are a multiple of 2^d. With work a part is exchanged whole,
 * and the next one an exchange behind it: parts + s - 1 exchanges follow each
 * other, in as many as s at the same time. `how` is then as of vcube_permute().
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
 * For use in algorithms: carries the call out, of which in and out are 2^d
 * blocks, or as many as the plan has addresses, a multiple of that, by the
 * schedule of this plan, whose dimensions are the group's. Working memory: as
 * much as `out`; twice that where the plan is in blocks or wide.
 */
void vcube_aapc(vcube_node *self, const struct vcube_call *c,
		const struct vcube_schedule_plan *plan, enum vcube_permutations permutation);
/* The plan that alltoall's options make: block, and then width, if there is one. */
struct vcube_schedule_plan vcube_aapc_plan(enum vcube_schedules algorithm,
					   const struct vcube_setting *set);

/* What one exchange costs, where all nodes are a cube: to the picosecond, with one
 * port and with all; but for aapc1 with a width, whose last steps may be cheaper. */
vcube_time vcube_aapc_cost(const struct vcube_terms *t, const struct vcube_schedule_plan *plan);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mathematics of binary cubes: d Hamiltonian cycles, and d edge-disjoint
 * spanning trees. Pure: any thread may call, nothing blocks.
 *
 * Nodes of a d-cube are numbers of d bits, 0 <= d <= VCUBE_DIMENSIONS_MAX;
 * dimension k joins x and x ^ 2^k. All that is said of node 0 holds for any
 * other, if x ^ that node is put for x.
 */
#ifndef VCUBE_CUBE_H
#define VCUBE_CUBE_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/topology.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VCUBE_DIMENSIONS_MAX 14

/* x with its d bits rotated to the left, `by` >= 0 times. */
unsigned vcube_rotate(unsigned x, int by, int d);

/*
 * The Gray code's transition sequence 0 1 0 2 0 1 0 3 ..: the bit in which
 * vcube_gray(u) and vcube_gray(u + 1) differ.
 */
int vcube_transition(unsigned u);

/*
 * Cycle i of d, 0 <= i < d, is the Gray code with its bits rotated i times: the
 * node to which it leads from node 0 in u steps (0 <= u < 2^d), and the
 * dimension of step u, from its node u to node u + 1. In each step the d cycles
 * use d different dimensions. (Mathur and Johnsson, section 4.2.1)
 */
unsigned vcube_cycle_node(int d, int i, unsigned u);
int vcube_cycle_dimension(int d, int i, unsigned u);

/*
 * How ranks lie on the cube, as algorithms' option order=binary|gray has it: in
 * binary order rank r is node r; in Gray code order it is node vcube_gray(r),
 * as mapping=gray puts it, so that consecutive ranks are neighbours. The node of
 * a rank, and the rank of a node.
 */
#define VCUBE_ORDERS "binary|gray"
unsigned vcube_order_node(int order, int rank);
int vcube_order_rank(int order, unsigned node);

/* The place of a rank on cycle 0, and the rank in place s of it. */
int vcube_order_place(int order, int rank);
int vcube_order_at(int order, int s);

/*
 * Piece i of the n elements of a block that is cut into `pieces` as equal as can
 * be, the longer ones first: how many elements, and in *first the first one.
 * (Mathur and Johnsson, section 4.2.4)
 */
static inline size_t
vcube_piece(size_t n, int pieces, int i, size_t *first)
{
	const size_t least = n / (size_t)pieces, longer = n % (size_t)pieces, k = (size_t)i;

	*first = k * least + (k < longer ? k : longer);
	return least + (k < longer);
}

/*
 * When blocks of n elements go round the d cycles, element e of a block on cycle
 * i if it is in piece i (vcube_piece()), the place in the whole result of those
 * that `node` gets in step u - 1, and for u = 0 has from the start. Writes n
 * indices; n 2^d is at most 2^32. (Mathur and Johnsson, section 4.2.3)
 */
void vcube_cycle_indices(int order, int d, unsigned node, unsigned u, size_t n, uint32_t *index);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mathematics of binary cubes: d Hamiltonian cycles and d edge-disjoint spanning
 * trees. Pure: any thread may call these functions, and they do not block.
 *
 * Nodes of a d-cube are numbers of d bits, 0 <= d <= VCUBE_DIMENSIONS_MAX; dimension k
 * joins x and x ^ 2^k. What holds for node 0 holds for any node s, with x ^ s for x.
 */
#ifndef VCUBE_CUBE_H
#define VCUBE_CUBE_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/topology.h>

VCUBE_BEGIN_

#define VCUBE_DIMENSIONS_MAX 20

/* Rotates the d bits of x to the left, `by` >= 0 times. */
unsigned vcube_rotate(unsigned x, int by, int d);

/*
 * The transition sequence of the Gray code, 0 1 0 2 0 1 0 3 ..: the bit in which
 * vcube_gray(u) and vcube_gray(u + 1) differ.
 */
int vcube_transition(unsigned u);

/*
 * Cycle i of d, 0 <= i < d, is the Gray code with its bits rotated i times. The node
 * that it reaches from node 0 after u steps, 0 <= u < 2^d; and the dimension of step u,
 * from its node u to its node u + 1, or from the last one back to node 0. In each step,
 * the d cycles use d different dimensions. (Mathur and Johnsson, section 4.2.1)
 */
unsigned vcube_cycle_node(int d, int i, unsigned u);
int vcube_cycle_dimension(int d, int i, unsigned u);

/*
 * The order of ranks on the cube, as the option order=binary|gray of algorithms: in
 * binary order, rank r is node r; in Gray code order, it is node vcube_gray(r), as with
 * mapping=gray, so that consecutive ranks are neighbours. The node of a rank, and the
 * rank of a node.
 */
#define VCUBE_ORDERS "binary|gray"
unsigned vcube_order_node(int order, int rank);
int vcube_order_rank(int order, unsigned node);

/* The position of a rank on cycle 0, and the rank at position s. */
int vcube_order_place(int order, int rank);
int vcube_order_at(int order, int s);

/*
 * Cuts a block of n elements into `pieces` of nearly equal length, the longer ones
 * first. Returns the length of piece i, and its first element in *first. (Mathur and
 * Johnsson, section 4.2.4)
 */
static inline size_t
vcube_piece(size_t n, int pieces, int i, size_t *first)
{
	const size_t least = n / (size_t)pieces, longer = n % (size_t)pieces, k = (size_t)i;

	*first = k * least + (k < longer ? k : longer);
	return least + (k < longer);
}

/*
 * Blocks of n elements travel along the d cycles, piece i (vcube_piece()) on cycle i.
 * Writes the n indices, in the whole result, of the elements that `node` receives in
 * step u - 1, or has from the start for u = 0. n 2^d must be at most 2^32. (Mathur and
 * Johnsson, section 4.2.3)
 */
void vcube_cycle_indices(int order, int d, unsigned node, unsigned u, size_t n, uint32_t *index);

/*
 * Tree j of d spanning trees with root 0, 0 <= j < d. A node c without bit j is a leaf
 * with parent c ^ 2^j. The parent of a node c with bit j lacks the next 1-bit of c
 * cyclically to the right of bit j; without such a bit, it is the root. So the root has
 * one child in each tree, 2^j. The trees share no link and use all links except those
 * that lead to the root. (Johnsson and Ho, 1989; Mathur and Johnsson, section 5)
 */

/* The dimension from c to its parent; -1 for the root. */
int vcube_tree_parent(int d, int tree, unsigned c);

/* The dimensions from c to its children, as a set of bits. */
unsigned vcube_tree_children(int d, int tree, unsigned c);

/*
 * The tree of the link from c along dimension k; -1: none. If step h uses dimension
 * j + h (mod d), *hop is the step in which a packet crosses this link that the root sent
 * in step 0: 0 to d, the last for leaves.
 */
int vcube_tree_link(int d, unsigned c, int k, int *hop);

/* The number of links from the root to c: the number of its 1-bits, plus two for
 * leaves. */
int vcube_tree_depth(int d, int tree, unsigned c);

/* The dimension from c to its child on the path down to node `to`; -1 if `to` is c or not
 * below c. */
int vcube_tree_toward(int d, int tree, unsigned c, unsigned to);

/*
 * A gathering over the trees: every node has a block of n elements for the root. The
 * root receives them in rows, in each row one message over each of its links. Nodes cut
 * blocks that d does not divide at different places, so that all links carry equal
 * loads: over each link the root receives ceil(n (2^d - 1) / d) elements. A message that
 * crosses h links must start h - 1 rows earlier.
 */
struct vcube_gathering {
	int d;
	int apart;              /* nonzero: some remaining elements have rows of their own */
	size_t share, rest;     /* elements for each tree; elements remaining */
	long cyclic;            /* nodes with fewer than d rotations */
	long rows, line;        /* rows in all; rows before those of their own */
	long longer;            /* rows with one of the remaining elements */
};

/* Plans the gathering of n elements, where a row takes startup + per_element * (elements
 * of its longest message). It takes a few elements more per link than stated above if
 * that saves more than their time in start-ups. */
struct vcube_gathering vcube_gathering(int d, size_t n, int64_t startup, int64_t per_element);
int64_t vcube_gathering_time(const struct vcube_gathering *g, int64_t startup, int64_t per_element);
/* Writes the order of nodes that the functions below need: up to 2^(d+1) numbers. */
void vcube_gathering_order(const struct vcube_gathering *g, uint32_t *order);
/* The node whose elements arrive over a tree in a row, both from 0; -1: none. */
int vcube_gathering_source(const struct vcube_gathering *g, const uint32_t *order, int tree,
			   long row);
/* The number of these elements; the first of them in *first. */
size_t vcube_gathering_elements(const struct vcube_gathering *g, const uint32_t *order, int tree,
				long row, size_t *first);

/*
 * A pipeline over the trees: the root sends n elements in packets, successive packets
 * over successive trees; nodes forward what they receive. With all ports, d packets start
 * in each step. With one port, one packet starts in each step, all nodes use the same
 * dimension, and each sends at most one packet and receives at most one.
 */
struct vcube_pipe {
	int d;
	int all;                /* nonzero: all ports */
	size_t n, packet;       /* elements in all; of each packet but the last */
	long packets, steps;
	int tree;               /* of packet 0 */
};

/* Plans a pipeline with `packet` elements in a packet; 0: the best number if a packet takes
 * startup + per_element * (its elements), and all packets are equally long. */
struct vcube_pipe vcube_pipe(int d, int all, size_t n, size_t packet, int64_t startup,
			     int64_t per_element);
/* The packet that c sends along dimension k in step t; -1: none. */
long vcube_pipe_packet(const struct vcube_pipe *p, unsigned c, int k, long t);
/* The number of elements of packet s; the first of them in *first. */
size_t vcube_pipe_elements(const struct vcube_pipe *p, long s, size_t *first);
/* The time until every node has all packets. All nodes except the root and node 2^(d-1) are
 * busy to the end; *early is how much earlier the latter is done. */
int64_t vcube_pipe_time(const struct vcube_pipe *p, int64_t startup, int64_t per_element,
			int64_t *early);

VCUBE_END_
#endif

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

/*
 * Tree j of d spanning trees with root 0, 0 <= j < d: a node without bit j hangs
 * on c ^ 2^j, as a leaf; one with it on the node that lacks the first further bit
 * of c to the right of j, in a circle, or on the root if there is none. So the
 * root has one child in each tree, 2^j. The trees share no link, and use all but
 * those that lead to the root. (Johnsson and Ho, 1989; Mathur and Johnsson,
 * section 5)
 */

/* The dimension that leads from c to its parent; -1 for the root. */
int vcube_tree_parent(int d, int tree, unsigned c);

/* The dimensions that lead from c to its children, as a set of bits. */
unsigned vcube_tree_children(int d, int tree, unsigned c);

/*
 * The tree to which the link from c along dimension k belongs; -1: to none. In
 * *hop, the step in which a packet goes over it that the root of the tree has
 * sent in step 0, if step h uses dimension j + h (mod d): 0 to d, the last for
 * the leaves.
 */
int vcube_tree_link(int d, unsigned c, int k, int *hop);

/* How many links lead from the root to c: as many as c has 1-bits, and two more
 * for leaves. */
int vcube_tree_depth(int d, int tree, unsigned c);

/* The dimension of the link from c on the way down to node `to`; -1 if that is c
 * itself, or not of c's branch. */
int vcube_tree_toward(int d, int tree, unsigned c, unsigned to);

/*
 * A gathering over the trees: every node has a block of n elements for the root,
 * which gets them in rows, over each of its links one message in a row. So that
 * all are used alike, blocks that trees do not divide are cut at different places.
 * In all, the root gets ceil(n (2^d - 1) / d) elements over a link. What comes over
 * h links is to set out h - 1 rows before.
 */
struct vcube_gathering {
	int d;
	int apart;              /* some of what is left over has rows of its own */
	size_t share, rest;     /* elements for each tree, and those left over */
	long cyclic;            /* nodes with fewer than d rotations */
	long rows, line;        /* rows in all, and before those of what is apart */
	long longer;            /* rows with one of the elements that are left over */
};

/* For n elements, where a row takes startup + per_element * those of its longest
 * message. Where that saves more start-ups, it takes a few elements more than said. */
struct vcube_gathering vcube_gathering(int d, size_t n, int64_t startup, int64_t per_element);
int64_t vcube_gathering_time(const struct vcube_gathering *g, int64_t startup, int64_t per_element);
/* The order of nodes, which the functions below want: up to 2^(d+1) numbers. */
void vcube_gathering_order(const struct vcube_gathering *g, uint16_t *order);
/* Whose elements come over a tree in a row, from 0; -1: nobody's. */
int vcube_gathering_source(const struct vcube_gathering *g, const uint16_t *order, int tree, long row);
/* How many those are; in *first the first of them. */
size_t vcube_gathering_elements(const struct vcube_gathering *g, const uint16_t *order, int tree,
				long row, size_t *first);

/*
 * A pipeline over the trees: the root sends n elements in packets, packet s over
 * one tree, the next over the next one; a node passes on what it got. With all
 * ports, d packets set out in each step; else one, all nodes use the same
 * dimension in a step, and each sends and receives one packet at most.
 */
struct vcube_pipe {
	int d;
	int all;                /* ports */
	size_t n, packet;       /* elements in all, and of a packet but the last */
	long packets, steps;
	int tree;               /* of packet 0 */
};

/* For `packet` elements in each, or where that is 0 as many as are best if a
 * packet takes startup + per_element * its elements. */
struct vcube_pipe vcube_pipe(int d, int all, size_t n, size_t packet, int64_t startup,
			     int64_t per_element);
/* The packet that goes from c along dimension k in step t, or -1. */
long vcube_pipe_packet(const struct vcube_pipe *p, unsigned c, int k, long t);
/* How many elements packet s has; in *first the first of them. */
size_t vcube_pipe_elements(const struct vcube_pipe *p, long s, size_t *first);
/* The time until all have all. All but the root and node 2^(d-1) are busy to the
 * end; *early is how much sooner the latter is done. */
int64_t vcube_pipe_time(const struct vcube_pipe *p, int64_t startup, int64_t per_element,
			int64_t *early);

#ifdef __cplusplus
}
#endif
#endif

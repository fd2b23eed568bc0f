/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * d edge-disjoint spanning trees of a binary cube, each a rotation of the first: a binomial
 * tree of the nodes with the tree's bit, which adds bits in cyclic order, and a leaf attached
 * to each of them.
 */
#include <vcube/cube.h>

/* Rotates a node of a tree to the corresponding one of tree 0. */
static unsigned
turn_back(unsigned c, int tree, int d)
{
	return vcube_rotate(c, d - tree, d);
}

int
vcube_tree_parent(int d, int tree, unsigned c)
{
	const unsigned b = turn_back(c, tree, d);

	if (b == 0)
		return -1;
	if (!(b & 1))
		return tree;
	return (31 - __builtin_clz(b) + tree) % d;
}

unsigned
vcube_tree_children(int d, int tree, unsigned c)
{
	unsigned set = 0;

	for (int k = 0; k < d; k++) {
		int hop;

		if (vcube_tree_link(d, c, k, &hop) == tree)
			set |= 1u << k;
	}
	return set;
}

int
vcube_tree_link(int d, unsigned c, int k, int *hop)
{
	int tree = k;

	*hop = 0;
	if (c == 0)
		return k;
	if (c >> k & 1) {
		*hop = d;
		return c == 1u << k ? -1 : k;
	}
	do
		tree = (tree + 1) % d;
	while (!(c >> tree & 1));
	*hop = (k - tree + d) % d;
	return tree;
}

int
vcube_tree_depth(int d, int tree, unsigned c)
{
	const int bits = __builtin_popcount(c);

	return c == 0 || turn_back(c, tree, d) & 1 ? bits : bits + 2;
}

/* In tree 0 a branch adds bits above all bits of its head; nodes without bit 0 are leaves,
 * attached to the node that differs in bit 0 alone. */
int
vcube_tree_toward(int d, int tree, unsigned c, unsigned to)
{
	const unsigned b = turn_back(c, tree, d), x = turn_back(to, tree, d);
	unsigned above, bits;

	if (x == 0 || x == b)
		return -1;
	if (b == 0)
		return tree;
	bits = 32u - (unsigned)__builtin_clz(b);
	above = (x | 1) >> bits << bits;
	if ((x | 1) != (b | above) || !(b & 1))
		return -1;
	return above == 0 ? tree : (__builtin_ctz(above) + tree) % d;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * d edge-disjoint spanning trees of a binary cube, each a rotation of the first:
 * a binomial tree of the nodes that have the tree's bit, whose bits are added one
 * after the other in a circle, and a leaf hung on each of them.
 */
#include <vcube/cube.h>

/* The same of tree 0, and back. */
static unsigned
turn_back(unsigned c, int tree, int d)
{
	return vcube_rotate(c, d - tree, d);
}

/* x with its `bits` bits in reverse order. */
static unsigned
reverse(unsigned x, int bits)
{
	unsigned y = 0;

	for (; bits > 0; bits--, x >>= 1)
		y = y << 1 | (x & 1);
	return y;
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

/*
 * In tree 0 a branch adds bits above all that its head has, so that the reversed
 * numbers of its inner nodes follow each other. Each comes with its leaf after
 * it; the one on which the root would hang has none.
 */
int
vcube_tree_member(int d, int tree, unsigned c, unsigned t)
{
	const unsigned b = turn_back(c, tree, d), head = reverse(b >> 1, d - 1);
	const unsigned size = head ? head & -head : 1u << (d - 1);

	if (!(b & 1))
		return t == 0 ? (int)c : -1;
	if (head == 0 && t > 0)
		t++;
	if (t / 2 >= size)
		return -1;
	return (int)vcube_rotate((reverse(head + t / 2, d - 1) << 1 | 1) ^ (t & 1), tree, d);
}

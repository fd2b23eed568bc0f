/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The binary-reflected Gray code (Gray, 1953), in which consecutive numbers differ in one bit,
 * and so do the last and the first of 2^d; and the Hamiltonian cycles of a binary cube, one for
 * each rotation of the code's bits: Mathur and Johnsson (1993), section 4.2.
 */
#include <vcube/cube.h>

unsigned
vcube_gray(unsigned x)
{
	return x ^ x >> 1;
}

/* Bit i of a number is the parity of bits i and up of its code. */
unsigned
vcube_gray_inverse(unsigned x)
{
	for (unsigned shift = 1; shift < 8 * sizeof x; shift *= 2)
		x ^= x >> shift;
	return x;
}

unsigned
vcube_rotate(unsigned x, int by, int d)
{
	if (d == 0)
		return 0;
	by %= d;
	return (x << by | x >> (d - by)) & ((1u << d) - 1);
}

int
vcube_transition(unsigned u)
{
	return __builtin_ctz(u + 1);
}

unsigned
vcube_cycle_node(int d, int i, unsigned u)
{
	return vcube_rotate(vcube_gray(u), i, d);
}

int
vcube_cycle_dimension(int d, int i, unsigned u)
{
	const int changes = vcube_transition(u);

	/* the last step, from 2^(d-1) back to 0, changes the bit that the cycle has then */
	return ((changes < d ? changes : d - 1) + i) % d;
}

unsigned
vcube_order_node(int order, int rank)
{
	return order ? vcube_gray((unsigned)rank) : (unsigned)rank;
}

int
vcube_order_rank(int order, unsigned node)
{
	return (int)(order ? vcube_gray_inverse(node) : node);
}

int
vcube_order_place(int order, int rank)
{
	return (int)vcube_gray_inverse(vcube_order_node(order, rank));
}

int
vcube_order_at(int order, int s)
{
	return vcube_order_rank(order, vcube_gray((unsigned)s));
}

void
vcube_cycle_indices(int order, int d, unsigned node, unsigned u, size_t n, uint32_t *index)
{
	for (int i = 0; i < d; i++) {
		const int block = vcube_order_rank(order, node ^ vcube_cycle_node(d, i, u));
		size_t first, count = vcube_piece(n, d, i, &first);

		for (size_t e = first; e < first + count; e++)
			index[e] = (uint32_t)((size_t)block * n + e);
	}
}

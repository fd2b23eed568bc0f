/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The binary-reflected Gray code (Gray, 1953): consecutive numbers differ in
 * one bit, and so do the last and the first of 2^d.
 */
#include <vcube/topology.h>

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

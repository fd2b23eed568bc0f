/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers that look drawn by chance and follow from others: of any two that differ
 * in one bit, half of the bits of the results differ. The finalizer of splitmix64. */
#ifndef SPLITMIX64_H
#define SPLITMIX64_H

#include <stdint.h>

static inline uint64_t
splitmix64(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

#endif

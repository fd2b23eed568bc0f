/* SPDX-License-Identifier: BSD-2-Clause */
/* The finalizer of splitmix64, a hash: inputs that differ in one bit give results that
 * differ in half of their bits. */
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

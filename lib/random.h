/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Pseudo-random numbers from a 64-bit state: splitmix64 (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014). Every state
 * is good, so a seed needs no preparation.
 */
#ifndef VC_RANDOM_H
#define VC_RANDOM_H

#include <stdint.h>

static inline uint64_t
vc_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

#endif

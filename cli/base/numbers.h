/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers: a hash, the greatest common divisor, and what sorting them shows.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdint.h>
#include <stdlib.h>

/* The finalizer of splitmix64, a hash: inputs that differ in one bit give results that
 * differ in half of their bits. */
static inline uint64_t
splitmix64(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static inline size_t
common_divisor(size_t a, size_t b)
{
	while (b) {
		const size_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static inline int
compare_numbers(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sort numbers, of which there is one or more, and return their median. */
static inline double
median_of(double *numbers, size_t count)
{
	qsort(numbers, count, sizeof *numbers, compare_numbers);
	return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

#endif

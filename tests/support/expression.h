/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Evaluates what the catalogue says of steps and volume.
 *
 *   2 m (1 - 1/p)   p/2 log p   ceil(sqrt p)   2^floor(log p)
 *   sum over parts e of 2^e - 1          of those that are given
 *   at most EXPRESSION                   a bound
 *   EXPRESSION, p > 2                    where that is so
 *   EXPRESSION, q = ceil(sqrt p)         with that
 */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include <stdbool.h>

/* The values of letters and words. */
struct meaning {
	double letter[26];
	double packet;
	const int *parts;       /* up to a 0 */
};

struct worth {
	bool known;             /* its condition holds */
	bool bound;
	double value;
};

/* The test fails if it cannot be read. */
struct worth worth_of(const char *text, struct meaning meaning);

#endif

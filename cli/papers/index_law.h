/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, section 6: the law of the index computation of d cycles, but for its
 * constant.
 */
#ifndef INDEX_LAW_H
#define INDEX_LAW_H

enum { INDEX_CONSTANTS = 3 };

/* The paper's b5, b6 and b7, in microseconds */
extern const double index_printed[INDEX_CONSTANTS];

/* Return the time on 2^d nodes with m words of 64 bits each, in the unit of the constants. */
double index_law(int d, long m, const double constants[INDEX_CONSTANTS]);

#endif

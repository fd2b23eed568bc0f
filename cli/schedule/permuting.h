/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The permutations f and g of an exchange, from a word of the command line: a name, such as
 * bit-reversal; two lists, such as 1,0,3,2/0,1,2,3; or a file with the numbers of f and then
 * those of g, between blanks, and comments from # on.
 */
#ifndef PERMUTING_H
#define PERMUTING_H

struct permuting {
	unsigned *f, *g;        /* 2^d numbers each */
};

/* Make them for numbers of d bits, or end the process with a sentence. */
struct permuting permuting_of(const char *word, int d);

#endif

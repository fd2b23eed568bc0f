/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The exchanges that Liu, Wang and Prasanna measured: each node has many elements for one
 * other node, drawn at random or across the diagonal of the array of all nodes, and few for
 * the rest.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>

struct exchange {
	const char *profile;
	bool transposes;        /* else, one spike */
	int nodes;
	size_t many, few;       /* elements */
	const char *how;        /* the algorithm */
	const char *costs;      /* more of the machine's description, or NULL */
};

/* Return the bytes of an element: 48 on T3D, 22 on SP2. */
size_t irregular_element(const char *profile);
/* Return the elements that a node sends to others and itself. */
size_t irregular_load(const struct exchange *x);
/* Compute the virtual time in milliseconds; with a spike, the mean of several draws. Return 0,
 * or an exit status after a sentence on stderr. */
int irregular_time(const struct exchange *x, double *ms);

#endif

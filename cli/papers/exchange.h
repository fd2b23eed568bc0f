/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The exchanges that Liu, Wang and Prasanna measured: each node has many elements
 * for one other, drawn at random or across the diagonal of the array of all, and
 * few for the rest.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>

struct exchange {
	const char *profile;
	bool transposes;        /* or else one spike */
	int nodes;
	size_t many, few;       /* elements */
	const char *how;        /* the algorithm */
	const char *costs;      /* more of the machine's description, or NULL */
};

/* An element is 48 bytes on T3D and 22 on SP2. */
size_t irregular_element(const char *profile);
/* Elements that a node sends to others and itself. */
size_t irregular_load(const struct exchange *x);
/* The virtual time in milliseconds; with a spike, the mean of several draws. 0, or an
 * exit status after a sentence on stderr. */
int irregular_time(const struct exchange *x, double *ms);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls of one algorithm, or messages to and fro, and how long one takes. */
#ifndef CALLS_H
#define CALLS_H

#include <vcube/authoring.h>
#include "measure.h"

struct calls {
	const struct vcube_algorithm *algorithm;        /* NULL: ping-pong */
	struct vcube_call call;                         /* but for count and memory */
	double seconds;
	double ns;                                      /* the result, from rank 0 */
};

/* Measures them for so long on a machine of as many nodes, with blocks of so many bytes,
 * and prints the line; nonzero, with a word on stderr, if that failed. */
int calls_measure(const char *name, struct calls *c, int nodes, long bytes, double seconds);

#endif

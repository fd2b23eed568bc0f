/* SPDX-License-Identifier: BSD-2-Clause */
/* Measures calls of one algorithm, or messages to and fro. */
#ifndef CALLS_H
#define CALLS_H

#include <vcube/authoring.h>
#include "measure.h"

struct calls {
	const struct vcube_algorithm *algorithm;        /* NULL: ping-pong */
	int selects;                                    /* nonzero: the library selects it */
	struct vcube_call call;                         /* without count and memory */
	double seconds;
	const char *keys;                               /* of the machine besides, or NULL */
	double ns;                                      /* the result, from rank 0 */
};

/* Measure calls for `seconds` on a machine of `nodes` nodes, with blocks of `bytes`: the time of
 * one into c->ns. Return nonzero, after a sentence on stderr, on failure. */
int calls_time(struct calls *c, int nodes, long bytes, double seconds);
/* The same, and print the line. */
int calls_measure(const char *name, struct calls *c, int nodes, long bytes, double seconds);

#endif

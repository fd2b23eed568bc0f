/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Labels blocks by their origin, for the stepper. "3" is the block of node 3, "1>3" the
 * one from node 1 to node 3, "013" the sum of those of nodes 0, 1 and 3, "2:013" the sum
 * of their blocks number 2. A "~" behind it means a part of it, or a node counted twice;
 * "." means nothing yet, "?" something else.
 */
#ifndef LABELS_H
#define LABELS_H

#include <vcube/observing.h>
#include "sweep/plan.h"

struct labels {
	const struct run_case *c;
	struct origin { uint64_t word; int rank, block; } *origin;     /* ordered by their first words */
	size_t count;
	char *block;                    /* room for one block */
};

/* For cases that move blocks of at least 8 bytes, and for marked ones (pattern.h). */
void labels_open(struct labels *l, const struct run_case *c);
void labels_close(struct labels *l);

vcube_stepper_text labels_text; /* `arg` is a struct labels */

#endif

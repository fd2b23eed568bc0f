/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the virtual times of two runs: of their nodes, of their links, and on the critical
 * path. */
#ifndef SAME_TIMES_H
#define SAME_TIMES_H

#include <vcube.h>

/* The statistics of all nodes are the same. */
void assert_same_nodes(const vcube_machine *one, const vcube_machine *other);
/* And those of the links, and the critical path. */
void assert_same_times(const vcube_machine *one, const vcube_machine *other);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a machine that live in this folder, and the list of all. */
#ifndef VC_PARTS_H
#define VC_PARTS_H

#include "part.h"

extern const struct vc_part vc_part_place, vc_part_memory, vc_part_nodes, vc_part_observer,
	vc_part_report, vc_part_verdict;

/* How the nodes of a machine run. */
struct vc_way {
	const struct vc_part *const *parts;     /* in the order in which they open, begin and
						   finish; ends with NULL */
	/* Runs the program on all nodes, between begin and finish of the parts. Returns 0, or
	 * the error for which the parts are not finished. */
	int (*run)(vcube_machine *machine);
};

/* Each node on a thread of its own; one node after the other. */
extern const struct vc_way vc_way_threads, vc_way_in_turn;

int vc_run_threads(vcube_machine *machine);     /* run.c */
int vc_run_in_turn(vcube_machine *machine);     /* in_turn.c */

/* Makes a node as it is before a run; nodes.c. */
void vc_node_reset(vcube_node *node);
/* Checks what the program of a node left: its result, its requests, its heap; run.c. */
void vc_node_settle(vcube_node *self);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short turns of the processor (time slices), beside other programs. Linux (6.12 and later) lets a
 * thread that is woken run before one whose turns are longer, so a node need not wait for the end of
 * another program's. It has no more of the processor by that.
 *
 * On an idle host they do harm: nodes that yield to each other then go round in a worse order. And
 * nodes with long turns run behind those with short ones. So all nodes change to them, once and for
 * the rest of the run, when one has found the host busy several times.
 */
#ifndef VC_TURNS_H
#define VC_TURNS_H

#include "node.h"

/* A run begins: turns as the kernel gives them. Before its threads exist. */
void vc_turns_begin(vcube_machine *m);
/* A node has found the host busy, and holds m->use. */
void vc_turns_found_busy(vcube_machine *m);
/* Gives the calling node's thread short turns. */
void vc_turns_shorten(vcube_node *self);

/* Returns whether it shall have short turns and has not. */
static inline bool
vc_turns_are_due(const vcube_node *self)
{
	return atomic_load_explicit(&self->machine->short_turns, memory_order_relaxed) &&
	       !self->has_short_turns;
}

#endif

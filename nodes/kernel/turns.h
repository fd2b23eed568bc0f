/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short turns of the processor (time slices), beside other programs. Linux (6.12 and later) lets a
 * thread that is woken run before one whose turns are longer, so a node need not wait for the end
 * of another program's. It has no more of the processor by that.
 *
 * On an idle host they do harm: nodes that yield to each other then go round in a worse order. And
 * nodes with long turns run behind those with short ones. So all nodes change to them, once and for
 * the rest of the run, when one has found the host busy several times.
 */
#ifndef VC_TURNS_H
#define VC_TURNS_H

#include <stdatomic.h>
#include <stdbool.h>

struct vc_turns {
	_Atomic(bool) are_short;        /* all nodes shall have short ones */
	int found_busy;                 /* how often in this run */
};

/* A run begins: turns as the kernel gives them. Before its threads exist. */
void vc_turns_begin(struct vc_turns *turns);
/* A node has found the host busy. One node at a time. */
void vc_turns_found_busy(struct vc_turns *turns);
/* Gives the calling thread short turns, if the kernel has them. */
void vc_turns_shorten(void);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes that end the process: by a signal, by exit(), by going on beyond a hard limit. Standard
 * error gets a report, which a copy of the process writes: what it reads stands still, and if
 * it fails itself, or hangs, the process ends all the same as it would have.
 */
#ifndef VC_ENDS_H
#define VC_ENDS_H

#include "node.h"

/* Bytes above each stack for the handlers of signals. */
enum { VC_ENDS_STACK = 64 << 10 };

/* Before threads begin: takes the signals that would end the process and have no handler. */
void vc_ends_watch(void);

/* Before threads begin, where nobody reads standard error: without reports the process ends
 * sooner. */
void vc_ends_silently(void);

/* The calling thread runs this node from now on, and has `stack` for handlers, or NULL; NULL:
 * it runs none. */
void vc_ends_run(vcube_node *self, char *stack);

/* Returns the node that the calling thread runs, or NULL. */
vcube_node *vc_ends_node(void);

/* Reports the nodes that have not ended, and ends the process with the status of limits. */
_Noreturn void vc_ends_late(vcube_machine *machine);

#endif

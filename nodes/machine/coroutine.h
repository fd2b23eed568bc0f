/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes as coroutines: each has a stack of its own, and a thread that runs several of them goes
 * from one that can run to the next. Switching costs a twentieth of what it costs between threads.
 * A node is always resumed by the same thread.
 */
#ifndef VC_COROUTINE_H
#define VC_COROUTINE_H

#include "node.h"

/* Before a run: the node begins when it is resumed first. */
void vc_coroutine_prepare(vcube_machine *machine, int rank);
/* Runs the node until it stops. Returns whether it has ended. */
bool vc_coroutine_resume(vcube_machine *machine, int rank);
/* The node: goes on in the thread that has resumed it; returns when it is resumed again. */
void vc_coroutine_stop(vcube_node *self);

#endif

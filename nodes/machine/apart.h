/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run in a process of its own: for programs that can run only once in a process, and whose nodes
 * need threads of their own or may end the process.
 *
 * The process is a copy of the one that explores, which has the machine and the tree of answers but
 * has never run the program. The copy tells in a file what it adds to the tree, as soon as it knows
 * it, and at its end what the run came to. The other enters all that in its own machine and tree,
 * so that they are as if the run had been there. If the copy ends before that, in whatever way, the
 * run has failed, and its order is known.
 */
#ifndef VC_APART_H
#define VC_APART_H

#include "node.h"

/* As vc_run_once(). What nodes print is discarded, but not if the machine replays an order. */
int vc_run_apart(vcube_machine *machine, vcube_program *program, void *arg);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes that several threads of a program share (vcube_share()).
 *
 * One thread has the node at a time; it is the node's thread meanwhile, and everything that
 * belongs to the node belongs to it. It gives the node away where its call ends and where it
 * waits for others; there it leaves its wait as a fiber does (nodes/kernel/fiber.h), but one
 * whose stack is the thread's own. A thread that waits and has the node parks it, for all
 * waits at once, and passes it to the thread whose wait is over.
 *
 * A thread that comes while the node is parked wakes it, as an event does: it queues, then
 * executes the fence of PARK-WAKE and reads the word; the parker writes the word, executes
 * the fence of PARK-SLEEP and looks for threads that came. So one of them sees the other. It
 * wakes the node under `resolving`, as a deadline on the host's clock does, because
 * quiescence must last while the resolver acts on it.
 *
 * Threads that compute outside of calls are not counted in `running`, so time goes on
 * without them, but a machine that waits for them is not deadlocked: a node that parks while
 * some compute is counted in `loose`. When the last of them ends, the thread that ends
 * resolves.
 *
 *   label       release                     acquire
 *   SHARE-TURN  hand() stores `given`       await() loads it: all that belongs to the node
 */
#ifndef VC_SHARE_H
#define VC_SHARE_H

#include "node.h"

/* A thread's, while it waits for the node. */
struct vc_turn {
	struct vc_turn *next;
	_Atomic(uint32_t) given;        /* SHARE-TURN */
	bool over;                      /* its wait is */
};

/* The node that the thread is in, as one that shares it; NULL: none. */
extern _Thread_local vcube_node *vc_entered;

struct vc_share {
	pthread_mutex_t lock;           /* of all but `came` */
	bool held;                      /* a thread has the node, */
	bool open;                      /* and parks it until another comes */
	bool loose;                     /* it is counted in the machine's `loose` */
	int outside;                    /* threads that compute outside of calls */
	struct vc_turn *first, *last;   /* that came */
	void *own;                      /* of the thread that has the node, in the program's memory */
	size_t own_bytes;
	_Atomic(bool) came;             /* there is one */
};

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: waits in real time for what the virtual clock would charge.
 *
 * A node's time is the host's since the run began, in picoseconds, less what the host has
 * delayed the node: `behind`. A node that wakes late after it has waited for a message goes
 * on as if it had woken when the message was due, so what it sends next is due in time, and
 * delays do not add up over the steps of a collective. That is so up to SLACK, and as long as
 * what it sends is not due before it is sent; more is lost. So on a host that cannot keep up,
 * calls take longer, but a message is late by little more than a turn of all nodes. A node that
 * asks for the time, polls, or ends, has the host's time again.
 *
 * Its `now` is the time until which overheads and local work since its last act (a message,
 * a question for the time) keep it busy; the host time of that work counts towards it. The
 * node waits for all of it at once, before its next act. So no act is early, and many small
 * costs become one wait.
 *
 * A message is placed on the network under a lock: when it is sent, at the sender's time, or
 * once it has started, if that is later: nodes/clock/starts.h. Its receiver waits until there
 * is a message, as under the free clock, and then until it is due: a wait with a deadline on
 * the host's clock, so no deadlock, even if all nodes wait. nodes/kernel/spin.c waits as exactly
 * as the host can.
 *
 * Threads start one after the other, so the time of a run begins when the last has.
 */
#ifndef VC_WALL_H
#define VC_WALL_H

#include <pthread.h>
#include <stdatomic.h>
#include "lateness.h"
#include "starts.h"

struct vc_wall {
	pthread_mutex_t lock;           /* of the network and of what waits for it */
	struct vc_network network;
	struct vc_starts starts;
	struct vc_lateness lateness;
	_Atomic(int) entered;           /* threads that have started */
	_Atomic(uint32_t) begun;        /* all have, and the machine's `began` is set */
};

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: waits in real time for what the virtual clock would charge.
 *
 * A node's time is the host's since the run began, in picoseconds. Its `now` is the time
 * until which overheads and local work since its last act (a message, a question for the
 * time) keep it busy; the host time of that work counts towards it. The node waits for all
 * of it at once, before its next act. So no act is early, and many small costs become one
 * wait.
 *
 * A message is placed on the network when it is sent, at the host's time then, under a
 * lock; so it is known when it is due. Its receiver waits until there is a message, as
 * under the free clock, and then until it is due: a wait with a deadline on the host's
 * clock, so no deadlock, whoever else waits.
 *
 * A machine with a processor for each node spins on the host's clock for the last
 * microseconds of a wait; on another one that would keep off the nodes that send, so it
 * relies on the kernel's timer alone.
 */
#ifndef VC_WALL_H
#define VC_WALL_H

#include <pthread.h>
#include "lateness.h"
#include "network.h"

struct vc_wall {
	pthread_mutex_t lock;           /* of the network */
	struct vc_network network;
	struct vc_lateness lateness;
};

#endif

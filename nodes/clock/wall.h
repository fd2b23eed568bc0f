/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: what things cost under the virtual clock, waited for in real
 * time.
 *
 * A node's time is the host's since the run began, in picoseconds. Its `now` is
 * the time up to which it is busy, by overheads and local work since its last act
 * (a message, a question for the time); what the host took for that work counts
 * towards it. It waits for all of it at once, before its next act. So no act is
 * early, and many small costs are one wait.
 *
 * A message is placed on the network when it is sent, at the host's time then,
 * under a lock, which makes it known when it is due. Its receiver waits until
 * there is one, as under the free clock, and then until that is due, which is a
 * wait with a deadline of the host's clock: no deadlock, whoever else waits.
 *
 * A machine with a processor for each node looks at the host's clock for the last
 * microseconds of a wait; another one would keep from running those who make the
 * news, and trusts the kernel's timer alone.
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

/* SPDX-License-Identifier: BSD-2-Clause */
/* Which event ends a wait, and spinning for it before parking. */
#ifndef VC_SPIN_H
#define VC_SPIN_H

#include "node.h"

/* How long before its end a wait in real time no longer sleeps, in nanoseconds: longer than
 * the kernel takes to wake a thread on a processor that sleeps. */
enum { VC_NEAR = 150000 };

/* A turn of another process on the same processor takes longer, in nanoseconds. */
enum { VC_TURN = 1000000 };

/* Returns the value of `parked` for this wait: the node whose event ends it. */
uint32_t vc_wait_word(const vcube_node *self, const struct vc_wait *wait);

enum vc_spun { VC_SPUN_OVER, VC_SPUN_LATE, VC_SPUN_IN_VAIN };

/* Spins, and yields, for a while: the wait is over, its time is up, or it is time to park. */
enum vc_spun vc_spin(vcube_node *self, struct vc_wait *wait);

/* For the fast path: spins, and yields, until a message of that node is in front of its channel.
 * Returns false, at once or after a while, if none is, or one was already, or there is more to look
 * after: then vc_park() waits, which does not yield again for this message (`has_spun`). */
bool vc_spin_at_front(vcube_node *self, int from);

/* Returns when a parked node with a deadline on the host's clock wakes, in nanoseconds of the
 * host: some time before the deadline, if it then spins. */
int64_t vc_wake_at(vcube_node *self, const struct vc_wait *wait);
/* Returns whether a node that has woken so shall spin. */
bool vc_is_early(const vcube_node *self, const struct vc_wait *wait);

#endif

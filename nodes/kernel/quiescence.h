/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Quiescence: no node can go on by itself.
 *
 * The last node to park, or to end, comes here. All others are parked or gone
 * and stay so until the resolver wakes them (or the run's time limit or a
 * deadline of the host's clock does, for which `resolving` is taken, too), so it
 * may read and write what is theirs. What it decides, in this order:
 *
 *   0. The clock works out what can be known (vc_clock.advance), which may let nodes
 *      go on. (Under the wall clock nothing of the rest happens while a node waits for
 *      time to pass, but for 2.)
 *   1. Nodes stand at a step: the observer looks, the lowest step goes on.
 *   2. Where time may end somebody's wait, but a node has failed: of those that
 *      wait for it with no time limit the first fails, too.
 *   3. Virtual time: of the nodes whose wait time itself can end (a receive
 *      from any, a poll, a deadline), the one that ends first goes on, ties to
 *      the lowest rank. Its message is the earliest: whatever is sent from now
 *      on is sent at that time or later.
 *   4. Nodes that wait for one that has failed, at first or second hand, fail.
 *   5. The others wait for ever: deadlock, or, where they stand in different
 *      collectives, a mismatch.
 *
 * Which state a machine is in when it becomes quiescent does not depend on the
 * host: between two quiescences, a node's way depends only on what it receives
 * from named nodes, in order (a Kahn network). So neither does any decision.
 */
#ifndef VC_QUIESCENCE_H
#define VC_QUIESCENCE_H

#include "node.h"

/* What a node waits for; NULL: it is not parked. Read while nothing moves. */
static inline const struct vc_wait *
vc_wait_of(const vcube_machine *m, int rank)
{
	const struct vc_parking *parking = &m->parking[rank];

	return atomic_load_explicit(&parking->parked, memory_order_relaxed) ? parking->wait : NULL;
}

/* For clocks, under `resolving`: ends the run with this code. */
void vc_stop_all(vcube_machine *machine, int code);

/* Under `resolving`. True if it made somebody run; false if that is left to a deadline of the
 * host's clock, or nobody is there any more. */
bool vc_quiescence_resolve(vcube_machine *machine);

#endif

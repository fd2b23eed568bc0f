/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Quiescence: no node can go on by itself.
 *
 * The last node to park or return comes here. All others are parked or have returned, and
 * stay so until the resolver wakes them (or the run's time limit or a deadline on the
 * host's clock does, which also take `resolving`), so it may read and write their state. It
 * decides, in this order:
 *
 *   0. The clock computes the times that can be known (vc_clock.advance), which may let
 *      nodes go on. (Under the wall clock, while a node waits for time to pass, only 2.
 *      happens.)
 *   1. Nodes are parked at a step: the observer runs, and the lowest step goes on.
 *   2. Where time may end a wait, but a node has failed: of the nodes that wait for it
 *      without a time limit the first fails, too.
 *   3. Virtual time: of the nodes whose wait time itself can end (a receive from any, a
 *      poll, a deadline), the one that ends first goes on, ties to the lowest rank. Its
 *      message is the earliest: whatever is sent from now on is sent at that time or later.
 *      Before it, one that can take a synchronous message for a receive that it has posted.
 *   4. Nodes that wait, directly or indirectly, for a failed node fail.
 *      Before that, nodes go on that have messages for receives that they have posted.
 *   5. The others wait for ever: deadlock or, in different collectives, a mismatch. Not so
 *      while threads of a node that they share compute: they may still act.
 *
 * The state of a machine at quiescence does not depend on the host: between two
 * quiescences, a node's course depends only on what it receives from named nodes, in order
 * (a Kahn network). So neither does any decision.
 */
#ifndef VC_QUIESCENCE_H
#define VC_QUIESCENCE_H

#include "node.h"

/* Returns what a node waits for, or NULL if it is not parked. Read only while nothing runs. */
static inline const struct vc_wait *
vc_wait_of(const vcube_machine *m, int rank)
{
	const struct vc_parking *parking = &m->parking[rank];

	return atomic_load_explicit(&parking->parked, memory_order_relaxed) ? parking->wait : NULL;
}

/* For clocks, under `resolving`: ends the run with this code. */
void vc_stop_all(vcube_machine *machine, int code);

/* The run has exceeded its time limit: stops every node. */
void vc_stop_late(vcube_machine *machine);

/* Resolves quiescence, under `resolving`. Returns true if it made a node run; false if that
 * is left to a deadline on the host's clock, or if all have returned. */
bool vc_quiescence_resolve(vcube_machine *machine);

#endif

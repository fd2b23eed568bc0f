/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Carriers: the threads of a machine with threads=cores. Each runs a share of the nodes, which are
 * coroutines, and never those of another carrier.
 *
 * A carrier goes from one node that is ready to the next, in the order in which they became so.
 * Wakers take a parked node's word as always (park.h), which one of them gets; that one makes the
 * node ready. In its own carrier that is a write to a list; from any other thread it goes through
 * the inbox, a list that many threads add to and the carrier empties as a whole.
 *
 * `running` counts carriers here, not nodes: so switching between nodes changes nothing that
 * carriers share. A carrier without ready nodes counts itself out by the protocol of parking, in
 * which its `state` is the word and its inbox the event:
 *
 *   carrier                                waker
 *   1 state = IDLE                         1 adds to the inbox
 *   2 fence        CARRIER-IDLE            2 fence        CARRIER-SENT
 *   3 looks at the inbox; if something     3 reads state; unless it is AWAKE:
 *     is there, takes state back, goes on      running++
 *   4 running--; the last one resolves     4 exchange(state, AWAKE); if it was that
 *                                            already, running--, and done
 *   5 watches state, then ASLEEP: futex    5 futex wake, if it was ASLEEP
 *
 * So at running == 0 every carrier is idle with an empty inbox, and no wake is in progress: a waker
 * is a node, whose carrier is counted; or it holds the resolver's lock.
 */
#ifndef VC_CARRIER_H
#define VC_CARRIER_H

#include "alarms.h"
#include "node.h"
#include "part.h"

enum vc_carrier_state { VC_CARRIER_AWAKE, VC_CARRIER_IDLE, VC_CARRIER_ASLEEP };

struct vc_carrier {
	/* for all threads */
	VC_ALIGNED _Atomic(int) inbox;  /* 1 + the node added last, linked by `next`; 0: empty */
	_Atomic(uint32_t) state;        /* enum vc_carrier_state */

	/* its own */
	VC_ALIGNED vcube_machine *machine;
	int *ready;                     /* [nodes] a ring: those that can run */
	int first_ready, ready_count;
	int first, nodes;               /* its nodes are consecutive */
	int left;                       /* that have not ended */
	vcube_node *turn;               /* who runs, or NULL */
	struct vc_alarms *alarms;       /* by the free clock; rank - first */
	pthread_t thread;
};

struct vc_carriers {
	struct vc_carrier *carrier;     /* [machine->carrier_count] */
	struct vc_carrier **of;         /* [nodes] */
	void (*stop)(vcube_node *self); /* how a node stops until its turn comes */
};

extern const struct vc_part vc_part_carriers;

/* Makes a node ready that is parked no more. Any thread that may wake nodes. */
void vc_carrier_ready(vcube_machine *machine, int rank);

/* The running node: parks, until it is ready again or its deadline is over, in nanoseconds of the host;
 * -1: none. Blocks the node alone. */
void vc_carrier_park(vcube_node *self, int64_t deadline);
/* The running node: lets the others run that are ready. */
void vc_carrier_yield(vcube_node *self);

/* The carrier's thread: it is this one from now on. */
void vc_carrier_begin(struct vc_carrier *carrier);
/* Returns the node whose turn it is; -1: none is ready. */
int vc_carrier_next(struct vc_carrier *carrier);
/* None is ready: blocks until one may be. */
void vc_carrier_wait(struct vc_carrier *carrier);
/* All its nodes have ended. */
void vc_carrier_end(struct vc_carrier *carrier);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A player goes through the journal of its node, and keeps its clock. It stops at
 * a message that is to be sent, until that is placed, and at what it has to wait
 * for, until that is there. At the end of the journal it stands in the agenda at
 * its clock, since its node may do something else then.
 */
#ifndef VC_REPLAYER_H
#define VC_REPLAYER_H

#include "replay_state.h"

/* The next act of a node; NULL: it has done nothing else yet. */
uint64_t *vc_replayer_next(vcube_machine *machine, int rank);
/* One of the acts that look at a flight has been done: its memory may go. */
void vc_in_flight_used(vcube_machine *machine, struct vc_in_flight *flight);
/* A player that waits for nothing goes on as far as it can, and so do those that
 * waited for what it does. */
void vc_replayer_go_on(vcube_machine *machine, int rank);
/* Puts the message on its way to which a player has come, the first in the agenda,
 * and all that follows from it. False: there is no way, and nothing goes on. */
bool vc_replayer_place(vcube_machine *machine, int rank);

/* Is it at the end of what it knows? */
static inline bool
vc_replayer_is_idle(const struct vc_replayer *p)
{
	return p->pending == NULL && p->waiting == NULL;
}

#endif

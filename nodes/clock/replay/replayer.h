/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A replayer goes through the journal of its node and keeps its clock. It stops at a send
 * until the message is placed, and at a wait until the awaited time is known. At the end of
 * the journal it stands in the event queue at its clock, since its node may act then.
 */
#ifndef VC_REPLAYER_H
#define VC_REPLAYER_H

#include "replay_state.h"

/* Returns the next act of a node; NULL if there is none yet. */
uint64_t *vc_replayer_next(vcube_machine *machine, int rank);
/* Goes on to a page; what it has passed is given back once nobody reads it any more. */
void vc_replayer_turn_to(struct vc_replay *replay, struct vc_replayer *player, struct vc_page *page);
/* Gives back a page that nobody reads any more. */
void vc_page_give(struct vc_replay *replay, struct vc_page *page);
/* Counts down the acts that still read a flight: its memory may go. */
void vc_in_flight_used(vcube_machine *machine, struct vc_in_flight *flight);
/* Replays as far as possible for a replayer that waits for nothing, and for those that waited
 * for its acts. */
void vc_replayer_go_on(vcube_machine *machine, int rank);
/* Takes the first replayer, whose message is pending, out of the event queue, and fills in its message. */
void vc_replayer_pending(vcube_machine *machine, int rank, struct vc_placing *message);
/* A pending message is placed: replays all that follows from it. Returns false if there is no route:
 * nothing goes on. */
bool vc_replayer_go_on_from(vcube_machine *machine, const struct vc_placing *placed);
/* Both, for the message that is the next one for sure. */
bool vc_replayer_place(vcube_machine *machine, int rank);

/* Inserts a replayer that is not in the event queue. */
static inline void
vc_replayer_queue(struct vc_replay *r, int rank, vcube_time when)
{
	r->player[rank].key = when;
	vc_event_queue_put(&r->queue, rank, when);
}

/* Returns whether it has replayed all it knows. */
static inline bool
vc_replayer_is_idle(const struct vc_replayer *p)
{
	return p->pending == NULL && p->waiting == NULL;
}

#endif

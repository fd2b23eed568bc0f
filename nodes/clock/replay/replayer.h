/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A replayer goes through the journal of its node and keeps its clock. It stops at a send
 * until the message is placed, and at a wait until the awaited time is known. At the end of
 * the journal it stands in the event queue at its clock, since its node may act then.
 *
 * A message whose port is busy starts later than the clock. Where others may tell what its node
 * does meanwhile, its replayer goes past it (`passes`): they may then send what starts earlier.
 * On a machine with a capacity they tell by what it receives, which makes them room; else they
 * tell where clocks meet (vcube_align()), and there all nodes wait: at quiescence.
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
/* Goes past messages whose port is busy, where replayers do. */
void vc_replayer_pass(vcube_machine *machine, int rank);
/* Puts a replayer where it belongs in the event queue: at the start of its next message or, if that
 * is earlier, where it stands. */
void vc_replayer_enter(vcube_machine *machine, int rank);
/* Returns the message that it sends next; NULL if its node acts before. */
const struct vc_in_flight *vc_replayer_message(const vcube_machine *machine, int rank);
/* Fills in the next message of the first replayer, to place it; */
void vc_replayer_take(vcube_machine *machine, int rank, struct vc_placing *message);
/* once it is placed, replays all that follows from it. Returns false if there is no route: nothing
 * goes on. */
bool vc_replayer_go_on_from(vcube_machine *machine, const struct vc_placing *placed);
/* Both, for the message that is the next one for sure. */
bool vc_replayer_place(vcube_machine *machine, int rank);

/* Lets a replayer stand at a time, or nowhere. */
static inline void
vc_replayer_stand(vcube_machine *m, int rank, vcube_time when)
{
	m->replay->player[rank].stands = when;
	vc_replayer_enter(m, rank);
}

/* Returns whether it has replayed all it knows. */
static inline bool
vc_replayer_is_idle(const struct vc_replayer *p)
{
	return p->pending == NULL && p->waiting == NULL;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The agenda of the replay: players by when they act, ties to the lowest rank.
 * A binary heap in which each player knows its place.
 *
 * Invariants: player[queue[i]].place == i; nobody comes before its parent.
 */
#ifndef VC_EVENT_QUEUE_H
#define VC_EVENT_QUEUE_H

#include "replay_state.h"

/* A rank that is in no agenda. */
void vc_event_queue_put(struct vc_replay *replay, int rank, vcube_time when);
/* Takes a rank out, if it is in. */
void vc_event_queue_take(struct vc_replay *replay, int rank);

/* The first; -1: there is none. */
static inline int
vc_event_queue_first(const struct vc_replay *replay)
{
	return replay->queued > 0 ? replay->queue[0] : -1;
}

#endif

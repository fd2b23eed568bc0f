/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event queue of the replay: replayers by when they act, ties to the lowest rank. A heap
 * with four children, which lie side by side with their times: a machine of a million nodes
 * waits for memory here, and looks at few places.
 *
 * Invariants: place[queue[i].rank] == i + 1; no child precedes its parent.
 */
#ifndef VC_EVENT_QUEUE_H
#define VC_EVENT_QUEUE_H

#include "replay_state.h"

/* Inserts a rank that is not in the queue. */
void vc_event_queue_put(struct vc_replay *replay, int rank, vcube_time when);
/* Removes a rank if it is in the queue. */
void vc_event_queue_take(struct vc_replay *replay, int rank);

/* Returns the first rank, or -1 if the queue is empty. */
static inline int
vc_event_queue_first(const struct vc_replay *replay)
{
	return replay->queued > 0 ? replay->queue[0].rank : -1;
}

#endif

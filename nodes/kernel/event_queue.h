/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An event queue: ranks by when they act, ties to the lowest rank. A heap with four children,
 * which lie side by side with their times: a machine of a million nodes waits for memory here,
 * and looks at few places.
 *
 * Invariants: place[item[i].rank] == i + 1; no child precedes its parent. No lock: one thread
 * at a time.
 */
#ifndef VC_EVENT_QUEUE_H
#define VC_EVENT_QUEUE_H

#include <stdbool.h>
#include <vcube/observing.h>

struct vc_event_queue {
	struct vc_queued { vcube_time key; int rank; } *item;
	int *place;                     /* of a rank, from 1; 0: it is not in the queue */
	int count;
};

/* Returns 0 or VCUBE_EHOST; close frees a partly opened one. */
int vc_event_queue_open(struct vc_event_queue *queue, int ranks);
void vc_event_queue_close(struct vc_event_queue *queue);
void vc_event_queue_reset(struct vc_event_queue *queue, int ranks);

/* Inserts a rank that is not in the queue. */
void vc_event_queue_put(struct vc_event_queue *queue, int rank, vcube_time when);
/* Removes a rank if it is in the queue. */
void vc_event_queue_take(struct vc_event_queue *queue, int rank);

static inline bool
vc_event_queue_has(const struct vc_event_queue *queue, int rank)
{
	return queue->place[rank] != 0;
}

/* Returns the first rank, or -1 if the queue is empty. */
static inline int
vc_event_queue_first(const struct vc_event_queue *queue)
{
	return queue->count > 0 ? queue->item[0].rank : -1;
}

#endif

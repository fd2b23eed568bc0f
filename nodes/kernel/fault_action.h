/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an injected fault does to one message, and what a channel keeps for faults.
 *
 * nodes/fault/ decides; the clocks look only at the parts that change times. A struct
 * vc_fault_note is its node's own while the run lasts. Under the replaying clock a node
 * does not know when it sends a message: an act of its journal (VC_ACT_FAULT) leads to
 * the note, and the replay writes the time into it.
 */
#ifndef VC_FAULT_ACTION_H
#define VC_FAULT_ACTION_H

#include <stdbool.h>
#include <stdint.h>
#include <vcube/fault.h>
#include "channel.h"

struct vc_link_state;

/* A remembered fault: each node keeps its first ones and, of each of its channels, the
 * first lost message. In the node's pool. */
struct vc_fault_note {
	struct vc_fault_note *next;     /* the one before */
	struct vc_fault_note *same;     /* another one of the same message */
	uint64_t order;                 /* among the node's */
	struct vcube_fault fault;
};

/* What a channel keeps where somebody observes it or faults are injected. */
struct vc_channel_stats {
	uint64_t bytes;                 /* published */
	uint64_t number;                /* of the next message, lost ones counted */
	uint32_t lost;
	struct vc_fault_note *drop;     /* of the first that was lost */
	vcube_time last;                /* latest arrival; the replay's, where there is one */
};

/* What happens to a message. */
struct vc_fault_action {
	struct vc_channel_stats *stats; /* of its channel */
	const struct vc_link_state *link;       /* that it crosses, NULL: as described */
	struct vc_fault_note *note;     /* to be dated, or NULL */
	vcube_time delay;               /* of its arrival */
	uint64_t bit;                   /* to flip */
	uint32_t lost_number;           /* in a trace */
	bool drop, duplicate, corrupt;
	bool jitter;                    /* there may be a delay: arrivals are kept in order */
	bool copy;                      /* the network made it, not the program */
};

static inline void
vc_fault_date(struct vc_fault_note *note, vcube_time time)
{
	for (; note != NULL; note = note->same)
		note->fault.time = time;
}

/* A channel is first in, first out: a message that would overtake the one before it
 * arrives with it. */
static inline vcube_time
vc_fault_arrival(struct vc_channel_stats *stats, vcube_time arrival, vcube_time delay)
{
	arrival += delay;
	if (arrival < stats->last)
		arrival = stats->last;
	return stats->last = arrival;
}

/* For a sender that works out the arrival itself: dates the notes with its own clock,
 * and delays the arrival. */
static inline void
vc_fault_delay(const struct vc_fault_action *action, vcube_time now, struct vc_transit *transit)
{
	vc_fault_date(action->note, now);
	if (action->jitter)
		transit->arrival = vc_fault_arrival(action->stats, transit->arrival, action->delay);
}

#endif

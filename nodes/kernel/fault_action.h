/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an injected fault does to one message, and the statistics that a channel keeps.
 *
 * nodes/fault/ decides; the clocks read only the fields that change times. A struct
 * vc_fault_note belongs to its node during the run. Under the replaying clock a node does
 * not know when it sends: a VC_ACT_FAULT in its journal points to the note, and the replay
 * writes the time into it.
 */
#ifndef VC_FAULT_ACTION_H
#define VC_FAULT_ACTION_H

#include <stdbool.h>
#include <stdint.h>
#include <vcube/fault.h>

struct vc_link_state;

/* A recorded fault: each node keeps its first ones and, for each of its channels, the first
 * lost message. Lies in the node's pool. */
struct vc_fault_note {
	struct vc_fault_note *next;     /* the previous one */
	struct vc_fault_note *same;     /* another fault of the same message */
	uint64_t order;                 /* among the node's */
	struct vcube_fault fault;
};

/* Statistics of a channel, kept if the run is observed or faults are injected. */
struct vc_channel_stats {
	uint64_t bytes;                 /* published */
	uint64_t number;                /* of the next message, lost ones counted */
	uint32_t lost;
	struct vc_fault_note *drop;     /* of the first lost message */
	vcube_time last;                /* latest arrival; owned by the replay, if there is one */
};

/* What happens to a message. */
struct vc_fault_action {
	struct vc_channel_stats *stats; /* of its channel */
	const struct vc_link_state *link;       /* the link that it crosses; NULL: as described */
	struct vc_fault_note *note;     /* to date, or NULL */
	vcube_time delay;               /* of its arrival */
	uint64_t bit;                   /* to flip */
	uint32_t lost_number;           /* in a trace */
	bool drop, duplicate, corrupt;
	bool jitter;                    /* delays are possible: keep arrivals in order */
	bool copy;                      /* the network made it, not the program */
};

static inline void
vc_fault_date(struct vc_fault_note *note, vcube_time time)
{
	for (; note != NULL; note = note->same)
		note->fault.time = time;
}

/* Returns the arrival. A channel is first in, first out: a message that would overtake the
 * previous one arrives together with it. */
static inline vcube_time
vc_fault_arrival(struct vc_channel_stats *stats, vcube_time arrival, vcube_time delay)
{
	arrival += delay;
	if (arrival < stats->last)
		arrival = stats->last;
	return stats->last = arrival;
}

/* For a sender that computes the arrival itself: dates the notes with its own clock and
 * delays the arrival. */
static inline void
vc_fault_delay(const struct vc_fault_action *action, vcube_time now, vcube_time *arrival)
{
	vc_fault_date(action->note, now);
	if (action->jitter)
		*arrival = vc_fault_arrival(action->stats, *arrival, action->delay);
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Faults, from inside.
 *
 * What happens to a message is decided at one place, by its sender, before it has a
 * time or a slot (vc_fault_decide()); so it is the same under every clock. What the
 * sender then does about it is in nodes/message/send.c. A machine that injects nothing, and
 * that nobody looks at, pays nothing: else `stop`, which sends look at anyway, is
 * VC_LOOK (nodes/network/override.h), and receives look at `minded`, one flag for all of it.
 *
 * A struct vc_fault_node, and notes while the run lasts, are their node's own. Where
 * journals are kept a node does not know when it sends a message: an act of its
 * journal (VC_ACT_FAULT) leads to the note, and whoever replays writes the time into it.
 */
#ifndef VC_FAULT_H
#define VC_FAULT_H

#include "node.h"

enum { VC_FAULTS_KEPT = 16 };   /* of each node, and told of a run */

/* A fault that is remembered: the first ones of a node, and the first message that
 * each of its channels lost. In the node's pool. */
struct vc_fault_note {
	struct vc_fault_note *next;     /* the one before */
	struct vc_fault_note *same;     /* another one of the same message */
	uint64_t order;                 /* among the node's */
	struct vcube_fault fault;
};

/* What is kept of a channel where somebody looks, or faults are injected. */
struct vc_channel_stats {
	uint64_t bytes;                 /* published */
	uint64_t number;                /* of the next message, lost ones counted */
	uint32_t lost;
	struct vc_fault_note *drop;     /* of the first that was lost */
	vcube_time last;                /* latest arrival; where journals are kept, the replay's */
};

/* What happens to a message. */
struct vc_fault_action {
	struct vc_channel_stats *stats;         /* of its channel */
	const struct vc_link_state *link;       /* that it crosses, NULL: as described */
	struct vc_fault_note *note;     /* to be dated, or NULL */
	vcube_time delay;               /* of its arrival */
	uint64_t bit;                   /* that is flipped */
	uint32_t lost_number;           /* in a trace */
	bool drop, duplicate, corrupt;
	bool jitter;                    /* there may be a delay: arrivals are kept in order */
	bool copy;                      /* it is the network's, not the program's */
};

struct vc_fault_node {
	VC_ALIGNED uint64_t count[VCUBE_FAULTS_COUNT];
	uint64_t operations;            /* begun */
	uint64_t crash_after;           /* so many of them; UINT64_MAX: never */
	vcube_time crash_at;            /* or this time; VC_NO_TIME: never */
	uint64_t kept;
	struct vc_fault_note *notes;
};

struct vc_faults {
	uint64_t seed;
	uint64_t chance[VCUBE_FAULT_JITTER];    /* of VCUBE_CERTAIN, by kind */
	vcube_time jitter;
	bool of_messages;               /* one of these is not 0 */
	int blamed;                     /* rank whose failure stands for the run's, or -1 */
	struct vc_fault_node node[];
};

/* m->faults as the description says; NULL where there are none. 0, or what is wrong
 * with it. */
int vc_faults_open(vcube_machine *machine, struct vcube_error *error);
void vc_faults_reset(vcube_machine *machine);

/* A message or a receive begins, which may crash the node: 0, or its code. */
int vc_fault_operation(vcube_node *self);
/* What happens to the next message of a channel, noted and counted. 0 or the node's
 * failure. */
int vc_fault_decide(vcube_node *self, struct vc_channel *channel, size_t bytes,
		    struct vc_fault_action *fate);
/* When that is, by stamps, the node's clock being at the start: dates the notes, delays
 * the arrival. */
void vc_fault_stamped(const vcube_node *self, const struct vc_fault_action *fate,
		      struct vc_transit *transit);
/* By journal; false: the node has failed. */
bool vc_fault_noted(vcube_node *self, const struct vc_fault_action *fate);
/* Flips the bit. */
void vc_fault_spoil(const struct vc_fault_action *fate, void *data);

static inline void
vc_fault_date(struct vc_fault_note *note, vcube_time time)
{
	for (; note != NULL; note = note->same)
		note->fault.time = time;
}

/* A channel is first in, first out: what would overtake the message before it arrives
 * with that. */
static inline vcube_time
vc_fault_arrival(struct vc_channel_stats *aside, vcube_time arrival, vcube_time delay)
{
	arrival += delay;
	if (arrival < aside->last)
		arrival = aside->last;
	return aside->last = arrival;
}

/* At quiescence: the first message to a node that was lost, of those from `from`; -1:
 * from any. NULL: there is none. */
const struct vcube_fault *vc_fault_lost(const vcube_machine *machine, int from, int to);
/* After a run that went wrong: where it may come from a fault, its error says so, and
 * the report has the list. */
void vc_fault_blame(vcube_machine *machine);

/* One of the words of "crash", "RANK@N" or "RANK@TIME": on to the next one, *text NULL
 * after the last. NULL, or what is wrong. */
struct vc_crash {
	uint64_t rank;
	uint64_t after;                 /* operations; UINT64_MAX: a time */
	vcube_time at;
};
const char *vc_crash_next(const char **text, struct vc_crash *crash);

#endif

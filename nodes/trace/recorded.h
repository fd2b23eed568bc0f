/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events of nodes without threads (nodes/clock/notes/notes.h). There are no logs to merge
 * afterwards: when an act is played its time is known, and the event is recorded as it will be
 * merged.
 *
 * While a node's acts are noted, its hooks write into one log for all nodes. What they have
 * written since the last act is a stretch of that log, whose times count from that act.
 *
 * A node that is not traced has the messages that it sends to those that are, and nothing else.
 */
#ifndef VC_RECORDED_H
#define VC_RECORDED_H

#include "event.h"
#include "record.h"

/* The events of a node. Until vc_recorded_settle() they lack what follows from those before. */
struct vc_recorded {
	struct vc_event *event;
	uint32_t used, room;
	bool open;                      /* the last one has begun and not ended */
};

/* Ends the stretch that was written since `since`. */
void vc_recorded_end_stretch(vcube_machine *machine, uint64_t *since);

/* Add events of a node: those of a stretch that follows an act at this time; any other one. */
void vc_recorded_add_stretch(vcube_machine *machine, int rank, const uint64_t *words,
			     vcube_time time);
void vc_recorded_add(vcube_machine *machine, int rank, const struct vc_event *event);

/* Begin and end an event that takes time, a GOT or SENT. That it was SENT is an event only if
 * the node had to wait. `number` of a SENT: of the message among all that the node has sent. */
void vc_recorded_begin(vcube_machine *machine, int rank, const struct vc_event *event);
void vc_recorded_end(vcube_machine *machine, int rank, vcube_time now);

/* Adds to a node's events what follows from those before: numbers, spans, the times of messages.
 * `counts` has two zeros a node of the machine, and has them again afterwards. */
void vc_recorded_settle(const vcube_machine *machine, int rank, uint32_t (*counts)[2]);

void vc_recorded_free(struct vc_trace *trace);

#endif

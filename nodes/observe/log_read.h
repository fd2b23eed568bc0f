/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the events of a log, with their times, after the run. */
#ifndef VC_LOG_READ_H
#define VC_LOG_READ_H

#include "event.h"
#include "record.h"

/* The state of a node's channels, one for each place in its tables (nodes/kernel/peers.h). */
struct vc_log_channels {
	struct vc_log_channel {
		uint32_t number;                /* of the next message */
		vcube_time free;                /* when its link is free: nodes/clock/stamp.h */
		uint32_t come;                  /* out: messages merged so far; for merge.c */
	} *out, *in;
};

struct vc_log_reader {
	const vcube_machine *machine;
	int rank;
	double tick;                    /* picoseconds of a tick; 0: times are picoseconds */
	const uint64_t *at, *end;
	uint64_t epoch;
	struct vc_moment moment;        /* of the last word with a time */
	/* `passed` of the `many` messages up to the next time, `next`, have been read */
	unsigned many, passed;
	uint64_t next;
	struct vc_log_channels channels;
	vcube_time send_free;           /* when the port is free: nodes/clock/stamp.h */
	uint64_t sends;                 /* messages sent */
	uint32_t steps;
	vcube_time ended;               /* when the last event did */
	struct vc_event_calls calls;
	/* within the entries of a call that is made again: their end, and what else is needed */
	struct { const uint64_t *end, *resume; uint32_t number; } again;
	/* of the next event */
	struct vc_log_attributes {
		uint64_t start, arrival, amount;
		vcube_time after, sent;         /* start and arrival count from `sent` */
		uint32_t number;
		uint8_t detail;
		bool has_arrival, has_number, any;
	} attributes;
};

/* Returns false if memory runs out. */
bool vc_log_read_begin(struct vc_log_reader *reader, const vcube_machine *machine, int rank,
		       double tick);
/* Reads the next event; false: there is none. */
bool vc_log_read(struct vc_log_reader *reader, struct vc_event *event);
/* Returns the node's channel to a peer. */
struct vc_log_channel *vc_log_channel_to(const struct vc_log_reader *reader, int peer);
void vc_log_read_end(struct vc_log_reader *reader);

#endif

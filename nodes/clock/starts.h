/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages that wait for their sender's port, under the wall clock.
 *
 * A node of a one-port machine may send while its port is busy with earlier messages. Which
 * links such a message finds free depends on what others send until it starts. So it is kept,
 * and placed on the network once its start has come, in the order of (start, rank), as under
 * the virtual clock. No thread waits for that: a node that sends, or asks when a message arrives
 * or has left, first places all that have started. Until then there is only a time before
 * which it cannot arrive; its receiver asks again then.
 *
 * Sender and receiver know a message that is kept by its ticket, a positive number. All calls
 * are made under the lock of the wall clock's network.
 */
#ifndef VC_STARTS_H
#define VC_STARTS_H

#include "event_queue.h"
#include "network.h"

struct vc_fault_action;
struct vc_send_wait;

/* A sender's port. */
struct vc_port {
	vcube_time free;                /* when it can send again, after what was placed */
	struct vc_start *list;          /* messages that were kept, in order */
	uint32_t used, room;
	uint32_t placed;                /* so many of the list */
	int64_t dropped;                /* were kept before the first in the list */
	uint64_t sent;                  /* messages, kept or not; the sender counts them */
	/* a message of its own that found no route, if `no_route` */
	bool no_route;
	int stuck_to;
	long stuck_at;
	vcube_time stuck_when;
};

struct vc_starts {
	struct vc_network *network;
	int nodes;
	struct vc_port *port;           /* [nodes] */
	struct vc_event_queue queue;    /* ranks by when the first message that they keep starts */
	bool traced;                    /* keep all until the run ends: vc_starts_find() */
};

/* Returns 0 or VCUBE_EHOST; close frees a partly opened one. */
int vc_starts_open(struct vc_starts *starts, struct vc_network *network, int nodes);
void vc_starts_close(struct vc_starts *starts);
void vc_starts_reset(struct vc_starts *starts, bool traced);

/* Returns when a message that a rank sends at `time` starts; if messages before it are kept, a
 * time before which it does not. */
vcube_time vc_starts_next(const struct vc_starts *starts, int rank, vcube_time time);

/* Keeps the message that a rank has counted last, which is sent at `time`, and fills in when it
 * leaves and arrives at the earliest. Returns its ticket, or 0: no memory. */
int64_t vc_starts_keep(struct vc_starts *starts, int rank, const struct vc_send_wait *sent,
		       vcube_time startup, vcube_time time, const struct vc_fault_action *action,
		       struct vc_passage *passage);

/* Places all messages that start by `until`, and those of `rank`, whenever they start; -1:
 * nobody's. No later message may start before `least`. */
void vc_starts_place(struct vc_starts *starts, vcube_time least, vcube_time until, int rank);

/* Fills in how a message passes; if it is not placed, when it leaves and arrives at the
 * earliest. A message without a route arrives at VC_NO_TIME. Returns whether it is placed: then
 * the caller, its sender or its receiver, does not ask again. */
bool vc_starts_ask(struct vc_starts *starts, int64_t ticket, struct vc_passage *passage);

/* After a traced run: fills in the start and arrival of a rank's nth message, from 0. Returns
 * false if it was placed when it was sent. */
bool vc_starts_find(const struct vc_starts *starts, int rank, uint64_t nth, vcube_time *begin,
		    vcube_time *arrival);

#endif

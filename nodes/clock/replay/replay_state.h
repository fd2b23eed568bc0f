/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of a replay: nodes/clock/replay/replay.h. */
#ifndef VC_REPLAY_STATE_H
#define VC_REPLAY_STATE_H

#include "act.h"
#include "event_queue.h"
#include "placer.h"

/* The fault of a message: VC_ACT_FAULT. */
struct vc_fault_of {
	struct vc_channel_stats *stats;
	vcube_time delay;
	bool lost;
};

/* A message to place. */
struct vc_unplaced {
	struct vc_in_flight *flight;
	struct vc_fault_of fault;
	uint64_t act;                   /* its number in the journal, from 1 */
	size_t times;                   /* where its own are in `flights`, if they are kept */
};

/* Messages that their sender has gone past, though they wait for the port: from `first` to
 * `end`. */
struct vc_passed {
	size_t first, end, room;
	struct vc_unplaced list[];
};

struct vc_replayer {
	vcube_time clock;               /* after the acts replayed */
	vcube_time send_free, recv_free;        /* when its port is free, one-port */
	struct vc_page *page;           /* its place in the journal */
	uint32_t at;
	uint32_t fetched;               /* up to here the cache has what the page's acts read */
	uint64_t acts;                  /* replayed */
	_Atomic(uint64_t) known;        /* of these, when the nodes stood last: REPLAY-KNOWN */
	struct vc_in_flight *pending;   /* message that it stops at until it is placed, or NULL */
	struct vc_in_flight *waiting;   /* flight that its act waits for, or NULL */
	struct vc_passed *passed;       /* messages that it has gone past; NULL before the first */
	struct vc_page *kept;           /* pages passed, with flights in use */
	vcube_time stands;              /* when its node may act, at the end of the journal; or
					   VC_NO_TIME */
	vcube_time key;                 /* in the queue: the earlier one of `stands` and the start
					   of its next message */
	struct vc_fault_of fault;       /* of the next message */
	bool placing;                   /* its next message is in the placer's ring */
	bool told;                      /* the resolver's: its node goes on, knowing the time */
	struct vcube_parts parts;       /* where its time went */
	/* breakdown of its clock, along the messages that it has waited for */
	struct vcube_parts path;
	struct vcube_parts send_path, recv_path;        /* and of its ports' times */
	/* for a trace: the clock after each act; begin and arrival of each message */
	struct vc_times { vcube_time *list; size_t used, room; } clocks, flights;
};

struct vc_replay {
	struct vc_network network;
	struct vc_placer placer;        /* empty, but at the end of the run */
	/* Returns a page with the next act of a node, NULL if there is none yet. NULL: the nodes
	 * write their journals themselves */
	struct vc_page *(*feed)(vcube_machine *machine, int rank);
	/* Of a node whose message will be placed soon: fetches into the cache what its next act
	 * reads. Called in three steps, from 0, some messages apart. NULL: nothing to fetch */
	void (*fetch)(vcube_machine *machine, int rank, int step);
	struct vc_page *idle;           /* fed pages to use again, listed by `after` */
	struct vc_replayer *player;       /* [nodes] */
	struct vc_event_queue queue;    /* replayers by when they act */
	int *ready;                     /* ranks whose replayers can go on */
	int readies;
	_Atomic(uint64_t) pages;        /* begun since the run began */
	_Atomic(uint64_t) enough;       /* number of pages that makes a replay worthwhile */
	bool passes;                    /* replayers go past messages that wait for a port */
	int first;                      /* at quiescence: the rank that can go on first, or -1 */
	bool refused;                   /* out of memory for a trace's times */
};

#endif

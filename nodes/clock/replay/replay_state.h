/* SPDX-License-Identifier: BSD-2-Clause */
/* How far a replay has come: nodes/clock/replay/replay.h. */
#ifndef VC_REPLAY_STATE_H
#define VC_REPLAY_STATE_H

#include "act.h"
#include "network.h"

struct vc_replayer {
	vcube_time clock;               /* after the acts that have been replayed */
	vcube_time send_free, recv_free;        /* when its port can, one-port */
	struct vc_page *page;           /* where it has come to */
	uint32_t at;
	_Atomic(uint64_t) acts;         /* replayed: REPLAY-ACTS */
	struct vc_in_flight *pending;      /* to be placed at `key`, or NULL */
	struct vc_in_flight *waiting;      /* its act waits for this flight, or NULL */
	struct vc_page *kept;           /* pages passed, with flights in use */
	vcube_time key;                 /* in the queue */
	int place;                      /* there; -1: in none */
	/* what happens to the message that it comes to next: VC_ACT_FAULT */
	struct vc_channel_stats *stats;
	vcube_time delay;
	bool lost;
	bool told;                      /* the resolver's: its node is to go on, knowing the time */
	struct vcube_parts parts;       /* where its time went */
	/* what its clock is made of, along the messages that it has waited for */
	struct vcube_parts path;
	struct vcube_parts send_path, recv_path;        /* and what its ports' times are */
	/* for a trace: the clock after each act; begin and arrival of each message */
	struct vc_times { vcube_time *list; size_t used, room; } clocks, flights;
};

struct vc_replay {
	struct vc_network network;
	struct vc_replayer *player;       /* [nodes] */
	int *queue;                     /* ranks, a heap by (key, rank) */
	int queued;
	int *ready;                     /* ranks whose players can go on */
	int readies;
	_Atomic(uint64_t) pages;        /* turned since the run began */
	_Atomic(uint64_t) enough;       /* how many make a replay worth while */
	int first;                      /* at quiescence: who can go on first, or -1 */
	bool refused;                   /* there was no memory for a trace's times */
};

#endif

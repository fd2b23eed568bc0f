/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The placer: places messages on the network ahead, by a thread of its own if there are many, while
 * the replay does what follows from those before.
 *
 * Messages are placed in the order of their starts. What follows from a message starts after it has
 * left its sender, or arrived: `least` after its own start or later. So all that start before the
 * oldest one could have any effect are known, and can be placed one after the other, whatever
 * becomes of them. On a large machine those are many.
 *
 * The replay puts messages into a ring and takes them, placed, in the same order. It hands several
 * at a time over to the thread. A message whose turn comes before that it places itself: a few are
 * not worth the way to another processor.
 *
 * Who writes what: the network and the messages in the ring belong to the thread from when they are
 * handed over until they are placed, all else to the replay: PLACER-HANDED, PLACER-PLACED.
 */
#ifndef VC_PLACER_H
#define VC_PLACER_H

#include <pthread.h>
#include <stdatomic.h>
#include "network.h"

/* A message, and when and how it passes the network. */
struct vc_placing {
	_Alignas(VC_LINE) int rank;
	int to;
	size_t bytes;
	vcube_time startup, start;
	bool has_route;
	struct vc_passage passage;
};

enum { VC_PLACER_ROOM = 64 };

/* A number that one thread publishes and another waits for. */
struct vc_placer_count {
	_Atomic(uint32_t) number;
	_Atomic(bool) awaited;          /* the other one sleeps, or is about to */
};

struct vc_placer {
	struct vc_placing ring[VC_PLACER_ROOM];
	/* counted from 0, as what is handed over and placed, since the last vc_placer_finish() */
	uint32_t put, taken;
	int64_t began, slept;           /* since when the thread helps; how long the replay has slept for
					   it since then; on the host's clock, in ns */
	uint32_t weighed;               /* `put` when these were compared, */
	bool pays;                      /* and whether the thread is of use */
	vcube_time least;               /* from the start of any message so far to its first effect */
	bool may_run, runs;             /* the thread */
	pthread_t thread;
	/* the thread reads these, too */
	_Alignas(VC_LINE) struct vc_network *network;
	uint32_t alone;                 /* how many the replay has placed itself */
	struct vc_placer_count handed;  /* over, to the thread */
	_Alignas(VC_LINE) struct vc_placer_count placed;        /* of these */
};

/* Before a run, of a struct of zeros or one that is finished: `threaded` if a thread may help. */
void vc_placer_reset(struct vc_placer *placer, struct vc_network *network, bool threaded);

static inline bool
vc_placer_is_empty(const struct vc_placer *p)
{
	return p->put == p->taken;
}

/* Returns whether a message with this start, the first of those that are not in the ring, is known
 * to be the next one. */
static inline bool
vc_placer_is_next(const struct vc_placer *p, vcube_time start)
{
	return vc_placer_is_empty(p) ||
	       (p->put - p->taken < VC_PLACER_ROOM - 1 &&
		start < p->ring[p->taken % VC_PLACER_ROOM].start + p->least);
}

/* Returns the place of the next message in the ring, to be filled in but for its passage; */
static inline struct vc_placing *
vc_placer_next(struct vc_placer *p)
{
	return &p->ring[p->put % VC_PLACER_ROOM];
}

/* and puts it in. It has no effect before `least` after its start. */
void vc_placer_put(struct vc_placer *placer, vcube_time least);
/* Returns the oldest message in the ring, which is not empty, placed; valid until the next call. */
const struct vc_placing *vc_placer_take(struct vc_placer *placer);
/* Empties the ring, and ends the thread: the network is the replay's alone. */
void vc_placer_finish(struct vc_placer *placer);

/* Places a message at once: for a replay that puts nothing into the ring. */
static inline void
vc_placing_pass(struct vc_network *network, struct vc_placing *p)
{
	network->least = p->start;
	p->has_route = vc_network_pass(network, p->rank, p->to, p->bytes, p->startup, p->start,
				       &p->passage);
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Breaks a replayer's times down into start-ups, transfer, waiting and work. `parts` is
 * where its node's own time went. A path breaks a time (of a clock, a port, an arrival)
 * down along the messages that led to it, across nodes. So the path of the clock that ends
 * last is the critical path.
 */
#ifndef VC_CRITICAL_PATH_H
#define VC_CRITICAL_PATH_H

#include "replay_state.h"

/* The node works for `time`. */
static inline void
vc_path_work(struct vc_replayer *p, vcube_time time)
{
	p->clock += time;
	p->parts.work += time;
	p->path.work += time;
}

/* The node spends `time` on a start-up or an overhead. */
static inline void
vc_path_startup(struct vc_replayer *p, vcube_time time)
{
	p->clock += time;
	p->parts.startup += time;
	p->path.startup += time;
}

/* Advances the clock to `time`, waiting for a message that took `startup` and `duration`;
 * `path` is the breakdown of that time. */
static inline void
vc_path_wait(struct vc_replayer *p, vcube_time time, const struct vcube_parts *path,
	     vcube_time duration, vcube_time startup)
{
	vcube_time waited = time - p->clock, part;

	if (waited <= 0)
		return;
	part = duration - startup < waited ? duration - startup : waited;
	p->parts.transfer += part;
	waited -= part;
	part = startup < waited ? startup : waited;
	p->parts.startup += part;
	p->parts.waiting += waited - part;
	p->clock = time;
	p->path = *path;
}

/* Returns when a port has taken in a message, one after the other, and the breakdown of that
 * time. */
static inline vcube_time
vc_path_take_in(struct vc_replayer *p, const struct vc_in_flight *f, vcube_time startup,
		struct vcube_parts *path)
{
	const vcube_time least = f->arrival > p->clock ? f->arrival : p->clock;
	const vcube_time t = p->recv_free + f->duration;

	if (t > least) {
		*path = p->recv_path;
		path->startup += startup;
		path->transfer += f->duration - startup;
	} else if (f->arrival < p->clock) {
		*path = p->path;
	}
	p->recv_free = t > least ? t : least;
	p->recv_path = *path;
	return p->recv_free;
}

/* Returns the breakdown of the time at which a message left its sender. On a machine with a
 * capacity, the path of the flight may by now be that of its receipt. */
static inline struct vcube_parts
vc_path_of_leaving(const vcube_machine *m, const struct vc_replayer *p, const struct vc_in_flight *f)
{
	struct vcube_parts path = p->path;

	if (f->left == f->arrival && !m->limited)
		return f->path;
	if (f->left == p->send_free)
		return p->send_path;
	path.transfer += f->left - p->clock;
	return path;
}

/* Sets the breakdowns of the arrival and of the time at which the port is free again; `start` is
 * that of the start. */
static inline void
vc_path_of_sending(struct vc_replayer *p, struct vc_in_flight *f, const struct vc_placing *placed,
		   const struct vcube_parts *start)
{
	const struct vc_passage *const passage = &placed->passage;
	struct vcube_parts path = *start;

	path.startup += placed->startup;
	p->send_path = f->path = path;
	f->path.waiting += passage->waited;
	f->path.transfer += passage->arrival - placed->start - passage->waited - placed->startup;
	p->send_path.waiting += passage->begin - placed->start;
	p->send_path.transfer += passage->left - passage->begin - placed->startup;
}

#endif

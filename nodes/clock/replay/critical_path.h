/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a player's times are made of: start-ups, transfer, waiting, work. `parts` is where
 * its node's own time went. A path is what a time is made of along the messages that led
 * to it, whosever: that of a clock, of a port, of an arrival. So the path of the clock
 * that ends last is the critical one.
 */
#ifndef VC_CRITICAL_PATH_H
#define VC_CRITICAL_PATH_H

#include "replay_state.h"

/* The node works for so long. */
static inline void
vc_path_work(struct vc_replayer *p, vcube_time time)
{
	p->clock += time;
	p->parts.work += time;
	p->path.work += time;
}

/* It is busy for so long with beginning something. */
static inline void
vc_path_startup(struct vc_replayer *p, vcube_time time)
{
	p->clock += time;
	p->parts.startup += time;
	p->path.startup += time;
}

/* The clock goes on to `time`, for want of a message that took `startup` and
 * `duration`; `path` is what that time is made of. */
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

/* When a port has taken in a message, one after the other, and what that time is
 * made of. */
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

/* What the time is made of at which a message had left its sender. On a machine
 * with a capacity, the path of the flight may be that of its taking by now. */
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

/* What its arrival is made of, and the time at which the port is free again, of a message
 * that took `startup`. */
static inline void
vc_path_of_sending(struct vc_replayer *p, struct vc_in_flight *f, const struct vc_passage *passage,
		   vcube_time startup)
{
	struct vcube_parts path = p->key > p->clock ? p->send_path : p->path;

	path.startup += startup;
	p->send_path = f->path = path;
	f->path.waiting += passage->waited;
	f->path.transfer += passage->arrival - p->key - passage->waited - startup;
	p->send_path.waiting += passage->begin - p->key;
	p->send_path.transfer += passage->left - passage->begin - startup;
}

#endif

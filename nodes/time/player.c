/* SPDX-License-Identifier: BSD-2-Clause */
/* Going through a journal, and putting messages on their way; see the header. */
#include <stdlib.h>
#include "nodes/time/agenda.h"
#include "nodes/network/fault.h"
#include "nodes/machine/node.h"
#include "nodes/time/player.h"
#include "nodes/trace/history.h"
#include "nodes/trace/trace.h"

static __attribute__((noinline)) bool
enlarge(struct vc_replay *r, struct vc_times *t)
{
	const size_t room = t->room ? 2 * t->room : 64;
	vcube_time *list = realloc(t->list, room * sizeof *list);

	if (list == NULL) {
		r->refused = true;
		return false;
	}
	t->list = list;
	t->room = room;
	return true;
}

/* For a trace, or for views. */
static inline void
keep_time(struct vc_replay *r, struct vc_times *t, vcube_time time)
{
	if (vc_likely(t->used < t->room) || enlarge(r, t))
		t->list[t->used++] = time;
}

static void
done(vcube_machine *m, struct vc_player *p, uint32_t words)
{
	p->at += words;
	if (m->trace != NULL || m->history != NULL)
		keep_time(m->replay, &p->clocks, p->clock);
	/* release: REPLAY-ACTS, vc_replay_is_done() */
	atomic_store_explicit(&p->acts,
			      atomic_load_explicit(&p->acts, memory_order_relaxed) + 1,
			      memory_order_release);
}

static void
make_ready(struct vc_replay *r, int rank)
{
	r->ready[r->readies++] = rank;
}

static vcube_time
startup(const vcube_machine *m, const struct vc_flight *f)
{
	return vc_startup_cost(&m->cost, (enum vc_startup)f->startup);
}

static void
keep_flight(vcube_machine *m, struct vc_player *p, vcube_time begin, vcube_time arrival)
{
	if (m->trace == NULL)
		return;
	keep_time(m->replay, &p->flights, begin);
	keep_time(m->replay, &p->flights, arrival);
}

/* Learns what happens to the next message. */
static void
learn(struct vc_player *p, const struct vc_fate_act *fate)
{
	vc_fault_date(fate->note, p->clock);
	p->aside = fate->aside;
	p->delay = fate->delay;
	p->lost = fate->lost;
}

/* What a message does in its fate: it arrives late, or never. */
static void
undergo(vcube_machine *m, struct vc_player *p, struct vc_flight *f, vcube_time begin)
{
	const vcube_time due = f->arrival;

	if (p->aside != NULL) {
		f->arrival = vc_fault_arrival(p->aside, due, p->delay);
		f->path.waiting += f->arrival - due;
	}
	keep_flight(m, p, begin, p->lost ? VC_NO_TIME : f->arrival);
	p->aside = NULL;
	p->delay = 0;
	p->lost = false;
}

/* Comes to a message that is to be sent: a message to oneself has arrived, for
 * another one it stops. */
static bool
come_to(vcube_machine *m, int rank, struct vc_flight *f)
{
	struct vc_player *p = &m->replay->player[rank];

	vc_flight_page(f)->uses += f->uses;
	if ((int)f->to == rank) {
		f->duration = 0;
		f->left = f->arrival = p->clock;
		f->path = p->path;
		keep_flight(m, p, p->clock, p->clock);
		return true;
	}
	p->pending = f;
	vc_agenda_put(m->replay, rank, m->desc.ports == VCUBE_PORTS_ONE && p->send_free > p->clock
		      ? p->send_free : p->clock);
	return false;
}

/* The clock goes on to `time`, for want of a message that took `startup` and
 * `duration`; `path` is what that time is made of. */
static void
wait_until(struct vc_player *p, vcube_time time, const struct vcube_parts *path,
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
static vcube_time
take_in(struct vc_player *p, const struct vc_flight *f, vcube_time startup,
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

static bool
receive(vcube_machine *m, int rank, struct vc_flight *f)
{
	struct vc_player *p = &m->replay->player[rank];
	const vcube_time ts = f->duration > 0 ? startup(m, f) : 0;
	struct vcube_parts path = f->path;
	vcube_time t = f->arrival;
	const int from = vc_flight_page(f)->rank;

	if (f->arrival == VC_NOT_YET)
		return false;
	if (m->desc.ports == VCUBE_PORTS_ONE && f->duration > 0)
		t = take_in(p, f, ts, &path);
	wait_until(p, t, &path, f->duration, ts);
	p->clock += m->cost.recv_overhead;
	p->parts.startup += m->cost.recv_overhead;
	p->path.startup += m->cost.recv_overhead;
	if (m->limited) {
		f->taken = p->clock;
		f->path = p->path;
		if (m->replay->player[from].waiting == f) {
			m->replay->player[from].waiting = NULL;
			make_ready(m->replay, from);
		}
	}
	vc_flight_used(m, f);
	return true;
}

/* What the time is made of at which a message had left its sender. On a machine
 * with a capacity, the path of the flight may be that of its taking by now. */
static struct vcube_parts
path_of_leaving(const vcube_machine *m, const struct vc_player *p, const struct vc_flight *f)
{
	struct vcube_parts path = p->path;

	if (f->left == f->arrival && !m->limited)
		return f->path;
	if (f->left == p->send_free)
		return p->send_path;
	path.transfer += f->left - p->clock;
	return path;
}

/* A player's act; false: it has to wait, and has not done it. */
static bool
perform(vcube_machine *m, int rank, uint64_t *act)
{
	struct vc_player *p = &m->replay->player[rank];
	struct vc_flight *f = vc_act_kind(act) == VC_ACT_SEND
		? (struct vc_flight *)act : (struct vc_flight *)(uintptr_t)act[1];
	struct vcube_parts path;
	vcube_time part;
	bool is_done = true;

	switch (vc_act_kind(act)) {
	case VC_ACT_SEND:
		is_done = come_to(m, rank, f);
		break;
	case VC_ACT_RECV:
		is_done = receive(m, rank, f);
		break;
	case VC_ACT_PROBE:
		is_done = f->arrival != VC_NOT_YET;
		if (is_done)
			wait_until(p, f->arrival, &f->path, f->duration,
				   f->duration > 0 ? startup(m, f) : 0);
		break;
	case VC_ACT_LEFT:
		path = path_of_leaving(m, p, f);
		/* an arrival that is late tells nothing of when it began to leave */
		part = f->left - (f->arrival - f->duration);
		wait_until(p, f->left, &path, part > 0 ? part : 0, 0);
		vc_flight_used(m, f);
		break;
	case VC_ACT_FATE:
		learn(p, (const struct vc_fate_act *)act);
		break;
	case VC_ACT_ROOM:
		is_done = f->taken != VC_NOT_YET;
		if (is_done)
			wait_until(p, f->taken, &f->path, 0, 0);
		break;
	}
	if (!is_done && p->pending == NULL)
		p->waiting = f;
	return is_done;
}

/* What the node worked before an act, once. */
static void
work(struct vc_player *p, uint64_t *act)
{
	const vcube_time delay = vc_act_delay(act);

	p->clock += delay;
	p->parts.work += delay;
	p->path.work += delay;
	*act = vc_act_kind(act);
}

/* Goes on as far as the player can. At the end of its journal it stands in the
 * agenda, since its node may do something at its clock. */
static void
play(vcube_machine *m, int rank)
{
	struct vc_player *p = &m->replay->player[rank];
	uint64_t *act;

	while ((act = vc_player_next(m, rank)) != NULL) {
		work(p, act);
		if (!perform(m, rank, act))
			return;
		done(m, p, vc_act_words(act));
	}
	vc_agenda_put(m->replay, rank, p->clock);
}

static void
play_ready(vcube_machine *m)
{
	struct vc_replay *r = m->replay;

	while (r->readies > 0)
		play(m, r->ready[--r->readies]);
}

void
vc_player_go_on(vcube_machine *m, int rank)
{
	vc_agenda_take(m->replay, rank);
	make_ready(m->replay, rank);
	play_ready(m);
}

/* What its arrival is made of, and the time at which the port is free again. */
static void
follow_path(vcube_machine *m, struct vc_player *p, struct vc_flight *f,
	    const struct vc_passage *passage)
{
	const vcube_time ts = startup(m, f);
	struct vcube_parts path = p->key > p->clock ? p->send_path : p->path;

	path.startup += ts;
	p->send_path = f->path = path;
	f->path.waiting += passage->waited;
	f->path.transfer += passage->arrival - p->key - passage->waited - ts;
	p->send_path.waiting += passage->begin - p->key;
	p->send_path.transfer += passage->left - passage->begin - ts;
}

/* Where the links of its next message are to be noted. They need not be while they
 * follow from the topology, and the start and the arrival of the message. */
static struct vc_hops *
hops_of(vcube_machine *m, struct vc_player *p)
{
	if (vc_likely(m->trace == NULL))
		return NULL;
	m->trace->hops |= vc_links_differ(&m->links);
	if (m->trace->hops)
		return &p->hops;
	p->hops.unnoted++;
	return NULL;
}

bool
vc_player_place(vcube_machine *m, int rank)
{
	struct vc_replay *r = m->replay;
	struct vc_player *p = &r->player[rank];
	struct vc_flight *f = p->pending;
	struct vc_passage passage;

	r->network.hops = hops_of(m, p);
	r->network.least = p->key;
	if (!vc_network_pass(&r->network, rank, (int)f->to, f->bytes, startup(m, f), p->key,
			     &passage))
		return false;
	f->duration = passage.duration;
	f->left = p->send_free = passage.left;
	f->arrival = passage.arrival;
	follow_path(m, p, f, &passage);
	if (vc_unlikely(m->history != NULL))
		vc_history_add(&m->history[rank], &r->network,
			       atomic_load_explicit(&p->acts, memory_order_relaxed) + 1, (int)f->to,
			       f->bytes, passage.hops);
	p->pending = NULL;
	vc_agenda_take(r, rank);
	undergo(m, p, f, passage.begin);
	done(m, p, sizeof *f / 8);
	make_ready(r, rank);
	if (r->player[f->to].waiting == f) {
		r->player[f->to].waiting = NULL;
		make_ready(r, (int)f->to);
	}
	play_ready(m);
	return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Replays a journal and places its messages; see the header. */
#include <stdlib.h>
#include <string.h>
#include "fault_action.h"
#include "node.h"
#include "record.h"
#include "critical_path.h"
#include "replayer.h"
#include "history.h"

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

/* Records a time for a trace or for views. */
static inline void
keep_time(struct vc_replay *r, struct vc_times *t, vcube_time time)
{
	if (vc_likely(t->used < t->room) || enlarge(r, t))
		t->list[t->used++] = time;
}

static void
done(vcube_machine *m, struct vc_replayer *p, uint32_t words)
{
	p->at += words;
	if ((m->trace != NULL && m->notes == NULL) || m->history != NULL)
		keep_time(m->replay, &p->clocks, p->clock);
	p->acts++;
}

static void
make_ready(struct vc_replay *r, int rank)
{
	r->ready[r->readies++] = rank;
}

/* Makes a replayer ready that waits for this flight. */
static void
make_ready_for(struct vc_replay *r, int rank, const struct vc_in_flight *f)
{
	if (r->player[rank].waiting != f)
		return;
	r->player[rank].waiting = NULL;
	make_ready(r, rank);
}

static vcube_time
startup(const vcube_machine *m, const struct vc_in_flight *f)
{
	return vc_startup_cost(&m->cost, (enum vc_startup)f->startup);
}

static bool
keeps_times(const vcube_machine *m, const struct vc_replayer *p, const struct vc_in_flight *f)
{
	return m->trace != NULL && (m->notes == NULL || vc_trace_has_message(
			m->trace, (int)(p - m->replay->player), (int)f->to));
}

/* Keeps room for the times of a message, in the order of the journal. */
static void
expect_times(vcube_machine *m, struct vc_replayer *p, const struct vc_in_flight *f)
{
	if (!keeps_times(m, p, f))
		return;
	keep_time(m->replay, &p->flights, VC_NO_TIME);
	keep_time(m->replay, &p->flights, VC_NO_TIME);
}

static void
set_times(const vcube_machine *m, struct vc_replayer *p, const struct vc_unplaced *u,
	  vcube_time begin)
{
	if (!keeps_times(m, p, u->flight) || m->replay->refused)
		return;
	p->flights.list[u->times] = begin;
	p->flights.list[u->times + 1] = u->fault.lost ? VC_NO_TIME : u->flight->arrival;
}

/* Notes the fault of the next message. */
static void
note_fault(struct vc_replayer *p, const struct vc_fault_act *action)
{
	vc_fault_date(action->note, p->clock);
	p->fault = (struct vc_fault_of){action->stats, action->delay, action->lost};
}

/* Applies the fault to a message: it arrives late. */
static void
apply_fault(const struct vc_fault_of *fault, struct vc_in_flight *f)
{
	const vcube_time due = f->arrival;

	if (fault->stats == NULL)
		return;
	f->arrival = vc_fault_arrival(fault->stats, due, fault->delay);
	f->path.waiting += f->arrival - due;
}

/* Takes the message that the replayer is at, to place it now or later. */
static struct vc_unplaced
take_message(struct vc_replayer *p, struct vc_in_flight *f)
{
	const struct vc_unplaced u = {
		.flight = f, .fault = p->fault, .act = p->acts + 1, .times = p->flights.used - 2,
	};

	p->fault = (struct vc_fault_of){0};
	return u;
}

static bool
has_passed(const struct vc_replayer *p)
{
	return p->passed != NULL && p->passed->first < p->passed->end;
}

/* Makes room for one more of those that it has gone past. */
static bool
has_room(struct vc_replay *r, struct vc_replayer *p)
{
	struct vc_passed *passed = p->passed;
	const size_t room = passed != NULL ? passed->room : 0;

	if (room > 0 && passed->end < room)
		return true;
	if (room > 0 && passed->first > room / 2) {
		passed->end -= passed->first;
		memmove(passed->list, passed->list + passed->first, passed->end * sizeof *passed->list);
		passed->first = 0;
		return true;
	}
	passed = realloc(passed, sizeof *passed + (2 * room + 8) * sizeof *passed->list);
	if (passed == NULL) {
		r->refused = true;
		return false;
	}
	if (room == 0)
		passed->first = passed->end = 0;
	passed->room = 2 * room + 8;
	p->passed = passed;
	return true;
}

/* Goes past a message whose port is busy: what its node does meanwhile may be earlier, and others
 * may tell. Returns false if the replayer has to stop. A message whose port is free starts now,
 * before what others do next. */
static bool
goes_past(vcube_machine *m, struct vc_replayer *p, struct vc_in_flight *f)
{
	if (!m->replay->passes || p->send_free <= p->clock || !has_room(m->replay, p))
		return false;
	/* its page stays */
	f->uses++;
	vc_in_flight_page(f)->uses++;
	p->passed->list[p->passed->end++] = take_message(p, f);
	return true;
}

/* Handles a send. A message to oneself arrives at once; at another one the replayer may have to
 * stop until it is placed. */
static bool
come_to(vcube_machine *m, int rank, struct vc_in_flight *f)
{
	struct vc_replayer *p = &m->replay->player[rank];
	struct vc_unplaced u;

	vc_in_flight_page(f)->uses += f->uses;
	expect_times(m, p, f);
	if ((int)f->to == rank) {
		f->duration = 0;
		f->left = f->arrival = p->clock;
		f->path = p->path;
		u = take_message(p, f);
		set_times(m, p, &u, p->clock);
		return true;
	}
	if (goes_past(m, p, f))
		return true;
	p->pending = f;
	return false;
}

static bool
receive(vcube_machine *m, int rank, struct vc_in_flight *f)
{
	struct vc_replayer *p = &m->replay->player[rank];
	const vcube_time ts = f->duration > 0 ? startup(m, f) : 0;
	struct vcube_parts path = f->path;
	vcube_time t = f->arrival;

	if (f->arrival == VC_NOT_YET)
		return false;
	if (m->desc.ports == VCUBE_PORTS_ONE && f->duration > 0)
		t = vc_path_take_in(p, f, ts, &path);
	vc_path_wait(p, t, &path, f->duration, ts);
	vc_path_startup(p, m->cost.recv_overhead);
	if (m->limited) {
		f->taken = p->clock;
		f->path = p->path;
		make_ready_for(m->replay, vc_in_flight_page(f)->rank, f);
	}
	vc_in_flight_used(m, f);
	return true;
}

/* Goes on at the clock of the latest member of a group, which its breakdown adds up to. */
static void
align(struct vc_replayer *p, const struct vcube_parts *path)
{
	vc_path_wait(p, path->startup + path->transfer + path->waiting + path->work, path, 0, 0);
}

/* Replays an act. Returns false if it has to wait: it is not done then. */
static bool
perform(vcube_machine *m, int rank, uint64_t *act)
{
	struct vc_replayer *p = &m->replay->player[rank];
	struct vc_in_flight *f = vc_act_kind(act) == VC_ACT_SEND
		? (struct vc_in_flight *)act : (struct vc_in_flight *)(uintptr_t)act[1];
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
			vc_path_wait(p, f->arrival, &f->path, f->duration,
				   f->duration > 0 ? startup(m, f) : 0);
		break;
	case VC_ACT_LEFT:
		is_done = f->left != VC_NOT_YET;
		if (!is_done)
			break;
		path = vc_path_of_leaving(m, p, f);
		/* a delayed arrival does not show when it began to leave */
		part = f->left - (f->arrival - f->duration);
		vc_path_wait(p, f->left, &path, part > 0 ? part : 0, 0);
		vc_in_flight_used(m, f);
		break;
	case VC_ACT_FAULT:
		note_fault(p, (const struct vc_fault_act *)act);
		break;
	case VC_ACT_ALIGN:
		align(p, &((const struct vc_align_act *)act)->path);
		break;
	case VC_ACT_ROOM:
		is_done = f->taken != VC_NOT_YET;
		if (is_done)
			vc_path_wait(p, f->taken, &f->path, 0, 0);
		break;
	}
	if (!is_done && p->pending == NULL)
		p->waiting = f;
	return is_done;
}

/* Charges the time before an act once, though the act may have to wait. A sender's overhead,
 * which precedes the message or its fault, is part of it; a copy has none. */
static void
charge(const vcube_machine *m, struct vc_replayer *p, uint64_t *act)
{
	const enum vc_act kind = vc_act_kind(act);
	const vcube_time delay = vc_act_delay(act);
	vcube_time overhead = kind == VC_ACT_SEND || kind == VC_ACT_FAULT ? m->cost.send_overhead : 0;

	if (overhead > delay)
		overhead = delay;
	vc_path_work(p, delay - overhead);
	vc_path_startup(p, overhead);
	*act = kind;
}

/* In words: some receives, or the next send */
enum { AHEAD = 16 };

/* Fetches what the next acts read into the cache. A receive's flight lies in the journal of its
 * sender, which has since written much. */
static void
fetch_ahead(struct vc_replayer *p)
{
	/* acquire: JOURNAL-ACT, publish() in journal.c */
	const uint32_t written = atomic_load_explicit(&p->page->written, memory_order_acquire);
	const uint32_t end = written - p->at < AHEAD ? written : p->at + AHEAD;

	while (p->fetched < end) {
		const uint64_t *const act = &p->page->word[p->fetched];
		const uintptr_t read = vc_act_kind(act) == VC_ACT_SEND ? (uintptr_t)act : (uintptr_t)act[1];

		__builtin_prefetch((const void *)read);         /* not of each act an address */
		__builtin_prefetch((const void *)(read + VC_LINE));
		p->fetched += vc_act_words(act);
	}
}

/* Replays as far as possible. At the end of its journal the replayer enters the event queue,
 * since its node may act at its clock; but not if the clock exceeds VCUBE_TIME_MAX, or if the
 * journal is fed: then its node has ended, or waits for a message. */
static void
play(vcube_machine *m, int rank)
{
	struct vc_replayer *p = &m->replay->player[rank];
	uint64_t *act = NULL;

	p->stands = VC_NO_TIME;
	while (p->clock <= VCUBE_TIME_MAX && (act = vc_replayer_next(m, rank)) != NULL) {
		fetch_ahead(p);
		charge(m, p, act);
		if (!perform(m, rank, act))
			break;
		done(m, p, vc_act_words(act));
	}
	if (act == NULL && p->clock <= VCUBE_TIME_MAX && m->replay->feed == NULL)
		p->stands = p->clock;
	vc_replayer_enter(m, rank);
}

static void
play_ready(vcube_machine *m)
{
	struct vc_replay *r = m->replay;

	while (r->readies > 0)
		play(m, r->ready[--r->readies]);
}

void
vc_replayer_go_on(vcube_machine *m, int rank)
{
	make_ready(m->replay, rank);
	play_ready(m);
}

/* Makes a replayer ready that stops at a message and may go past it. */
static void
pass_pending(vcube_machine *m, int rank)
{
	struct vc_replayer *p = &m->replay->player[rank];

	if (p->pending == NULL || p->placing || !goes_past(m, p, p->pending))
		return;
	p->pending = NULL;
	done(m, p, sizeof *p->pending / 8);
	make_ready(m->replay, rank);
}

void
vc_replayer_pass(vcube_machine *m, int rank)
{
	pass_pending(m, rank);
	play_ready(m);
}

/* Returns its next message, or NULL. */
static struct vc_in_flight *
next_message(const struct vc_replayer *p)
{
	return has_passed(p) ? p->passed->list[p->passed->first].flight : p->pending;
}

static vcube_time
start_of_next(const vcube_machine *m, const struct vc_replayer *p)
{
	/* what it has passed waits for the port */
	if (has_passed(p) || (m->desc.ports == VCUBE_PORTS_ONE && p->send_free > p->clock))
		return p->send_free;
	return p->clock;
}

const struct vc_in_flight *
vc_replayer_message(const vcube_machine *m, int rank)
{
	const struct vc_replayer *const p = &m->replay->player[rank];

	return p->placing || start_of_next(m, p) > p->stands ? NULL : next_message(p);
}

void
vc_replayer_enter(vcube_machine *m, int rank)
{
	struct vc_replay *r = m->replay;
	struct vc_replayer *p = &r->player[rank];

	vc_event_queue_take(&r->queue, rank);
	p->key = vc_replayer_message(m, rank) != NULL ? start_of_next(m, p) : p->stands;
	if (p->key != VC_NO_TIME)
		vc_event_queue_put(&r->queue, rank, p->key);
}

void
vc_replayer_take(vcube_machine *m, int rank, struct vc_placing *message)
{
	struct vc_replayer *const p = &m->replay->player[rank];
	const struct vc_in_flight *const f = next_message(p);

	message->rank = rank;
	message->to = (int)f->to;
	message->bytes = f->bytes;
	message->startup = startup(m, f);
	message->start = p->key;
	p->placing = true;
	vc_replayer_enter(m, rank);
}

/* Fills in the times of a message that is placed. */
static void
placed_at(vcube_machine *m, struct vc_replayer *p, const struct vc_unplaced *u,
	  const struct vc_placing *placed, bool was_passed)
{
	const struct vc_passage *const passage = &placed->passage;
	struct vc_in_flight *const f = u->flight;

	vc_path_of_sending(p, f, placed,
			   was_passed || placed->start > p->clock ? &p->send_path : &p->path);
	f->duration = passage->duration;
	f->left = p->send_free = passage->left;
	f->arrival = passage->arrival;
	/* stored messages pay it on the first link, not on that which they arrive by */
	if (passage->hops > 1 && m->desc.switching == VCUBE_SWITCHING_STORE)
		f->startup = VC_STARTUP_NONE;
	if (vc_unlikely(m->history != NULL))
		vc_history_add(&m->history[placed->rank], &m->replay->network, u->act, placed->to,
			       f->bytes, passage->hops);
	apply_fault(&u->fault, f);
	set_times(m, p, u, passage->begin);
}

bool
vc_replayer_go_on_from(vcube_machine *m, const struct vc_placing *placed)
{
	struct vc_replay *r = m->replay;
	struct vc_replayer *p = &r->player[placed->rank];
	const bool was_passed = has_passed(p);
	struct vc_unplaced u;

	p->placing = false;
	if (vc_unlikely(!placed->has_route)) {
		vc_replayer_enter(m, placed->rank);
		return false;
	}
	if (vc_unlikely(placed->passage.arrival > VCUBE_TIME_MAX)) {
		p->clock = VC_TIME_FAR;         /* it goes on no more */
		p->placing = true;
		return true;
	}
	u = was_passed ? p->passed->list[p->passed->first++] : take_message(p, p->pending);
	placed_at(m, p, &u, placed, was_passed);
	if (was_passed) {
		make_ready_for(r, placed->rank, u.flight);
		pass_pending(m, placed->rank);
		vc_replayer_enter(m, placed->rank);
	} else {
		p->pending = NULL;
		done(m, p, sizeof *u.flight / 8);
		make_ready(r, placed->rank);
	}
	make_ready_for(r, placed->to, u.flight);
	if (was_passed)
		vc_in_flight_used(m, u.flight);
	play_ready(m);
	return true;
}

bool
vc_replayer_place(vcube_machine *m, int rank)
{
	struct vc_placing placing;

	vc_replayer_take(m, rank, &placing);
	vc_placing_pass(&m->replay->network, &placing);
	return vc_replayer_go_on_from(m, &placing);
}

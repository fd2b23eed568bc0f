/* SPDX-License-Identifier: BSD-2-Clause */
/* Going through the journals; the queue of players is in nodes/agenda.c. */
#include <stdlib.h>
#include <string.h>
#include "nodes/agenda.h"
#include "nodes/node.h"
#include "nodes/resolve.h"

enum { PAGES_ENOUGH = 16384 };  /* 32 MiB */

/* --- pages ------------------------------------------------------------------ */

/* A page that the player has passed stays while its flights are in use. */
static void
keep(struct vc_player *p, struct vc_page *page)
{
	page->passed = true;
	if (page->uses == 0) {
		vc_pool_give(page);
		return;
	}
	page->before = NULL;
	page->after = p->kept;
	if (p->kept != NULL)
		p->kept->before = page;
	p->kept = page;
}

static void
used(vcube_machine *m, struct vc_flight *f)
{
	struct vc_page *page = vc_flight_page(f);

	f->uses--;
	if (--page->uses > 0 || !page->passed)
		return;
	if (page->after != NULL)
		page->after->before = page->before;
	*(page->before ? &page->before->after : &m->replay->player[page->rank].kept) = page->after;
	vc_pool_give(page);
}

/* Whether there is an act at the player's place in its page. */
static bool
is_here(const struct vc_player *p)
{
	/* acquire: JOURNAL-ACT, publish() in journal.c */
	return p->at < atomic_load_explicit(&p->page->written, memory_order_acquire);
}

/* On to the next page. What was written to this one before the next was begun
 * is looked for once more after that has been seen. */
static bool
turn(struct vc_player *p)
{
	/* acquire: JOURNAL-NEXT, turn_page() in journal.c */
	struct vc_page *next = atomic_load_explicit(&p->page->next, memory_order_acquire);
	struct vc_page *old = p->page;

	if (next == NULL || is_here(p))
		return next != NULL;
	p->page = next;
	p->at = 0;
	keep(p, old);
	return true;
}

/* The next act of a node; NULL: it has done nothing else yet. */
static uint64_t *
next_act(vcube_machine *m, int rank)
{
	struct vc_player *p = &m->replay->player[rank];

	if (p->page == NULL) {
		/* acquire: JOURNAL-FIRST, turn_page() in journal.c */
		p->page = atomic_load_explicit(&m->node[rank].journal.first, memory_order_acquire);
		p->at = 0;
	}
	while (p->page != NULL && !is_here(p))
		if (!turn(p))
			return NULL;
	return p->page != NULL ? &p->page->word[p->at] : NULL;
}

/* For a trace. */
static void
keep_time(struct vc_replay *r, struct vc_times *t, vcube_time time)
{
	if (t->used == t->room) {
		const size_t room = t->room ? 2 * t->room : 64;
		vcube_time *list = realloc(t->list, room * sizeof *list);

		if (list == NULL) {
			r->refused = true;
			return;
		}
		t->list = list;
		t->room = room;
	}
	t->list[t->used++] = time;
}

static void
done(vcube_machine *m, struct vc_player *p, uint32_t words)
{
	p->at += words;
	if (m->trace != NULL)
		keep_time(m->replay, &p->clocks, p->clock);
	/* release: REPLAY-ACTS, vc_replay_is_done() */
	atomic_store_explicit(&p->acts,
			      atomic_load_explicit(&p->acts, memory_order_relaxed) + 1,
			      memory_order_release);
}

/* --- acts ------------------------------------------------------------------- */

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
	used(m, f);
	return true;
}

/* What the time is made of at which a message had left its sender. */
static struct vcube_parts
path_of_leaving(const struct vc_player *p, const struct vc_flight *f)
{
	struct vcube_parts path = p->path;

	if (f->left == f->arrival)
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
		path = path_of_leaving(p, f);
		wait_until(p, f->left, &path, f->left - (f->arrival - f->duration), 0);
		used(m, f);
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

	while ((act = next_act(m, rank)) != NULL) {
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

/* Puts a message on its way, and all that follows from it. */
static void
place(vcube_machine *m, int rank)
{
	struct vc_replay *r = m->replay;
	struct vc_player *p = &r->player[rank];
	struct vc_flight *f = p->pending;
	struct vc_passage passage;

	vc_network_pass(&r->network, rank, (int)f->to, f->bytes, startup(m, f), p->key, &passage);
	f->duration = passage.duration;
	f->left = p->send_free = passage.left;
	f->arrival = passage.arrival;
	follow_path(m, p, f, &passage);
	p->pending = NULL;
	vc_agenda_take(r, rank);
	keep_flight(m, p, passage.begin, passage.arrival);
	done(m, p, sizeof *f / 8);
	make_ready(r, rank);
	if (r->player[f->to].waiting == f) {
		r->player[f->to].waiting = NULL;
		make_ready(r, (int)f->to);
	}
	play_ready(m);
}

/* --- how far ---------------------------------------------------------------- */

/* Players whose nodes have done something since they came to the end of their
 * journals go on. */
static void
look_again(vcube_machine *m)
{
	for (int rank = 0; rank < m->nodes; rank++) {
		struct vc_player *p = &m->replay->player[rank];

		if (p->pending == NULL && p->waiting == NULL && next_act(m, rank) != NULL) {
			vc_agenda_take(m->replay, rank);
			play(m, rank);
			play_ready(m);
		}
	}
}

/* Where a player without acts stands at quiescence: where its wait ends, or
 * nowhere. A message that has been placed may have moved that. */
static void
stand(vcube_machine *m, int rank)
{
	struct vc_player *p = &m->replay->player[rank];
	const vcube_time end = vc_end_of_wait(m, rank);

	if (p->pending != NULL || p->waiting != NULL)
		return;
	vc_agenda_take(m->replay, rank);
	if (end != VC_NO_TIME)
		vc_agenda_put(m->replay, rank, end);
}

int
vc_replay_quiescent(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	int rank;

	look_again(m);
	for (rank = 0; rank < m->nodes; rank++)
		stand(m, rank);
	while ((rank = vc_agenda_first(r)) >= 0) {
		const struct vc_flight *f = r->player[rank].pending;
		const vcube_time when = r->player[rank].key;
		const int whom = f != NULL ? (int)f->to : rank;

		if (f != NULL)
			place(m, rank);
		stand(m, whom);
		if (f == NULL && vc_agenda_first(r) == rank && r->player[rank].key == when)
			break;
	}
	return rank;
}

/* While nodes run: up to the first that may still act. */
static void
catch_up(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	int rank;

	look_again(m);
	for (rank = 0; rank < m->nodes; rank++) {
		struct vc_player *p = &r->player[rank];

		if (p->pending != NULL || p->waiting != NULL)
			continue;
		vc_agenda_take(r, rank);
		vc_agenda_put(r, rank, p->clock);
	}
	while ((rank = vc_agenda_first(r)) >= 0) {
		if (r->player[rank].pending != NULL) {
			place(m, rank);
		} else if (next_act(m, rank) != NULL) {
			vc_agenda_take(r, rank);
			play(m, rank);
			play_ready(m);
		} else {
			break;
		}
	}
}

void
vc_replay_page_turned(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	const uint64_t pages = atomic_fetch_add_explicit(&r->pages, 1, memory_order_relaxed);

	if (pages < atomic_load_explicit(&r->enough, memory_order_relaxed) ||
	    m->turns != NULL || pthread_mutex_trylock(&m->resolving) != 0)
		return;
	catch_up(m);
	atomic_store_explicit(&r->enough, pages + PAGES_ENOUGH, memory_order_relaxed);
	pthread_mutex_unlock(&m->resolving);
}

void
vc_replay_rest(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	int rank;

	look_again(m);
	while ((rank = vc_agenda_first(r)) >= 0) {
		if (r->player[rank].pending != NULL)
			place(m, rank);
		else
			vc_agenda_take(r, rank);
	}
}

/* --- what nodes ask --------------------------------------------------------- */

bool
vc_replay_is_done(const vcube_machine *m, int rank)
{
	/* acquire: REPLAY-ACTS, done() */
	return atomic_load_explicit(&m->replay->player[rank].acts, memory_order_acquire) ==
	       m->node[rank].journal.acts;
}

static bool
clock_is_known(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	return vc_replay_is_done(self->machine, self->rank);
}

vcube_time
vc_clock(vcube_node *self)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_CLOCK, .peer = -1, .deadline = VC_NO_TIME, .ready = clock_is_known,
	};

	if (!self->journaled)
		return self->now;
	vc_door_flush(self);
	if (!clock_is_known(self, &wait) && vc_door_wait(self, &wait) != 0)
		return self->known;
	self->known = self->machine->replay->player[self->rank].clock + self->now;
	return self->known;
}

static bool
is_placed(vcube_node *self, struct vc_wait *wait)
{
	return self->machine->door[self->rank].flight == wait->flight;
}

vcube_time
vc_arrival(vcube_node *self, const struct vc_flight *flight)
{
	struct vc_door *door = &self->machine->door[self->rank];
	struct vc_wait wait = {
		.kind = VC_WAIT_ARRIVAL, .peer = vc_flight_page((struct vc_flight *)flight)->rank,
		.deadline = VC_NO_TIME, .ready = is_placed, .flight = flight,
	};

	if (door->flight == flight)
		return door->arrival;
	vc_door_flush(self);
	return vc_door_wait(self, &wait) == 0 ? door->arrival : 0;
}

vcube_time
vc_clock_of(const vcube_machine *m, int rank)
{
	return (m->replay ? m->replay->player[rank].clock : 0) + m->node[rank].now;
}

vcube_time
vc_replay_clock_after(const vcube_machine *m, int rank, uint64_t acts)
{
	const struct vc_times *t = &m->replay->player[rank].clocks;

	return acts == 0 ? 0 : acts <= t->used ? t->list[acts - 1] : m->replay->player[rank].clock;
}

bool
vc_replay_sent(const vcube_machine *m, int rank, uint64_t number, vcube_time *begin,
	       vcube_time *arrival)
{
	const struct vc_times *t = &m->replay->player[rank].flights;

	if (2 * number + 1 >= t->used)
		return false;
	*begin = t->list[2 * number];
	*arrival = t->list[2 * number + 1];
	return true;
}

/* What the node did after its last act is work. */
struct vcube_parts
vc_replay_parts(const vcube_machine *m, int rank)
{
	struct vcube_parts parts = m->replay->player[rank].parts;

	parts.work += m->node[rank].now;
	return parts;
}

struct vcube_parts
vc_replay_path(const vcube_machine *m, int rank)
{
	struct vcube_parts path = m->replay->player[rank].path;

	path.work += m->node[rank].now;
	return path;
}

/* --- coming and going ------------------------------------------------------- */

struct vc_replay *
vc_replay_new(vcube_machine *m)
{
	const size_t n = (size_t)m->nodes;
	struct vc_replay *r = calloc(1, sizeof *r);

	if (r == NULL)
		return NULL;
	m->replay = r;
	r->player = calloc(n, sizeof *r->player);
	r->queue = calloc(n, sizeof *r->queue);
	r->ready = calloc(2 * n, sizeof *r->ready);
	if (r->player != NULL && r->queue != NULL && r->ready != NULL &&
	    vc_network_open(&r->network, m->topology, m->position, &m->desc) == 0)
		return r;
	vc_replay_free(m);
	return NULL;
}

void
vc_replay_free(vcube_machine *m)
{
	struct vc_replay *r = m->replay;

	m->replay = NULL;
	if (r == NULL)
		return;
	vc_network_close(&r->network);
	for (int rank = 0; r->player != NULL && rank < m->nodes; rank++) {
		free(r->player[rank].clocks.list);
		free(r->player[rank].flights.list);
	}
	free(r->player);
	free(r->queue);
	free(r->ready);
	free(r);
}

static void
give_pages(struct vc_page *page, bool kept)
{
	for (struct vc_page *next; page != NULL; page = next) {
		next = kept ? page->after : atomic_load_explicit(&page->next, memory_order_relaxed);
		vc_pool_give(page);
	}
}

void
vc_replay_reset(vcube_machine *m)
{
	struct vc_replay *r = m->replay;

	for (int rank = 0; rank < m->nodes; rank++) {
		struct vc_player *p = &r->player[rank];
		struct vc_journal *j = &m->node[rank].journal;

		give_pages(p->kept, true);
		give_pages(p->page ? p->page
			   : atomic_load_explicit(&j->first, memory_order_relaxed), false);
		free(p->clocks.list);
		free(p->flights.list);
		*j = (struct vc_journal){NULL};
		*p = (struct vc_player){.place = -1};
	}
	r->queued = r->readies = 0;
	atomic_store_explicit(&r->pages, 0, memory_order_relaxed);
	atomic_store_explicit(&r->enough, PAGES_ENOUGH, memory_order_relaxed);
	vc_network_reset(&r->network);
}

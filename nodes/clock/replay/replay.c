/* SPDX-License-Identifier: BSD-2-Clause */
/* Replays journals as far as possible; opens, resets and frees a replay. */
#include <stdlib.h>
#include <string.h>
#include "node.h"
#include "replayer.h"
#include "replay.h"
#include "wait_end.h"

enum { PAGES_ENOUGH = 16384 };  /* 32 MiB */

/* Lets replayers go on whose nodes have acted since they reached the end of their journals, and
 * those that may go past a message by now. */
static void
look_again(vcube_machine *m)
{
	for (int rank = 0; rank < m->nodes; rank++) {
		vc_replayer_pass(m, rank);
		if (vc_replayer_is_idle(&m->replay->player[rank]) && vc_replayer_next(m, rank) != NULL)
			vc_replayer_go_on(m, rank);
	}
}

/* Queues a replayer without acts at quiescence: where its wait ends, or nowhere. A newly
 * placed message may have moved that. */
static void
stand(vcube_machine *m, int rank)
{
	if (vc_replayer_is_idle(&m->replay->player[rank]))
		vc_replayer_stand(m, rank, vc_end_of_wait(m, rank));
}

/* Returns whether others may tell what a node does while a message of its waits for the port. */
static bool
may_tell(const vcube_machine *m, bool quiescent)
{
	return m->desc.ports == VCUBE_PORTS_ONE && (quiescent || m->limited);
}

int
vc_replay_quiescent(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	int rank;

	r->passes = may_tell(m, true);
	look_again(m);
	for (rank = 0; rank < m->nodes; rank++)
		stand(m, rank);
	while ((rank = vc_event_queue_first(&r->queue)) >= 0) {
		const struct vc_in_flight *const f = vc_replayer_message(m, rank);
		const vcube_time when = r->player[rank].key;
		const int whom = f != NULL ? (int)f->to : rank;

		if (f != NULL && !vc_replayer_place(m, rank)) {
			rank = -1;
			break;
		}
		stand(m, whom);
		if (f == NULL && vc_event_queue_first(&r->queue) == rank && r->player[rank].key == when)
			break;
	}
	r->passes = may_tell(m, false);
	return rank;
}

/* While nodes run: replays up to the first replayer whose node may still act. */
static void
catch_up(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	int rank;

	look_again(m);
	for (rank = 0; rank < m->nodes; rank++) {
		if (vc_replayer_is_idle(&r->player[rank]))
			vc_replayer_stand(m, rank, r->player[rank].clock);
	}
	while ((rank = vc_event_queue_first(&r->queue)) >= 0) {
		if (vc_replayer_message(m, rank) != NULL) {
			if (!vc_replayer_place(m, rank))
				break;
		} else if (vc_replayer_next(m, rank) != NULL) {
			vc_replayer_go_on(m, rank);
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
	    m->interleave != NULL || pthread_mutex_trylock(&m->resolving) != 0)
		return;
	catch_up(m);
	atomic_store_explicit(&r->enough, pages + PAGES_ENOUGH, memory_order_relaxed);
	pthread_mutex_unlock(&m->resolving);
}

int
vc_replay_far(const vcube_machine *m)
{
	for (int rank = 0; rank < m->nodes; rank++)
		if (m->replay->player[rank].clock > VCUBE_TIME_MAX)
			return rank;
	return -1;
}

/* Returns how long after its start a message has its first effect at the least. Not known with all
 * ports, or with links that are not as described; and a history has to see each message's route
 * before the next one is placed. */
static vcube_time
least_of(const vcube_machine *m, const struct vc_placing *p)
{
	if (m->desc.ports != VCUBE_PORTS_ONE || vc_links_differ(m->links) || m->history != NULL)
		return 0;
	return vc_network_least(&m->replay->network, 1, p->bytes, p->startup);
}

/* Puts the messages into the ring that are the next ones, whatever becomes of those before. */
static void
look_ahead(vcube_machine *m)
{
	struct vc_replay *r = m->replay;
	struct vc_placing *next;
	int rank;

	while ((rank = vc_event_queue_first(&r->queue)) >= 0)
		if (vc_replayer_message(m, rank) == NULL) {
			vc_replayer_stand(m, rank, VC_NO_TIME);
		} else if (vc_placer_is_next(&r->placer, r->player[rank].key)) {
			next = vc_placer_next(&r->placer);
			vc_replayer_take(m, rank, next);
			vc_placer_put(&r->placer, least_of(m, next));
		} else {
			break;
		}
}

enum { STEPS = 3 };

/* So many messages before it is read, what they read is fetched, in each step. */
static const uint32_t ahead[STEPS] = {24, 16, 8};

static void
fetch(vcube_machine *m)
{
	const struct vc_placer *const p = &m->replay->placer;

	for (int step = 0; step < STEPS; step++)
		if (p->put - p->taken > ahead[step])
			m->replay->fetch(m, p->ring[(p->taken + ahead[step]) % VC_PLACER_ROOM].rank, step);
}

void
vc_replay_rest(vcube_machine *m)
{
	struct vc_replay *r = m->replay;

	look_again(m);
	do {
		look_ahead(m);
		if (r->fetch != NULL)
			fetch(m);
	} while (!vc_placer_is_empty(&r->placer) &&
		 vc_replayer_go_on_from(m, vc_placer_take(&r->placer)));
	vc_placer_finish(&r->placer);
}

static void
expect(struct vc_times *t, size_t times)
{
	vcube_time *const list = t->room < times ? realloc(t->list, times * sizeof *list) : NULL;

	if (list == NULL)
		return;
	memset(list, 0, times * sizeof *list);
	t->list = list;
	t->room = times;
}

void
vc_replay_expect(vcube_machine *m, size_t times)
{
	for (int rank = 0; rank < m->nodes; rank++) {
		expect(&m->replay->player[rank].clocks, times);
		expect(&m->replay->player[rank].flights, times);
	}
}

struct vc_replay *
vc_replay_new(vcube_machine *m)
{
	const size_t n = (size_t)m->nodes;
	struct vc_replay *r = aligned_alloc(VC_LINE, sizeof *r);

	if (r == NULL)
		return NULL;
	memset(r, 0, sizeof *r);
	m->replay = r;
	m->network = &r->network;
	r->player = calloc(n, sizeof *r->player);
	r->ready = calloc(2 * n, sizeof *r->ready);
	if (vc_event_queue_open(&r->queue, m->nodes) == 0 && r->player != NULL && r->ready != NULL &&
	    vc_network_open(&r->network, m->topology, m->position, &m->desc, m->links) == 0)
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
	m->network = NULL;
	vc_network_close(&r->network);
	for (int rank = 0; r->player != NULL && rank < m->nodes; rank++) {
		free(r->player[rank].clocks.list);
		free(r->player[rank].flights.list);
		free(r->player[rank].passed);
	}
	free(r->player);
	vc_event_queue_close(&r->queue);
	free(r->ready);
	free(r);
}

static void
give_pages(struct vc_replay *r, struct vc_page *page, bool kept)
{
	for (struct vc_page *next; page != NULL; page = next) {
		next = kept ? page->after : atomic_load_explicit(&page->next, memory_order_relaxed);
		vc_page_give(r, page);
	}
}

/* Gives back the pages from the replayer's on. */
static void
reset_journal(struct vc_replay *r, struct vc_journal *j, const struct vc_replayer *p)
{
	give_pages(r, p->page ? p->page : atomic_load_explicit(&j->first, memory_order_relaxed), false);
	*j = (struct vc_journal){.acts = 0};
}

void
vc_replay_reset(vcube_machine *m)
{
	struct vc_replay *r = m->replay;

	for (int rank = 0; rank < m->nodes; rank++) {
		struct vc_replayer *p = &r->player[rank];

		give_pages(r, p->kept, true);
		if (p->passed != NULL)
			p->passed->first = p->passed->end = 0;
		if (rank < m->threads)
			reset_journal(r, &m->node[rank].journal, p);
		else
			give_pages(r, p->page, false);
		*p = (struct vc_replayer){
			/* keep it, as other memory for traces: fresh pages are expensive */
			.clocks = {p->clocks.list, 0, p->clocks.room},
			.flights = {p->flights.list, 0, p->flights.room},
			.passed = p->passed,
			.stands = VC_NO_TIME,
		};
	}
	vc_event_queue_reset(&r->queue, m->nodes);
	r->readies = 0;
	r->passes = may_tell(m, false);
	r->refused = false;
	atomic_store_explicit(&r->pages, 0, memory_order_relaxed);
	atomic_store_explicit(&r->enough, PAGES_ENOUGH, memory_order_relaxed);
	vc_network_reset(&r->network);
	vc_placer_reset(&r->placer, &r->network, m->processors > 1 && m->interleave == NULL);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Quiescence; what is decided, and why it may be, is in the header. */
#include "replay.h"
#include "report.h"
#include "wait_graph.h"
#include "deadline.h"
#include "quiescence.h"
#include "interleave.h"

static void
release(vcube_machine *m, int rank, enum vc_verdict verdict)
{
	m->parking[rank].verdict = verdict;
	vc_unpark(m, rank);
}

static void
stop_all(vcube_machine *m, int code)
{
	atomic_store_explicit(&m->stop, code, memory_order_relaxed);
	for (int r = 0; r < m->nodes; r++)
		vc_unpark(m, r);
}

/* 1. Steps */
static bool
step_on(vcube_machine *m)
{
	const struct vc_wait *w;
	uint64_t lowest = UINT64_MAX;
	int first = -1;

	for (int r = 0; r < m->nodes; r++)
		if ((w = vc_wait_of(m, r)) != NULL && w->kind == VC_WAIT_STEP && w->mark < lowest) {
			lowest = w->mark;
			first = r;
		}
	if (first < 0)
		return false;
	if (m->observer(m, lowest, m->node[first].step, m->observer_arg) != 0) {
		stop_all(m, VCUBE_ELIMIT);
		return true;
	}
	for (int r = 0; r < m->nodes; r++)
		if ((w = vc_wait_of(m, r)) != NULL && w->kind == VC_WAIT_STEP && w->mark == lowest)
			m->node[r].passed = lowest;
	/* who is awake may wake others: no wait can be looked at any more */
	for (int r = 0; r < m->nodes; r++)
		if (m->node[r].passed == lowest)
			vc_unpark(m, r);
	return true;
}

/* What a wait was about, for its node to look at. */
static void
answer(vcube_machine *m, int rank, const struct vc_in_flight *flight, vcube_time time)
{
	m->parking[rank].flight = flight;
	m->parking[rank].arrival = time;
}

static void
answer_poll(vcube_machine *m, int rank, const struct vc_wait *w)
{
	vcube_node *n = &m->node[rank];
	struct vc_channel *c;
	const struct vc_slot *slot;

	if (w->mark == VC_POLL_LEFT) {
		answer(m, rank, w->flight, w->flight->left);
	} else if (w->mark == VC_POLL_TAKEN) {
		answer(m, rank, w->flight, w->flight->taken);
	} else {
		vc_channel_adopt(n);
		c = vc_peers_find(&n->in, w->peer);
		slot = c != NULL ? vc_channel_front(c) : NULL;
		answer(m, rank, NULL, slot != NULL ? slot->timed.flight->arrival : VC_NOT_YET);
	}
}

/* Does a node only want to know a time that is known now? */
static bool
is_told(vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank);

	if (w == NULL)
		return false;
	if (w->kind == VC_WAIT_CLOCK)
		return vc_replay_is_done(m, rank);
	if (w->kind != VC_WAIT_ARRIVAL || w->flight->arrival == VC_NOT_YET)
		return false;
	answer(m, rank, w->flight, w->flight->arrival);
	return true;
}

/* 0. Times that are known. */
static bool
tell_times(vcube_machine *m)
{
	bool told = false;

	for (int r = 0; r < m->nodes; r++) {
		m->replay->player[r].told = is_told(m, r);
		if (m->replay->player[r].told)
			m->parking[r].verdict = VC_GO_ON;
		told |= m->replay->player[r].told;
	}
	/* who is awake may wake others: no wait can be looked at any more */
	for (int r = 0; told && r < m->nodes; r++)
		if (m->replay->player[r].told)
			vc_unpark(m, r);
	return told;
}

/* Nobody is to go on for ever on the way to a node that has failed. */
static bool
bereave(vcube_machine *m)
{
	int who = atomic_load_explicit(&m->failed, memory_order_relaxed) > 0
		? vc_report_bereaved(m) : -1;

	if (who >= 0)
		release(m, who, VC_GIVE_UP);
	return who >= 0;
}

/* Whose wait time ends first; -1: nobody's. */
static int
first_in_time(vcube_machine *m)
{
	vcube_time first = VC_NO_TIME;
	int who = -1;

	for (int r = 0; r < m->nodes; r++) {
		const vcube_time t = vc_end_of_wait(m, r);

		if (t < first) {
			first = t;
			who = r;
		}
	}
	return who;
}

/* Where journals are kept, what the wait was about is told, too. */
static void
answer_wait(vcube_machine *m, int who, struct vc_channel *with)
{
	const struct vc_wait *w = vc_wait_of(m, who);
	const struct vc_in_flight *f = with ? vc_channel_front(with)->timed.flight : NULL;

	if (w->kind == VC_WAIT_POLL)
		answer_poll(m, who, w);
	else if (f != NULL)
		answer(m, who, f, f->arrival);
}

/* Lets `who` go on, the one whose wait time ends first; -1: there is none. */
static bool
time_on(vcube_machine *m, int who)
{
	struct vc_channel *with;
	vcube_time end;

	if (who < 0)
		return false;
	if (bereave(m))
		return true;
	end = vc_wait_end(&m->node[who], vc_wait_of(m, who), &with);
	if (!m->timed && m->elapsed < end)
		m->elapsed = end;
	if (m->replay != NULL)
		answer_wait(m, who, with);
	m->parking[who].chosen = with;
	release(m, who, with ? VC_GO_ON : VC_TIME_IS_UP);
	return true;
}

/* 4. and 5. Nobody can go on: the report, and every parked node fails. */
static void
give_up(vcube_machine *m)
{
	vc_report_quiescence(m);
	for (int r = 0; r < m->nodes; r++)
		if (vc_wait_of(m, r) != NULL)
			release(m, r, VC_GIVE_UP);
}

/* Whether a deadline of the host's clock will end a wait. */
static bool
dated(const vcube_machine *m)
{
	return (!m->timed || m->wall != NULL) && m->interleave == NULL &&
	       atomic_load_explicit(&m->dated, memory_order_relaxed) > 0;
}

bool
vc_quiescence_resolve(vcube_machine *m)
{
	int first, stopped;

	/* acquire: vc_node_leave() */
	if (atomic_load_explicit(&m->alive, memory_order_acquire) == 0)
		return false;
	stopped = atomic_load_explicit(&m->stop, memory_order_relaxed);
	if (stopped < 0) {
		stop_all(m, stopped);
		return true;
	}
	if (m->wall != NULL && dated(m))
		return bereave(m);
	/* what can be known before anybody is woken */
	first = m->replay != NULL ? vc_replay_quiescent(m) : -1;
	if (m->replay != NULL && vc_network_is_stuck(&m->replay->network)) {
		stop_all(m, VCUBE_EFAULT);
		return true;
	}
	if ((m->replay != NULL && tell_times(m)) || step_on(m))
		return true;
	if (dated(m))
		return bereave(m);
	if (time_on(m, m->replay != NULL ? first : first_in_time(m)))
		return true;
	if (m->replay != NULL && vc_replay_far(m) >= 0)
		stop_all(m, VCUBE_ELIMIT);
	else
		give_up(m);
	return true;
}

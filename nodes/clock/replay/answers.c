/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers parked nodes that wait to know a time; see the header. */
#include "answers.h"
#include "awaited.h"
#include "deadline.h"
#include "error.h"
#include "match.h"
#include "network.h"
#include "quiescence.h"
#include "replay.h"
#include "wait_end.h"

/* Leaves the answer to a wait where its node reads it. */
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
	vcube_time arrival;

	if (w->mark == VC_POLL_LEFT || w->mark == VC_POLL_ROOM) {
		answer(m, rank, w->flight, w->flight->left);
	} else if (w->mark == VC_POLL_TAKEN) {
		answer(m, rank, w->flight, w->flight->taken);
	} else if (w->mark == VC_POLL_ARRIVAL) {
		m->parking[rank].chosen = vc_earliest(n, w, vc_arrival_placed, &arrival);
		answer(m, rank, NULL, arrival != VC_NO_TIME ? arrival : VC_NOT_YET);
	}
}

/* Returns whether a node only waits for a time that is known now, and answers it. */
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

/* Lets nodes go on that only wait for a time. */
static bool
tell_times(vcube_machine *m)
{
	bool told = false;

	for (int r = 0; r < m->nodes; r++) {
		struct vc_replayer *const p = &m->replay->player[r];

		/* release: REPLAY-KNOWN, clock_is_known() */
		atomic_store_explicit(&p->known, p->acts, memory_order_release);
		p->told = is_told(m, r);
		if (p->told)
			m->parking[r].verdict = VC_GO_ON;
		told |= p->told;
	}
	/* a woken node may wake others: read no wait any more */
	for (int r = 0; told && r < m->nodes; r++)
		if (m->replay->player[r].told)
			vc_unpark(m, r);
	return told;
}

bool
vc_replay_advance(vcube_machine *m)
{
	m->replay->first = vc_replay_quiescent(m);
	if (vc_network_is_stuck(m->network)) {
		vc_stop_all(m, VCUBE_EFAULT);
		return true;
	}
	return tell_times(m);
}

int
vc_replay_first(vcube_machine *m)
{
	return m->replay->first;
}

void
vc_replay_grant(vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank), *part;
	struct vc_ending ending;
	const struct vc_in_flight *f;

	vc_wait_end(&m->node[rank], w, vc_arrival_placed, &ending);
	part = ending.part != NULL ? ending.part : w;
	if (ending.channel != NULL) {
		f = vc_candidate(&m->node[rank], ending.channel, &part->want)->timed.flight;
		answer(m, rank, f, f->arrival);
	}
	vc_deadline_tell(m, rank, &ending);
	if (w->kind == VC_WAIT_POLL)
		answer_poll(m, rank, w);
}

int
vc_replay_awaited(vcube_machine *m, int rank)
{
	return vc_awaited_by(m, vc_end_of_wait(m, rank), vc_arrival_placed);
}

int
vc_replay_exhausted(const vcube_machine *m)
{
	return vc_replay_far(m) >= 0 ? VCUBE_ELIMIT : 0;
}

int
vc_replay_verdict(const vcube_machine *m, struct vcube_error *error)
{
	if (!m->replay->refused)
		return 0;
	return vc_error(error, VCUBE_EHOST, "no memory to compute the times of %d nodes", m->nodes);
}

bool
vc_replay_is_done(const vcube_machine *m, int rank)
{
	return m->replay->player[rank].acts == m->node[rank].journal.acts;
}

vcube_time
vc_replay_clock_after(const vcube_machine *m, int rank, uint64_t acts)
{
	const struct vc_times *t = &m->replay->player[rank].clocks;

	return acts == 0 ? 0 : acts <= t->used ? t->list[acts - 1] : m->replay->player[rank].clock;
}

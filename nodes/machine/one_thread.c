/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run in one thread: each node is a coroutine on its own stack, and the thread that runs the
 * machine goes from one that can run to the next. Machines that explore run so, since their nodes
 * take turns anyway, and those with threads=one.
 */
#include <signal.h>
#include "alarms.h"
#include "coroutine.h"
#include "ends.h"
#include "explore.h"
#include "futex.h"
#include "interleave.h"
#include "parts.h"
#include "quiescence.h"
#include "spin.h"

/* How many turns there are between two looks at the run's limit, and two draws: nodes that wake
 * each other for ever would take the turns of all others. */
enum { LOOK_EVERY = 64 };

/* Ends the run when the time of the exploration is over. */
static void
watch_exploration(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;

	if (x->end == 0 || x->late || vc_host_ns() < x->end)
		return;
	x->late = true;
	vc_stop_all(m, VCUBE_ELIMIT);
}

/* Ends the run when its own time is over; otherwise draws who is next. */
static void
watch_run(vcube_machine *m)
{
	if (m->desc.limit > 0 && !m->late && vc_host_ns() >= m->began + m->desc.limit / 1000)
		vc_stop_late(m);
	else
		vc_interleave_draw(m->interleave);
}

/* Returns when the first alarm may ring, or the run's time is over. */
static int64_t
next_event(const vcube_machine *m)
{
	const int64_t end = m->desc.limit > 0 ? m->began + m->desc.limit / 1000 : INT64_MAX;

	return vc_alarms_first(m->alarms) < end ? vc_alarms_first(m->alarms) : end;
}

/* Returns whether another thread has stopped the run. */
static bool
is_over(const vcube_machine *m)
{
	/* acquire: RUN-OVER, stop_from_outside() */
	return atomic_load_explicit(&m->over, memory_order_acquire) != 0;
}

/* No node can run. Unless all have returned, sleeps until something will happen soon, and then
 * looks at the clock until it does. Returns whether nodes are left. */
static bool
wait_for_event(vcube_machine *m)
{
	int64_t when;

	/* relaxed: this thread counts them */
	if (m->alarms == NULL || atomic_load_explicit(&m->alive, memory_order_relaxed) == 0)
		return false;
	when = next_event(m);
	for (vc_alarms_look(m->alarms); m->alarms->now < when; vc_alarms_look(m->alarms)) {
		if (is_over(m)) {
			vc_quiesce(m);  /* wakes them all */
			break;
		}
		if (m->alarms->now < when - VC_NEAR)
			vc_futex_wait(&m->over, 0, when - VC_NEAR);
		else
			vc_pause();
	}
	return true;
}

static void
take_turn(vcube_machine *m, int rank)
{
	struct vc_alarms *const alarms = m->alarms;

	if (alarms != NULL)
		alarms->looked = false;
	vc_coroutine_resume(m, rank);
	if (alarms != NULL && !alarms->looked)
		vc_alarms_look(alarms);
}

/* Runs one node after the other that can, until all have returned. */
static void
take_turns(vcube_machine *m)
{
	void (*const watch)(vcube_machine *) = m->explore != NULL ? watch_exploration : watch_run;
	const uint64_t every = m->explore != NULL ? 1 : LOOK_EVERY;

	for (uint64_t i = 1;; i++) {
		const int rank = vc_interleave_next(m->interleave);

		if (rank >= 0)
			take_turn(m, rank);
		else if (!wait_for_event(m))
			return;
		if (i % every == 0 || rank < 0)
			watch(m);
		if (m->alarms != NULL && m->alarms->now >= vc_alarms_first(m->alarms))
			vc_park_ring(m);
	}
}

int
vc_run_in_one_thread(vcube_machine *m)
{
	vcube_node *const outer = vc_ends_node();       /* another machine's, whose program runs this one */
	stack_t had;

	if (m->explore == NULL)         /* an exploration has done so, once for all its runs */
		vc_ends_watch();
	sigaltstack(NULL, &had);
	vc_ends_run(NULL, m->node[0].stack + m->stack_stride - VC_ENDS_STACK);
	m->node[0].thread = pthread_self();
	m->began = vc_host_ns();
	if (m->alarms != NULL)
		vc_alarms_reset(m->alarms, m->nodes);
	vc_interleave_in_one_thread(m->interleave, vc_coroutine_stop, m->alarms != NULL);
	for (int r = 0; r < m->nodes; r++)
		vc_coroutine_prepare(m, r);
	take_turns(m);
	sigaltstack(&had, NULL);
	vc_ends_run(outer, NULL);
	return 0;
}

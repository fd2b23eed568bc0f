/* SPDX-License-Identifier: BSD-2-Clause */
/* Quiescence; the header has the decisions and why they are sound. */
#include "quiescence.h"
#include "futex.h"
#include "interleave.h"
#include "remote.h"

static void
release(vcube_machine *m, int rank, enum vc_verdict verdict)
{
	m->parking[rank].verdict = verdict;
	vc_unpark(m, rank);
}

void
vc_stop_all(vcube_machine *m, int code)
{
	atomic_store_explicit(&m->stop, code, memory_order_relaxed);
	for (int r = 0; r < m->threads; r++)
		vc_unpark(m, r);
}

void
vc_stop_late(vcube_machine *m)
{
	pthread_mutex_lock(&m->resolving);
	m->late = true;         /* the resolver reads it when nodes have ended */
	atomic_store_explicit(&m->stop, VCUBE_ELIMIT, memory_order_relaxed);
	for (int r = 0; r < m->nodes; r++) {
		/* a node that does not notice takes the fast path no more */
		if (!vc_is_remote(m, r))
			vc_set_fast_path(&m->node[r], false);
		if (vc_obeys_host(m))
			vc_unpark(m, r);
	}
	pthread_mutex_unlock(&m->resolving);
}

/* Stops a run of which another thread runs all nodes: that thread wakes them, when none of them can
 * run. */
static void
stop_from_outside(vcube_machine *m, int code)
{
	atomic_store_explicit(&m->stop, code, memory_order_relaxed);
	/* release: RUN-OVER, `stop` */
	atomic_store_explicit(&m->over, 1, memory_order_release);
	vc_futex_wake(&m->over, 1);
}

void
vcube_abort_by(vcube_machine *m, int rank, int code)
{
	pthread_mutex_lock(&m->resolving);
	if (m->aborter < 0) {
		m->aborter = rank;
		m->exit_code = code;
		if (m->in_one_thread && !pthread_equal(m->node[0].thread, pthread_self()))
			stop_from_outside(m, VCUBE_EABORT);
		else
			vc_stop_all(m, VCUBE_EABORT);
	}
	pthread_mutex_unlock(&m->resolving);
}

int
(vcube_abort)(vcube_node *self, int code)
{
	if (vc_fail(self, VCUBE_EABORT, "node %d aborted the run with code %d", self->rank, code) !=
	    VCUBE_EABORT)
		return self->code;
	vcube_abort_by(self->machine, self->rank, code);
	if (self->machine->remote != NULL)
		self->machine->remote->aborted(self, code);
	return self->code;
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
		vc_stop_all(m, VCUBE_ELIMIT);
		return true;
	}
	for (int r = 0; r < m->nodes; r++)
		if ((w = vc_wait_of(m, r)) != NULL && w->kind == VC_WAIT_STEP && w->mark == lowest)
			m->node[r].passed = lowest;
	/* a woken node may wake others: read no wait any more */
	for (int r = 0; r < m->nodes; r++)
		if (m->node[r].passed == lowest)
			vc_unpark(m, r);
	return true;
}

/* Makes a node that waits for a failed one fail, so that nobody waits for ever. */
static bool
bereave(vcube_machine *m)
{
	int who = atomic_load_explicit(&m->failed, memory_order_relaxed) > 0
		? m->reporter->bereaved(m) : -1;

	if (who >= 0)
		release(m, who, VC_GIVE_UP);
	return who >= 0;
}

/* Lets the node go on whose wait time ends first, unless bereave() applies, or a node can take a
 * message for a posted receive before. */
static bool
time_on(vcube_machine *m)
{
	const int who = m->clock->first(m);
	int other = -1;

	if (who < 0 || bereave(m))
		return who >= 0;
	if (m->clock->awaited != NULL)
		other = m->clock->awaited(m, who);
	if (other >= 0) {
		release(m, other, VC_PROGRESS);
	} else {
		m->clock->grant(m, who);
		vc_unpark(m, who);
	}
	return true;
}

bool
vc_quiescence_mark(vcube_machine *m)
{
	bool any = false;

	for (int r = 0; r < m->nodes; r++) {
		const bool can = vc_wait_of(m, r) != NULL && m->reporter->can_progress(&m->node[r]);

		m->parking[r].progresses = can;
		if (can)
			m->parking[r].verdict = VC_PROGRESS;
		any = any || can;
	}
	return any;
}

void
vc_quiescence_progress(vcube_machine *m)
{
	/* a woken node may wake others: read no wait any more */
	for (int r = 0; r < m->nodes; r++)
		if (m->parking[r].progresses)
			vc_unpark(m, r);
}

/* Wakes the nodes that can take messages for receives that they have posted. In virtual time that
 * takes its turn once all processes are quiescent: remote.h. */
static bool
progress(vcube_machine *m)
{
	const bool can = (m->remote == NULL || !m->clock->timed) && vc_quiescence_mark(m);

	if (can)
		vc_quiescence_progress(m);
	return can;
}

void
vc_quiescence_give_up(vcube_machine *m)
{
	m->reporter->stuck(m);
	for (int r = 0; r < m->nodes; r++)
		if (vc_is_remote(m, r))
			atomic_store_explicit(&m->parking[r].parked, 0, memory_order_relaxed);
		else if (vc_wait_of(m, r) != NULL)
			release(m, r, VC_GIVE_UP);
}

/* 4. and 5. Nobody can go on: reports, and makes every parked node fail; where other processes
 * have nodes, they may go on. */
static bool
give_up(vcube_machine *m)
{
	const int code = m->clock->exhausted != NULL ? m->clock->exhausted(m) : 0;

	if (code != 0) {
		vc_stop_all(m, code);
		return true;
	}
	if (progress(m))
		return true;
	if (m->remote != NULL) {
		m->remote->quiet(m);
		return false;
	}
	vc_quiescence_give_up(m);
	return true;
}

/* Returns whether a deadline on the host's clock will end a wait. */
static bool
dated(const vcube_machine *m)
{
	return vc_obeys_host(m) && atomic_load_explicit(&m->dated, memory_order_relaxed) > 0;
}

/* Returns whether threads compute outside of calls of nodes that they share. */
static bool
loose(const vcube_machine *m)
{
	return atomic_load_explicit(&m->loose, memory_order_relaxed) > 0;
}

static bool
resolve(vcube_machine *m)
{
	int stopped;

	/* acquire: PARK-COUNT, vc_node_leave() */
	if (atomic_load_explicit(&m->alive, memory_order_acquire) == 0)
		return false;
	stopped = atomic_load_explicit(&m->stop, memory_order_relaxed);
	if (stopped < 0) {
		vc_stop_all(m, stopped);
		return true;
	}
	if (m->clock->time_first && dated(m))
		return bereave(m);
	if ((m->clock->advance != NULL && m->clock->advance(m)) || step_on(m))
		return true;
	if (dated(m))
		return m->remote == NULL && bereave(m);
	return time_on(m) || (loose(m) ? bereave(m) : give_up(m));
}

bool
vc_quiescence_resolve(vcube_machine *m)
{
	const int64_t begin = vc_host_ns();
	const bool acted = resolve(m);

	/* relaxed: spin.c may see it late */
	atomic_fetch_add_explicit(&m->resolver_ns, vc_host_ns() - begin, memory_order_relaxed);
	return acted;
}

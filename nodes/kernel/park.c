/* SPDX-License-Identifier: BSD-2-Clause */
/* Parking. The header has the protocol and why no wake is lost. */
#include "alarms.h"
#include "carrier.h"
#include "fence.h"
#include "futex.h"
#include "spin.h"
#include "quiescence.h"
#include "remote.h"
#include "interleave.h"

static inline struct vc_parking *
parking_of(vcube_node *self)
{
	return &self->machine->parking[self->rank];
}

static bool
is_stopped(const vcube_machine *m)
{
	return atomic_load_explicit(&m->stop, memory_order_relaxed) < 0;
}

/* Takes a parked node's word. Returns true if it was nonzero: then the caller makes the node
 * run. */
static bool
take(struct vc_parking *parking)
{
	/* acq_rel: the wake carries the waker's writes, PARK-WORD, park(). The fence of
	 * PARK-WAKE would cover all of them but make_run()'s count, without which a woken
	 * node could count itself out first */
	return atomic_exchange_explicit(&parking->parked, 0, memory_order_acq_rel) != 0;
}

/* Makes a parked node run, unless somebody else does. Counts it first: once its word is taken
 * it may run and park again. Carriers count themselves. */
static void
make_run(vcube_machine *m, int whom)
{
	struct vc_parking *parking = &m->parking[whom];

	if (m->carriers != NULL) {
		if (take(parking))
			vc_carrier_ready(m, whom);
		return;
	}
	atomic_fetch_add_explicit(&m->running, 1, memory_order_acq_rel);
	if (!take(parking))
		atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel);
	else if (m->interleave != NULL)
		vc_interleave_ready(m->interleave, whom);
	else
		vc_futex_wake(&parking->parked, 1);
}

void
vc_unpark(vcube_machine *m, int whom)
{
	struct vc_parking *parking = &m->parking[whom];

	vc_fence();        /* PARK-WAKE */
	if (atomic_load_explicit(&parking->parked, memory_order_relaxed) != 0)
		make_run(m, whom);
}

/* Wakes `whom` if its wait is for this node. Call after the fence of PARK-WAKE. */
static void
poke(vcube_node *self, int whom)
{
	struct vc_parking *parking = &self->machine->parking[whom];
	uint32_t parked = atomic_load_explicit(&parking->parked, memory_order_relaxed);

	if (vc_likely(parked == 0))
		return;
	if (parked == (uint32_t)self->rank + 1 || parked == VC_PARKED_ANY)
		make_run(self->machine, whom);
}

void
vc_wake(vcube_node *self, int whom)
{
	vc_fence();        /* PARK-WAKE */
	poke(self, whom);
	if (vc_unlikely(self->machine->interleave != NULL))
		vc_interleave_switch(self);
}

void
vc_wake_deferred_now(vcube_node *self)
{
	vc_fence();        /* PARK-WAKE */
	for (int i = 0; i < self->deferred_count; i++)
		poke(self, self->deferred[i]);
	self->deferred_count = 0;
	if (vc_unlikely(self->machine->interleave != NULL))
		vc_interleave_switch(self);
}

void
vc_wake_later(vcube_node *self, int whom)
{
	self->deferred[self->deferred_count++] = whom;
	if (self->deferred_count == VC_DEFERRED_MAX)
		vc_wake_deferred_now(self);
}

/*
 * Resolves the quiescence that `running` == 0 announces. If `running` is still 0 under the
 * lock, which the caller holds, only this thread is awake: the lock keeps deadlines of the
 * host's clock from expiring, and threads from entering nodes that they share. It counts
 * itself as running, so that the nodes it wakes do not find the machine quiescent meanwhile;
 * if they have all parked again when it is done, it continues in their place. Returns whether
 * it did something last.
 */
static bool
resolve_all(vcube_machine *m)
{
	bool acted = true;

	/* acquire: PARK-COUNT, all that the parked nodes wrote, slumber() and vc_node_leave() */
	while (acted && atomic_load_explicit(&m->running, memory_order_acquire) == 0) {
		atomic_fetch_add_explicit(&m->running, 1, memory_order_acq_rel);
		acted = vc_quiescence_resolve(m);
		atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel);
	}
	return acted;
}

void
vc_quiesce(vcube_machine *m)
{
	pthread_mutex_lock(&m->resolving);
	resolve_all(m);
	pthread_mutex_unlock(&m->resolving);
}

bool
vc_quiesce_here(vcube_machine *m, struct vc_quiet *quiet)
{
	bool acted;

	pthread_mutex_lock(&m->resolving);
	acted = resolve_all(m);
	quiet->alive = atomic_load_explicit(&m->alive, memory_order_relaxed);
	quiet->dated = atomic_load_explicit(&m->dated, memory_order_relaxed);
	pthread_mutex_unlock(&m->resolving);
	return !acted;
}

bool
vc_park_expire(vcube_machine *m, int rank)
{
	const bool expired = take(&m->parking[rank]);

	if (expired)
		m->parking[rank].verdict = VC_TIME_IS_UP;
	return expired;
}

/* A node's deadline has passed: takes its word back, unless somebody has just woken it. Returns
 * whether it did. Call with the lock of the resolver, unless this thread runs all nodes. */
static bool
take_back(vcube_machine *m, int rank)
{
	bool expired;

	atomic_fetch_add_explicit(&m->running, 1, memory_order_acq_rel);
	expired = vc_park_expire(m, rank);
	if (!expired)
		atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel);
	return expired;
}

/* The same, with the lock. */
static void
expire(vcube_machine *m, int rank)
{
	pthread_mutex_lock(&m->resolving);
	take_back(m, rank);
	pthread_mutex_unlock(&m->resolving);
}

void
vc_park_ring(vcube_machine *m)
{
	for (int r; (r = vc_alarms_next(m->alarms)) >= 0;)
		if (take_back(m, r))
			vc_interleave_ready(m->interleave, r);
}

/* Steps 4 and 5 of the parker: sleeps until somebody takes the word, or until a deadline on
 * the host's clock. */
static void
slumber(vcube_node *self, int64_t deadline)
{
	vcube_machine *m = self->machine;
	struct vc_parking *parking = parking_of(self);
	uint32_t parked;

	if (m->carriers != NULL) {
		vc_carrier_park(self, deadline);
		return;
	}
	if (m->interleave != NULL)
		vc_interleave_unready(m->interleave, self->rank);
	if (vc_unlikely(self->share != NULL))
		vc_share_sleep(self);
	/* release: PARK-COUNT, its writes, also where ready() looked behind the fence; the thread
	 * that takes the count to 0 acquires those of all nodes in vc_quiesce(), since every change
	 * of the count reads the previous one */
	if (atomic_fetch_sub_explicit(&m->running, 1, memory_order_release) == 1)
		vc_quiesce(m);
	if (m->interleave != NULL) {
		if (deadline >= 0)
			vc_alarms_set(m->alarms, self->rank, deadline);
		vc_interleave_pass(self, true);
		if (deadline >= 0)
			vc_alarms_clear(m->alarms, self->rank);
		return;
	}
	/* acquire: PARK-WORD, take() */
	while ((parked = atomic_load_explicit(&parking->parked, memory_order_acquire)) != 0) {
		if (deadline >= 0 && vc_host_ns() >= deadline) {
			expire(m, self->rank);
			return;
		}
		vc_futex_wait(&parking->parked, parked, deadline);
	}
}

/* Another thread has taken the word of a node that goes on all the same: the node is counted twice,
 * or its carrier is about to get it, and has to have it once. */
static void
taken_meanwhile(vcube_node *self)
{
	if (self->machine->carriers != NULL)
		vc_carrier_park(self, -1);
	else
		atomic_fetch_sub_explicit(&self->machine->running, 1, memory_order_acq_rel);
}

/* Returns when the node can take a message that has come for a receive that it has posted, while it
 * waits for something else: its sender may wait for that, and while others poll the machine is
 * never quiescent. 0: now; VC_NO_TIME: there is none, or the resolver sees to it. */
static vcube_time
next_to_take(vcube_node *self, const struct vc_wait *wait)
{
	if (self->requests.receives.first == NULL || !self->clock->host_deadlines ||
	    !(wait->kind == VC_WAIT_TOGETHER || vc_wait_is_shared(wait->kind)) ||
	    !self->machine->reporter->can_progress(self))
		return VC_NO_TIME;
	return self->clock->posted_due != NULL ? self->clock->posted_due(self) : 0;
}

static inline vcube_time
meanwhile(vcube_node *self, const struct vc_wait *wait)
{
	/* behind PARK-SLEEP, or PARK-WAKE has woken the node since */
	return vc_unlikely(vc_senders_may_wait(self->machine)) ? next_to_take(self, wait) : VC_NO_TIME;
}

/* Parks once; returns when the wait may be over. */
static enum vc_verdict
park(vcube_node *self, struct vc_wait *wait)
{
	vcube_machine *m = self->machine;
	struct vc_parking *parking = parking_of(self);
	bool dated = self->clock->host_deadlines && wait->until != VC_NO_TIME;

	parking->wait = wait;
	parking->verdict = VC_GO_ON;
	if (dated)
		atomic_fetch_add_explicit(&m->dated, 1, memory_order_relaxed);
	atomic_store_explicit(&parking->parked, vc_wait_word(self, wait), memory_order_release);
	vc_fence();        /* PARK-SLEEP */
	if (wait->ready(self, wait) || is_stopped(m) || meanwhile(self, wait) < wait->until) {
		if (!take(parking))
			taken_meanwhile(self);
	} else {
		slumber(self, dated && vc_obeys_host(m) ? vc_wake_at(self, wait) : -1);
		if (vc_unlikely(self->share != NULL))
			vc_share_woken(self);
	}
	if (dated)
		atomic_fetch_sub_explicit(&m->dated, 1, memory_order_relaxed);
	return parking->verdict;
}

int
vc_park(vcube_node *self, struct vc_wait *wait)
{
	/* two threads that park as one node would wait for one word, and one of them for ever */
	if (vc_unlikely(vc_is_foreign(self)))
		return vc_check_thread(self, "a call that waits");
	if (vc_unlikely(self->fibers.first != NULL || self->share != NULL) &&
	    vc_wait_is_shared(wait->kind))
		return vc_fiber_park(self, wait);
	return vc_park_alone(self, wait);
}

/* Spins where others run meanwhile. */
static enum vc_spun
spin(vcube_node *self, struct vc_wait *wait)
{
	if (self->machine->interleave != NULL || self->machine->carriers != NULL ||
	    is_stopped(self->machine))
		return VC_SPUN_IN_VAIN;
	return vc_spin(self, wait);
}

/* Waits once, unless the node can take something else now: `due`, by meanwhile(). Returns
 * VC_GIVE_UP if there is nothing to wait for any more. */
static enum vc_verdict
wait_once(vcube_node *self, struct vc_wait *wait, vcube_time due, bool spins)
{
	const enum vc_spun spun = spins && due > 0 ? spin(self, wait) : VC_SPUN_IN_VAIN;

	if (spun != VC_SPUN_IN_VAIN)
		return spun == VC_SPUN_LATE ? VC_TIME_IS_UP : VC_GIVE_UP;
	if (vc_stopped(self, wait) != 0 || wait->ready(self, wait))
		return VC_GIVE_UP;
	return due == 0 ? VC_PROGRESS : park(self, wait);
}

/* The same, but no longer than until the node can take something meanwhile: then VC_PROGRESS.
 * *spins: what comes next is near. */
static enum vc_verdict
wait_or_take(vcube_node *self, struct vc_wait *wait, bool *spins)
{
	const vcube_time due = meanwhile(self, wait);
	enum vc_verdict verdict;

	wait->until = due < wait->deadline ? due : wait->deadline;
	verdict = wait_once(self, wait, due, *spins);
	*spins = verdict == VC_TIME_IS_UP && vc_is_early(self, wait);
	if (*spins)
		return VC_GO_ON;
	return verdict == VC_TIME_IS_UP && due < wait->deadline ? VC_PROGRESS : verdict;
}

int
vc_park_alone(vcube_node *self, struct vc_wait *wait)
{
	/* where processes share the machine, the last one to run takes what others send instead */
	bool spins = self->machine->remote == NULL ||
		atomic_load_explicit(&self->machine->running, memory_order_relaxed) > 1;
	enum vc_verdict verdict = VC_GO_ON;

	vc_wake_deferred(self);
	while (self->code == 0 && verdict != VC_GIVE_UP) {
		verdict = wait_or_take(self, wait, &spins);
		if (verdict == VC_TIME_IS_UP)
			return VCUBE_ETIMEDOUT;
		if (verdict == VC_PROGRESS)
			self->machine->reporter->progress(self);
	}
	return self->code;
}

int
vc_stop(vcube_node *self, struct vc_wait *wait)
{
	const int code = atomic_load_explicit(&self->machine->stop, memory_order_relaxed);

	if (code < 0)
		return self->machine->reporter->stopped(self, code, wait);
	return wait != NULL && self->machine->decorator->wait != NULL
		? self->machine->decorator->wait(self, wait) : 0;
}

void
vc_node_enter(vcube_node *self)
{
	if (self->machine->interleave != NULL)
		vc_interleave_enter(self);
}

void
vc_node_failed(vcube_machine *m, int rank)
{
	/* release, both: NODE-FAILED, its earlier sends, vc_poll_freely() */
	atomic_store_explicit(&m->parking[rank].failed, true, memory_order_release);
	atomic_fetch_add_explicit(&m->failed, 1, memory_order_release);
}

void
vc_node_leave(vcube_node *self)
{
	vcube_machine *m = self->machine;
	bool last;

	vc_wake_deferred(self);
	if (self->code != 0) {
		vc_node_failed(m, self->rank);
		if (m->remote != NULL)
			m->remote->failed(self);
	}
	if (m->interleave != NULL)
		vc_interleave_unready(m->interleave, self->rank);
	/* acq_rel, both: PARK-COUNT, the node's writes to the resolver and to vcube_run() */
	last = atomic_fetch_sub_explicit(&m->alive, 1, memory_order_acq_rel) == 1;
	if (m->carriers == NULL &&
	    atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel) == 1 && !last)
		vc_quiesce(m);
	if (m->interleave != NULL)
		vc_interleave_pass(self, false);
	if (last) {
		/* release: RUN-END, attend() */
		atomic_store_explicit(&m->over, 1, memory_order_release);
		vc_futex_wake(&m->over, 1);
		if (m->remote != NULL)
			m->remote->quiet(m);
	}
}

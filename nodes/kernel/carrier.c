/* SPDX-License-Identifier: BSD-2-Clause */
/* Carriers. The header has the protocol. */
#include <stdlib.h>
#include <string.h>
#include "carrier.h"
#include "debug.h"
#include "error.h"
#include "fence.h"
#include "futex.h"

/* How often an idle carrier looks at its state before it sleeps: for as long as it takes to wake
 * it. */
enum { LOOKS = 2000 };

static __thread struct vc_carrier *here;        /* that this thread is, or NULL */

/* --- ready nodes: the carrier's own ------------------------------------------ */

static void
add_ready(struct vc_carrier *c, int rank)
{
	const int index = c->first_ready + c->ready_count++;

	vc_debug(c->ready_count <= c->nodes);
	c->ready[index < c->nodes ? index : index - c->nodes] = rank;
}

static int
take_ready(struct vc_carrier *c)
{
	const int rank = c->ready[c->first_ready];

	c->first_ready = c->first_ready + 1 < c->nodes ? c->first_ready + 1 : 0;
	c->ready_count--;
	return rank;
}

/* --- the inbox --------------------------------------------------------------- */

/* Adds a node, which is in no list: nobody else writes its `next`. */
static void
add_to_inbox(struct vc_carrier *c, struct vc_parking *parking, int rank)
{
	int last = atomic_load_explicit(&c->inbox, memory_order_relaxed);

	/* release: CARRIER-INBOX, `next`, and all that the waker wrote; empty_inbox() */
	do
		parking[rank].next = last;
	while (!atomic_compare_exchange_weak_explicit(&c->inbox, &last, rank + 1, memory_order_release,
						      memory_order_relaxed));
}

/* Makes the nodes of the inbox ready, in the order in which they were added. */
static void
empty_inbox(struct vc_carrier *c)
{
	struct vc_parking *const parking = c->machine->parking;
	/* acquire: CARRIER-INBOX, add_to_inbox() */
	int last = atomic_exchange_explicit(&c->inbox, 0, memory_order_acquire), first = 0;

	while (last != 0) {
		const int before = parking[last - 1].next;

		parking[last - 1].next = first;
		first = last;
		last = before;
	}
	for (; first != 0; first = parking[first - 1].next)
		add_ready(c, first - 1);
}

static bool
has_inbox(const struct vc_carrier *c)
{
	return atomic_load_explicit(&c->inbox, memory_order_relaxed) != 0;
}

/* --- idle carriers ----------------------------------------------------------- */

/* Takes an idle carrier's state, and counts the carrier, before it can notice. Returns the state;
 * AWAKE: somebody else does. */
static uint32_t
take_state(struct vc_carrier *c)
{
	vcube_machine *const m = c->machine;
	uint32_t state;

	atomic_fetch_add_explicit(&m->running, 1, memory_order_acq_rel);
	/* acq_rel: CARRIER-STATE, both ways */
	state = atomic_exchange_explicit(&c->state, VC_CARRIER_AWAKE, memory_order_acq_rel);
	if (state == VC_CARRIER_AWAKE)
		atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel);
	return state;
}

void
vc_carrier_ready(vcube_machine *m, int rank)
{
	struct vc_carrier *const c = m->carriers->of[rank];

	/* relaxed: only this thread makes its state other than AWAKE; as the resolver it may be
	 * idle */
	if (c == here && atomic_load_explicit(&c->state, memory_order_relaxed) == VC_CARRIER_AWAKE) {
		add_ready(c, rank);
		return;
	}
	add_to_inbox(c, m->parking, rank);
	vc_fence();     /* CARRIER-SENT */
	if (atomic_load_explicit(&c->state, memory_order_relaxed) != VC_CARRIER_AWAKE &&
	    take_state(c) == VC_CARRIER_ASLEEP)
		vc_futex_wake(&c->state, 1);
}

static bool
is_awake(const struct vc_carrier *c)
{
	/* acquire: CARRIER-STATE, what the resolver wrote that made it awake, take_state() */
	return atomic_load_explicit(&c->state, memory_order_acquire) == VC_CARRIER_AWAKE;
}

/* Watches the state for a while. */
static bool
look(struct vc_carrier *c, int64_t deadline)
{
	for (int i = 0; i < LOOKS; i++) {
		if (is_awake(c))
			return true;
		vc_pause();
	}
	return deadline != INT64_MAX && vc_host_ns() >= deadline;
}

/* Idle: waits until somebody has made it awake, or the first alarm is due. */
static void
sleep_until(struct vc_carrier *c, int64_t deadline)
{
	uint32_t idle = VC_CARRIER_IDLE;

	/* relaxed: who made it awake is met in is_awake(), after the sleep or instead of it */
	if (look(c, deadline) ||
	    !atomic_compare_exchange_strong_explicit(&c->state, &idle, VC_CARRIER_ASLEEP,
						     memory_order_relaxed, memory_order_relaxed))
		return;
	while (!is_awake(c) && (deadline == INT64_MAX || vc_host_ns() < deadline))
		vc_futex_wait(&c->state, VC_CARRIER_ASLEEP, deadline == INT64_MAX ? -1 : deadline);
}

static int64_t
first_alarm(const struct vc_carrier *c)
{
	return c->alarms != NULL ? vc_alarms_first(c->alarms) : INT64_MAX;
}

void
vc_carrier_wait(struct vc_carrier *c)
{
	vcube_machine *const m = c->machine;

	/* release: CARRIER-STATE, what its nodes wrote, for who takes it */
	atomic_store_explicit(&c->state, VC_CARRIER_IDLE, memory_order_release);
	vc_fence();     /* CARRIER-IDLE */
	if (has_inbox(c)) {
		/* counted twice */
		if (atomic_exchange_explicit(&c->state, VC_CARRIER_AWAKE, memory_order_acq_rel) ==
		    VC_CARRIER_AWAKE)
			atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel);
		return;
	}
	/* release: PARK-COUNT, as a node that parks, park.c */
	if (atomic_fetch_sub_explicit(&m->running, 1, memory_order_release) == 1)
		vc_quiesce(m);
	sleep_until(c, first_alarm(c));
	if (!is_awake(c))       /* an alarm is due */
		take_state(c);
}

void
vc_carrier_end(struct vc_carrier *c)
{
	vcube_machine *const m = c->machine;

	here = NULL;
	/* acq_rel: the nodes' writes to the resolver */
	if (atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel) == 1)
		vc_quiesce(m);
}

/* --- turns ------------------------------------------------------------------- */

void
vc_carrier_begin(struct vc_carrier *c)
{
	here = c;
	for (int r = c->first; r < c->first + c->nodes; r++)
		add_ready(c, r);
}

static void
ring(struct vc_carrier *c)
{
	vcube_machine *const m = c->machine;

	vc_alarms_look(c->alarms);
	if (c->alarms->now < vc_alarms_first(c->alarms))
		return;
	/* not while the resolver is at it */
	pthread_mutex_lock(&m->resolving);
	for (int i; (i = vc_alarms_next(c->alarms)) >= 0;)
		if (vc_park_expire(m, c->first + i))
			add_ready(c, c->first + i);
	pthread_mutex_unlock(&m->resolving);
}

int
vc_carrier_next(struct vc_carrier *c)
{
	if (has_inbox(c))
		empty_inbox(c);
	if (vc_unlikely(first_alarm(c) != INT64_MAX))
		ring(c);
	return c->ready_count > 0 ? take_ready(c) : -1;
}

void
vc_carrier_park(vcube_node *self, int64_t deadline)
{
	struct vc_carriers *const carriers = self->machine->carriers;
	struct vc_carrier *const c = carriers->of[self->rank];

	if (deadline >= 0)
		vc_alarms_set(c->alarms, self->rank - c->first, deadline);
	carriers->stop(self);
	if (deadline >= 0)
		vc_alarms_clear(c->alarms, self->rank - c->first);
}

void
vc_carrier_yield(vcube_node *self)
{
	struct vc_carriers *const carriers = self->machine->carriers;

	add_ready(carriers->of[self->rank], self->rank);
	carriers->stop(self);
}

/* --- the machine's part ------------------------------------------------------ */

static int
open_carrier(vcube_machine *m, int number)
{
	struct vc_carrier *const c = &m->carriers->carrier[number];
	const long nodes = m->nodes, count = m->carrier_count;

	*c = (struct vc_carrier){.machine = m, .first = (int)((number * nodes + count - 1) / count)};
	c->nodes = (int)(((number + 1) * nodes + count - 1) / count) - c->first;
	for (int r = c->first; r < c->first + c->nodes; r++)
		m->carriers->of[r] = c;
	c->ready = malloc((size_t)c->nodes * sizeof *c->ready);
	if (m->clock->host_deadlines)
		c->alarms = vc_alarms_new(c->nodes);
	return c->ready != NULL && (c->alarms != NULL || !m->clock->host_deadlines);
}

static int
open_carriers(vcube_machine *m, struct vcube_error *error)
{
	bool opened;

	if (m->carrier_count == 0)
		return 0;
	m->carriers = calloc(1, sizeof *m->carriers);
	if (m->carriers == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for a machine");
	m->carriers->of = malloc((size_t)m->nodes * sizeof *m->carriers->of);
	m->carriers->carrier = aligned_alloc(VC_LINE, (size_t)m->carrier_count *
					     sizeof *m->carriers->carrier);
	if (m->carriers->carrier != NULL)       /* close_carriers() reads it */
		memset(m->carriers->carrier, 0, (size_t)m->carrier_count * sizeof *m->carriers->carrier);
	opened = m->carriers->of != NULL && m->carriers->carrier != NULL;
	for (int i = 0; i < m->carrier_count && opened; i++)
		opened = open_carrier(m, i);
	return opened ? 0 : vc_error(error, VCUBE_EHOST, "no memory for %d threads that run %d nodes",
				     m->carrier_count, m->nodes);
}

static int
begin_carriers(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	for (int i = 0; i < m->carrier_count; i++) {
		struct vc_carrier *const c = &m->carriers->carrier[i];

		atomic_store_explicit(&c->inbox, 0, memory_order_relaxed);
		atomic_store_explicit(&c->state, VC_CARRIER_AWAKE, memory_order_relaxed);
		c->first_ready = c->ready_count = 0;
		c->left = c->nodes;
		if (c->alarms != NULL)
			vc_alarms_reset(c->alarms, c->nodes);
	}
	if (m->carrier_count > 0)
		atomic_store_explicit(&m->running, m->carrier_count, memory_order_relaxed);
	return 0;
}

static void
close_carriers(vcube_machine *m)
{
	if (m->carriers == NULL)
		return;
	for (int i = 0; m->carriers->carrier != NULL && i < m->carrier_count; i++) {
		free(m->carriers->carrier[i].ready);
		vc_alarms_free(m->carriers->carrier[i].alarms);
	}
	free(m->carriers->carrier);
	free(m->carriers->of);
	free(m->carriers);
	m->carriers = NULL;
}

const struct vc_part vc_part_carriers = {
	.open = open_carriers,
	.begin = begin_carriers,
	.close = close_carriers,
};

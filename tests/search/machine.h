/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A machine of NODES nodes that park with nodes/kernel/park.c itself. It parks at
 * once, without spinning, and relacy watches its struct vc_parking:
 * tests/tree/check_search.sh changes it so.
 *
 * The resolver is here: it asserts that the machine is quiescent, reads and
 * writes the nodes' memory, and ends every wait as a deadlock.
 */
#ifndef SEARCH_MACHINE_H
#define SEARCH_MACHINE_H

#include "search.h"
#include "park.c"
#include "carrier.c"
#include "spin.c"

/* Nobody spins: a parked node wakes at its deadline. */
int64_t
vc_wake_at(vcube_node *self, const struct vc_wait *wait)
{
	return self->machine->began + wait->deadline / 1000 + 1;
}

/* No node is shared. */
void
vc_share_sleep(vcube_node *)
{
}

void
vc_share_woken(vcube_node *)
{
}

bool
vc_is_early(const vcube_node *, const struct vc_wait *)
{
	return false;
}


static struct machine *now;

static int
stopped(vcube_node *self, int code, const struct vc_wait *)
{
	return vc_fail(self, code, "");
}

static bool can_progress(vcube_node *self);
static int progress(vcube_node *self);

static const struct vc_clock free_clock = {true, false};
static const struct vc_reporter reporter = {stopped, can_progress, progress};

struct machine {
	struct vcube_machine m;
	struct vcube_node node[NODES];
	struct vc_parking parking[NODES];
	watched<int> own[NODES];        /* each node's memory */
	bool gone[NODES], late[NODES];
	int resolved;

	machine() : resolved(0)
	{
		now = this;
		m.processors = 0;
		m.nodes = NODES;
		m.began = 0;
		m.node = node;
		m.parking = parking;
		m.interleave = NULL;
		m.alarms = NULL;
		m.carriers = NULL;
		m.reporter = &reporter;
		m.senders_wait = false;
		m.running.store(NODES, memory_order_relaxed);
		m.alive.store(NODES, memory_order_relaxed);
		m.dated.store(0, memory_order_relaxed);
		m.failed.store(0, memory_order_relaxed);
		m.over.store(0, memory_order_relaxed);
		m.stop.store(0, memory_order_relaxed);
		for (int r = 0; r < NODES; r++) {
			node[r].rank = r;
			node[r].code = 0;
			node[r].clock = &free_clock;
			node[r].machine = &m;
			node[r].deferred_count = 0;
			node[r].requests.receives.first = NULL;
			parking[r].parked.store(0, memory_order_relaxed);
			parking[r].failed.store(false, memory_order_relaxed);
			own[r] = 0;
			gone[r] = late[r] = false;
		}
	}

	void before() { pthread_mutex_init(&m.resolving, NULL); }

	/* Has the node something to see that it has not seen? Neither the program nor
	 * park.c knows: values in memory, not accesses to them. */
	virtual bool has_come(int rank) = 0;

	/* Is there a message for a receive that the node has posted, and takes it. */
	virtual bool can_take(int) { return false; }
	virtual void take(int) {}

	/* Has what the node waits for happened? What it writes meanwhile comes after the
	 * fence of PARK-SLEEP. */
	bool look(int rank, bool found)
	{
		own[rank] = 1;
		return found;
	}

	int wait(int who, enum vc_wait_kind kind, int peer,
		 bool (*ready)(vcube_node *, struct vc_wait *), bool limited = false)
	{
		struct vc_wait wait;
		int code;

		wait.kind = kind;
		wait.peer = peer;
		wait.deadline = limited ? 0 : VC_NO_TIME;
		wait.ready = ready;
		code = vc_park(&node[who], &wait);
		own[who] = 2;
		return code;
	}

	void leave(int who)
	{
		own[who] = 4;
		gone[who] = true;
		vc_node_leave(&node[who]);
	}

	bool resolve()
	{
		for (int r = 0; r < NODES; r++)
			RL_ASSERT(gone[r] || (parking[r].parked.debug_value() != 0 && !has_come(r)));
		if (atomic_load_explicit(&m.alive, memory_order_acquire) == 0 ||
		    atomic_load_explicit(&m.dated, memory_order_relaxed) > 0)
			return false;
		resolved++;
		for (int r = 0; r < NODES; r++)
			RL_ASSERT(own[r] == (gone[r] ? 4 : 1));
		for (int r = 0; r < NODES; r++)
			if (atomic_load_explicit(&parking[r].parked, memory_order_relaxed) != 0) {
				RL_ASSERT(parking[r].wait->deadline == VC_NO_TIME);
				own[r] = 3;
				node[r].code = VCUBE_EDEADLOCK;
				parking[r].verdict = VC_GIVE_UP;
				vc_unpark(&m, r);
			}
		return true;
	}

	void end(int resolutions)
	{
		RL_ASSERT(resolved == resolutions);
		RL_ASSERT(m.running.load(memory_order_relaxed) == 0);
		RL_ASSERT(m.alive.load(memory_order_relaxed) == 0);
		RL_ASSERT(m.dated.load(memory_order_relaxed) == 0);
		RL_ASSERT(m.over.load(memory_order_relaxed) == 1);
		for (int r = 0; r < NODES; r++)
			RL_ASSERT(parking[r].parked.load(memory_order_relaxed) == 0);
		pthread_mutex_destroy(&m.resolving);
	}
};

static bool
can_progress(vcube_node *self)
{
	return now->can_take(self->rank);
}

static int
progress(vcube_node *self)
{
	now->take(self->rank);
	return 0;
}

bool
vc_quiescence_resolve(vcube_machine *)
{
	return now->resolve();
}

/* A deadline of 1 may have passed when the node goes to sleep, or passes while it sleeps. */
int64_t
vc_host_ns(void)
{
	bool &late = now->late[rl::thread_index()];

	late = late || rl::rand(2) == 1;
	return late ? 2 : 0;
}

void
vc_host_passed(void)
{
	now->late[rl::thread_index()] = true;
}


void
vc_alarms_look(struct vc_alarms *a)
{
	a->now = vc_host_ns();
}

void
vc_alarms_set(struct vc_alarms *a, int rank, int64_t when)
{
	a->when[rank] = when;
}

void
vc_alarms_clear(struct vc_alarms *a, int rank)
{
	a->when[rank] = INT64_MAX;
}

static int
first(const struct vc_alarms *a)
{
	int rank = 0;

	for (int r = 1; r < (int)(sizeof a->when / sizeof *a->when); r++)
		if (a->when[r] < a->when[rank])
			rank = r;
	return rank;
}

int64_t
vc_alarms_first(const struct vc_alarms *a)
{
	return a->when[first(a)];
}

int
vc_alarms_next(struct vc_alarms *a)
{
	const int rank = first(a);

	if (a->when[rank] > a->now)
		return -1;
	vc_alarms_clear(a, rank);
	return rank;
}

void vc_interleave_enter(vcube_node *) {}
void vc_interleave_switch(vcube_node *) {}
void vc_interleave_ready(struct vc_interleave *, int) {}
void vc_interleave_unready(struct vc_interleave *, int) {}
void vc_interleave_pass(vcube_node *, bool) {}

#endif

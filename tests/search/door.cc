/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The door, nodes/wait/door.c itself, with two nodes. It parks at once, without
 * looking before, and its struct vc_door is watched: tests/search/run makes it
 * so. The other side of the protocol's search, with its states rather than its
 * executions, with steps, groups and three nodes, is door.pml.
 *
 * The resolver is here: it asserts that the machine is quiescent, reads and
 * writes what is the nodes', and ends every wait as a deadlock.
 */
#include "search.h"
#include "nodes/wait/door.c"

enum { NODES = 2 };
static struct base *now;

struct base {
	struct vcube_machine m;
	struct vcube_node node[NODES];
	struct vc_door door[NODES];
	watched<int> own[NODES];        /* each node's memory */
	_Atomic(uint32_t) mail[NODES];  /* that have been sent to a node */
	watched<int> letter[NODES];     /* the last of it */
	uint32_t got[NODES];
	bool gone[NODES], late[NODES];
	int resolved;

	base() : resolved(0)
	{
		now = this;
		m.processors = 0;
		m.nodes = NODES;
		m.began = 0;
		m.door = door;
		m.turns = NULL;
		m.running.store(NODES, memory_order_relaxed);
		m.alive.store(NODES, memory_order_relaxed);
		m.dated.store(0, memory_order_relaxed);
		m.failed.store(0, memory_order_relaxed);
		m.over.store(0, memory_order_relaxed);
		m.stop.store(0, memory_order_relaxed);
		for (int r = 0; r < NODES; r++) {
			node[r].rank = r;
			node[r].code = 0;
			node[r].timed = false;
			node[r].machine = &m;
			node[r].news_count = 0;
			door[r].parked.store(0, memory_order_relaxed);
			door[r].failed.store(false, memory_order_relaxed);
			own[r] = 0;
			mail[r].store(0, memory_order_relaxed);
			letter[r] = 0;
			got[r] = 0;
			gone[r] = late[r] = false;
		}
	}

	void before() { pthread_mutex_init(&m.resolving, NULL); }

	void send(int from, int value)
	{
		int to = 1 - from;
		uint32_t sent = atomic_load_explicit(&mail[to], memory_order_relaxed);

		letter[to] = value;
		atomic_store_explicit(&mail[to], sent + 1, memory_order_release);
		vc_door_news(&node[from], to);
	}

	static bool ready(vcube_node *self, struct vc_wait *)
	{
		return atomic_load_explicit(&now->mail[self->rank], memory_order_acquire) >
		       now->got[self->rank];
	}

	/* A message within a limit, or not: the code of the wait. */
	int receive(int to, bool limited = false)
	{
		struct vc_wait wait;
		int code;

		wait.kind = VC_WAIT_RECV;
		wait.peer = 1 - to;
		wait.deadline = limited ? 0 : VC_NO_TIME;
		wait.ready = ready;
		own[to] = 1;
		code = vc_door_wait(&node[to], &wait);
		own[to] = 2;
		got[to] += code == 0;
		return code;
	}

	void leave(int who)
	{
		own[who] = 4;
		gone[who] = true;
		vc_door_leave(&node[who]);
	}

	/* Neither the program nor the door has told: the value in memory, not
	 * an access to it. */
	bool resolve()
	{
		for (int r = 0; r < NODES; r++) {
			RL_ASSERT(gone[r] || door[r].parked.debug_value() != 0);
			RL_ASSERT(gone[r] || mail[r].debug_value() == got[r]);
		}
		if (atomic_load_explicit(&m.alive, memory_order_acquire) == 0 ||
		    atomic_load_explicit(&m.dated, memory_order_relaxed) > 0)
			return false;
		resolved++;
		for (int r = 0; r < NODES; r++)
			RL_ASSERT(own[r] == (gone[r] ? 4 : 1));
		for (int r = 0; r < NODES; r++)
			if (atomic_load_explicit(&door[r].parked, memory_order_relaxed) != 0) {
				RL_ASSERT(door[r].wait->kind == VC_WAIT_RECV);
				own[r] = 3;
				node[r].code = VCUBE_EDEADLOCK;
				door[r].verdict = VC_GIVE_UP;
				vc_door_wake(&m, r);
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
			RL_ASSERT(door[r].parked.load(memory_order_relaxed) == 0);
		pthread_mutex_destroy(&m.resolving);
	}
};

bool
vc_resolve(vcube_machine *)
{
	return now->resolve();
}

/* A deadline, of 1, may have passed when the node comes to slumber, or passes
 * while it sleeps. */
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

void vc_turns_enter(vcube_node *) {}
void vc_turns_switch(vcube_node *) {}
void vc_turns_ready(struct vc_turns *, int) {}
void vc_turns_unready(struct vc_turns *, int) {}
void vc_turns_pass(vcube_node *, bool) {}

/* One sends, the other receives, twice: nobody waits in vain. */
struct news : rl::test_suite<news, NODES>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		for (int i = 1; i <= 2; i++)
			if (who == 1)
				send(1, i);
			else
				RL_ASSERT(receive(0) == 0);
		leave(who);
	}
	void after()
	{
		RL_ASSERT(letter[0] == 2);
		end(0);
	}
};

/* There and back. */
struct echo : rl::test_suite<echo, NODES>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who == 0)
			send(0, 5);
		RL_ASSERT(receive(who) == 0 && letter[who] == 5);
		if (who == 1)
			send(1, 5);
		leave(who);
	}
	void after() { end(0); }
};

/* The second message that each waits for never comes. */
struct deadlock : rl::test_suite<deadlock, NODES>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who == 1)
			send(1, 1);
		else
			RL_ASSERT(receive(0) == 0);
		RL_ASSERT(receive(who) == VCUBE_EDEADLOCK);
		leave(who);
	}
	void after() { end(1); }
};

/* It leaves after the first. */
struct bereft : rl::test_suite<bereft, NODES>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who == 1) {
			send(1, 1);
		} else {
			RL_ASSERT(receive(0) == 0);
			RL_ASSERT(receive(0) == VCUBE_EDEADLOCK);
		}
		leave(who);
	}
	void after() { end(1); }
};

/* One does not wait for long, and then sends what the other waits for. */
struct deadline : rl::test_suite<deadline, NODES>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who == 0) {
			RL_ASSERT(receive(0, true) == VCUBE_ETIMEDOUT);
			send(0, 1);
		} else {
			RL_ASSERT(receive(1) == 0);
		}
		leave(who);
	}
	void after() { end(0); }
};

static const struct named searches[] = {
	{"news", search<news>, 5},
	{"echo", search<echo>, 5},
	{"deadlock", search<deadlock>, 4},
	{"bereft", search<bereft>, 5},
	{"deadline", search<deadline>, 5},
	{NULL, NULL, 0},
};

int
main(int count, char **name)
{
	return search_named(searches, count, name);
}

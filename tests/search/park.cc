/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * park.c with two nodes. The other part of the protocol's search, by states instead of
 * executions, with steps, groups and three nodes, is park.pml.
 */
enum { NODES = 2 };
#include "machine.h"

struct base : machine {
	_Atomic(uint32_t) mail[NODES];  /* sent to a node */
	watched<int> letter[NODES];     /* the last of it */
	uint32_t got[NODES];

	base()
	{
		for (int r = 0; r < NODES; r++) {
			mail[r].store(0, memory_order_relaxed);
			letter[r] = 0;
			got[r] = 0;
		}
	}

	bool has_come(int rank) { return mail[rank].debug_value() != got[rank]; }

	void send(int from, int value)
	{
		int to = 1 - from;
		uint32_t sent = atomic_load_explicit(&mail[to], memory_order_relaxed);

		letter[to] = value;
		atomic_store_explicit(&mail[to], sent + 1, memory_order_release);
		vc_wake(&node[from], to);
	}

	static bool ready(vcube_node *self, struct vc_wait *)
	{
		struct base *b = static_cast<struct base *>(now);
		int r = self->rank;

		return b->look(r, atomic_load_explicit(&b->mail[r], memory_order_acquire) > b->got[r]);
	}

	/* Receives a message, within a limit or without: the code of the wait. */
	int receive(int to, bool limited = false)
	{
		int code = wait(to, VC_WAIT_RECV, 1 - to, ready, limited);

		got[to] += code == 0;
		return code;
	}
};

/* One sends, the other receives, twice: every wait ends. */
struct wakes : rl::test_suite<wakes, NODES>, base {
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

/* Back and forth. */
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

/* It returns after the first. */
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

/* One waits only briefly, and then sends what the other waits for. */
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

const struct named searches[] = {
	{"wakes", search<wakes, 5>},
	{"echo", search<echo, 5>},
	{"deadlock", search<deadlock, 4>},
	{"bereft", search<bereft, 5>},
	{"deadline", search<deadline, 5>},
	{NULL, NULL},
};

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * park.c with two nodes. The other part of the protocol's search, by states instead of
 * executions, with steps, groups and three nodes, is park.pml.
 */
enum { NODES = 2 };
#include "mail.h"

struct base : mail {
	void send(int from, int value) { mail::send(from, 1 - from, value); }
	int receive(int to, bool limited = false) { return mail::receive(to, 1 - to, limited); }
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

/* One waits for a letter that the other sends once there is room: it takes the parcel, for which
 * it has posted a receive, meanwhile. */
struct room : rl::test_suite<room, NODES>, base {
	_Atomic(bool) parcel, taken;
	int no_request;

	room()
	{
		parcel.store(false, memory_order_relaxed);
		taken.store(false, memory_order_relaxed);
		m.senders_wait = true;
		node[0].requests.receives.first = &no_request;
	}
	void before() { base::before(); }

	static bool has_room(vcube_node *self, struct vc_wait *)
	{
		struct room *r = static_cast<struct room *>(now);

		return r->look(self->rank, atomic_load_explicit(&r->taken, memory_order_acquire));
	}
	bool has_come(int rank)
	{
		return rank == 0 ? mail::has_come(0) || (parcel.debug_value() && !taken.debug_value())
				 : taken.debug_value();
	}
	bool can_take(int rank)
	{
		return rank == 0 && atomic_load_explicit(&parcel, memory_order_acquire) &&
		       !atomic_load_explicit(&taken, memory_order_relaxed);
	}
	void take(int)
	{
		if (!can_take(0))
			return;
		atomic_store_explicit(&taken, true, memory_order_release);
		vc_wake(&node[0], 1);
	}

	void thread(unsigned who)
	{
		if (who == 0) {
			RL_ASSERT(receive(0) == 0);
		} else {
			atomic_store_explicit(&parcel, true, memory_order_release);
			vc_unpark(&m, 0);
			RL_ASSERT(wait(1, VC_WAIT_ROOM, 0, has_room) == 0);
			send(1, 1);
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
	{"room", search<room, 4>},
	{NULL, NULL},
};

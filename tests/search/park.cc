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

const struct named searches[] = {
	{"wakes", search<wakes, 5>},
	{"echo", search<echo, 5>},
	{"deadlock", search<deadlock, 4>},
	{"bereft", search<bereft, 5>},
	{"deadline", search<deadline, 5>},
	{NULL, NULL},
};

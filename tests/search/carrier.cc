/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * carrier.c and park.c: carriers, each a thread that runs some nodes on stacks of their own. What
 * relacy knows as a thread is the carrier, whatever stack it is on.
 */
#include <stdatomic.h>
#include <ucontext.h>
enum { NODES = 3 };
#include "mail.h"

enum { STACK = 64 << 10 };

/* Nodes on two carriers: 0, and those that follow. */
struct carried : mail {
	enum { COUNT = 2 };
	struct vc_carriers carriers;
	struct vc_carrier carrier[COUNT], *of[NODES];
	struct vc_alarms alarms[COUNT];
	int ready[COUNT][NODES];
	ucontext_t own[NODES], resumer[NODES];
	int nodes;

	carried(int nodes) : nodes(nodes)
	{
		carriers.carrier = carrier;
		carriers.of = of;
		carriers.stop = stop;
		m.carriers = &carriers;
		m.carrier_count = COUNT;
		m.nodes = nodes;
		m.running.store(COUNT, memory_order_relaxed);
		m.alive.store(nodes, memory_order_relaxed);
		for (int i = 0; i < COUNT; i++)
			open(&carrier[i], i);
		for (int r = 0; r < NODES; r++) {
			gone[r] = r >= nodes;
			machine::own[r] = gone[r] ? 4 : 0;
		}
	}

	void open(struct vc_carrier *c, int i)
	{
		c->inbox.store(0, memory_order_relaxed);
		c->state.store(VC_CARRIER_AWAKE, memory_order_relaxed);
		c->machine = &m;
		c->ready = ready[i];
		c->first = i;
		c->nodes = c->left = i == 0 ? 1 : nodes - 1;
		c->first_ready = c->ready_count = 0;
		c->alarms = &alarms[i];
		alarms[i] = {0, {INT64_MAX, INT64_MAX, INT64_MAX}};
		for (int r = c->first; r < c->first + c->nodes; r++)
			of[r] = c;
	}

	/* What a node does */
	virtual void program(int rank) = 0;

	static void live(int rank)
	{
		struct carried *b = static_cast<struct carried *>(now);

		b->program(rank);
		b->leave(rank);
		swapcontext(&b->own[rank], &b->resumer[rank]);
	}

	static void stop(vcube_node *self)
	{
		struct carried *b = static_cast<struct carried *>(now);

		swapcontext(&b->own[self->rank], &b->resumer[self->rank]);
	}

	void prepare(int rank)
	{
		static char stack[NODES][STACK];

		getcontext(&own[rank]);
		own[rank].uc_stack.ss_sp = stack[rank];
		own[rank].uc_stack.ss_size = STACK;
		own[rank].uc_link = NULL;
		makecontext(&own[rank], (void (*)())live, 1, rank);
	}

	void run(unsigned who)
	{
		struct vc_carrier *const c = &carrier[who];

		for (int r = c->first; r < c->first + c->nodes; r++)
			prepare(r);
		vc_carrier_begin(c);
		while (c->left > 0) {
			const int rank = vc_carrier_next(c);

			if (rank < 0) {
				vc_carrier_wait(c);
				continue;
			}
			swapcontext(&resumer[rank], &own[rank]);
			c->left -= gone[rank];
		}
		vc_carrier_end(c);
	}

	void done(int resolutions)
	{
		end(resolutions);
		for (int i = 0; i < COUNT; i++)
			RL_ASSERT(carrier[i].inbox.load(memory_order_relaxed) == 0 &&
				  carrier[i].ready_count == 0);
	}
};

/* Back and forth between two carriers, twice. */
struct echo : rl::test_suite<echo, carried::COUNT>, carried {
	echo() : carried(2) {}
	void before() { carried::before(); }
	void thread(unsigned who) { run(who); }
	void after() { done(0); }
	void program(int rank)
	{
		for (int i = 1; i <= 2; i++) {
			if (rank == 0)
				send(0, 1, i);
			RL_ASSERT(receive(rank, 1 - rank) == 0 && letter[rank] == i);
			if (rank == 1)
				send(1, 0, i);
		}
	}
};

/* From one carrier to both nodes of the other. */
struct both : rl::test_suite<both, carried::COUNT>, carried {
	both() : carried(3) {}
	void before() { carried::before(); }
	void thread(unsigned who) { run(who); }
	void after() { done(0); }
	void program(int rank)
	{
		if (rank > 0) {
			RL_ASSERT(receive(rank, 0) == 0 && letter[rank] == 7);
			return;
		}
		send(0, 1, 7);
		send(0, 2, 7);
	}
};

/* From one carrier to both nodes of the other, one of which answers the other. */
struct round_about : rl::test_suite<round_about, carried::COUNT>, carried {
	round_about() : carried(3) {}
	void before() { carried::before(); }
	void thread(unsigned who) { run(who); }
	void after() { done(0); }
	void program(int rank)
	{
		if (rank == 0) {
			send(0, 1, 7);
			RL_ASSERT(receive(0, 2) == 0 && letter[0] == 9);
		} else if (rank == 1) {
			RL_ASSERT(receive(1, 0) == 0 && letter[1] == 7);
			send(1, 2, 8);
		} else {
			RL_ASSERT(receive(2, 1) == 0 && letter[2] == 8);
			send(2, 0, 9);
		}
	}
};

/* What comes second never comes, for any of three nodes. */
struct deadlock : rl::test_suite<deadlock, carried::COUNT>, carried {
	deadlock() : carried(3) {}
	void before() { carried::before(); }
	void thread(unsigned who) { run(who); }
	void after() { done(1); }
	void program(int rank)
	{
		if (rank == 0)
			send(0, 1, 1);
		else if (rank == 1)
			RL_ASSERT(receive(1, 0) == 0);
		RL_ASSERT(receive(rank, rank == 0 ? 1 : 0) == VCUBE_EDEADLOCK);
	}
};

/* One waits only briefly, and then sends what the other waits for. */
struct deadline : rl::test_suite<deadline, carried::COUNT>, carried {
	deadline() : carried(2) {}
	void before() { carried::before(); }
	void thread(unsigned who) { run(who); }
	void after() { done(0); }
	void program(int rank)
	{
		if (rank == 0) {
			RL_ASSERT(receive(0, 1, true) == VCUBE_ETIMEDOUT);
			send(0, 1, 1);
		} else {
			RL_ASSERT(receive(1, 0) == 0);
		}
	}
};

const struct named searches[] = {
	{"echo", search<echo, 3>},
	{"both", search<both, 4>},
	{"round", search<round_about, 3>},
	{"deadlock", search<deadlock, 3>},
	{"deadline", search<deadline, 3>},
	{NULL, NULL},
};

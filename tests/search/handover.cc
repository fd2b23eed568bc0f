/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What one thread hands to another by a word: the notes of nodes, to the player that plays them
 * (nodes/clock/notes/player.c); messages to be placed, and back (nodes/clock/replay/placer.c); and a
 * landing, back to the node that lent it to the transport (take_placed() of nodes/transport/inbox.c,
 * landed() of processes.c).
 */
#include "search.h"
#define VC_HOST_H
#define VC_ALIGNED
#define SEARCH_NODE struct vc_landing *landing;
#define SEARCH_MACHINE struct vc_processes *processes;
#include "node.h"
#include "fence.h"
#include "futex.h"
#include "remote.h"

/* No wait here has a deadline. */
void
vc_host_passed(void)
{
	RL_ASSERT(false);
}

/* --- notes ------------------------------------------------------------------- */

enum { NODES = 3, PART = 1 };
#define ABANDONED UINT32_MAX
#include "player_types.h"
#include "player.c"

/* The notes may move to another place; what they say of each node is what was written. */
struct noting {
	vcube_machine machine;
	vc_player player;
	watched<int> text[2][NODES];
	watched<int> place;
	int seen;

	static noting *now;

	static void play(vcube_machine *, int first, int end)
	{
		for (int i = first; i < end; i++) {
			RL_ASSERT(now->text[now->place][i] == i + 1);
			now->seen++;
		}
	}

	void before()
	{
		now = this;
		machine.nodes = NODES;
		player.machine = &machine;
		player.play = play;
		player.played = 0;
		seen = 0;
		place = 0;
		pthread_mutex_init(&player.reading, NULL);
		player.noted.store(0, memory_order_relaxed);
	}

	void after()
	{
		pthread_mutex_destroy(&player.reading);
	}

	void note(int i)
	{
		text[0][i] = i + 1;
		text[1][i] = i + 1;
	}

	void move()
	{
		pthread_mutex_lock(&player.reading);
		place = 1;
		pthread_mutex_unlock(&player.reading);
	}
};
noting *noting::now;

struct played : rl::test_suite<played, 2>, noting {
	void before() { noting::before(); }
	void thread(unsigned who)
	{
		if (who == 1) {
			run(&player);
			RL_ASSERT(seen == NODES);
			return;
		}
		for (int i = 0; i < NODES; i++) {
			note(i);
			if (i == 1)
				move();
			if (i != 1)
				publish(&player, (uint32_t)i + 1);
		}
	}
	void after() { noting::after(); }
};

/* The program of the second node fails. */
struct abandoned : rl::test_suite<abandoned, 2>, noting {
	void before() { noting::before(); }
	void thread(unsigned who)
	{
		if (who == 1) {
			run(&player);
			RL_ASSERT(seen < 2);
			return;
		}
		note(0);
		publish(&player, 1);
		publish(&player, ABANDONED);
	}
	void after() { noting::after(); }
};

/* --- messages to be placed ---------------------------------------------------- */

namespace placing {

struct vc_network {
	watched<int> placed;
};

/* The order in which it was placed; 0: it has not been. */
struct vc_passage {
	watched<int> order;
};

enum { VC_PLACER_ROOM = 5, HAND_OVER = 2, LOOKS = 1, WORTHWHILE = 0, SLEEP_PART = 4, ALONE = 1, NOBODY = -1 };

static void vc_pause(void) {}
#define vc_unlikely(condition) (condition)

/* Goes by looks: after its first sleep the replay goes on alone for some messages. */
static int64_t looks;
static int64_t vc_host_ns(void) { return ++looks; }

struct vc_placer;
static void start(vc_placer *) {}

#include "placer_types.h"

static void
vc_placing_pass(vc_network *network, vc_placing *m)
{
	RL_ASSERT(m->passage.order == 0);
	network->placed = network->placed + 1;
	m->passage.order = (int)network->placed;
}

#include "placer.c"

/* The replay places what it takes before it is handed over, and gives places of the ring again. */
struct placed_well : rl::test_suite<placed_well, 2> {
	vc_network network;
	vc_placer placer;

	void before()
	{
		network.placed = 0;
		placer.network = &network;
		placer.put = placer.taken = placer.alone = placer.weighed = 0;
		placer.began = placer.slept = looks = 0;
		placer.least = VCUBE_TIME_MAX;
		placer.may_run = false;
		placer.runs = placer.pays = true;
		for (vc_placer_count *c : {&placer.handed, &placer.placed}) {
			c->number.store(0, memory_order_relaxed);
			c->awaited.store(false, memory_order_relaxed);
		}
	}

	void put(int count)
	{
		while (count-- > 0) {
			at(&placer, placer.put)->rank = 0;
			at(&placer, placer.put)->passage.order = 0;
			vc_placer_put(&placer, 1);
		}
	}

	void take(int number)
	{
		RL_ASSERT(vc_placer_take(&placer)->passage.order == number);
	}

	void thread(unsigned who)
	{
		if (who == 1) {
			run(&placer);
			return;
		}
		put(1);
		take(1);
		put(3);
		take(2);
		put(1);
		for (int number = 3; number <= 5; number++)
			take(number);
		put(1);
		take(6);
		at(&placer, placer.put++)->rank = NOBODY;
		hand_over(&placer);
	}

	void after()
	{
		RL_ASSERT(network.placed == 6);
	}
};

}

/* --- a landing --------------------------------------------------------------- */

struct vc_joined {
	bool *gone;
};

struct vc_processes {
	pthread_mutex_t lock;
	vc_joined *joined;
	watched<vc_landing *> coming;
};

struct vc_packet {
	int bytes;
};

struct landing {
	vcube_machine machine;
	vcube_node node;
	vc_processes processes;
	vc_joined joined;
	bool gone[1];
	vc_landing place;
	watched<int> data;
	_Atomic(int) message;

	static landing *now;
};
landing *landing::now;

static int
vc_process_of(const vcube_machine *, int)
{
	return 0;
}

/* The message is in its channel. */
static void
take(vc_processes *, int, const void *, const void *, void **)
{
	landing::now->message.store(1, memory_order_release);
}

#include "inbox.c"

/* The transport has written the data. */
static bool
vc_inbox_take_one(vc_processes *p)
{
	if (p->coming == NULL)
		return false;
	landing::now->data = 7;
	take_placed(p, 0, NULL);
	return true;
}

static void
attend_alone(vcube_node *)
{
	pthread_mutex_lock(&landing::now->processes.lock);
}

static void
leave_to_others(vcube_node *)
{
	pthread_mutex_unlock(&landing::now->processes.lock);
}

#define sched_yield() rl::yield(1, $)
#include "processes.c"

/* The node ends its call, with its message or, if the run is stopped, without: then the memory
 * is its own again. */
struct landed_well : rl::test_suite<landed_well, 2>, landing {
	void before()
	{
		now = this;
		gone[0] = false;
		joined.gone = gone;
		processes.joined = &joined;
		processes.coming = &place;
		machine.processes = &processes;
		node.machine = &machine;
		node.landing = &place;
		place.from = 0;
		place.into = (void *)&data;
		place.coming.store(true, memory_order_relaxed);
		data = 0;
		message.store(0, memory_order_relaxed);
		pthread_mutex_init(&processes.lock, NULL);
	}

	void thread(unsigned who)
	{
		if (who == 1) {
			pthread_mutex_lock(&processes.lock);
			vc_inbox_take_one(&processes);
			pthread_mutex_unlock(&processes.lock);
			return;
		}
		if (message.load(memory_order_acquire) == 1)
			RL_ASSERT(data == 7);
		landed(&node);
		RL_ASSERT(data == 7);
		data = 0;
		place.into = NULL;
	}

	void after()
	{
		pthread_mutex_destroy(&processes.lock);
	}
};

const struct named searches[] = {
	{"played", search<played, 5>},
	{"abandoned", search<abandoned, 6>},
	{"placed", search<placing::placed_well, 3>},
	{"landed", search<landed_well>},
	{NULL, NULL},
};

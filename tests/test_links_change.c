/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Links that change while messages are on their way: by a schedule, by nodes that
 * plan, and by another thread. Small cases worked out by hand (tests/sendings.h).
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include "sendings.h"

static void
test_changes(void **state)
{
	(void)state;
	/* what counts is when a message starts */
	CHECK_PLAN("linear:2 changes=3000:0>1:per_byte=20,6000:0>1:per_hop=9,6000:0>1:per_byte=10",
		   {0, 1, 100, 992, 2999}, {0, 1, 0, 0, 2999 + 1007}, {0, 1, 100, 0, 4006 + 3007},
		   {0, 1, 100, 0, 7013 + 2009});
	CHECK_PLAN("linear:2 changes=2999:0>1:per_byte=20", {0, 1, 100, 992, 2999}, {0, 1, 100, 0, 6006});
	/* not when it begins: 0 to 2 starts at 10 and waits for its links until 2007 */
	CHECK_PLAN("linear:3 changes=1000:all:per_byte=50", {1, 2, 100, 0, 2007}, {0, 2, 100, 10, 4021});
	/* what is on its way when a link goes down arrives; store-and-forward, too */
	CHECK_PLAN("mesh:2x2 changes=1:0-1:down,5000:0-1:up",
		   {0, 1, 100, 0, 2007}, {0, 1, 100, 2999, 2999 + 2021}, {0, 1, 100, 0, 5020 + 2007});
	CHECK_PLAN("linear:3 switching=store-and-forward changes=1:1-2:down", {0, 2, 100, 0, 3014});
	/* a schedule in any order; the same twice */
	CHECK_PLAN("linear:2 changes=5000:all:per_byte=30,100:all:per_byte=20,100:all:per_byte=20",
		   {0, 1, 100, 0, 2007}, {0, 1, 100, 0, 2007 + 3007}, {0, 1, 100, 0, 5014 + 4007});
	/* a link that is slow by itself, and changes to what the others are */
	CHECK_PLAN("linear:2 links=all:per_byte=30 changes=100:0-1:per_byte=10",
		   {0, 1, 100, 0, 4007}, {1, 0, 100, 100, 100 + 2007});
}

/* By a node, while it runs; twice on one machine, since it ends with the run. */
static void
test_plans(void **state)
{
	(void)state;
	PLANNED("linear:3", "1:all:per_byte=20,8000:1>2:per_byte=30",
		{1, 2, 100, 0, 2007}, {1, 2, 100, 2007, 2007 + 3007}, {0, 2, 100, 8000, 8000 + 4014});
	PLANNED("ring:4 routing=none account=yes", "1:0-1:per_byte=20",
		{1, 0, 100, 0, 2007}, {1, 0, 100, 2007, 2007 + 3007});
	PLANNED("ring:4 changes=3000:0-1:up", "1:0-1:down",
		{0, 1, 100, 5, 5 + 2021}, {1, 0, 100, 3001, 3001 + 2007});
}

/* --- from another thread ----------------------------------------------------- */

struct meddler {
	vcube_machine *machine;
	bool may_go_down;
	_Atomic(bool) over;
	sem_t some;                     /* changes have been made */
};

/* Links of a torus go slow, down and up while nodes run, one at a time: there is
 * always a way. */
static void *
meddle(void *arg)
{
	static const char *const what[] = {
		"axis0:per_byte=5:per_hop=1", "all:per_byte=1ns", "1>0:per_hop=70",
		"0-1:down", "0-1:up", "4>5:down,5>4:per_hop=3", "4>5:up",
	};
	struct meddler *m = arg;
	const int count = m->may_go_down ? 7 : 3;
	int changes = 0;

	for (int i = 0; !atomic_load_explicit(&m->over, memory_order_relaxed); i = (i + 1) % count) {
		if (vcube_change_links(m->machine, what[i], NULL) != 0)
			break;
		if (++changes == 10)
			sem_post(&m->some);
	}
	return NULL;
}

enum { ROUNDS = 40 };

/* Round and round; half way some changes have been made. */
static int
pass_around(vcube_node *self, void *arg)
{
	struct meddler *m = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	unsigned char out[20], in[20];

	for (unsigned i = 0; i < ROUNDS; i++) {
		const int to = (me + 1) % p, from = (me + p - 1) % p;

		fill(out, sizeof out, me, to, i);
		vcube_sendrecv(self, NULL, to, out, sizeof out, from, in, sizeof in, NULL);
		CHECK(self, vcube_failed(self) || is_filled(in, sizeof in, from, me, i));
		/* a busy host may not have run the thread yet */
		if (i == ROUNDS / 2 && me == 0)
			sem_wait(&m->some);
	}
	return vcube_failed(self);
}

static void
test_another_thread(void **state)
{
	static const char *const texts[] = {
		"torus:3x3 clock=virtual", "torus:3x3", "torus:3x3 clock=virtual duplex=half",
		"ring:6 clock=virtual routing=none", "ring:6 clock=virtual routing=none account=yes",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct meddler m = {.machine = open_machine("%s", texts[i]), .may_go_down = i < 3};
		pthread_t thread;

		sem_init(&m.some, 0, 0);
		assert_int_equal(pthread_create(&thread, NULL, meddle, &m), 0);
		run_well(m.machine, pass_around, &m);
		atomic_store_explicit(&m.over, true, memory_order_relaxed);
		assert_int_equal(pthread_join(thread, NULL), 0);
		sem_destroy(&m.some);
		vcube_close(m.machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_changes),
		TEST(test_plans),
		TEST(test_another_thread),
	};

	return RUN_TESTS(tests);
}

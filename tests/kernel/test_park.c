/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parking, waking and quiescence (nodes/kernel/park.h) under load: no wake is lost, and
 * exactly the dead runs are found dead. The host is kept busy, so that nodes are delayed
 * between any two instructions.
 */
#include "random.h"
#include "support.h"

struct plan {
	int rounds;
	uint64_t seed;
};

static uint64_t
draw(vcube_node *self, const struct plan *plan, int round)
{
	uint64_t state = plan->seed + (uint64_t)round * 1000003u;

	(void)self;
	return vc_random(&state);
}

/* In every round all pairs at a random distance play ping-pong: the one that sends last
 * goes on at once, to a partner that may be parked or not. */
static int
ping_pong(vcube_node *self, void *arg)
{
	const struct plan *plan = arg;
	const int me = vcube_rank(self), p = vcube_size(self);

	for (int round = 0; round < plan->rounds; round++) {
		const int peer = me ^ (int)(1 + draw(self, plan, round) % (unsigned)(p - 1));
		int ball = -1;

		if (me < peer) {
			vcube_send(self, NULL, peer, &round, sizeof round);
			vcube_recv(self, NULL, peer, &ball, sizeof ball, NULL);
		} else {
			vcube_recv(self, NULL, peer, &ball, sizeof ball, NULL);
			vcube_send(self, NULL, peer, &round, sizeof round);
		}
		if (vcube_failed(self))
			break;
		CHECK(self, ball == round);
	}
	return vcube_failed(self);
}

static void
test_no_false_deadlock(void **state)
{
	static const char *const machines[] = {
		"full:2", "full:4", "full:8 pin=no", "full:32 heap=64KiB", "full:8 clock=virtual",
	};
	struct plan plan = {.rounds = 100};

	(void)state;
	host_busy();
	for (unsigned i = 0; i < COUNT(machines); i++) {
		plan.seed = seed + i;
		try_well(machines[i], ping_pong, &plan);
	}
	host_idle();
}

/* Receives that often give up just as the message comes: another call receives it then, so
 * every message is received once and in order. */
static int
impatient(vcube_node *self, void *arg)
{
	const struct plan *plan = arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	const int right = (me + 1) % p, left = (me + p - 1) % p;

	for (int round = 0; round < plan->rounds; round++) {
		const vcube_time limit = (vcube_time)(draw(self, plan, round + me) % 20000000);
		int ball = -1, code = VCUBE_ETIMEDOUT;

		if (me == 0)
			vcube_send(self, NULL, right, &round, sizeof round);
		while (code == VCUBE_ETIMEDOUT)
			code = vcube_recv_within(self, NULL, round % 2 ? left : VCUBE_ANY, &ball,
						 sizeof ball, limit, NULL);
		if (code != 0)
			return code;
		CHECK(self, ball == round);
		if (me != 0)
			vcube_send(self, NULL, right, &round, sizeof round);
	}
	return vcube_failed(self);
}

static void
test_deadlines_lose_nothing(void **state)
{
	struct plan plan = {.rounds = 150, .seed = seed};

	(void)state;
	host_busy();
	try_well("ring:2", impatient, &plan);
	try_well("ring:6", impatient, &plan);
	host_idle();
	try_well("ring:6", impatient, &plan);
	try_well("ring:6 fuzz=3", impatient, &plan);
	try_well("ring:6 clock=virtual", impatient, &plan);
}

/* Deadlines pass about when the others begin to wait, and their nodes send only after some
 * work: quiescence is never declared early. */
static int
late_senders(vcube_node *self, void *arg)
{
	const struct plan *plan = arg;
	const int me = vcube_rank(self);
	int word = me;

	for (int round = 0; round < plan->rounds; round++) {
		if (me % 2 == 0) {
			vcube_recv_within(self, NULL, me, &word, sizeof word,
					  (vcube_time)(draw(self, plan, round) % 100000000), NULL);
			for (int i = 0; i < 20000; i++)
				vcube_random(self);
			vcube_send(self, NULL, me + 1, &round, sizeof round);
		} else {
			word = -1;
			vcube_recv(self, NULL, me - 1, &word, sizeof word, NULL);
			if (!vcube_failed(self))
				CHECK(self, word == round);
		}
	}
	return vcube_failed(self);
}

static void
test_deadlines_are_not_deadlocks(void **state)
{
	struct plan plan = {.rounds = 400};

	(void)state;
	try_well("full:2", late_senders, &plan);
	try_well("full:6", late_senders, &plan);
	host_busy();
	plan.rounds = 40;
	try_well("full:6", late_senders, &plan);
	host_idle();
}

/* Every node lets some deadlines pass, and then waits for ever. */
static int
give_up_late(vcube_node *self, void *arg)
{
	const struct plan *plan = arg;
	const int me = vcube_rank(self);
	uint64_t random = plan->seed + (uint64_t)me;
	char byte;

	for (int i = 0; i < plan->rounds; i++)
		vcube_recv_within(self, NULL, me, &byte, 1,
				  (vcube_time)(vc_random(&random) % 4) * 1000000, NULL);
	return vcube_recv(self, NULL, (me + 1) % vcube_size(self), &byte, 1, NULL);
}

static void
test_deadlock_after_deadlines(void **state)
{
	vcube_machine *two = open_machine("full:2"), *five = open_machine("full:5");
	struct plan plan = {.rounds = 3};

	(void)state;
	for (int i = 0; i < 300; i++) {
		plan.seed = seed + (uint64_t)i;
		run_for(i % 3 ? two : five, give_up_late, &plan, VCUBE_EDEADLOCK);
	}
	report_has(five, "cycle: 0 -> 1 -> 2 -> 3 -> 4 -> 0");
	vcube_close(two);
	vcube_close(five);
}

/* A node that never sleeps for long, and one that does: the limit reaches both. */
static int
for_ever(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), peer = me ^ 1;
	char byte = 0;

	(void)arg;
	while (!vcube_failed(self)) {
		if (me < peer)
			vcube_send(self, NULL, peer, &byte, 1);
		vcube_recv(self, NULL, peer, &byte, 1, NULL);
		if (me > peer)
			vcube_send(self, NULL, peer, &byte, 1);
	}
	return vcube_failed(self);
}

static void
test_limit_ends_ping_pong(void **state)
{
	(void)state;
	try_for("full:2 limit=50ms", for_ever, NULL, VCUBE_ELIMIT);
	try_for("full:16 limit=50ms", for_ever, NULL, VCUBE_ELIMIT);
	try_for("full:4 limit=50ms clock=virtual", for_ever, NULL, VCUBE_ELIMIT);
	try_for("full:4 limit=50ms fuzz=9", for_ever, NULL, VCUBE_ELIMIT);
}

/* All wait at once, again and again, for the last to come. */
static int
meetings(vcube_node *self, void *arg)
{
	const struct plan *plan = arg;

	for (int round = 0; round < plan->rounds; round++)
		vcube_align(self, NULL);
	return vcube_failed(self);
}

static void
test_meetings(void **state)
{
	struct plan plan = {.rounds = 300};

	(void)state;
	host_busy();
	try_well("full:3", meetings, &plan);
	try_well("full:16", meetings, &plan);
	host_idle();
	try_well("full:16 fuzz=2", meetings, &plan);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_no_false_deadlock),
		TEST(test_deadlines_lose_nothing),
		TEST(test_deadlines_are_not_deadlocks),
		TEST(test_deadlock_after_deadlines),
		TEST(test_limit_ends_ping_pong),
		TEST(test_meetings),
	};

	return RUN_TESTS(tests);
}

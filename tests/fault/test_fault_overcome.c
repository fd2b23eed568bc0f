/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program overcomes injected faults: it resends what was lost, and waits only for
 * what arrives.
 */
#include "faulty.h"

/* Stop and wait: resends what is not acknowledged in time, until it is. */
static int
insist(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), peer = me ^ 1;
	int *resent = arg, number = 0, ack = -1;

	if (me % 2 == 0) {
		for (int i = 0; i < FAULTY_MESSAGES; i++, number++)
			for (ack = -1; ack != number && !vcube_failed(self);) {
				vcube_send(self, NULL, peer, &number, sizeof number);
				if (vcube_recv_within(self, NULL, peer, &ack, sizeof ack, 100000000, NULL))
					(*resent)++;
			}
		number = -1;
		for (int i = 0; i < 200; i++)
			vcube_send(self, NULL, peer, &number, sizeof number);
		while (vcube_recv_within(self, NULL, peer, &ack, sizeof ack, 100000000, NULL) == 0)
			;
		return vcube_failed(self);
	}
	for (int expected = 0; number >= 0 && !vcube_failed(self);) {
		vcube_recv(self, NULL, peer, &number, sizeof number, NULL);
		expected += number == expected;
		CHECK(self, number < expected);
		if (number >= 0)
			vcube_send(self, NULL, peer, &number, sizeof number);
	}
	while (vcube_recv_within(self, NULL, peer, &number, sizeof number, 100000000, NULL) == 0)
		;
	return vcube_failed(self);
}

/* With time limits a program succeeds by itself, and that is a good run. */
static void
recovers_by_time_limits(void **state)
{
	static const char *const how[] = {
		"routing=none", "routing=any", "routing=any fuzz=3", "routing=any ports=all",
	};
	vcube_time time[4];
	int resent[4] = {0};

	(void)state;
	for (int i = 0; i < 4; i++) {
		vcube_machine *m = open_machine("ring:2 clock=virtual seed=5 drop=0.2 duplicate=0.1 "
						"jitter=10us %s", how[i]);

		run_well(m, insist, &resent[i]);
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DROP) > 0);
		assert_true(resent[i] > 0);
		time[i] = vcube_run_time(m);
		vcube_close(m);
	}
	assert_int_equal(time[0], time[1]);
	assert_int_equal(time[0], time[2]);
	assert_int_equal(resent[0], resent[1]);
}

/* A lost message takes no room on a channel; a duplicate takes it twice. */
static int
through_narrow(vcube_node *self, void *arg)
{
	char block[100] = {0};
	int *got = arg;

	if (vcube_rank(self) == 0)
		for (int i = 0; i < FAULTY_MESSAGES; i++)
			vcube_send(self, NULL, 1, block, sizeof block);
	if (vcube_rank(self) == 1)
		while (vcube_recv_within(self, NULL, 0, block, sizeof block, 1000000000, NULL) == 0)
			(*got)++;
	return vcube_failed(self);
}

static void
capacity_counts_what_arrives(void **state)
{
	static const char *const how[] = {"routing=none", "routing=any", "routing=any fuzz=2"};

	(void)state;
	for (int i = 0; i < 3; i++) {
		vcube_machine *m = open_machine("ring:2 clock=virtual seed=4 drop=0.3 duplicate=0.3 "
						"capacity=150 %s", how[i]);
		int got = 0;

		run_well(m, through_narrow, &got);
		assert_int_equal(got, FAULTY_MESSAGES + (int)vcube_run_faults(m, VCUBE_FAULT_DUPLICATE) -
				 (int)vcube_run_faults(m, VCUBE_FAULT_DROP));
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DUPLICATE) > 0);
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DROP) > 0);
		vcube_close(m);
	}
}

enum { CONFIRMED = 3 };

struct confirmed {
	bool got[CONFIRMED], done[CONFIRMED];
};

/* Sends three of the same tag, and looks later which of them were taken. */
static int
be_confirmed(vcube_node *self, void *arg)
{
	struct confirmed *const c = arg;
	vcube_request *sent[CONFIRMED];
	int done;

	for (int i = 0; i < CONFIRMED; i++)
		sent[i] = vcube_tissend(self, NULL, 1, 3, &i, sizeof i);
	vcube_compute(self, 2000000000);
	for (int i = 0; i < CONFIRMED && !vcube_failed(self); i++) {
		vcube_is_done(self, sent[i], &done, NULL);
		c->done[i] = done;
	}
	return vcube_failed(self);
}

/* Takes what has come. */
static int
confirm(vcube_node *self, void *arg)
{
	struct confirmed *const c = arg;
	int there = 1, which;

	vcube_compute(self, 1000000000);
	while (there && vcube_tiprobe(self, NULL, 0, 3, &there, NULL) == 0)
		if (there && vcube_trecv(self, NULL, 0, 3, &which, sizeof which, NULL) == 0)
			c->got[which] = true;
	return vcube_failed(self);
}

static int
some_confirmed(vcube_node *self, void *arg)
{
	return (vcube_rank(self) == 0 ? be_confirmed : confirm)(self, arg);
}

/* Who sent a message that was lost is not told that it was taken, though the next one was. */
static void
confirmations_name_their_message(void **state)
{
	int lost_before = 0;

	(void)state;
	for (int drawn = 1; drawn <= 40; drawn++) {
		vcube_machine *m = open_machine("full:2 clock=virtual seed=%d drop=0.3 duplicate=0.3",
						drawn);
		struct confirmed c = {0};

		vcube_run(m, some_confirmed, &c);
		for (int i = 0; i < CONFIRMED; i++) {
			assert_true(c.got[i] || !c.done[i]);
			lost_before += i > 0 && c.done[i] && !c.got[i - 1];
		}
		vcube_close(m);
	}
	assert_true(lost_before > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(recovers_by_time_limits),
		TEST(capacity_counts_what_arrives),
		TEST(confirmations_name_their_message),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs replayed from journals: the critical path, what a node may ask for, and journals
 * of any length.
 */
#include "node.h"
#include "replay.h"
#include "timed_messages.h"

/* A chain of messages, of work and of waiting for a link, from end to end. */
static int
chain(vcube_node *self, void *arg)
{
	char data[100] = "";
	const int me = vcube_rank(self);

	(void)arg;
	if (me == 1) {
		vcube_send(self, NULL, 2, data, 100);           /* on the link until 2007 */
	} else if (me == 0) {
		vcube_compute(self, 500);
		vcube_send(self, NULL, 3, data, 10);            /* from 2007 to 3128 */
	} else if (me == 3) {
		vcube_recv(self, NULL, 0, data, 100, NULL);
		vcube_compute(self, 30);
	} else {
		vcube_recv(self, NULL, 1, data, 100, NULL);
	}
	return vcube_failed(self);
}

static void
test_critical_path(void **state)
{
	vcube_machine *machine = open_machine("linear:4 " COSTS);
	struct vcube_parts path;

	(void)state;
	run_well(machine, chain, NULL);
	assert_int_equal(vcube_run_time(machine), 3128 + 30);
	assert_int_equal(vcube_run_critical(machine, &path), 0);
	assert_int_equal(path.work, 500 + 30);
	assert_int_equal(path.waiting, 2007 - 500);
	assert_int_equal(path.startup, TS);
	assert_int_equal(path.transfer, 3 * TH + 10 * TW);
	vcube_close(machine);
	machine = open_machine("linear:4");
	run_well(machine, chain, NULL);
	assert_int_equal(vcube_run_critical(machine, &path), VCUBE_EINVAL);
	vcube_close(machine);
}

/* The same, and all wait for the latest of all or of a half, before and after work. */
static int
chain_aligned(vcube_node *self, void *arg)
{
	vcube_group *half = NULL;

	chain(self, arg);
	vcube_align(self, NULL);
	CHECK(self, vcube_now(self) == 3128 + 30);
	if (vcube_rank(self) == 2)
		vcube_compute(self, 7);
	vcube_split(self, NULL, vcube_rank(self) / 2, 0, &half);
	CHECK(self, vcube_now(self) == 3128 + 37);
	if (vcube_rank(self) == 1)
		vcube_compute(self, 5);
	vcube_align(self, half);
	return vcube_failed(self);
}

/* The path leads over the latest member: nobody's wait for it is work. */
static void
test_path_over_alignment(void **state)
{
	vcube_machine *machine = open_machine("linear:4 " COSTS);
	struct vcube_parts path;

	(void)state;
	run_well(machine, chain_aligned, NULL);
	assert_int_equal(vcube_run_time(machine), 3128 + 30 + 7 + 5);
	assert_int_equal(vcube_run_critical(machine, &path), 0);
	assert_int_equal(path.work, 500 + 30 + 7 + 5);
	assert_int_equal(path.waiting, 2007 - 500);
	assert_int_equal(path.startup, TS);
	assert_int_equal(path.transfer, 3 * TH + 10 * TW);
	for (int r = 0; r < 4; r++) {
		const struct vcube_parts parts = machine->clock->parts(machine, r);
		static const vcube_time work[] = {500, 5, 7, 30};

		assert_int_equal(parts.work, work[r]);
		assert_int_equal(parts.startup + parts.transfer + parts.waiting + parts.work,
				 machine->clock->clock_of(machine, r));
	}
	vcube_close(machine);
}

/* A sender that waits until a message has left, while its receiver comes late. */
static int
leave_early(vcube_node *self, void *arg)
{
	char data[100] = "";

	(void)arg;
	if (vcube_rank(self) == 0) {
		vcube_request *sent = vcube_isend(self, NULL, 1, data, sizeof data);

		vcube_wait(self, sent, NULL);
		vcube_compute(self, 20000);
	} else {
		vcube_compute(self, 5000);
		vcube_recv(self, NULL, 0, data, sizeof data, NULL);
	}
	return vcube_failed(self);
}

static void
test_path_of_leaving(void **state)
{
	static const char *const machines[] = {"linear:2 ", "linear:2 capacity=1KiB "};
	struct vcube_parts path;

	(void)state;
	for (int i = 0; i < 2; i++) {
		vcube_machine *machine = open_machine("%s" COSTS, machines[i]);

		run_well(machine, leave_early, NULL);
		assert_int_equal(vcube_run_critical(machine, &path), 0);
		assert_int_equal(path.work, 20000);
		assert_int_equal(path.waiting, 0);
		assert_int_equal(path.startup + path.transfer, TS + TH + 100 * TW);
		vcube_close(machine);
	}
}

/* A message that is stored on its way arrives by a link on which it pays no start-up. */
static int
two_to_the_last(vcube_node *self, void *arg)
{
	char data[300] = "";

	(void)arg;
	if (vcube_rank(self) < 2)
		return vcube_send(self, NULL, 2, data, vcube_rank(self) == 0 ? 10 : sizeof data);
	vcube_recv(self, NULL, 1, data, sizeof data, NULL);
	return vcube_recv(self, NULL, 0, data, sizeof data, NULL);
}

static void
test_path_of_stored(void **state)
{
	static const char *const ways[] = {"threads=yes", "threads=one", "threads=no"};

	(void)state;
	for (int i = 0; i < 3; i++) {
		vcube_machine *machine = open_machine("linear:3 clock=virtual switching=store-and-forward "
						      "startup=1us per_byte=1ns %s", ways[i]);
		struct vcube_parts path, parts;

		/* node 0's message comes by the last link first, and into node 2 last */
		run_well(machine, two_to_the_last, NULL);
		assert_int_equal(vcube_run_time(machine), 2330000);
		assert_int_equal(vcube_run_critical(machine, &path), 0);
		parts = machine->clock->parts(machine, 2);
		assert_memory_equal(&path, &parts, sizeof path);
		assert_int_equal(path.startup, 1000000);
		assert_int_equal(path.transfer, 310000);
		assert_int_equal(path.waiting, 1020000);
		assert_int_equal(path.work, 0);
		vcube_close(machine);
	}
}

/* --- asking for the time ------------------------------------------------------ */

/* A node that asks for the time, whether a message has come, or which comes first, gets the
 * answers of virtual time, though others run ahead. */
static int
ask(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte = 0;
	struct vcube_status status;
	vcube_request *r;
	int done;

	(void)arg;
	if (me != 0) {
		vcube_compute(self, 10000 * me);
		vcube_send(self, NULL, 0, &byte, 1);
		CHECK(self, vcube_now(self) == 10000 * me);
		return vcube_failed(self);
	}
	CHECK(self, vcube_now(self) == 0);
	CHECK(self, vcube_recv_within(self, NULL, 3, &byte, 1, 31000, &status) == VCUBE_ETIMEDOUT);
	CHECK(self, vcube_now(self) == 31000);
	/* 1 hop from 1 and 3, 2 from 2 on a ring of 4 */
	CHECK(self, vcube_recv(self, NULL, VCUBE_ANY, &byte, 1, &status) == 0);
	CHECK(self, status.from == 1 && status.arrival == 11017 && vcube_now(self) == 31000);
	r = vcube_irecv(self, NULL, 3, &byte, 1);
	CHECK(self, vcube_test(self, r, &done, NULL) == 0 && !done && vcube_now(self) == 31016);
	CHECK(self, vcube_test(self, r, &done, NULL) == 0 && !done && vcube_now(self) == 31032);
	CHECK(self, vcube_test(self, r, &done, NULL) == 0 && done && vcube_now(self) == 31032);
	CHECK(self, vcube_recv_within(self, NULL, VCUBE_ANY, &byte, 1, 0, &status) == 0);
	CHECK(self, status.from == 2 && status.arrival == 21024);
	return vcube_failed(self);
}

static void
test_asking(void **state)
{
	(void)state;
	for (unsigned fuzz = 0; fuzz < 4; fuzz++) {
		vcube_machine *machine = open_machine("ring:4 fuzz=%u poll=16 ports=all " COSTS, fuzz);

		run_well(machine, ask, NULL);
		assert_int_equal(vcube_run_time(machine), 31032);
		vcube_close(machine);
	}
}

/* A node that learns when a message arrived may send at that time: no message that starts
 * later may have been placed by then. */
static int
told(vcube_node *self, void *arg)
{
	char data[100] = "";
	struct vcube_status status = {.arrival = 0};
	const bool probes = *(bool *)arg;

	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, data, 10);
		vcube_compute(self, 2000);
		vcube_send(self, NULL, 2, data, 100);
	} else if (vcube_rank(self) == 1) {
		if (probes)
			vcube_probe(self, NULL, 0, &status);
		else
			vcube_recv(self, NULL, 0, data, 100, &status);
		CHECK(self, vcube_failed(self) || status.arrival == 1107);
		vcube_send(self, NULL, 2, data, 100);
		if (probes)
			vcube_recv(self, NULL, 0, data, 100, NULL);
	} else {
		vcube_recv(self, NULL, 1, data, 100, &status);
		CHECK(self, vcube_failed(self) || status.arrival == 1107 + 2007);
		vcube_recv(self, NULL, 0, data, 100, &status);
		CHECK(self, vcube_failed(self) || status.arrival == 3114 + 2014);
	}
	return vcube_failed(self);
}

static void
test_told_in_time(void **state)
{
	(void)state;
	for (unsigned fuzz = 0; fuzz < 8; fuzz++)
		for (int probes = 0; probes < 2; probes++) {
			vcube_machine *machine =
				open_machine("linear:3 fuzz=%u ports=all " COSTS, fuzz);
			bool which = probes;

			run_well(machine, told, &which);
			vcube_close(machine);
		}
}

/* Journals longer than what is kept are replayed while nodes run. */
static int
chatter(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	char byte = 0;

	for (int i = 0; i < *(int *)arg; i++)
		vcube_sendrecv(self, NULL, (me + 1) % p, &byte, 1, (me + p - 1) % p, &byte, 1, NULL);
	return vcube_failed(self);
}

/* At the end of a run: the pages that make the next replay beside the nodes worthwhile;
 * each such replay postpones the next one. */
static uint64_t
chat(vcube_machine *machine, int rounds)
{
	run_well(machine, chatter, &rounds);
	assert_int_equal(vcube_run_time(machine), (vcube_time)rounds * 1017);
	return atomic_load(&machine->replay->enough);
}

static void
test_long_journals(void **state)
{
	vcube_machine *machine = open_machine("ring:4 " COSTS);
	const uint64_t none = chat(machine, 1);

	(void)state;
	assert_true(chat(machine, up_to(300000, 100000)) > none);
	assert_int_equal(chat(machine, 1), none);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_critical_path),
		TEST(test_path_over_alignment),
		TEST(test_path_of_leaving),
		TEST(test_path_of_stored),
		TEST(test_asking),
		TEST(test_told_in_time),
		TEST(test_long_journals),
	};

	return RUN_TESTS(tests);
}

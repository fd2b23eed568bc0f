/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that are careless of the library itself: NULL where memory is wanted, a
 * machine run from within its own run, threads that end and do not return, two kinds
 * of meeting at once. Each is refused, in words, and the machine is fit for the next run.
 */
#include <pthread.h>
#include "support.h"

/* Calls with NULL for memory, and what each says of it. */
enum { CALLS = 13 };

static int
call(vcube_node *self, int n)
{
	char byte = 0;
	const struct vcube_pair pair = {0, &byte, 1, NULL, 1};
	struct vcube_call nothing = {.collective = VCUBE_BARRIER};

	switch (n) {
	case 0:
		return vcube_send(self, NULL, 0, NULL, 8);
	case 1:
		return vcube_recv(self, NULL, 0, NULL, 8, NULL);
	case 2:
		return vcube_recv_within(self, NULL, 0, NULL, 8, 1, NULL);
	case 3:
		return vcube_wait(self, vcube_isend(self, NULL, 0, NULL, 8), NULL);
	case 4:
		return vcube_wait(self, vcube_irecv(self, NULL, 0, NULL, 8), NULL);
	case 5:
		return vcube_sendrecv(self, NULL, 0, NULL, 8, 0, &byte, 1, NULL);
	case 6:
		return vcube_exchange(self, NULL, 0, &byte, 1, NULL, 8, NULL);
	case 7:
		return vcube_exchange_all(self, NULL, &pair, 1);
	case 8:
		return vcube_split(self, NULL, 0, 0, NULL);
	case 9:
		return vcube_plan_links(self, NULL);
	case 10:
		return vcube_call(self, NULL, &nothing);
	case 11:
		return vcube_call(self, vcube_algorithm_at(0), NULL);
	default:
		vcube_watch(self, NULL, &byte, VCUBE_INT8, 1);
		return vcube_failed(self);
	}
}

static int
gives_null(vcube_node *self, void *arg)
{
	return vcube_rank(self) == 0 ? call(self, *(const int *)arg) : 0;
}

static int
well(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_align(self, NULL);
}

static void
test_null(void **state)
{
	static const char *const said[CALLS] = {
		"vcube_send: the data is NULL, 8 bytes are wanted",
		"vcube_recv: the data is NULL, 8 bytes are wanted",
		"vcube_recv_within: the data is NULL", "vcube_isend: the data is NULL",
		"vcube_irecv: the data is NULL", "vcube_sendrecv: the data is NULL",
		"vcube_exchange: the data is NULL", "vcube_exchange_all: the data is NULL, 1 bytes",
		"vcube_split: there is no place for the group",
		"vcube_plan_links: the list of changes is NULL", "vcube_call: the algorithm is NULL",
		"vcube_call: the call is NULL", "vcube_watch: the name is NULL",
	};
	static const char *const more[] = {"", "strict=yes", "capacity=0", "routing=none account=yes"};

	(void)state;
	for (int n = 0; n < CALLS; n++)
		for (int i = 0; i < 4; i++) {
			vcube_machine *machine = open_machine("ring:3 clock=virtual %s", more[i]);

			run_for(machine, gives_null, &n, VCUBE_EINVAL);
			report_has(machine, said[n]);
			run_well(machine, well, NULL);
			vcube_close(machine);
		}
}

/* A length that is a negative number in truth. */
static int
sends_too_much(vcube_node *self, void *arg)
{
	const int how = *(const int *)arg, to = vcube_rank(self) ^ 1;
	const size_t much = (size_t)-how - 5;
	char byte = 0;

	if (vcube_rank(self) > 1)
		return 0;
	if (how == 0)
		return vcube_send(self, NULL, to, &byte, much);
	if (how == 1)
		return vcube_wait(self, vcube_isend(self, NULL, to, &byte, much), NULL);
	if (how == 2)
		return vcube_sendrecv(self, NULL, to, &byte, much, to, &byte, 1, NULL);
	return vcube_exchange_all(self, NULL, &(struct vcube_pair){to, &byte, much, &byte, 1}, 1);
}

static void
test_more_than_memory(void **state)
{
	static const char *const more[] = {"", "clock=virtual", "clock=virtual routing=none",
					   "clock=virtual granule=64 corrupt=1", "fuzz=4"};

	(void)state;
	for (int how = 0; how < 4; how++)
		for (int i = 0; i < 5; i++) {
			vcube_machine *machine = open_machine("ring:3 %s", more[i]);

			run_for(machine, sends_too_much, &how, VCUBE_EINVAL);
			report_has(machine, "is more than memory holds");
			run_well(machine, well, NULL);
			vcube_close(machine);
		}
}

/* No bytes need no memory. */
static int
sends_nothing(vcube_node *self, void *arg)
{
	struct vcube_status status = {.bytes = 1};
	const int me = vcube_rank(self);

	(void)arg;
	vcube_send(self, NULL, me, NULL, 0);
	vcube_recv(self, NULL, me, NULL, 0, &status);
	CHECK(self, status.bytes == 0);
	return vcube_exchange(self, NULL, me ^ 1, NULL, 0, NULL, 0, NULL);
}

static void
test_nothing_is_null(void **state)
{
	(void)state;
	try_everywhere("hypercube:2", sends_nothing, NULL);
}

/* A machine that runs itself. */
static int
runs_itself(vcube_node *self, void *arg)
{
	(void)arg;
	CHECK(self, vcube_run(vcube_machine_of(self), well, NULL) == VCUBE_EINVAL);
	vcube_align(self, NULL);
	CHECK(self, vcube_run(vcube_machine_of(self), well, NULL) == VCUBE_EINVAL);
	return 0;
}

/* And one that opens another, which is permitted. */
static int
runs_another(vcube_node *self, void *arg)
{
	struct vcube_error error;
	vcube_machine *inner = vcube_open("ring:3 clock=virtual", &error);
	int code;

	(void)arg;
	if (inner == NULL)
		return vcube_fail(self, "%s", error.text);
	code = vcube_run(inner, runs_itself, NULL);
	vcube_close(inner);
	return code;
}

static void
test_runs_within_runs(void **state)
{
	(void)state;
	try_everywhere("ring:4", runs_itself, NULL);
	try_everywhere("ring:4", runs_another, NULL);
}

/* One node's thread ends, while others wait for it or not. */
static int
ends_its_thread(vcube_node *self, void *arg)
{
	char byte;

	if (vcube_rank(self) == 1)
		pthread_exit(NULL);
	return *(const bool *)arg ? vcube_recv(self, NULL, 1, &byte, 1, NULL) : 0;
}

static void
test_threads_that_end(void **state)
{
	static const char *const more[] = {"", "clock=virtual", "clock=wall", "fuzz=1"};

	(void)state;
	for (int i = 0; i < 8; i++) {
		const bool awaited = i % 2;
		vcube_machine *machine = open_machine("ring:4 %s", more[i / 2]);

		run_for(machine, ends_its_thread, (void *)&awaited, VCUBE_EPROGRAM);
		report_has(machine, "the program of node 1 ended its thread; a program returns");
		assert_int_equal(vcube_run_failure(machine, 0)->code, awaited ? VCUBE_EPEER : 0);
		run_well(machine, well, NULL);
		vcube_close(machine);
	}
}

/* The rank that comes to align while all others come to split. */
static int
meets_otherwise(vcube_node *self, void *arg)
{
	vcube_group *all, *part;

	vcube_split(self, NULL, 0, -vcube_rank(self), &all);
	if (vcube_rank(self) == *(const int *)arg)
		return vcube_align(self, all);
	return vcube_split(self, all, 0, 0, &part);
}

static void
test_two_kinds_of_meeting(void **state)
{
	(void)state;
	for (int odd = 0; odd < 4; odd++) {
		vcube_machine *machine = open_machine("ring:4 clock=%s", odd % 2 ? "free" : "virtual");

		run_for(machine, meets_otherwise, &odd, VCUBE_EMISMATCH);
		report_has(machine, odd == 3
			   ? "node 3 called vcube_align where node 2 of the same group called vcube_split"
			   : "node 3 called vcube_split where node ");
		report_has(machine, odd == 3 ? "node 2" : "of the same group called vcube_align");
		for (int r = 0; r < 4; r++)
			assert_int_equal(vcube_run_failure(machine, r)->code, VCUBE_EMISMATCH);
		run_well(machine, well, NULL);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_null),
		TEST(test_more_than_memory),
		TEST(test_nothing_is_null),
		TEST(test_runs_within_runs),
		TEST(test_threads_that_end),
		TEST(test_two_kinds_of_meeting),
	};

	return RUN_TESTS(tests);
}

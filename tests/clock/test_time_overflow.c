/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times beyond the clock's range end the run with the same sentence under every order
 * of nodes; no time wraps.
 */
#include <stdlib.h>
#include <string.h>
#include "support.h"

#define DAY ((vcube_time)86400000000000000)

enum { LONG = 32768 };

/* By the virtual clock: with journals, with stamps, in a random order, with account, without
 * threads. */
static const char *const ways[] = {"", "routing=none", "fuzz=7", "routing=none account=yes",
				   "capacity=64KiB ports=all", "threads=no",
				   "routing=none threads=no"};
enum { WAYS = COUNT(ways) };

/* Works for so many days and then messages the other node, which waits for that. */
static int
works_and_tells(vcube_node *self, void *arg)
{
	const int days = *(const int *)arg;
	char byte = 1;

	for (int i = 0; vcube_rank(self) == 0 && i < days; i++) {
		vcube_compute(self, i % 2 ? 0 : (i + 1 < days ? 2 : 1) * DAY);
		vcube_send(self, NULL, 1, &byte, 1);
	}
	for (int i = 0; vcube_rank(self) == 1 && i < days; i++)
		vcube_recv(self, NULL, 0, &byte, 1, NULL);
	return vcube_failed(self);
}

static void
test_days_of_work(void **state)
{
	(void)state;
	for (int i = 0; i < WAYS; i++)
		for (int days = 12; days < 200; days = days < 15 ? days + 1 : 5 * days) {
			vcube_machine *machine = open_machine("ring:2 clock=virtual %s", ways[i]);

			run_for(machine, works_and_tells, &days, days > 13 ? VCUBE_ELIMIT : 0);
			if (days > 13)
				report_has(machine, "13 days");
			else
				assert_true(vcube_run_time(machine) / DAY == days);
			vcube_close(machine);
		}
}

/* To the end of clocks, and beyond. */
static int
works_to_the_end(vcube_node *self, void *arg)
{
	vcube_compute(self, VCUBE_TIME_MAX - 1);
	vcube_compute(self, 1);
	vcube_compute(self, *(const vcube_time *)arg);
	return vcube_failed(self);
}

static void
test_end_of_clocks(void **state)
{
	(void)state;
	for (int i = 0; i < WAYS; i++)
		for (vcube_time more = 0; more <= VCUBE_TIME_MAX; more = 3 * more + 1) {
			vcube_machine *machine = open_machine("ring:1 clock=virtual %s", ways[i]);

			run_for(machine, works_to_the_end, &more, more ? VCUBE_ELIMIT : 0);
			/* notes of a program that failed are not played */
			if (more == 0 || strstr(ways[i], "threads=no") == NULL)
				assert_true(vcube_run_time(machine) == VCUBE_TIME_MAX);
			vcube_close(machine);
		}
}

/* One message of so many bytes, or many short ones. */
static int
sends_long(vcube_node *self, void *arg)
{
	const int many = *(const int *)arg;
	const size_t bytes = many == 1 ? LONG : 1;
	char *const block = take_block(self, LONG);

	if (block != NULL && vcube_rank(self) == 0)
		memset(block, 0, LONG);
	for (int i = 0; i < many && vcube_rank(self) == 0; i++)
		vcube_send(self, NULL, 1, block, bytes);
	for (int i = 0; i < many && vcube_rank(self) == 1; i++)
		vcube_recv(self, NULL, 0, block, LONG, NULL);
	return vcube_failed(self);
}

/* Products that are 0, negative, or small in 64 bits, and sums of them. */
static void
test_costs_that_wrap(void **state)
{
	static const struct {
		const char *costs;
		int many;
	} cases[] = {
		{"per_byte=562949953421312ps", 1}, {"per_byte=1000s", 1}, {"startup=1000s", 20000},
		{"per_byte=999s links=all:per_byte=562949953421312ps", 1},
		{"links=all:per_hop=1000s", 40000},
		{"changes=0:all:per_byte=562949953421312ps", 1},
		{"send_overhead=1000s", 20000}, {"startup=1000s switching=store-and-forward", 20000},
		{"recv_overhead=1000s", 20000}, {"per_byte=1000s granule=1GiB", 1},
		{"per_byte=1000s switching=store-and-forward duplex=half", 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		for (size_t k = first_case(i, WAYS); k < WAYS; k += next_case()) {
			vcube_machine *machine = open_machine("ring:2 clock=virtual %s %s", ways[k],
							      cases[i].costs);

			run_for(machine, sends_long, (void *)&cases[i].many, VCUBE_ELIMIT);
			report_has(machine, "13 days");
			vcube_close(machine);
		}
}

/* The best choice stays the best if all costs are 2^30 times as much, though the costs of
 * bad ones wrap. */
static void
test_choices(void **state)
{
	static const char *const machines[] = {"full:256 clock=virtual", "hypercube:6 clock=virtual",
					       "full:100",
					       "ring:32 clock=virtual routing=none"};

	(void)state;
	for (int i = 0; i < 4; i++)
		for (int collective = 0; collective < VCUBE_COLLECTIVES_COUNT; collective++) {
			struct vcube_desc desc;
			struct vcube_terms t;
			const struct vcube_algorithm *best;

			vcube_desc_init(&desc);
			assert_int_equal(vcube_desc_parse(&desc, machines[i], NULL), 0);
			t = vcube_terms_of(&desc, atoi(strchr(machines[i], ':') + 1), 1 << 16);
			t.p = i == 1 ? 64 : t.p;
			t.unit = 8;
			best = vcube_algorithm_choose(&desc, collective, &t, VCUBE_SUM, NULL);
			assert_non_null(best);
			assert_true(best->cost(&t) > 0);
			assert_int_equal(vcube_algorithm_cost(best, &t), best->cost(&t));
#define X(name, value, unit, text) t.k.name *= 1 << 30;
			VCUBE_COSTS(X)
#undef X
			assert_ptr_equal(vcube_algorithm_choose(&desc, collective, &t, VCUBE_SUM, NULL),
					 best);
#define X(name, value, unit, text) t.k.name *= 1 << 10;
			VCUBE_COSTS(X)
#undef X
			assert_int_equal(vcube_algorithm_cost(best, &t), -1);
			vcube_desc_clear(&desc);
		}
}

/* Times that do not fit a clock. */
static int
takes_for_ever(vcube_node *self, void *arg)
{
	const int how = *(const int *)arg;

	if (vcube_rank(self) != 1)
		return 0;
	if (how == 0)
		vcube_compute(self, INT64_MAX);
	else if (how == 1)
		vcube_charge(self, VCUBE_WORK_FLOP, UINT64_MAX / 3);
	else
		for (int i = 0; i < 100000; i++)
			vcube_compute(self, 1000000000000000);
	return vcube_failed(self);
}

static void
test_clocks_end(void **state)
{
	static const char *const more[] = {"", "routing=none", "fuzz=1"};

	(void)state;
	for (int i = 0; i < 9; i++) {
		const int how = i % 3;
		vcube_machine *machine = open_machine("ring:3 clock=virtual flop=1ns %s", more[i / 3]);

		run_for(machine, takes_for_ever, (void *)&how, VCUBE_ELIMIT);
		report_has(machine, how == 1
			   ? "vcube_charge: the clock of node 1 would exceed its limit of 13 days"
			   : "vcube_compute: the clock of node 1 would exceed its limit of 13 days");
		run_well(machine, one_message, &(bool){false});
		vcube_close(machine);
	}
}

/* Messages that take as long. */
static int
passes_round(vcube_node *self, void *arg)
{
	const int size = vcube_size(self), me = vcube_rank(self);
	char byte = 0;

	(void)arg;
	for (int i = 0; i < 6000; i++)
		vcube_sendrecv(self, NULL, (me + 1) % size, &byte, 1, (me + size - 1) % size, &byte, 1,
			       NULL);
	return vcube_failed(self);
}

static void
test_messages_end_clocks(void **state)
{
	vcube_machine *machine;

	(void)state;
	try_for("ring:2 clock=virtual startup=1000s", passes_round, NULL, VCUBE_ELIMIT);
	try_for("ring:2 clock=virtual startup=1000s routing=none", passes_round, NULL, VCUBE_ELIMIT);
	try_well("ring:2 clock=virtual startup=1s", passes_round, NULL);
	machine = open_machine("ring:2 clock=virtual recv_overhead=1000s routing=none");
	run_for(machine, passes_round, NULL, VCUBE_ELIMIT);
	error_has(vcube_run_failure(machine, 0), VCUBE_ELIMIT, "receiving: the clock of node 0 would exceed");
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_days_of_work),
		TEST(test_end_of_clocks),
		TEST(test_costs_that_wrap),
		TEST(test_choices),
		TEST(test_clocks_end),
		TEST(test_messages_end_clocks),
	};

	return RUN_TESTS(tests);
}

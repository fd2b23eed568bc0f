/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * alltoall.multiphase is correct for every partition of log p in every order, and takes the
 * predicted time.
 */
#include <inttypes.h>
#include <stdio.h>
#include "oracle.h"
#include "partition.h"
#include "support.h"

enum { DIMENSIONS = 6 };

/* "multiphase:parts=2+3", and more */
static void
write_how(const struct vcube_setting *s, const char *more, char *how, size_t room)
{
	size_t n = (size_t)snprintf(how, room, "multiphase");

	for (int i = 0; i < s->count; i++)
		n += (size_t)snprintf(how + n, room - n, "%s%d", i ? "+" : ":parts=", s->number[i]);
	snprintf(how + n, room - n, "%s", more);
}

/* Every partition in every order. */

static int
try_all(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), d = vcube_log2((unsigned)p);
	const struct vcube_desc *const desc = vcube_machine_desc(vcube_machine_of(self));
	const size_t counts[] = {0, 1, 8, 3};
	char how[100];

	(void)arg;
	for (unsigned cuts = 0; d == 0 ? cuts == 0 : cuts < 1u << (d - 1); cuts++)
		for (size_t k = first_case(cuts + (uint64_t)p, 8); k < 8; k += next_case()) {
			const struct element *const e = &elements[k / 4];
			struct vcube_setting set[VCUBE_OPTIONS_MAX] = {
				[PARTS] = composition(d, cuts), [BARRIER] = {.value = k % 2}};
			struct trial t = {.collective = VCUBE_ALLTOALL, .algorithm = multiphase(),
					  .how = how, .element = e, .count = counts[k % 4],
					  .timed = desc->clock == VCUBE_CLOCK_VIRTUAL,
					  .seed = seed + cuts};

			write_how(&set[PARTS], k % 2 ? ":barrier=yes" : "", how, sizeof how);
			if (try_collective(self, NULL, &t) != 0)
				return vcube_failed(self);
			if (t.timed && t.took != partition_cost(desc, p, t.count * e->size, set))
				return vcube_fail(self, "%s took %" PRId64 " ps, predicted %" PRId64,
						  how, t.took, partition_cost(desc, p, t.count * e->size, set));
		}
	return 0;
}

static void
test_right_for_every_partition(void **state)
{
	char text[100];

	(void)state;
	for (int d = 0; d <= up_to(DIMENSIONS, 5); d++) {
		snprintf(text, sizeof text, "full:%d", 1 << d);
		try_well(text, try_all, NULL);
	}
	snprintf(text, sizeof text, "full:16 fuzz=%u strict=yes", (unsigned)(seed % 1000) + 1);
	try_well(text, try_all, NULL);
	try_well("full:16 capacity=256", try_all, NULL);
}

/* Local work takes its predicted time, too. */
static void
test_time_for_every_partition(void **state)
{
	static const char *const costs[] = {
		"", "startup=777777ps per_byte=333ps per_hop=17ps reorder=29ps copy=31ps",
		"startup=3ps per_byte=1ps copy=1us reorder=1ns",
	};
	char text[200];

	(void)state;
	for (int d = 1; d <= up_to(DIMENSIONS, 5); d++)
		for (size_t i = 0; i < COUNT(costs); i++) {
			snprintf(text, sizeof text, "full:%d clock=virtual %s%s", 1 << d, costs[i],
				 i > 0 ? " threads=one" : "");
			try_well(text, try_all, NULL);
		}
}

/* The two ends of the family are the standard and the direct exchange. */

struct traffic {
	vcube_time time;
	uint64_t messages, bytes;
};

static int
call_once(vcube_node *self, void *how)
{
	const size_t bytes = 64 * (size_t)vcube_size(self);
	void *const in = take_block(self, bytes), *const out = take_block(self, bytes);

	vcube_alltoall(self, NULL, in, out, 64, VCUBE_BYTES(1), how);
	return vcube_failed(self);
}

static struct traffic
traffic_of(int d, const char *how)
{
	vcube_machine *const machine = open_machine("full:%d clock=virtual copy=1ps", 1 << d);
	struct vcube_stats stats;
	struct traffic t;

	run_well(machine, call_once, (void *)how);
	vcube_run_stats(machine, (1 << d) - 1, &stats);
	t = (struct traffic){vcube_run_time(machine), stats.messages, stats.bytes};
	vcube_close(machine);
	return t;
}

static void
test_ends_of_the_family(void **state)
{
	(void)state;
	for (int d = 1; d <= DIMENSIONS; d++) {
		struct vcube_setting ones = composition(d, ~0u), whole = composition(d, 0);
		struct traffic a, b;
		char how[100];

		write_how(&whole, "", how, sizeof how);
		a = traffic_of(d, how);
		b = traffic_of(d, "direct");
		assert_int_equal(a.messages, (1 << d) - 1);
		assert_memory_equal(&a, &b, sizeof a);
		write_how(&ones, "", how, sizeof how);
		a = traffic_of(d, how);
		b = traffic_of(d, "standard");
		assert_int_equal(a.messages, d);
		assert_int_equal(a.messages, b.messages);
		assert_int_equal(a.bytes, b.bytes);
		assert_in_range(a.time, b.time - 64 * 64, b.time);      /* it hides its copies */
	}
}

/* Unset, the parts with the best prediction run. */
static int
run_unset(vcube_node *self, void *arg)
{
	const struct vcube_desc *const desc = vcube_machine_desc(vcube_machine_of(self));
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {0};

	for (int i = 0; i < 40; i++) {
		struct trial t = {.collective = VCUBE_ALLTOALL, .algorithm = multiphase(),
				  .element = &elements[0], .count = (size_t)i * 7, .timed = true};

		if (try_collective(self, NULL, &t) != 0)
			return vcube_failed(self);
		CHECK(self, t.took == partition_cost(desc, vcube_size(self), t.count, set));
	}
	(void)arg;
	return 0;
}

static void
test_best_runs(void **state)
{
	(void)state;
	try_well("full:32 clock=virtual startup=1us per_byte=10ns reorder=2ns", run_unset, NULL);
	try_well("full:16 clock=virtual startup=1us per_byte=20ns", run_unset, NULL);
}

/* Parts that do not sum to d. */

static void
test_wrong_sums(void **state)
{
	static const struct {
		const char *how, *sentence;
	} wrong[] = {
		{"multiphase:parts=2+2", "that sum to 5; there are 32 nodes"},
		{"multiphase:parts=3+3", "that sum to 5; there are 32 nodes"},
		{"multiphase:parts=0+5", "parts of 1 or more that sum to 5; there are 32 nodes"},
		{"multiphase:parts=2+3+0", "parts of 1 or more that sum to 5; there are 32 nodes"},
		{"multiphase:parts=2147483647+2147483647+7", "that sum to 5; there are 32 nodes"},
	};
	vcube_machine *machine = open_machine("full:32");

	(void)state;
	for (size_t i = 0; i < COUNT(wrong); i++) {
		run_for(machine, call_once, (void *)wrong[i].how, VCUBE_EPRECOND);
		error_has(vcube_run_error(machine), VCUBE_EPRECOND, wrong[i].sentence);
	}
	run_well(machine, call_once, "multiphase:parts=5");
	vcube_close(machine);
	machine = open_machine("full:6");
	run_for(machine, call_once, "multiphase:parts=1+1", VCUBE_EPRECOND);
	error_has(vcube_run_error(machine), VCUBE_EPRECOND,
		  "needs a number of nodes that is a power of two; there are 6");
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_right_for_every_partition),
		TEST(test_time_for_every_partition),
		TEST(test_ends_of_the_family),
		TEST(test_best_runs),
		TEST(test_wrong_sums),
	};

	return RUN_TESTS(tests);
}

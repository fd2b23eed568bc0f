/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication by schedules: correct, in the predicted time, with
 * the paper's steps and messages. Nodes share one schedule.
 */
#include <stdio.h>
#include <string.h>
#include "plans.h"
#include "walk.h"

/* Timed if `native` has the bit of the kind of the machine's topology. */
static void
walk_all(const char *machine, struct walk w)
{
	w.collective = VCUBE_ALLTOALL;
	for (size_t v = 0; v < COUNT(variants); v++) {
		w.how = variants[v];
		make_walk(machine, w);
	}
}

static void
test_times(void **state)
{
	static const char *const costs[] = {
		"", " ports=all", " ports=all exchange_all_startup=777ps per_byte=333ps per_hop=17ps",
		" exchange_all_startup=777ps per_byte=333ps per_hop=17ps startup=0",
		" reorder=7ns copy=11ns", " ports=all reorder=7ns copy=11ns startup=0",
	};
	char text[200];

	(void)state;
	for (int d = 1; d <= 6; d++)
		for (size_t k = first_case((uint64_t)d, COUNT(costs)); k < COUNT(costs); k += next_case()) {
			snprintf(text, sizeof text, "hypercube:%d clock=virtual routing=none%s%s", d,
				 costs[k], k > 0 ? " threads=one" : "");
			walk_all(text, (struct walk){.native = 1u << VCUBE_HYPERCUBE,
						     .most = k < 2 && d < 5 ? 1000 : 8});
		}
}

static void
test_right_without_a_clock(void **state)
{
	(void)state;
	walk_all("hypercube:3 routing=none strict=yes fuzz=1", (struct walk){.most = 1000});
	walk_all("hypercube:4 routing=none capacity=64", (struct walk){.most = 1000});
	walk_all("full:16 ports=all fuzz=7", (struct walk){.most = 8});
	walk_all("hypercube:3 routing=none", (struct walk){.most = 100000});
}

static void
test_subcubes(void **state)
{
	int (*const splits[])(int) = {rows, columns, halves, evens};

	(void)state;
	for (size_t i = 0; i < COUNT(splits); i++)
		for (int reversed = 0; reversed < 2; reversed++)
			walk_all("hypercube:4 clock=virtual threads=one per_byte=333ps ports=all", (struct walk){
				.native = 1u << VCUBE_HYPERCUBE, .most = 8, .split = splits[i],
				.reversed = reversed});
}

/* Steps, messages, and successive transfers of elements as in the paper: with start-ups of
 * 0 and a picosecond per byte, on all ports. */

static int
exchange_bytes(vcube_node *self, void *how)
{
	const size_t p = (size_t)vcube_size(self);
	char *const in = take_block(self, p), *const out = take_block(self, p);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(in, 1, p);
	return vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT8, how);
}

static void
count_run(int d, const char *how, int steps, int transfers, int messages)
{
	vcube_machine *const m = open_machine(
		"hypercube:%d clock=virtual threads=one routing=none ports=all startup=0 per_byte=1ps heap=1MiB", d);

	run_well(m, exchange_bytes, (void *)how);
	assert_int_equal(vcube_run_time(m), transfers);
	for (int rank = 0; rank < 1 << d; rank++) {
		struct vcube_stats stats;

		vcube_run_stats(m, rank, &stats);
		assert_int_equal(stats.steps, steps + 2);
		assert_int_equal(stats.messages, messages);
		assert_int_equal(stats.bytes, d << d >> 1);
	}
	vcube_close(m);
}

static void
test_counts(void **state)
{
	(void)state;
	for (int d = 1; d <= up_to(8, 5); d++) {
		const int half = 1 << d >> 1, whole = (half + d - 1) / d * d;
		const int tail = half > d ? d + half % d : d;

		count_run(d, "aapc1", whole, whole, half * d);
		count_run(d, "aapc2", half, half, half * d);
		count_run(d, "aapc3", half, half, half * d);
		count_run(d, "aapc4", half, half, half * d);
		count_run(d, "aapc1:block=yes", d, whole, d * d);
		count_run(d, "aapc3:block=yes", tail, half, tail * d);
		count_run(d, "aapc4:block=yes", d, half, d * d);
		for (int b = 2; b <= half / d + 1; b = 2 * b - 1) {
			const int steps = b <= half / d ? (half + b - 1) / b : d;
			char how[40];

			snprintf(how, sizeof how, "aapc4:width=%d", b);
			count_run(d, how, steps, half, steps * d);
		}
	}
}

/* All nodes, and all runs of a machine, share schedules. */

static int
share(vcube_node *self, void *arg)
{
	const struct vcube_schedule_plan plan = {VCUBE_WINDOWS, .dimensions = 5},
		other = {VCUBE_WINDOWS, .dimensions = 5, .successive = 2};
	const vcube_schedule *const s = vcube_schedule_shared(self, &plan);
	const vcube_schedule **const first = arg;

	CHECK(self, s != NULL && s == vcube_schedule_shared(self, &plan));
	CHECK(self, s != vcube_schedule_shared(self, &other));
	if (vcube_rank(self) == 0 && *first == NULL)
		*first = s;
	vcube_barrier(self, NULL, NULL);
	CHECK(self, s == *first);
	return vcube_failed(self);
}

/* Also those of exchanges of different orders, of which there is one unless more are asked for. */
static int
share_order(vcube_node *self, void *arg)
{
	const struct vcube_schedule_plan plan = {.algorithm = VCUBE_AAPC1};
	const vcube_schedule *const s = vcube_schedule_shared_orders(self, &plan, (const int[]){3});

	(void)arg;
	CHECK(self, s != NULL && vcube_schedule_order(s, 0) == 3);
	CHECK(self, s == vcube_schedule_shared_orders(self, &plan, (const int[]){3}));
	CHECK(self, s != vcube_schedule_shared_orders(self, &plan, (const int[]){2}));
	return vcube_failed(self);
}

/* They share orders of gatherings, too, which equal those that each would compute. */
static int
share_orders(vcube_node *self, void *arg)
{
	uint32_t own[32];

	(void)arg;
	for (size_t n = 1; n < 12; n++) {
		const struct vcube_gathering g = vcube_gathering(4, n, n % 2 * 1000, 1);
		const struct vcube_gathering longer = vcube_gathering(4, n + 40, n % 2 * 1000, 1);
		const uint32_t *const order = vcube_gathering_shared(self, &g);

		CHECK(self, order != NULL && order == vcube_gathering_shared(self, &g));
		CHECK(self, (order == vcube_gathering_shared(self, &longer)) ==
			    (g.share > 0 && g.apart == longer.apart));
		memset(own, 0, sizeof own);
		vcube_gathering_order(&g, own);
		for (long row = 0; row < g.rows; row++)
			CHECK(self, vcube_gathering_source(&g, own, 0, row) ==
				    vcube_gathering_source(&g, order, 0, row));
	}
	return vcube_failed(self);
}

static int
share_wrong(vcube_node *self, void *arg)
{
	const struct vcube_schedule_plan plan = {VCUBE_AAPC1, .dimensions = 15};

	(void)arg;
	CHECK(self, vcube_schedule_shared(self, &plan) == NULL);
	return vcube_failed(self);
}

static void
test_schedules_are_shared(void **state)
{
	vcube_machine *const m = open_machine("full:16");
	const vcube_schedule *first = NULL;

	(void)state;
	run_well(m, share, &first);
	run_well(m, share, &first);
	run_well(m, share_order, NULL);
	run_for(m, share_wrong, NULL, VCUBE_EINVAL);
	error_has(vcube_run_error(m), VCUBE_EINVAL, "1 to 14 dimensions, not 15");
	run_well(m, share_orders, NULL);
	vcube_close(m);
}

/* Refusals. */

static int
odd_addresses(vcube_node *self, void *arg)
{
	int32_t in[8] = {0}, out[8] = {0};
	const struct vcube_call c = {
		.in = in, .out = out, .count = 1, .bytes = sizeof *in, .type = VCUBE_INT32,
		.rank = vcube_rank(self), .size = vcube_size(self),
	};

	(void)arg;
	vcube_aapc(self, &c, &(struct vcube_schedule_plan){VCUBE_AAPC1, .addresses = 12},
		   VCUBE_TRANSPOSITION);
	return vcube_failed(self);
}

static void
test_refusals(void **state)
{
	(void)state;
	run_refused("hypercube:3", odd_addresses, NULL, VCUBE_EINVAL,
	       "12 blocks are not a multiple of the 8");
	run_refused("hypercube:3", exchange_bytes, "aapc4:block=yes:width=2", VCUBE_EPRECOND,
	       "alltoall.aapc4 needs one of block=yes and width, not both");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_times),
		TEST(test_right_without_a_clock),
		TEST(test_subcubes),
		TEST(test_counts),
		TEST(test_schedules_are_shared),
		TEST(test_refusals),
	};

	return RUN_TESTS(tests);
}

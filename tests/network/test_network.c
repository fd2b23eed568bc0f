/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routed messages by the rules of vcube(7), "Time", and the account of links. Small
 * cases worked out by hand (tests/support/timed_messages.h).
 */
#include <string.h>
#include "node.h"
#include "replay.h"
#include "timed_messages.h"

/* h hops: startup + h per_hop + m per_byte, against startup + h (per_hop + m per_byte) */
static void
test_hops(void **state)
{
	(void)state;
	CHECK_PLAN("linear:5",
		   {0, 1, 100, 0, TS + TH + 100 * TW});
	CHECK_PLAN("linear:5",
		   {0, 4, 100, 0, TS + 4 * TH + 100 * TW});
	CHECK_PLAN("linear:5 switching=store-and-forward",
		   {0, 4, 100, 0, TS + 4 * (TH + 100 * TW)});
	CHECK_PLAN("hypercube:4", {5, 10, 0, 50, 50 + TS + 4 * TH});
	CHECK_PLAN("torus:4x4", {0, 15, 1, 0, TS + 2 * TH + TW});
	CHECK_PLAN("fattree:2x3", {0, 7, 1, 0, TS + 6 * TH + TW});
	/* to itself: no link, no time */
	CHECK_PLAN("ring:3", {1, 1, 4000, 77, 77});
}

/* A message holds its whole route: the later one, or the one of the higher rank, waits. */
static void
test_contention_cut_through(void **state)
{
	(void)state;
	/* 0 to 3 and 1 to 2 share the link from 1 to 2 */
	CHECK_PLAN("linear:4",
		   {0, 3, 100, 0, 2021},
		   {1, 2, 100, 0, 2021 + 2007});
	CHECK_PLAN("linear:4",
		   {0, 3, 100, 1, 2007 + 2021},
		   {1, 2, 100, 0, 2007});
	/* 0 to 1 waits for neither, but 2 to 3 for 0 to 3 */
	CHECK_PLAN("linear:4",
		   {1, 0, 100, 0, 2007},
		   {0, 3, 10, 0, 1121},
		   {2, 3, 10, 500, 1121 + 1107});
	/* the link from 2 to 3 is free until 0 to 3 begins: long enough for one message,
	 * not for another */
	CHECK_PLAN("linear:4",
		   {1, 2, 100, 0, 2007},
		   {0, 3, 0, 10, 2007 + 1021},
		   {2, 3, 99, 10, 10 + 1997});
	CHECK_PLAN("linear:4",
		   {1, 2, 100, 0, 2007},
		   {0, 3, 0, 10, 2007 + 1021},
		   {2, 3, 100, 10, 3028 + 2007});
	/* the two directions of a wire are separate links */
	CHECK_PLAN("linear:2", {0, 1, 100, 0, 2007}, {1, 0, 100, 0, 2007});
	CHECK_PLAN("linear:2 duplex=half", {0, 1, 100, 0, 2007}, {1, 0, 100, 0, 4014});
}

static void
test_contention_store_and_forward(void **state)
{
	(void)state;
	/* message 0 is on the link from 1 to 2 from 2007 to 3014 */
	CHECK_PLAN("linear:3 switching=store-and-forward",
		   {0, 2, 100, 0, 3014},
		   {1, 2, 100, 1500, 3014 + 2007});
	/* the link is free until then; a longer message waits */
	CHECK_PLAN("linear:3 switching=store-and-forward",
		   {0, 2, 100, 0, 3014},
		   {1, 2, 50, 500, 500 + 1507});
	CHECK_PLAN("linear:3 switching=store-and-forward",
		   {0, 2, 100, 0, 3014},
		   {1, 2, 51, 500, 3014 + 1517});
}

/* Waits on successive links of a route add up. */
static int
to_the_right_end(vcube_node *self, void *arg)
{
	char data[100] = "";

	(void)arg;
	if (vcube_rank(self) < 2)
		return vcube_send(self, NULL, 3, data, sizeof data);
	for (int i = 0; vcube_rank(self) == 3 && i < 2; i++)
		vcube_recv(self, NULL, i, data, sizeof data, NULL);
	return vcube_failed(self);
}

static void
test_sum_of_contention(void **state)
{
	static const struct { const char *switching; vcube_time sum; } how[] = {
		/* the second starts when the first has arrived */
		{"cut-through", TS + 3 * TH + 100 * TW},
		/* the first reaches the second link at 2007, which the second holds until
		 * then */
		{"store-and-forward", 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		vcube_machine *machine = open_machine("linear:4 switching=%s " COSTS, how[i].switching);

		run_well(machine, to_the_right_end, NULL);
		assert_int_equal(vcube_run_contention(machine), how[i].sum);
		vcube_close(machine);
	}
}

/* One port sends one message at a time; with all ports they do not wait for each other. */
static void
test_ports(void **state)
{
	(void)state;
	CHECK_PLAN("hypercube:2",
		   {0, 1, 100, 0, 2007}, {0, 2, 100, 0, 4014}, {0, 1, 0, 0, 5021});
	CHECK_PLAN("hypercube:2 ports=all",
		   {0, 1, 100, 0, 2007}, {0, 2, 100, 0, 2007}, {0, 1, 0, 0, 3014});
	/* a forwarded message has left the port when it has crossed the first link */
	CHECK_PLAN("linear:4 switching=store-and-forward",
		   {1, 3, 100, 0, 3014}, {1, 0, 100, 0, 2007 + 2007});
}

static void
test_links(void **state)
{
	(void)state;
	/* 100 bytes over 4 wires, rounded up; over 3: 1000 / 3 */
	CHECK_PLAN("linear:2 width=4", {0, 1, 100, 0, 1000 + 7 + 250});
	CHECK_PLAN("linear:2 width=3", {0, 1, 100, 0, 1000 + 7 + 334});
	/* 13 granules of 8 bytes */
	CHECK_PLAN("linear:2 granule=8", {0, 1, 100, 0, 1000 + 7 + 1040});
	CHECK_PLAN("linear:2 granule=8", {0, 1, 0, 0, 1000 + 7});
	/* two channels carry two messages; the third begins when one is done */
	CHECK_PLAN("linear:4 channels=2 ports=all",
		   {1, 2, 100, 0, 2007}, {0, 2, 200, 0, 3014}, {0, 3, 0, 5, 2007 + 1021});
	CHECK_PLAN("linear:3 channels=2 ports=all",
		   {1, 2, 100, 0, 2007}, {1, 2, 200, 0, 3007}, {1, 2, 0, 0, 3014});
}

/* --- statistics of a run ----------------------------------------------------- */

static int
exchange_all_pairs(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	const size_t bytes = *(size_t *)arg;
	char *out = take_block(self, bytes), *in = take_block(self, bytes);

	if (out == NULL || in == NULL)
		return vcube_failed(self);
	memset(out, 0, bytes);
	for (int i = 1; i < p; i++)
		vcube_exchange(self, NULL, me ^ i, out, bytes, in, bytes, NULL);
	vcube_free(self, in);
	vcube_free(self, out);
	return vcube_failed(self);
}

/* The third step of the hypercube's allgather on a ring: partners are four apart, and four
 * messages cross the busiest link one after another. */
static int
opposite(vcube_node *self, void *arg)
{
	char data[64] = "", into[64];

	(void)arg;
	return vcube_exchange(self, NULL, vcube_rank(self) ^ 4, data, 64, into, 64, NULL);
}

static void
test_step_of_a_cube_on_a_ring(void **state)
{
	vcube_machine *ring = open_machine("ring:8 " COSTS " per_hop=0");
	vcube_machine *cube = open_machine("hypercube:3 " COSTS " per_hop=0");
	struct vcube_link_stats link;
	uint64_t most = 0;

	(void)state;
	run_well(ring, opposite, NULL);
	run_well(cube, opposite, NULL);
	assert_int_equal(vcube_run_time(cube), TS + 64 * TW);
	assert_int_equal(vcube_run_time(ring), 4 * (TS + 64 * TW));
	for (long l = 0; vcube_run_link(ring, l, &link) == 0; l++)
		if (most < link.messages)
			most = link.messages;
	assert_int_equal(most, 4);
	assert_int_equal(vcube_run_contention(cube), 0);
	assert_true(vcube_run_contention(ring) > 0);
	vcube_close(ring);
	vcube_close(cube);
}

/* Exclusive ors share no link under e-cube routing; on a mesh they do. */
static void
test_exclusive_or(void **state)
{
	size_t bytes = 24;

	(void)state;
	for (int d = 2; d <= 6; d++) {
		vcube_machine *cube = open_machine("hypercube:%d heap=64KiB " COSTS, d);

		run_well(cube, exchange_all_pairs, &bytes);
		assert_int_equal(vcube_run_contention(cube), 0);
		vcube_close(cube);
	}
	for (int q = 4; q <= 8; q *= 2) {
		vcube_machine *mesh = open_machine("mesh:%dx%d heap=64KiB " COSTS, q, q);

		run_well(mesh, exchange_all_pairs, &bytes);
		assert_true(vcube_run_contention(mesh) > 0);
		vcube_close(mesh);
	}
}

/* Every picosecond of a node's clock belongs to one of the parts. */
static void
test_accounts_close(void **state)
{
	static const char *const machines[] = {
		"ring:8 ", "torus:2x4 ports=all ", "hypercube:3 switching=store-and-forward ",
		"hypercube:3 routing=none account=yes ", "mesh:2x4 send_overhead=3 recv_overhead=5 ",
	};
	size_t bytes = 100;

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		const bool none = strstr(machines[i], "none") != NULL;
		vcube_machine *machine = open_machine("%s" COSTS, machines[i]);
		uint64_t busy = 0, carried = 0;
		struct vcube_parts path;
		struct vcube_link_stats link;

		run_well(machine, none ? opposite : exchange_all_pairs, &bytes);
		for (int r = 0; r < 8; r++) {
			struct vcube_stats s;

			vcube_run_stats(machine, r, &s);
			assert_int_equal(s.time, s.parts.startup + s.parts.transfer +
					 s.parts.waiting + s.parts.work);
			assert_true(s.parts.transfer > 0 && s.parts.startup > 0);
		}
		assert_int_equal(vcube_run_critical(machine, &path), 0);
		assert_int_equal(vcube_run_time(machine),
				 path.startup + path.transfer + path.waiting + path.work);
		for (long l = 0; vcube_run_link(machine, l, &link) == 0; l++) {
			busy += (uint64_t)link.busy;
			carried += link.messages;
			assert_true(link.busy <= vcube_run_time(machine));
		}
		assert_true(busy > 0 && carried >= (none ? 8 : 56));
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_hops),
		TEST(test_contention_cut_through),
		TEST(test_contention_store_and_forward),
		TEST(test_sum_of_contention),
		TEST(test_ports),
		TEST(test_links),
		TEST(test_step_of_a_cube_on_a_ring),
		TEST(test_exclusive_or),
		TEST(test_accounts_close),
	};

	return RUN_TESTS(tests);
}

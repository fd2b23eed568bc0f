/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routed messages by the rules of vcube(7), "Time": small cases worked out by
 * hand. Unless a machine says otherwise a start-up takes 1000 ps, a byte 10 ps
 * and a hop 7 ps.
 */
#include <string.h>
#include "nodes/machine/node.h"
#include "nodes/time/replay.h"
#include "tests/sendings.h"

#define COSTS "clock=virtual startup=1000 per_byte=10 per_hop=7"
enum { TS = 1000, TW = 10, TH = 7 };

static void
check_plan(const char *text, const struct sending *sendings, size_t count)
{
	struct plan p = {.sendings = sendings, .count = count};
	vcube_machine *machine = open_machine("%s", text);

	check_run(machine, text, &p);
	vcube_close(machine);
}

#define CHECK_PLAN(text, ...) \
	do { \
		static const struct sending sendings[] = {__VA_ARGS__}; \
		check_plan(text, sendings, COUNT(sendings)); \
	} while (0)

/* h hops: startup + h per_hop + m per_byte, against startup + h (per_hop + m per_byte) */
static void
test_hops(void **state)
{
	(void)state;
	CHECK_PLAN("linear:5 " COSTS,
		   {0, 1, 100, 0, TS + TH + 100 * TW});
	CHECK_PLAN("linear:5 " COSTS,
		   {0, 4, 100, 0, TS + 4 * TH + 100 * TW});
	CHECK_PLAN("linear:5 switching=store-and-forward " COSTS,
		   {0, 4, 100, 0, TS + 4 * (TH + 100 * TW)});
	CHECK_PLAN("hypercube:4 " COSTS, {5, 10, 0, 50, 50 + TS + 4 * TH});
	CHECK_PLAN("torus:4x4 " COSTS, {0, 15, 1, 0, TS + 2 * TH + TW});
	CHECK_PLAN("fattree:2x3 " COSTS, {0, 7, 1, 0, TS + 6 * TH + TW});
	/* to oneself: no link, no time */
	CHECK_PLAN("ring:3 " COSTS, {1, 1, 4000, 77, 77});
}

/* The whole route is held: who starts later, or has the higher rank, waits. */
static void
test_contention_cut_through(void **state)
{
	(void)state;
	/* 0 to 3 and 1 to 2 share the link from 1 to 2 */
	CHECK_PLAN("linear:4 " COSTS,
		   {0, 3, 100, 0, 2021},
		   {1, 2, 100, 0, 2021 + 2007});
	CHECK_PLAN("linear:4 " COSTS,
		   {0, 3, 100, 1, 2007 + 2021},
		   {1, 2, 100, 0, 2007});
	/* 0 to 1 has to wait for neither, but 2 to 3 for 0 to 3 */
	CHECK_PLAN("linear:4 " COSTS,
		   {1, 0, 100, 0, 2007},
		   {0, 3, 10, 0, 1121},
		   {2, 3, 10, 500, 1121 + 1107});
	/* the link from 2 to 3 is free until 0 to 3 begins: time enough for one, not
	 * for another */
	CHECK_PLAN("linear:4 " COSTS,
		   {1, 2, 100, 0, 2007},
		   {0, 3, 0, 10, 2007 + 1021},
		   {2, 3, 99, 10, 10 + 1997});
	CHECK_PLAN("linear:4 " COSTS,
		   {1, 2, 100, 0, 2007},
		   {0, 3, 0, 10, 2007 + 1021},
		   {2, 3, 100, 10, 3028 + 2007});
	/* both directions of a wire are links of their own */
	CHECK_PLAN("linear:2 " COSTS, {0, 1, 100, 0, 2007}, {1, 0, 100, 0, 2007});
	CHECK_PLAN("linear:2 duplex=half " COSTS, {0, 1, 100, 0, 2007}, {1, 0, 100, 0, 4014});
}

static void
test_contention_store_and_forward(void **state)
{
	(void)state;
	/* message 0 is on the link from 1 to 2 from 2007 to 3014 */
	CHECK_PLAN("linear:3 switching=store-and-forward " COSTS,
		   {0, 2, 100, 0, 3014},
		   {1, 2, 100, 1500, 3014 + 2007});
	/* it can be used until then; a longer message has to wait */
	CHECK_PLAN("linear:3 switching=store-and-forward " COSTS,
		   {0, 2, 100, 0, 3014},
		   {1, 2, 50, 500, 500 + 1507});
	CHECK_PLAN("linear:3 switching=store-and-forward " COSTS,
		   {0, 2, 100, 0, 3014},
		   {1, 2, 51, 500, 3014 + 1517});
}

/* A port sends one message at a time, all ports do not wait for each other. */
static void
test_ports(void **state)
{
	(void)state;
	CHECK_PLAN("hypercube:2 " COSTS,
		   {0, 1, 100, 0, 2007}, {0, 2, 100, 0, 4014}, {0, 1, 0, 0, 5021});
	CHECK_PLAN("hypercube:2 ports=all " COSTS,
		   {0, 1, 100, 0, 2007}, {0, 2, 100, 0, 2007}, {0, 1, 0, 0, 3014});
	/* a message that is forwarded has left the port when it is over the first link */
	CHECK_PLAN("linear:4 switching=store-and-forward " COSTS,
		   {1, 3, 100, 0, 3014}, {1, 0, 100, 0, 2007 + 2007});
}

static void
test_links(void **state)
{
	(void)state;
	/* 100 bytes over 4 wires, rounded up; over 3: 1000 / 3 */
	CHECK_PLAN("linear:2 width=4 " COSTS, {0, 1, 100, 0, 1000 + 7 + 250});
	CHECK_PLAN("linear:2 width=3 " COSTS, {0, 1, 100, 0, 1000 + 7 + 334});
	/* 13 granules of 8 bytes */
	CHECK_PLAN("linear:2 granule=8 " COSTS, {0, 1, 100, 0, 1000 + 7 + 1040});
	CHECK_PLAN("linear:2 granule=8 " COSTS, {0, 1, 0, 0, 1000 + 7});
	/* two channels carry two messages, the third begins when one is over */
	CHECK_PLAN("linear:4 channels=2 ports=all " COSTS,
		   {1, 2, 100, 0, 2007}, {0, 2, 200, 0, 3014}, {0, 3, 0, 5, 2007 + 1021});
	CHECK_PLAN("linear:3 channels=2 ports=all " COSTS,
		   {1, 2, 100, 0, 2007}, {1, 2, 200, 0, 3007}, {1, 2, 0, 0, 3014});
}

/* --- what is known of a run -------------------------------------------------- */

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

/* The third step of the hypercube's allgather, on a ring: partners are four
 * apart, and four messages cross the busiest link one after the other. */
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

/* Exclusive or shares no link under e-cube routing; on a mesh it does. */
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

/* Every picosecond of a node's clock is in one of the parts. */
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

/* --- asking for the time ------------------------------------------------------ */

/* A node that asks what time it is, whether something has come, and what comes
 * first, gets the answers of virtual time, though others run ahead. */
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

/* Who learns when a message arrived may send at that time: a message that starts
 * later must not have been placed by then. */
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

/* Journals that are longer than what is kept are replayed while nodes run. */
static int
chatter(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	char byte = 0;

	for (int i = 0; i < *(int *)arg; i++)
		vcube_sendrecv(self, NULL, (me + 1) % p, &byte, 1, (me + p - 1) % p, &byte, 1, NULL);
	return vcube_failed(self);
}

/* How many pages it took to make the next replay beside the nodes worth while,
 * at the end of a run: each such replay puts the next one off. */
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
		TEST(test_hops),
		TEST(test_contention_cut_through),
		TEST(test_contention_store_and_forward),
		TEST(test_ports),
		TEST(test_links),
		TEST(test_step_of_a_cube_on_a_ring),
		TEST(test_exclusive_or),
		TEST(test_accounts_close),
		TEST(test_critical_path),
		TEST(test_path_of_leaving),
		TEST(test_asking),
		TEST(test_told_in_time),
		TEST(test_long_journals),
	};

	return RUN_TESTS(tests);
}

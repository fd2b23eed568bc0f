/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link use that the papers count on cubes, in runs: per link and step, on links of
 * several wires, and for successive exchanges, all among neighbours.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support.h"

enum { STEPS = 80, NODES = 64, DIMENSIONS = 6 };

/* A run, as an observer sees it between two steps. */
struct snapshots {
	int d, collective;
	const char *how;
	size_t n;                       /* elements of one byte in a block */
	int axes;                       /* of vcube_shuffle(); 0: calls `collective` */
	bool moving;                    /* the current step has messages */
	int steps;                      /* such steps that are over */
	uint64_t before[NODES][DIMENSIONS];
	uint64_t over[STEPS][NODES][DIMENSIONS];        /* messages from a node along a dimension */
	int stray;                      /* messages that should not exist */
};

static bool
is_local(const char *name)
{
	static const char *const names[] = {
		"align", "realign", "reorder", "reduce and spread", "select", "end",
	};

	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static int
look(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct snapshots *const f = arg;
	struct vcube_traffic traffic;

	(void)step;
	for (int node = 0; node < 1 << f->d; node++)
		for (int k = 0; k < f->d; k++) {
			vcube_traffic(m, node, node ^ 1 << k, &traffic);
			if (f->moving && f->steps < STEPS)
				f->over[f->steps][node][k] = traffic.messages - f->before[node][k];
			else
				f->stray += traffic.messages != f->before[node][k];
			f->before[node][k] = traffic.messages;
		}
	f->steps += f->moving;
	f->moving = !is_local(name);
	return 0;
}

/* As many bytes as any call here needs. */
static size_t
room(const struct snapshots *f)
{
	return f->axes > 0 ? f->n << f->d / f->axes : f->n << f->d;
}

static int
act(vcube_node *self, void *arg)
{
	const struct snapshots *const f = arg;
	uint8_t *const in = take_block(self, room(f)), *const out = take_block(self, room(f));

	CHECK(self, in != NULL && out != NULL);
	memset(in, 1, room(f));
	if (f->axes > 0)
		vcube_shuffle(self, NULL, in, out, f->n, VCUBE_UINT8, f->axes, f->how);
	else if (f->collective == VCUBE_ALLGATHER)
		vcube_allgather(self, NULL, in, out, f->n, VCUBE_UINT8, f->how);
	else if (f->collective == VCUBE_REDUCE_SCATTER)
		vcube_reduce_scatter(self, NULL, in, out, f->n, VCUBE_UINT8, VCUBE_SUM, f->how);
	else if (f->collective == VCUBE_ALLREDUCE)
		vcube_allreduce(self, NULL, in, out, f->n, VCUBE_UINT8, VCUBE_SUM, f->how);
	else if (f->collective == VCUBE_BCAST)
		vcube_bcast(self, NULL, 0, out, f->n, VCUBE_UINT8, f->how);
	else
		vcube_alltoall(self, NULL, in, out, f->n, VCUBE_UINT8, f->how);
	vcube_step(self, "end");
	return vcube_failed(self);
}

static void
take_snapshots(struct snapshots *f, const char *clock)
{
	vcube_machine *const m = open_machine("hypercube:%d routing=none ports=all %s", f->d, clock);

	assert_true(f->d <= DIMENSIONS);
	vcube_on_step(m, look, f);
	run_well(m, act, f);
	assert_in_range(f->steps, 0, STEPS);
	assert_int_equal(f->stray, 0);
	vcube_close(m);
}

static void
link_has(const struct snapshots *f, int step, int node, int k, uint64_t messages)
{
	if (f->over[step][node][k] != messages)
		fail_msg("%s, d = %d: %d messages from node %d along dimension %d in step %d, not %d",
			 f->how, f->d, (int)f->over[step][node][k], node, k, step, (int)messages);
}

/* No link is idle: one message over each of them in each step. */

static void
use_all(int d, int collective, const char *how, size_t n, int steps)
{
	static struct snapshots f;

	f = (struct snapshots){.d = d, .collective = collective, .how = how, .n = n};
	take_snapshots(&f, d % 2 ? "clock=virtual" : "");
	assert_int_equal(f.steps, steps);
	for (int step = 0; step < steps; step++)
		for (int node = 0; node < 1 << d; node++)
			for (int k = 0; k < d; k++)
				link_has(&f, step, node, k, 1);
}

static void
test_no_link_is_idle_in_cycles_and_butterflies(void **state)
{
	(void)state;
	for (int d = 1; d <= DIMENSIONS; d++) {
		const size_t n = (size_t)d + 1;

		use_all(d, VCUBE_ALLGATHER, "dcycles", n, (1 << d) - 1);
		use_all(d, VCUBE_REDUCE_SCATTER, "dcycles", n, (1 << d) - 1);
		use_all(d, VCUBE_REDUCE_SCATTER, "dcycles:start=home", n, 1 << d);
		use_all(d, VCUBE_ALLGATHER, "butterfly", n, d);
		use_all(d, VCUBE_ALLREDUCE, "butterfly", n, d);
		use_all(d, VCUBE_REDUCE_SCATTER, "spread", n, d);
	}
}

static void
test_no_link_is_idle_in_exchanges(void **state)
{
	(void)state;
	for (int d = 1; d <= DIMENSIONS; d++) {
		const int half = 1 << d >> 1, tail = half > d ? d + half % d : d;

		use_all(d, VCUBE_ALLTOALL, "aapc2", 1, half);
		use_all(d, VCUBE_ALLTOALL, "aapc3", 1, half);
		use_all(d, VCUBE_ALLTOALL, "aapc4", 1, half);
		use_all(d, VCUBE_ALLTOALL, "aapc3:block=yes", 1, tail);
		use_all(d, VCUBE_ALLTOALL, "aapc4:block=yes", 1, d);
		if (half % d == 0)
			use_all(d, VCUBE_ALLTOALL, "aapc1", 1, half);
	}
}

/* One cycle: in each step a node sends one message and receives one. */
static void
test_one_cycle(void **state)
{
	static struct snapshots f;

	(void)state;
	for (int d = 1; d <= DIMENSIONS; d++)
		for (int gathers = 0; gathers < 2; gathers++) {
			f = (struct snapshots){.d = d, .how = "cycle", .n = 3,
				.collective = gathers ? VCUBE_ALLGATHER : VCUBE_REDUCE_SCATTER};
			take_snapshots(&f, "");
			assert_int_equal(f.steps, (1 << d) - 1);
			for (int step = 0; step < f.steps; step++)
				for (int node = 0; node < 1 << d; node++) {
					int sent = 0, got = 0;

					for (int k = 0; k < d; k++) {
						sent += (int)f.over[step][node][k];
						got += (int)f.over[step][node ^ 1 << k][k];
					}
					assert_int_equal(sent, 1);
					assert_int_equal(got, 1);
				}
		}
}

/* d trees: each link except those to the root carries a packet in each step from its first
 * one on, which is step d at the latest; the others carry none. */
static void
test_trees(void **state)
{
	static struct snapshots f;

	(void)state;
	for (int d = 2; d <= DIMENSIONS; d++) {
		const int rows = 5;

		f = (struct snapshots){.d = d, .collective = VCUBE_BCAST, .how = "trees:packet=1",
				  .n = (size_t)(rows * d)};
		take_snapshots(&f, "clock=virtual");
		assert_int_equal(f.steps, rows + d);
		for (int node = 0; node < 1 << d; node++)
			for (int k = 0; k < d; k++) {
				const bool to_root = node == 1 << k;
				int first = 0;

				while (!to_root && first <= d && f.over[first][node][k] == 0)
					first++;
				assert_true(to_root || first <= d);
				for (int step = 0; step < f.steps; step++)
					link_has(&f, step, node, k,
						 !to_root && step >= first && step < first + rows);
			}
	}
}

/* Successive exchanges: a link of axis h is busy during its exchange, from h delays on, and
 * idle otherwise. */
static void
test_successive_exchanges(void **state)
{
	static const struct { int s, d; } grids[] = {{2, 1}, {2, 2}, {2, 3}, {3, 1}, {3, 2}, {6, 1}};
	static struct snapshots f;

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++) {
		const int s = grids[g].s, d = grids[g].d, half = 1 << d >> 1;
		const int tail = half > d ? d + half % d : d;
		const struct { const char *how; int delay; } trials[] = {
			{"windows", d}, {"aapc3", tail}, {"aapc4", half},
		};

		for (size_t i = 0; i < COUNT(trials); i++) {
			f = (struct snapshots){.d = s * d, .axes = s, .how = trials[i].how, .n = 1};
			take_snapshots(&f, "");
			assert_int_equal(f.steps, half + (s - 1) * trials[i].delay);
			for (int step = 0; step < f.steps; step++)
				for (int node = 0; node < 1 << s * d; node++)
					for (int k = 0; k < s * d; k++) {
						const int own = step - k / d * trials[i].delay;

						link_has(&f, step, node, k, own >= 0 && own < half);
					}
		}
	}
}

/*
 * The same for more nodes than can be stopped at each step: no start-up, equal messages,
 * over d links. If a node has sent d messages per step, and the run took no longer than its
 * links need for their share, no link was ever idle. With $LONG, up to 1,024 nodes.
 */
static void
busy_to_the_end(int d, int collective, const char *how, size_t n, int steps)
{
	vcube_machine *const m = open_machine("hypercube:%d clock=virtual threads=one routing=none ports=all "
					      "startup=0 per_byte=1ps heap=1MiB", d);
	struct snapshots f = {.d = d, .collective = collective, .how = how, .n = n};
	struct vcube_stats stats;

	run_well(m, act, &f);
	assert_int_equal(vcube_run_time(m), steps);
	for (int rank = 0; rank < 1 << d; rank++) {
		vcube_run_stats(m, rank, &stats);
		assert_int_equal(stats.messages, steps * d);
		assert_int_equal(stats.bytes, steps * d);
	}
	vcube_close(m);
}

static void
test_large_cubes(void **state)
{
	static const char *const hows[] = {"aapc2", "aapc3", "aapc4"};
	const int most = getenv("LONG") != NULL ? 10 : up_to(8, 7);

	(void)state;
	for (int d = 7; d <= most; d++) {
		for (size_t i = 0; i < COUNT(hows); i++)
			busy_to_the_end(d, VCUBE_ALLTOALL, hows[i], 1, 1 << d >> 1);
		busy_to_the_end(d, VCUBE_ALLGATHER, "dcycles", (size_t)d, (1 << d) - 1);
		busy_to_the_end(d, VCUBE_REDUCE_SCATTER, "dcycles", (size_t)d, (1 << d) - 1);
		busy_to_the_end(d, VCUBE_ALLREDUCE, "butterfly", (size_t)d, d);
	}
}

/* Channels of b wires carry b elements in the time of one. */
static void
test_wide_links(void **state)
{
	(void)state;
	for (int d = 2; d <= (getenv("LONG") != NULL ? 10 : up_to(8, 6)); d++) {
		const int half = 1 << d >> 1, most = half / d;
		int before = 0;

		for (int b = 1; b <= most + 1; b = d < 6 ? b + 1 : b <= most / 8 ? 3 * b : b + most / 2) {
			struct snapshots f = {.d = d, .collective = VCUBE_ALLTOALL, .n = 1};
			vcube_machine *const m = open_machine("hypercube:%d clock=virtual threads=one routing=none "
				"ports=all startup=0 per_byte=1ps width=%d granule=%d heap=64KiB", d, b, b);
			const int steps = b <= most ? (half + b - 1) / b : d;
			char how[40];

			snprintf(how, sizeof how, "aapc4:width=%d", b);
			f.how = how;
			run_well(m, act, &f);
			assert_int_equal(vcube_run_time(m), steps);
			assert_true(b == 1 || steps <= before);
			before = steps;
			vcube_close(m);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_no_link_is_idle_in_cycles_and_butterflies),
		TEST(test_no_link_is_idle_in_exchanges),
		TEST(test_one_cycle),
		TEST(test_trees),
		TEST(test_successive_exchanges),
		TEST(test_large_cubes),
		TEST(test_wide_links),
	};

	return RUN_TESTS(tests);
}

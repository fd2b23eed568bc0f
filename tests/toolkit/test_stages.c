/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all by stages: who sends to whom in which step, as in figure 10 of
 * Liu, Wang and Prasanna; and a program's own algorithm.
 */
#include <stdlib.h>
#include <string.h>
#include "tsv.h"
#include "uneven.h"
#include "walk.h"

/* Figure 10: who sends to whom in which step of the exchange in rows, in a run of 61 nodes;
 * no node sends or receives two messages in a step of any of the four stages. */

enum { FIGURE_NODES = 61, FIGURE_STEPS = 9, ALL_STEPS = 40 };

struct snapshots {
	bool moving;
	int steps;
	uint64_t before[FIGURE_NODES][FIGURE_NODES];
	int to[FIGURE_STEPS][FIGURE_NODES];     /* -1: nobody */
	int crowded;            /* two messages of a node, or to it, in a step */
};

static int
look(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct snapshots *const f = arg;
	struct vcube_traffic traffic;
	int got[FIGURE_NODES] = {0};

	(void)step;
	for (int from = 0; from < FIGURE_NODES; from++)
		for (int to = 0, sent = 0; to < FIGURE_NODES; to++) {
			int messages;

			vcube_traffic(m, from, to, &traffic);
			messages = (int)(traffic.messages - f->before[from][to]);
			sent += messages;
			got[to] += messages;
			if (f->moving && messages > 0 && f->steps < FIGURE_STEPS)
				f->to[f->steps][from] = to;
			f->crowded += f->moving && (sent > 1 || got[to] > 1);
			f->before[from][to] = traffic.messages;
		}
	f->steps += f->moving;
	f->moving = strcmp(name, "exchange") == 0;
	return 0;
}

static int
exchange_bytes(vcube_node *self, void *arg)
{
	uint8_t in[FIGURE_NODES] = {0}, out[FIGURE_NODES];
	size_t counts[FIGURE_NODES], offsets[FIGURE_NODES];

	(void)arg;
	for (size_t i = 0; i < FIGURE_NODES; i++) {
		counts[i] = 1;
		offsets[i] = i;
	}
	return vcube_alltoallv(self, NULL, in, counts, offsets, out, counts, offsets, VCUBE_UINT8,
			       "four-stage:mode=blocking");
}

static void
test_figure_10(void **state)
{
	vcube_machine *const m = open_machine("full:%d", FIGURE_NODES);
	static struct snapshots f;
	struct tsv t;
	int rows = 0;

	(void)state;
	memset(f.to, -1, sizeof f.to);
	vcube_on_step(m, look, &f);
	run_well(m, exchange_bytes, NULL);
	assert_int_equal(f.crowded, 0);
	assert_in_range(f.steps, 4 * FIGURE_STEPS - 4, ALL_STEPS);
	for (tsv_open(&t, "002_fig10.tsv"); tsv_row(&t); rows++)
		for (int i = 0; i < FIGURE_STEPS; i++) {
			const int node = i < 8 ? 16 + i : 58;
			const char *const cell = t.field[1 + i];
			/* what it keeps is not a message */
			const bool none = cell[0] == 'X' || cell[0] == '-' || atoi(cell) == node;

			assert_int_equal(f.to[rows][node], none ? -1 : atoi(cell));
		}
	assert_int_equal(rows, FIGURE_STEPS);
	vcube_close(m);
}

/* A program's own algorithm: one stage, or none, as count says. */

static int stage_count;

static void
run_own(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_stages stages = {
		.array = {.nodes = c->size, .columns = c->size, .rows = 1},
		.count = stage_count, .stage = {{.in_rows = true, .scatters = false}},
	};

	vcube_stages_run(self, c, &stages, VCUBE_STAGES_BLOCKING);
}

static int
call_own(vcube_node *self, void *arg)
{
	static const struct vcube_algorithm own = {
		.collective = VCUBE_ALLTOALLV, .name = "own", .run = run_own,
	};
	enum { P = 5 };
	const size_t counts[P] = {1, 1, 1, 1, 1}, offsets[P] = {0, 1, 2, 3, 4};
	const int me = vcube_rank(self);
	int32_t in[P], out[P];

	(void)arg;
	for (int i = 0; i < P; i++)
		in[i] = P * me + i;
	vcube_call(self, &own, &(struct vcube_call){
		.collective = VCUBE_ALLTOALLV, .in = in, .out = out, .type = VCUBE_INT32,
		.in_counts = counts, .in_offsets = offsets, .out_counts = counts,
		.out_offsets = offsets});
	for (int i = 0; i < P && vcube_failed(self) == 0; i++)
		CHECK(self, out[i] == P * i + me);
	return vcube_failed(self);
}

static void
test_stages_of_ones_own(void **state)
{
	vcube_machine *const m = open_machine("full:5");

	(void)state;
	stage_count = 1;
	run_well(m, call_own, NULL);
	stage_count = 5;
	run_for(m, call_own, NULL, VCUBE_EINVAL);
	error_has(vcube_run_error(m), VCUBE_EINVAL, "an algorithm has 1 to 4 stages, not 5");
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_figure_10),
		TEST(test_stages_of_ones_own),
	};

	return RUN_TESTS(tests);
}

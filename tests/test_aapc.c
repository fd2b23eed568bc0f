/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication by schedules, in runs: right, in the time
 * that was predicted, in the steps and messages that the paper says; its memory
 * as in the paper's tables.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/plans.h"
#include "tests/tsv.h"
#include "tests/walk.h"

/* Timed, if `home` is the kind of the machine's topology, as a bit. */
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
			snprintf(text, sizeof text, "hypercube:%d clock=virtual routing=none%s", d,
				 costs[k]);
			walk_all(text, (struct walk){.home = 1u << VCUBE_HYPERCUBE,
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
			walk_all("hypercube:4 clock=virtual per_byte=333ps ports=all", (struct walk){
				.home = 1u << VCUBE_HYPERCUBE, .most = 8, .split = splits[i],
				.reversed = reversed});
}

/* Steps, messages, and transfers of elements one after the other, as the paper
 * has them: with start-ups of 0 and a byte a picosecond, on all ports. */

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
		"hypercube:%d clock=virtual routing=none ports=all startup=0 per_byte=1ps heap=1MiB", d);

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

/* The memory, watched, as in Tables 1 to 4: element i of node j, of k elements each, is
 * TAG + k j + i, which no other memory holds. */

enum { P = 8, NODES = 16, SLOTS = 8, STEPS = 6, TAG = 0x5a5a0000, BUFFERS = 2 };

struct film {
	int nodes, slots;
	int32_t before[BUFFERS][NODES][SLOTS];  /* [buffer][node][slot]: as last seen */
	int32_t slot[STEPS + 1][NODES][SLOTS];  /* [exchanges made][node][slot] */
	int32_t out[NODES][SLOTS];              /* the result */
	int frames;
};

static const int32_t *
watched(const vcube_machine *m, int rank, const char *name)
{
	struct vcube_watched w;

	for (int i = 0; vcube_watched(m, rank, i, &w) == 0; i++)
		if (strcmp(w.name, name) == 0)
			return w.pointer;
	fail_msg("node %d watches no %s", rank, name);
	return NULL;
}

/* A slot is in the working memory or in `out`, by turns: where something new is. */
static int32_t
newest(struct film *f, const vcube_machine *m, int rank, int slot, int32_t old)
{
	static const char *const names[BUFFERS] = {"work", "out"};

	for (int i = 0; i < BUFFERS; i++) {
		const int32_t seen = watched(m, rank, names[i])[slot];

		if (seen != f->before[i][rank][slot])
			old = seen;
		f->before[i][rank][slot] = seen;
	}
	return old;
}

/* Before the alignment nothing is where it must be. */
static int
shoot(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct film *const f = arg;
	const bool aligned = strcmp(name, "align") != 0;

	(void)step;
	for (int rank = 0; rank < f->nodes; rank++)
		for (int slot = 0; slot < f->slots; slot++)
			f->slot[f->frames][rank][slot] = newest(f, m, rank, slot, f->frames == 0 ? 0
				: f->slot[f->frames - 1][rank][slot]);
	f->frames += aligned;
	return 0;
}

static int
exchange_numbers(vcube_node *self, void *arg)
{
	struct film *const f = arg;
	const int rank = vcube_rank(self);
	int32_t in[SLOTS], *const out = f->out[rank];

	for (int i = 0; i < f->slots; i++) {
		in[i] = TAG + f->slots * rank + i;
		out[i] = 0;
	}
	if (f->slots == f->nodes)
		vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT32, "aapc1");
	else
		vcube_shuffle(self, NULL, in, out, 1, VCUBE_INT32, 2, "aapc1");
	return vcube_failed(self);
}

static struct film
film(int d, int slots, int steps)
{
	vcube_machine *const m = open_machine("hypercube:%d routing=none", d);
	struct film f = {.nodes = 1 << d, .slots = slots};

	vcube_on_step(m, shoot, &f);
	run_well(m, exchange_numbers, &f);
	assert_int_equal(f.frames, steps + 1);
	vcube_close(m);
	return f;
}

/* "5|010": what node 5 had for node 2 */
static int
cell(const char *field)
{
	return TAG + P * atoi(field) + (int)strtol(strchr(field, '|') + 1, NULL, 2);
}

static void
test_tables_1_and_2(void **state)
{
	static const char *const names[] = {"003_tab1.tsv", "003_tab2.tsv"};
	const struct film f = film(3, P, STEPS);

	(void)state;
	for (int two = 0; two < 2; two++) {
		struct tsv t;
		int rows = 0;

		for (tsv_open(&t, names[two]); tsv_row(&t); rows++) {
			const int slot = !two ? rows : rows % 2 ? P - 1 - rows / 2 : rows / 2;

			for (int rank = 0; rank < P; rank++)
				assert_int_equal(f.slot[0][rank][slot], cell(t.field[1 + rank]));
		}
		assert_int_equal(rows, P);
	}
}

static void
test_table_4(void **state)
{
	const struct film f = film(3, P, STEPS);
	struct tsv t;
	int rows = 0;

	(void)state;
	for (tsv_open(&t, "003_tab4.tsv"); tsv_row(&t); rows++)
		for (int rank = 0; rank < P; rank++)
			assert_int_equal(f.slot[atoi(t.field[0])][rank][strtol(t.field[2], NULL, 2)],
					 cell(t.field[5 + rank]));
	assert_int_equal(rows, 18);
}

/* Two axes of two dimensions, phase by phase. */

static void
compare_phase(struct tsv *t, const char *phase, int32_t all[NODES][SLOTS])
{
	for (int slot = 0; slot < 4; slot++) {
		assert_true(tsv_row(t));
		assert_string_equal(t->field[0], phase);
		for (int rank = 0; rank < NODES; rank++)
			assert_int_equal(all[rank][slot], TAG + atoi(t->field[2 + rank]));
	}
}

static void
test_table_3(void **state)
{
	struct film f = film(4, 4, 4);
	int32_t initial[NODES][SLOTS];
	struct tsv t;

	(void)state;
	for (int i = 0; i < 4 * NODES; i++)
		initial[i / 4][i % 4] = TAG + i;
	tsv_open(&t, "003_tab3.tsv");
	assert_true(tsv_row(&t));       /* the exclusive or of coordinates */
	compare_phase(&t, "initial", initial);
	compare_phase(&t, "align1", f.slot[0]);
	compare_phase(&t, "aapc1", f.slot[2]);
	compare_phase(&t, "aapc2", f.slot[4]);
	compare_phase(&t, "align2", f.out);
	assert_false(tsv_row(&t));
}

/* Schedules are shared by all nodes, and by all runs of a machine. */

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

/* Orders of gatherings, too, and are what each would work out. */
static int
share_orders(vcube_node *self, void *arg)
{
	uint16_t own[32];

	(void)arg;
	for (size_t n = 1; n < 12; n++) {
		const struct vcube_gathering g = vcube_gathering(4, n, n % 2 * 1000, 1);
		const struct vcube_gathering longer = vcube_gathering(4, n + 40, n % 2 * 1000, 1);
		const uint16_t *const order = vcube_gathering_shared(self, &g);

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
	run_for(m, share_wrong, NULL, VCUBE_EINVAL);
	error_has(vcube_run_error(m), VCUBE_EINVAL, "1 to 14 dimensions, not 15");
	run_well(m, share_orders, NULL);
	vcube_close(m);
}

/* What is refused. */

static int
odd_addresses(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P] = {0};
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
	run_refused("hypercube:3", odd_addresses, NULL, VCUBE_EINVAL, "12 blocks are no multiple of the 8");
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
		TEST(test_tables_1_and_2),
		TEST(test_table_3),
		TEST(test_table_4),
		TEST(test_schedules_are_shared),
		TEST(test_refusals),
	};

	return RUN_TESTS(tests);
}

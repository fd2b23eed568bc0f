/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication by schedules: the memory of nodes matches the
 * paper's tables 1 to 4, exchange by exchange.
 */
#include <stdlib.h>
#include <string.h>
#include "plans.h"
#include "tsv.h"
#include "walk.h"

/* The watched memory, as in Tables 1 to 4: element i of node j, of k elements each, is TAG
 * + k j + i, a value that no other memory has. */

enum { P = 8, NODES = 16, SLOTS = 8, STEPS = 6, TAG = 0x5a5a0000, BUFFERS = 2 };

struct snapshots {
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

	if (!find_watched(m, rank, name, &w))
		fail_msg("node %d watches no %s", rank, name);
	return w.pointer;
}

/* A slot alternates between the working memory and `out`: use the place with the new value. */
static int32_t
newest(struct snapshots *f, const vcube_machine *m, int rank, int slot, int32_t old)
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

/* Before the alignment nothing needs to be in place. */
static int
take_snapshots(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct snapshots *const f = arg;
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
	struct snapshots *const f = arg;
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

static struct snapshots
snapshots(int d, int slots, int steps)
{
	vcube_machine *const m = open_machine("hypercube:%d routing=none", d);
	struct snapshots f = {.nodes = 1 << d, .slots = slots};

	vcube_on_step(m, take_snapshots, &f);
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
	const struct snapshots f = snapshots(3, P, STEPS);

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
	const struct snapshots f = snapshots(3, P, STEPS);
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
	struct snapshots f = snapshots(4, 4, 4);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_tables_1_and_2),
		TEST(test_table_3),
		TEST(test_table_4),
	};

	return RUN_TESTS(tests);
}

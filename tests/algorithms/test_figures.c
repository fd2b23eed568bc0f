/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The figures of Mathur and Johnsson, cell by cell and step by step. They are read from
 * the memory of nodes that run the algorithms (tests/support/memory_snapshots.h).
 *
 * The paper deals the elements of a block out to the cycles one by one, we cut it
 * into pieces: their element i of block k, local address k d + i, is our element
 * k of piece i.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "memory_snapshots.h"
#include "tsv.h"

/* --- whole blocks ------------------------------------------------------------------ */

/* One cycle. */

static void
test_figure_5(void **state)
{
	static struct snapshots f = {
		.collective = VCUBE_ALLGATHER, .how = "cycle:order=gray:index=local", .n = 1, .name = "rows",
	};
	struct tsv t;
	char text[20];
	int cells = 0;

	(void)state;
	take_snapshots(&f, "hypercube:2 mapping=gray", 5);
	for (tsv_open(&t, "000_fig05.tsv"); tsv_row(&t);)
		for (int p = 0; p < 4; p++, cells++) {
			snprintf(text, sizeof text, "X%u",
				 f.seen[atoi(t.field[0])][p][atoi(t.field[1])] >> 8);
			cell_is(&t, 2 + p, text);
		}
	assert_int_equal(cells, 40);
}

static void
test_figure_7(void **state)
{
	static struct snapshots f = {
		.collective = VCUBE_ALLGATHER, .how = "cycle:index=local", .n = 1, .name = "rows",
	};
	struct tsv t;
	char text[40];
	int cells = 0;

	(void)state;
	take_snapshots(&f, "hypercube:3", 9);
	for (tsv_open(&t, "000_fig07.tsv"); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const unsigned index = f.seen[7][p][atoi(t.field[0])] >> 8;

			snprintf(text, sizeof text, "%u%u%u", index >> 2, index >> 1 & 1, index & 1);
			cell_is(&t, 1 + p, text);
		}
	assert_int_equal(cells, 64);
}

/* d cycles. */

static void
compare_gathered(const char *figure, const char *machine, const char *how, size_t blocks)
{
	static struct snapshots f;
	const int d = 3, n = d * (int)blocks;
	struct tsv t;
	int cells = 0;

	f = (struct snapshots){
		.collective = VCUBE_ALLGATHER, .how = how, .n = (size_t)n, .name = "rows",
	};
	take_snapshots(&f, machine, 9);
	for (tsv_open(&t, figure); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const int row = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const int i = atoi(t.field[1]) % d, k = atoi(t.field[1]) / d;
			const int rank = strstr(how, "gray") ? (int)vcube_gray_inverse((unsigned)p) : p;
			char text[40];

			/* as soon as it has arrived, and in the end */
			for (int call = row; call < 8; call += 7 - row ? 7 - row : 1) {
				const uint32_t x = f.seen[call][rank][row * n + i * (int)blocks + k];

				assert_int_equal((x & 0xff) / blocks, i);
				if (blocks == 1)
					snprintf(text, sizeof text, "%d%u", i, x >> 8);
				else
					snprintf(text, sizeof text, "%d%u%u", i,
						 (unsigned)((x & 0xff) % blocks), x >> 8);
				cell_is(&t, 2 + p, text);
			}
			if (row > 0)
				assert_int_equal(atoi(t.field[10]), vcube_cycle_dimension(d, i, (unsigned)row - 1));
		}
	assert_int_equal(cells, 8 * 8 * n);
}

static void
test_figures_8_to_11(void **state)
{
	(void)state;
	compare_gathered("000_fig08.tsv", "hypercube:3", "dcycles:index=local", 1);
	compare_gathered("000_fig08.tsv", "hypercube:3 ports=all", "dcycles:index=motion", 1);
	compare_gathered("000_fig09.tsv", "hypercube:3 mapping=gray", "dcycles:order=gray:index=local", 1);
	compare_gathered("000_fig10.tsv", "hypercube:3", "dcycles:index=motion", 2);
	compare_gathered("000_fig11.tsv", "hypercube:3 mapping=gray ports=all",
			 "dcycles:order=gray:index=motion", 2);
}

/* --- sums in flight --------------------------------------------------------------- */

/* Sums in flight. */

/* In call `call`, the node with the sum for this block and its element e, and the terms in
 * it; -1: nobody. */
static int
holder(const struct snapshots *f, int nodes, int call, int block, int e, unsigned *terms)
{
	int found = -1;

	for (int r = 0; r < nodes; r++) {
		const uint32_t x = f->seen[call][r][e];

		if ((int)(x >> 16) != block || (int)(x >> 8 & 0xff) != e || (x & 0xff) == 0)
			continue;
		assert_int_equal(found, -1);
		found = r;
		*terms = x & 0xff;
	}
	return found;
}

static void
test_figure_6(void **state)
{
	static struct snapshots f = {
		.collective = VCUBE_REDUCE_SCATTER, .how = "cycle:order=gray", .n = 1, .name = "sum",
	};
	struct tsv t;
	int cells = 0;

	(void)state;
	take_snapshots(&f, "hypercube:2 mapping=gray", 4);
	for (tsv_open(&t, "000_fig06.tsv"); tsv_row(&t);)
		for (int p = 0; p < 4; p++, cells++) {
			const int step = atoi(t.field[0]), j = atoi(t.field[1]);
			unsigned terms = 0;
			const int at = step ? holder(&f, 4, step, j, 0, &terms) : -1;
			char text[40] = "-";

			assert_true(step == 0 || at >= 0);
			if (p == at || !(terms >> p & 1))
				snprintf(text, sizeof text, "Y%d", j);
			for (int more = __builtin_popcount(terms); p == at && more > 1; more--)
				snprintf(text + strlen(text), sizeof text - strlen(text), "+Y%d", j);
			cell_is(&t, 2 + p, text);
		}
	assert_int_equal(cells, 64);
}

/* The paper's mark in step u for node p and the sum for block j, element i: S it sends the
 * sum, R it receives it and adds, o it has added. */
static const char *
mark(const struct snapshots *f, int u, int j, int i, int p, int *dimension)
{
	unsigned terms = 0, before = 0;
	const int to = holder(f, 8, u + 1, j, i, &terms);
	int from = u > 0 ? holder(f, 8, u, j, i, &before) : -1;

	assert_true(to >= 0);
	assert_int_equal(__builtin_popcount(terms), u + 2);
	if (u == 0)     /* the other one of the two terms */
		from = __builtin_ctz(terms & ~(1u << to));
	assert_true(from >= 0);
	*dimension = __builtin_ctz((unsigned)(from ^ to));
	assert_int_equal(from ^ to, 1 << *dimension);
	return p == to ? "R" : p == from ? "S" : terms >> p & 1 ? "o" : ".";
}

static void
test_figures_12_to_19(void **state)
{
	static struct snapshots f;
	static const char *const hows[] = {"dcycles", "dcycles:index=local", "dcycles:index=motion"};
	struct tsv t;
	char name[40];

	(void)state;
	for (size_t h = 0; h < COUNT(hows); h++) {
		int cells = 0, dimension;

		f = (struct snapshots){
			.collective = VCUBE_REDUCE_SCATTER, .how = hows[h], .n = 3, .name = "sums",
		};
		take_snapshots(&f, h == 1 ? "hypercube:3 ports=all" : "hypercube:3", 8);
		for (tsv_open(&t, "000_fig12.tsv"); tsv_row(&t);)
			for (int p = 0; p < 8; p++, cells++) {
				cell_is(&t, 2 + p, mark(&f, atoi(t.field[0]), 0, atoi(t.field[1]), p,
							&dimension));
				assert_int_equal(atoi(t.field[10]), dimension);
			}
		for (int u = 0; u < 7; u++) {
			snprintf(name, sizeof name, "000_fig%d.tsv", 13 + u);
			for (tsv_open(&t, name); tsv_row(&t);)
				for (int p = 0; p < 8; p++, cells++) {
					const int mem = atoi(t.field[0]);

					cell_is(&t, 1 + p, mark(&f, u, mem / 3, mem % 3, p, &dimension));
					assert_int_equal(atoi(t.field[9]), dimension);
				}
		}
		assert_int_equal(cells, 8 * (7 * 3 + 7 * 24));
	}
}

/* The butterfly. */

/* "00+01+02" or "00-07" */
static unsigned
terms_in(const char *cell, int variable)
{
	unsigned terms = 0;

	for (const char *at = cell; *at; at += 2 + (at[2] != '\0')) {
		assert_int_equal(at[0] - '0', variable);
		if (at[2] == '-')
			return (2u << (at[4] - '0')) - (1u << (at[1] - '0'));
		terms |= 1u << (at[1] - '0');
	}
	return terms;
}

static void
test_figure_21(void **state)
{
	static struct snapshots f = {
		.collective = VCUBE_ALLREDUCE, .how = "butterfly", .n = 3, .name = "out",
	};
	struct tsv t;
	int cells = 0;

	(void)state;
	take_snapshots(&f, "hypercube:3 ports=all", 4);
	for (tsv_open(&t, "000_fig21.tsv"); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const int call = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const int variable = atoi(t.field[1]);

			assert_int_equal(f.seen[call][p][variable] & 0xff, terms_in(t.field[2 + p], variable));
			assert_int_equal(f.seen[call][p][variable] >> 8 & 0xff, variable);
			assert_true(call == 0 || atoi(t.field[10]) == (call - 1 + variable) % 3);
		}
	assert_int_equal(cells, 96);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_figure_5),
		TEST(test_figure_7),
		TEST(test_figures_8_to_11),
		TEST(test_figure_6),
		TEST(test_figures_12_to_19),
		TEST(test_figure_21),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The figures of Mathur and Johnsson, cell by cell and step by step, from the
 * memory of nodes that run the algorithms (tests/film.h).
 *
 * The paper deals the elements of a block out to the cycles one by one, we cut it
 * into pieces: their element i of block k, local address k d + i, is our element
 * k of piece i.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "film.h"
#include "tsv.h"

/* One cycle. */

static void
test_figure_5(void **state)
{
	static struct film f = {
		.collective = VCUBE_ALLGATHER, .how = "cycle:order=gray:index=local", .n = 1, .name = "rows",
	};
	struct tsv t;
	char text[20];
	int cells = 0;

	(void)state;
	shoot(&f, "hypercube:2 mapping=gray", 5);
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
	static struct film f = {
		.collective = VCUBE_ALLGATHER, .how = "cycle:index=local", .n = 1, .name = "rows",
	};
	struct tsv t;
	char text[40];
	int cells = 0;

	(void)state;
	shoot(&f, "hypercube:3", 9);
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
	static struct film f;
	const int d = 3, n = d * (int)blocks;
	struct tsv t;
	int cells = 0;

	f = (struct film){
		.collective = VCUBE_ALLGATHER, .how = how, .n = (size_t)n, .name = "rows",
	};
	shoot(&f, machine, 9);
	for (tsv_open(&t, figure); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const int row = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const int i = atoi(t.field[1]) % d, k = atoi(t.field[1]) / d;
			const int rank = strstr(how, "gray") ? (int)vcube_gray_inverse((unsigned)p) : p;
			char text[40];

			/* as soon as it has come, and in the end */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_figure_5),
		TEST(test_figure_7),
		TEST(test_figures_8_to_11),
	};

	return RUN_TESTS(tests);
}

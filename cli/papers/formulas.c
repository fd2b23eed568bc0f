/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, section 6: their formulas, with their constants, beside their
 * measurements in Tables 7 and 11. Runs nothing.
 *
 * M' words of 64 bits a node are w = 2 M' words of 32.
 */
#include "papers/reproduce.h"
#include "papers/tsv.h"

/* Return microseconds. */
typedef double formula(int d, long m);

static double
one_as_printed(int d, long m)
{
	return (24.3 + 5.69 * (double)m) * ((1 << d) - 1);      /* ceil(w / 2) */
}

static double
one_by_words(int d, long m)
{
	return (24.3 + 5.69 * 2 * (double)m) * ((1 << d) - 1);
}

static double
one_reorder(int d, long m)
{
	return 17.9 + (50.33 + 0.5 * 2 * (double)m) * (1 << d);
}

static double
cycles(int d, long m)
{
	return (41.94 + (0.17 * 2 * d + 24.18) * (double)((2 * m + 2 * d - 1) / (2 * d))) * ((1 << d) - 1);
}

static double
cycles_index(int d, long m)
{
	return 2056.35 + (d * (41.08 + 2.02 * (double)(m / (2 * d))) + 22.24 * (double)(m % (2 * d))) *
	       ((1 << d) - 1);
}

static double
cycles_reorder(int d, long m)
{
	return (14.78 + 0.645 * 2 * (double)m) * (1 << d);
}

static void
compare_table(struct comparison *c, const char *name, const char *column, formula *f)
{
	struct tsv table = tsv_open(name);

	for (int row = 0; row < table.rows; row++) {
		const int nodes = (int)tsv_number(&table, row, "nodes");
		const long words = (long)tsv_number(&table, row, "words");

		compare(c, (double)words * nodes, tsv_number(&table, row, column),
			f(vcube_log2((unsigned)nodes), words) / 1e3, "%d nodes, %ld words", nodes, words);
	}
	tsv_close(&table);
}

int
reproduce_formulas(struct comparison *c)
{
	static const struct {
		const char *title, *column;
		formula *f;
		bool seven;             /* Table 7 has it as well */
		struct bounds bounds;
	} all[] = {
		{ "one cycle: communication, as printed", "one_communication", one_as_printed, false, { -1, 0 } },
		{ "one cycle: communication, a2 a word", "one_communication", one_by_words, false, { 2, 10 } },
		{ "one cycle: reorder", "one_reorder", one_reorder, false, { -1, 0 } },
		{ "d cycles: communication", "d_communication", cycles, true, { -1, 0 } },
		{ "d cycles: index", "d_index", cycles_index, true, { -1, 0 } },
		{ "d cycles: reorder", "d_reorder", cycles_reorder, true, { -1, 0 } },
	};

	compare_panel(c, "Formulas of section 6", "words in all", "ms");
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		compare_group(c, all[i].title, "ms", all[i].bounds);
		compare_table(c, "cm200-table11", all[i].column, all[i].f);
		if (all[i].seven)
			compare_table(c, "cm200-table7", all[i].column, all[i].f);
	}
	return 0;
}

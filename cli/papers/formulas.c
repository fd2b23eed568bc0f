/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, section 6: their formulas, with their constants, beside their
 * measurements in Tables 7 and 11, and Table 9, which is based on them: the number of words
 * per node, a multiple of 2d, from which on the broadcast along d cycles is faster than that
 * along one. Beside it, the same by the algorithms' formulas under the profile cm200, which
 * equal the times of their runs. Runs nothing.
 *
 * M' words of 64 bits a node are w = 2 M' words of 32.
 */
#include <math.h>
#include <stddef.h>
#include "papers/index_law.h"
#include "papers/reproduce.h"

/* Return the microseconds of m words a node on 2^d nodes. */
typedef double formula(int d, long m);

/* Return the transfers of n 32-bit words over the wires: pairs, one per wire at a time. */
static double
pairs(long n, int d)
{
	return (double)((n + 2 * d - 1) / (2 * d));
}

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
	return (41.94 + (0.17 * 2 * d + 24.18) * pairs(2 * m, d)) * ((1 << d) - 1);
}

static double
cycles_index(int d, long m)
{
	return 2056.35 + index_law(d, m, index_printed);
}

static double
cycles_reorder(int d, long m)
{
	return (14.78 + 0.645 * 2 * (double)m) * (1 << d);
}

static double
one_whole(int d, long m)
{
	const double w = (double)(2 * m);

	return -6.38 - 5.69 * w + (74.6 + 6.19 * w) * (1 << d);
}

static double
cycles_computed(int d, long m)
{
	const double w = (double)(2 * m), n = pairs(2 * m, d);

	return 2071.13 + 0.645 * w +
	       (56.72 + 0.645 * w + 24.18 * n + d * (41.08 + 0.34 * n + 2.02 * (double)(m / (2 * d))) +
		22.24 * (double)(m % (2 * d))) * ((1 << d) - 1);
}

static double
cycles_moved(int d, long m)
{
	const double w = (double)(2 * m);

	return 1848.83 + 0.645 * w +
	       (90.33 + 0.645 * w + (0.34 * d + 24.18) * pairs(2 * m, d) +
		(1.26 * d + 16.98) * pairs(m, d)) * ((1 << d) - 1);
}

static void
compare_table(struct comparison *c, const char *name, const char *column, formula *f)
{
	const struct tsv table = tsv_open(name);

	for (int row = 0; row < table.rows; row++) {
		const int nodes = (int)tsv_number(&table, row, "nodes");
		const long words = (long)tsv_number(&table, row, "words");

		compare(c, (double)words * nodes, tsv_number(&table, row, column),
			f(vcube_log2((unsigned)nodes), words) / 1e3, "%d nodes, %ld words", nodes, words);
	}
}

void
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
}

/* A broadcast, by the paper's formula or, if that is NULL, by the algorithm's */
struct broadcast {
	formula *paper;
	const char *how;
};

double
formula_time(const struct vcube_desc *desc, int collective, const char *how, int nodes, long words)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a = vcube_algorithm_parse(collective, how, set, NULL);
	struct vcube_terms terms = vcube_terms_of(desc, nodes, (size_t)words * sizeof(double));

	terms.unit = sizeof(double);
	terms.set = set;
	return (double)vcube_algorithm_cost(a, &terms) / 1e6;
}

static double
time_of(const struct broadcast *b, int d, long m, const struct vcube_desc *desc)
{
	return b->paper ? b->paper(d, m) : formula_time(desc, VCUBE_ALLGATHER, b->how, 1 << d, m);
}

/* Return the least multiple of 2d words with which `many` is faster; 0 if there is none up to
 * 4096. */
static long
least(const struct broadcast *many, const struct broadcast *one, int d, const struct vcube_desc *desc)
{
	for (long m = 2 * d; m <= 4096; m += 2 * d)
		if (time_of(many, d, m, desc) < time_of(one, d, m, desc))
			return m;
	return 0;
}

/* Compare with row `row` of the table; -1: it has none for this many nodes. */
static void
compare_row(struct comparison *c, long nodes, int row, double paper, long ours)
{
	if (ours == 0 || (row >= 0 && isnan(paper)))
		compare_text(c, row < 0 ? NULL : isnan(paper) ? "none" : "some", ours ? "some" : "none",
			     "%ld nodes", nodes);
	else
		compare(c, (double)nodes, paper, (double)ours, "%ld nodes", nodes);
}

void
reproduce_breakeven(struct comparison *c)
{
	static const struct {
		const char *title, *column;
		struct broadcast many, one;
		struct bounds bounds;
	} all[] = {
		{ "index computed, by the paper's formulas", "computed", { .paper = cycles_computed },
		  { .paper = one_whole }, { 0, 1e-10 } },
		{ "index moved, by the paper's formulas", "moved", { .paper = cycles_moved },
		  { .paper = one_whole }, { -1, 0 } },
		{ "index computed, by ours", "computed", { .how = "dcycles:index=local" },
		  { .how = "cycle:index=local" }, { -1, 0 } },
		{ "index moved, by ours", "moved", { .how = "dcycles:index=motion" },
		  { .how = "cycle:index=local" }, { -1, 0 } },
	};
	struct vcube_desc desc = describe("full:2 profile=cm200");
	const struct tsv table = tsv_open("cm200-table9");

	compare_panel(c, "Table 9: words a node", "nodes", "");
	for (size_t g = 0; g < sizeof all / sizeof *all; g++) {
		compare_group(c, all[g].title, "", all[g].bounds);
		for (int i = 0; i < (c->nodes.count ? c->nodes.count : table.rows); i++) {
			const long nodes = c->nodes.count ? c->nodes.list[i]
					 : (long)tsv_number(&table, i, "nodes");
			int row = table.rows - 1;

			while (row >= 0 && (long)tsv_number(&table, row, "nodes") != nodes)
				row--;
			compare_row(c, nodes, row, row < 0 ? NAN : tsv_number(&table, row, all[g].column),
				    least(&all[g].many, &all[g].one, vcube_log2((unsigned)nodes), &desc));
		}
	}
	vcube_desc_clear(&desc);
}

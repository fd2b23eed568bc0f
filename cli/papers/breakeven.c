/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Table 9: the number of words per node, a multiple of 2d, from
 * which on the broadcast along d cycles is faster than that along one. By the formulas of
 * their section 6, on which the table is based, and by the algorithms' formulas under the
 * profile cm200, which equal the times of their runs.
 */
#include <math.h>
#include "papers/reproduce.h"
#include "papers/tsv.h"

/* The most words that are tried */
enum { WORDS_MOST = 4096, WORDS = 2 };

/* Return the microseconds of one kind of broadcast. */
typedef double broadcast_time(int d, long words, const struct vcube_desc *desc);

static double
paper_one(int d, long m, const struct vcube_desc *desc)
{
	const double w = (double)(m * WORDS);

	(void)desc;
	return -6.38 - 5.69 * w + (74.6 + 6.19 * w) * (1 << d);
}

/* Return the transfers of n 32-bit words over the wires: pairs, one per wire at a time. */
static double
pairs(long n, int d)
{
	return (double)((n + 2 * d - 1) / (2 * d));
}

static double
paper_computed(int d, long m, const struct vcube_desc *desc)
{
	const double w = (double)(m * WORDS), n = pairs(m * WORDS, d);

	(void)desc;
	return 2071.13 + 0.645 * w +
	       (56.72 + 0.645 * w + 24.18 * n + d * (41.08 + 0.34 * n + 2.02 * (double)(m / (2 * d))) +
		22.24 * (double)(m % (2 * d))) * ((1 << d) - 1);
}

static double
paper_moved(int d, long m, const struct vcube_desc *desc)
{
	const double w = (double)(m * WORDS);

	(void)desc;
	return 1848.83 + 0.645 * w +
	       (90.33 + 0.645 * w + (0.34 * d + 24.18) * pairs(m * WORDS, d) +
		(1.26 * d + 16.98) * pairs(m, d)) * ((1 << d) - 1);
}

static double
by_formula(const char *how, int d, long m, const struct vcube_desc *desc)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a = vcube_algorithm_parse(VCUBE_ALLGATHER, how, set, NULL);
	struct vcube_terms terms = vcube_terms_of(desc, 1 << d, (size_t)m * sizeof(double));

	terms.unit = sizeof(double);
	terms.set = set;
	return (double)a->cost(&terms) / 1e6;
}

static double
our_one(int d, long m, const struct vcube_desc *desc)
{
	return by_formula("cycle:index=local", d, m, desc);
}

static double
our_computed(int d, long m, const struct vcube_desc *desc)
{
	return by_formula("dcycles:index=local", d, m, desc);
}

static double
our_moved(int d, long m, const struct vcube_desc *desc)
{
	return by_formula("dcycles:index=motion", d, m, desc);
}

/* Return the least multiple of 2d words with which `many` is faster; 0 if there is none. */
static long
least(broadcast_time *many, broadcast_time *one, int d, const struct vcube_desc *desc)
{
	for (long m = 2 * d; m <= WORDS_MOST; m += 2 * d)
		if (many(d, m, desc) < one(d, m, desc))
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

static int
compare_column(struct comparison *c, const char *title, const char *column, broadcast_time *many,
	       broadcast_time *one, struct bounds bounds)
{
	struct vcube_desc desc = describe("full:2 profile=cm200");
	struct tsv table = tsv_open("cm200-table9");
	const struct numbers given = compare_nodes(c);

	compare_group(c, title, "", bounds);
	for (int i = 0; i < (given.count ? given.count : table.rows); i++) {
		const long nodes = given.count ? given.list[i] : (long)tsv_number(&table, i, "nodes");
		int row = table.rows - 1;

		while (row >= 0 && (long)tsv_number(&table, row, "nodes") != nodes)
			row--;
		compare_row(c, nodes, row, row < 0 ? NAN : tsv_number(&table, row, column),
			    least(many, one, vcube_log2((unsigned)nodes), &desc));
	}
	tsv_close(&table);
	vcube_desc_clear(&desc);
	return 0;
}

int
reproduce_breakeven(struct comparison *c)
{
	static const struct bounds same = { 0, 1e-10 }, shown = { -1, 0 };

	compare_panel(c, "Table 9: words a node", "nodes", "");
	compare_column(c, "index computed, by the paper's formulas", "computed", paper_computed,
		       paper_one, same);
	compare_column(c, "index moved, by the paper's formulas", "moved", paper_moved, paper_one, shown);
	compare_column(c, "index computed, by ours", "computed", our_computed, our_one, shown);
	return compare_column(c, "index moved, by ours", "moved", our_moved, our_one, shown);
}

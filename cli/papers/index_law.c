/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson: the index computation of d cycles by the paper's law without its constant,
 * with constants that are fitted to Table 7 alone, from 2,048 words in all on. So Tables 11 and 13,
 * on 16 nodes, are predicted. (Of Table 7 the rows of 2 to 8 nodes, with fewer words, take a
 * millisecond more than the law, whatever its constants; so do those of Table 11.) Runs nothing.
 */
#include "papers/index_law.h"
#include "papers/reproduce.h"

enum { CONSTANTS = INDEX_CONSTANTS, WORDS_LEAST = 2048 };

const double index_printed[CONSTANTS] = { 41.08, 2.02, 22.24 };

/* Compute how often each constant counts, on 2^d nodes with m words of 64 bits each. */
static void
count_terms(int d, long m, double terms[CONSTANTS])
{
	const double steps = (1 << d) - 1;

	terms[0] = steps * d;
	terms[1] = steps * d * (double)(m / (2 * d));
	terms[2] = steps * (double)(m % (2 * d));
}

double
index_law(int d, long m, const double constants[CONSTANTS])
{
	double terms[CONSTANTS], time = 0;

	count_terms(d, m, terms);
	for (int i = 0; i < CONSTANTS; i++)
		time += terms[i] * constants[i];
	return time;
}

/* A measurement, in milliseconds */
struct measured {
	int nodes;
	long words;             /* of 64 bits, on each node */
	double time;
};

static bool
is_large(struct measured x)
{
	return x.words * x.nodes >= WORDS_LEAST;
}

static struct measured
index_of(const struct tsv *table, int row)
{
	return (struct measured) { (int)tsv_number(table, row, "nodes"), (long)tsv_number(table, row, "words"),
				tsv_number(table, row, "d_index") };
}

/* Table 13 has the sum of index and reordering; the reordering is that of Table 11. */
static struct measured
index_of_reduction(const struct tsv *sums, const struct tsv *table, int row)
{
	struct measured x = index_of(table, row);

	x.time = tsv_number(sums, row, "d_index_reorder") - tsv_number(table, row, "d_reorder");
	return x;
}

static int
dimension_of(struct measured x)
{
	return vcube_log2((unsigned)x.nodes);
}

/* Solve the equations of a symmetric, positive matrix; the right sides become the solution. */
static void
solve(double a[CONSTANTS][CONSTANTS], double b[CONSTANTS])
{
	for (int i = 0; i < CONSTANTS; i++)
		for (int row = 0; row < CONSTANTS; row++) {
			const double factor = a[row][i] / a[i][i];

			if (row == i)
				continue;
			for (int k = 0; k < CONSTANTS; k++)
				a[row][k] -= factor * a[i][k];
			b[row] -= factor * b[i];
		}
	for (int i = 0; i < CONSTANTS; i++)
		b[i] /= a[i][i];
}

/* Fit by least squares of relative errors. */
static void
fit(const struct tsv *table, double constants[CONSTANTS])
{
	double a[CONSTANTS][CONSTANTS] = { { 0 } };

	for (int i = 0; i < CONSTANTS; i++)
		constants[i] = 0;
	for (int row = 0; row < table->rows; row++) {
		const struct measured x = index_of(table, row);
		double terms[CONSTANTS];

		if (!is_large(x))
			continue;
		count_terms(dimension_of(x), x.words, terms);
		for (int i = 0; i < CONSTANTS; i++) {
			constants[i] += terms[i] / (1e3 * x.time);
			for (int k = 0; k < CONSTANTS; k++)
				a[i][k] += terms[i] / (1e3 * x.time) * terms[k] / (1e3 * x.time);
		}
	}
	solve(a, constants);
}

static void
compare_index(struct comparison *c, struct measured x, const double constants[CONSTANTS])
{
	compare(c, (double)x.words * x.nodes, x.time,
		index_law(dimension_of(x), x.words, constants) / 1e3, "%d nodes, %ld words", x.nodes, x.words);
}

static void
compare_table(struct comparison *c, const struct tsv *table, const double constants[CONSTANTS], bool large)
{
	for (int row = 0; row < table->rows; row++)
		if (is_large(index_of(table, row)) == large)
			compare_index(c, index_of(table, row), constants);
}

void
reproduce_index(struct comparison *c)
{
	const struct tsv seven = tsv_open("cm200-table7"), eleven = tsv_open("cm200-table11");
	const struct tsv thirteen = tsv_open("cm200-table13");
	double constants[CONSTANTS];

	fit(&seven, constants);
	compare_group(c, "constants, fitted to Table 7", "us", SHOWN);
	for (int i = 0; i < CONSTANTS; i++)
		compare(c, i, index_printed[i], constants[i], "b%d", 5 + i);
	compare_panel(c, "Index computation", "words in all", "ms");
	compare_group(c, "Table 7, fitted", "ms", SHOWN);
	compare_table(c, &seven, constants, true);
	compare_group(c, "Table 11, predicted", "ms", (struct bounds) { 3, 5 });
	compare_table(c, &eleven, constants, true);
	compare_group(c, "Table 13, predicted", "ms", (struct bounds) { 3, 5 });
	for (int row = 0; row < thirteen.rows; row++)
		if (is_large(index_of(&eleven, row)))
			compare_index(c, index_of_reduction(&thirteen, &eleven, row), constants);
	compare_group(c, "Tables 7 and 11, fewer words in all", "ms", SHOWN);
	compare_table(c, &seven, constants, false);
	compare_table(c, &eleven, constants, false);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Tables 3, 4, 6, 10 and 16: what the CM-200's router and its spread take,
 * and totals in row major order, in which the router transposes. Runs nothing.
 *
 * The router is counted in transfers of a word of 32 bits over a link, as in Table 2: of w words
 * a node, a transposition takes w of them, and what one node of p = 2^d gets from all others
 * (p - 1) w / d. What it sends to them passes d links one after the other, w d transfers, and its
 * p w words enter the router one by one. The profile cm200-router has the time of a transfer. A
 * spread of n words passes ceil(n / 2d) times a pair over each link.
 */
#include <math.h>
#include <string.h>
#include "papers/reproduce.h"

/* Fitted to Table 16, in us: until a word of a scatter is in the router */
#define ENTERS 9.9

/* Fitted to Table 3 from 4 nodes on, in us: to begin, for each dimension, for a pair on each link,
 * and for each of these links */
#define SPREAD 201.2
#define SPREAD_DIMENSION 72.1
#define SPREAD_PAIR 23.71
#define SPREAD_LINK 1.618

/* Words of 64 bits a node in the tables over nodes */
enum { WORDS = 256 };

/* Return the time of w words of 32 bits, one after the other over a link, in milliseconds. */
static double
transfers(double w)
{
	struct vcube_desc desc = describe("hypercube:1 profile=cm200-router");
	const double time = w * 4 * (double)desc.cost.per_byte / 1e9;

	vcube_desc_clear(&desc);
	return time;
}

double
router_transposition(long words)
{
	return transfers(2 * (double)words);
}

/* --- the values of columns; words are of 64 bits, but for the spread ------------------- */

static double
transposition(int nodes, long words)
{
	(void)nodes;
	return router_transposition(words);
}

/* In row major order it also transposes. */
static double
gathering(int nodes, long words)
{
	return transfers(2 * (double)words * (nodes - 1) / vcube_log2((unsigned)nodes)) +
	       router_transposition(words);
}

static double
scatter(int nodes, long words)
{
	return transfers(2 * (double)words * vcube_log2((unsigned)nodes)) +
	       2 * (double)words * nodes * ENTERS / 1e3;
}

static double
spread(int nodes, long words)
{
	const int d = vcube_log2((unsigned)nodes);

	return (SPREAD + SPREAD_DIMENSION * d +
		ceil((double)words / (2 * d)) * (SPREAD_PAIR + SPREAD_LINK * d)) / 1e3;
}

static double
total(const char *how, int nodes, long words)
{
	struct vcube_desc desc = describe("full:2 profile=cm200");
	const double time = formula_time(&desc, VCUBE_ALLGATHER, how, nodes, words) / 1e3;

	vcube_desc_clear(&desc);
	return time + router_transposition(words);
}

static double
total_d(int nodes, long words)
{
	return total("dcycles:index=local", nodes, words);
}

static double
total_one(int nodes, long words)
{
	return total("cycle:index=local", nodes, words);
}

static double
spread_all(int nodes, long words)
{
	return spread(nodes, 2 * words * nodes);
}

static double
speedup_d(int nodes, long words)
{
	return (gathering(nodes, words) + spread_all(nodes, words)) / total_d(nodes, words);
}

static double
speedup_one(int nodes, long words)
{
	return (gathering(nodes, words) + spread_all(nodes, words)) / total_one(nodes, words);
}

static double
relative_d(int nodes, long words)
{
	return total_d(nodes, words) / spread_all(nodes, words);
}

static double
relative_gathering(int nodes, long words)
{
	return gathering(nodes, words) / spread_all(nodes, words);
}

/* --- tables ---------------------------------------------------------------------------- */

/* A column of a table, whose value is that of one or two of its cells */
struct column {
	const char *title, *table, *cell, *more, *unit;
	double (*ours)(int nodes, long words);
	int nodes_least, nodes_most;
	long words_least;
	struct bounds bounds;
};

/* Return a cell, with the other one added if there is one. */
static double
paper_value(const struct column *column, const struct tsv *table, int row)
{
	return tsv_number(table, row, column->cell) +
	       (column->more ? tsv_number(table, row, column->more) : 0);
}

static bool
has_words(const struct tsv *table)
{
	for (int i = 0; i < table->columns; i++)
		if (strcmp(table->cell[i], "words") == 0)
			return true;
	return false;
}

static void
compare_column(struct comparison *c, const struct column *column)
{
	const struct tsv table = tsv_open(column->table);
	const bool by_words = has_words(&table);

	compare_panel(c, column->title, by_words ? "words" : "nodes", column->unit);
	compare_group(c, column->title, column->unit, column->bounds);
	for (int row = 0; row < table.rows; row++) {
		const int nodes = (int)tsv_number(&table, row, "nodes");
		const long words = by_words ? (long)tsv_number(&table, row, "words") : WORDS;

		if (nodes >= column->nodes_least && nodes <= column->nodes_most &&
		    words >= column->words_least)
			compare(c, by_words ? (double)words : nodes, paper_value(column, &table, row),
				column->ours(nodes, words), "%d nodes, %ld words", nodes, words);
	}
}

void
reproduce_router(struct comparison *c)
{
	static const struct column columns[] = {
		{ "Table 4: transposition", "cm200-table4", "transposition", NULL, "ms", transposition,
		  16, 16, 64, { 2, 10 } },
		{ "Table 4: total, row major, d cycles", "cm200-table4", "d_total", "transposition", "ms",
		  total_d, 16, 16, 64, { 5, 15 } },
		{ "Table 4: total, row major, one cycle", "cm200-table4", "one_total", "transposition", "ms",
		  total_one, 16, 16, 64, { 5, 15 } },
		{ "Table 16: gathering", "cm200-table16", "gather", NULL, "ms", gathering, 2, 256, 0,
		  { 12, 25 } },
		{ "Table 16: scatter", "cm200-table16", "scatter", NULL, "ms", scatter, 2, 256, 0, { 5, 10 } },
		{ "Table 3: spread", "cm200-table3", "spread", NULL, "ms", spread, 4, 2048, 0, { 2, 10 } },
		{ "Table 3: spread on 2 nodes", "cm200-table3", "spread", NULL, "ms", spread, 2, 2, 0,
		  { -1, 0 } },
		{ "Table 10: d cycles over spread", "cm200-table10", "d_total", NULL, "", relative_d, 4, 256, 0,
		  { 10, 15 } },
		{ "Table 10: gathering over spread", "cm200-table10", "gather", NULL, "", relative_gathering,
		  4, 256, 0, { 20, 30 } },
		{ "Table 6: speedup of d cycles", "cm200-table6", "d_speedup", NULL, "", speedup_d, 4, 256, 0,
		  { 10, 20 } },
		{ "Table 6: speedup of one cycle", "cm200-table6", "one_speedup", NULL, "", speedup_one,
		  4, 256, 0, { 10, 20 } },
	};

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		compare_column(c, &columns[i]);
}

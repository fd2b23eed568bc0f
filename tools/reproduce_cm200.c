/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Tables 4, 7, 11, 13 and 15: all-to-all broadcast and
 * reduction of words of 64 bits on a CM-200, along one Hamiltonian cycle and
 * along d, column by column, from virtual runs under the profile cm200.
 *
 * A column is what a run takes longer when its kind of work costs what it costs
 * than when it costs nothing; communication is a run in which no work does. So
 * columns and totals are those of the steps that were run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reproduce.h"
#include "tool.h"
#include "tsv.h"

/* What is demanded from 64 words a node on; of fewer the errors are shown. */
enum { WORDS_DEMANDED = 64 };

/* The kinds of work, as columns have them. */
enum { INDEX = 1, REORDER = 2, ARITHMETIC = 4, ALL = 7 };

/* A column of a table, and the run that it is told from. */
struct column {
	const char *name, *title;
	int collective;
	const char *how;
	int work;               /* this work alone; ALL: with communication */
	struct bounds bounds;   /* a median of less than 0: nothing is demanded */
};

struct table {
	const char *name;
	const struct column *columns;   /* ends with a NULL name */
};

#define COMMUNICATION { 2, 10 }
#define TOTAL { 5, 15 }
#define SHOWN { -1, 0 }

#define LOCAL "dcycles:index=local"
#define MOTION "dcycles:index=motion"
#define ONE "cycle:index=local"

static void
cost_nothing(struct vcube_cost *k, int work)
{
	if (work & INDEX)
		k->index = k->index_startup = k->index_piece = k->index_odd = 0;
	if (work & REORDER)
		k->reorder = k->reorder_startup = k->reorder_block = k->scatter = k->scatter_block = 0;
	if (work & ARITHMETIC)
		k->combine = k->combine_startup = 0;
}

/* Milliseconds of a run in which this work costs, and no other. */
static int
run_with(const struct column *column, int nodes, size_t words, int work, double *ms)
{
	struct vcube_desc desc = describe("hypercube:%d clock=virtual routing=none profile=cm200",
					  vcube_log2((unsigned)nodes));
	vcube_time time = 0;
	int status;

	cost_nothing(&desc.cost, ALL & ~work);
	status = virtual_time(&desc, column->collective, words, column->how, &time);
	vcube_desc_clear(&desc);
	*ms = (double)time / 1e9;
	return status;
}

static int
column_time(const struct column *column, int nodes, size_t words, double *ms)
{
	double without = 0;
	int status = run_with(column, nodes, words, column->work, ms);

	if (!status && column->work != 0 && column->work != ALL)
		status = run_with(column, nodes, words, 0, &without);
	*ms -= without;
	return status;
}

/* The rows that are demanded, or the others. */
static int
compare_column(struct comparison *c, const struct table *t, const struct column *column,
	       bool demanded)
{
	struct tsv table = tsv_open(t->name);
	char *title = text("%s%s", column->title, demanded ? "" : ", short blocks");
	int status = 0;

	compare_group(c, title, "ms", demanded ? column->bounds : (struct bounds) SHOWN);
	for (int row = 0; row < table.rows && !status; row++) {
		const int nodes = (int)tsv_number(&table, row, "nodes");
		const int words = (int)tsv_number(&table, row, "words");
		const double paper = tsv_number(&table, row, column->name);
		double ours;

		if (isnan(paper) || nodes > compare_nodes_most(c) || (words >= WORDS_DEMANDED) != demanded)
			continue;
		status = column_time(column, nodes, (size_t)words, &ours);
		if (!status)
			compare(c, paper, ours, "%d nodes, %d words", nodes, words);
	}
	tsv_close(&table);
	free(title);
	return status;
}

static int
compare_table(struct comparison *c, const struct table *t)
{
	int status = 0;

	for (const struct column *column = t->columns; column->name && !status; column++) {
		status = compare_column(c, t, column, true);
		if (!status)
			status = compare_column(c, t, column, false);
	}
	return status;
}

#define BROADCAST(name, title, how, work, ...) \
	{ name, title, VCUBE_ALLGATHER, how, work, __VA_ARGS__ }
#define REDUCTION(name, title, how, work, ...) \
	{ name, title, VCUBE_REDUCE_SCATTER, how, work, __VA_ARGS__ }

int
reproduce_cm200_table11(struct comparison *c)
{
	static const struct column columns[] = {
		BROADCAST("d_communication", "d cycles: communication", LOCAL, 0, COMMUNICATION),
		BROADCAST("d_index", "d cycles: index", LOCAL, INDEX, SHOWN),
		BROADCAST("d_reorder", "d cycles: reorder", LOCAL, REORDER, TOTAL),
		BROADCAST("d_total", "d cycles: total", LOCAL, ALL, TOTAL),
		BROADCAST("one_communication", "one cycle: communication", ONE, 0, COMMUNICATION),
		BROADCAST("one_reorder", "one cycle: reorder", ONE, REORDER, TOTAL),
		BROADCAST("one_total", "one cycle: total", ONE, ALL, TOTAL),
		{ 0 }
	};

	return compare_table(c, &(struct table) { "cm200-table11", columns });
}

int
reproduce_cm200_table7(struct comparison *c)
{
	static const struct column columns[] = {
		BROADCAST("d_communication", "communication", LOCAL, 0, COMMUNICATION),
		BROADCAST("d_index", "index worked out", LOCAL, INDEX, SHOWN),
		BROADCAST("d_reorder", "reorder", LOCAL, REORDER, TOTAL),
		BROADCAST("d_total", "total, index worked out", LOCAL, ALL, TOTAL),
		BROADCAST("moved_total", "total, index moved", MOTION, ALL, TOTAL),
		{ 0 }
	};

	return compare_table(c, &(struct table) { "cm200-table7", columns });
}

int
reproduce_cm200_table13(struct comparison *c)
{
	static const struct column columns[] = {
		/* 7 % more than the broadcast, whose data motion it is backwards: one
		 * set of constants cannot have both. */
		REDUCTION("d_communication", "d cycles: communication", LOCAL, 0, { 8, 10 }),
		REDUCTION("d_index_reorder", "d cycles: index and reorder", LOCAL, INDEX | REORDER, SHOWN),
		REDUCTION("d_arithmetic", "d cycles: arithmetic", LOCAL, ARITHMETIC, TOTAL),
		REDUCTION("d_total", "d cycles: total", LOCAL, ALL, TOTAL),
		REDUCTION("one_communication", "one cycle: communication", ONE, 0, COMMUNICATION),
		REDUCTION("one_index_reorder", "one cycle: reorder", ONE, REORDER, SHOWN),
		REDUCTION("one_arithmetic", "one cycle: arithmetic", ONE, ARITHMETIC, TOTAL),
		REDUCTION("one_total", "one cycle: total", ONE, ALL, TOTAL),
		{ 0 }
	};

	return compare_table(c, &(struct table) { "cm200-table13", columns });
}

int
reproduce_cm200_table15(struct comparison *c)
{
	static const struct column columns[] = {
		/* On 2 and 4 nodes the reduction took far longer there than the
		 * broadcast, which has the same data motion. */
		REDUCTION("d_total", "d cycles: total", LOCAL, ALL, { 6, 31 }),
		REDUCTION("one_total", "one cycle: total", ONE, ALL, TOTAL),
		{ 0 }
	};

	return compare_table(c, &(struct table) { "cm200-table15", columns });
}

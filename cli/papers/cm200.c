/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Tables 4, 7, 11, 13 and 15: all-to-all broadcast and
 * reduction of words of 64 bits on a CM-200, along one Hamiltonian cycle and
 * along d, column by column, from virtual runs under the profile cm200.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "base/text.h"
#include "papers/cm200_column.h"
#include "papers/points.h"
#include "papers/reproduce.h"
#include "papers/tsv.h"

/* What is demanded from 64 words a node on; of fewer the errors are shown. */
enum { WORDS_DEMANDED = 64 };

#define MOTION_BOUNDS { 2, 10 }
#define TOTAL_BOUNDS { 5, 15 }
#define SHOWN { -1, 0 }

static int
compare_point(struct comparison *c, struct runs *runs, const struct column *column,
	     const struct point *point, double paper)
{
	const char *const s = point->size == 1 ? "" : "s";
	double ours;
	int status;

	if (!compare_reaches(c, point->nodes))
		return 0;
	if (!cm200_fits(column, point)) {
		compare_without(c, "%d nodes, %ld word%s: %.1f GiB would be more than this host has to "
				"spare", point->nodes, point->size, s, cm200_memory(column, point) / (1 << 30));
		return 0;
	}
	status = cm200_time(runs, column, point, &ours);
	if (!status)
		compare(c, point->axis, paper, ours, "%d nodes, %ld word%s", point->nodes, point->size, s);
	return status;
}

/* The rows of so many words. */
static int
compare_rows(struct comparison *c, const struct tsv *table, const struct points *points,
	     struct runs *runs, const struct column *column, long least, long most)
{
	int status = 0;

	for (int i = 0; i < points->count && !status; i++) {
		const struct point *point = &points->list[i];
		const double paper = point->row < 0 ? NAN : tsv_number(table, point->row, column->name);

		if (point->size >= least && point->size <= most && (point->row < 0 || !isnan(paper)))
			status = compare_point(c, runs, column, point, paper);
	}
	return status;
}

/* Those of which something is demanded, and the others. */
static int
compare_column(struct comparison *c, const struct tsv *table, const struct points *points,
	       struct runs *runs, const struct column *column)
{
	const bool demanded = column->bounds.median >= 0;
	char *title;
	int status;

	compare_group(c, column->title, "ms", column->bounds);
	status = compare_rows(c, table, points, runs, column, demanded ? WORDS_DEMANDED : 0, LONG_MAX);
	if (status || !demanded)
		return status;
	title = text("%s, short blocks", column->title);
	compare_group(c, title, "ms", (struct bounds) SHOWN);
	compare_curve(c, column->title);
	status = compare_rows(c, table, points, runs, column, 0, WORDS_DEMANDED - 1);
	free(title);
	return status;
}

static int
compare_table(struct comparison *c, const char *name, const struct column *columns)
{
	struct tsv table = tsv_open(name);
	struct runs runs = { NULL, 0 };
	struct points points = points_make(c, &table, "words");
	int status = 0;

	compare_panel(c, name, points_by_size(&points) ? "words a node" : "nodes", "ms");
	for (const struct column *column = columns; column->name && !status; column++)
		status = compare_column(c, &table, &points, &runs, column);
	points_free(&points);
	free(runs.list);
	tsv_close(&table);
	return status;
}

#define BROADCAST(name, title, how, parts, ...) \
	{ name, title, VCUBE_ALLGATHER, how, parts, __VA_ARGS__ }
#define REDUCTION(name, title, how, parts, ...) \
	{ name, title, VCUBE_REDUCE_SCATTER, how, parts, __VA_ARGS__ }

/* Tables 4 and 11 are of the same runs. Table 4's totals have the transposition,
 * which the machine's router did, and which is taken off here. */
static const struct column by_length[] = {
	BROADCAST("d_communication", "d cycles: communication", LOCAL, COMMUNICATION, MOTION_BOUNDS),
	BROADCAST("d_index", "d cycles: index", LOCAL, INDEX, SHOWN),
	BROADCAST("d_reorder", "d cycles: reorder", LOCAL, REORDER, TOTAL_BOUNDS),
	BROADCAST("d_total", "d cycles: total", LOCAL, TOTAL, TOTAL_BOUNDS),
	BROADCAST("one_communication", "one cycle: communication", ONE, COMMUNICATION, MOTION_BOUNDS),
	BROADCAST("one_reorder", "one cycle: reorder", ONE, REORDER, TOTAL_BOUNDS),
	BROADCAST("one_total", "one cycle: total", ONE, TOTAL, TOTAL_BOUNDS),
	{ 0 }
};

int
reproduce_cm200_table4(struct comparison *c)
{
	return compare_table(c, "cm200-table4", by_length);
}

int
reproduce_cm200_table11(struct comparison *c)
{
	return compare_table(c, "cm200-table11", by_length);
}

int
reproduce_cm200_table7(struct comparison *c)
{
	static const struct column columns[] = {
		BROADCAST("d_communication", "communication", LOCAL, COMMUNICATION, MOTION_BOUNDS),
		BROADCAST("d_index", "index worked out", LOCAL, INDEX, SHOWN),
		BROADCAST("d_reorder", "reorder", LOCAL, REORDER, TOTAL_BOUNDS),
		BROADCAST("d_total", "total, index worked out", LOCAL, TOTAL, TOTAL_BOUNDS),
		BROADCAST("moved_index", "index moved", MOVED, CARRIED, SHOWN),
		BROADCAST("moved_total", "total, index moved", MOVED, TOTAL, TOTAL_BOUNDS),
		{ 0 }
	};

	return compare_table(c, "cm200-table7", columns);
}

int
reproduce_cm200_table13(struct comparison *c)
{
	static const struct column columns[] = {
		REDUCTION("d_communication", "d cycles: communication", ROUND, COMMUNICATION, MOTION_BOUNDS),
		REDUCTION("d_index_reorder", "d cycles: index and reorder", ROUND, INDEX | REORDER, SHOWN),
		REDUCTION("d_arithmetic", "d cycles: arithmetic", ROUND, ARITHMETIC, TOTAL_BOUNDS),
		REDUCTION("d_total", "d cycles: total", ROUND, TOTAL, TOTAL_BOUNDS),
		REDUCTION("d_communication", "d cycles: communication, 2^d - 1 steps", LOCAL, COMMUNICATION,
			  SHOWN),
		REDUCTION("one_communication", "one cycle: communication", ONE, COMMUNICATION, MOTION_BOUNDS),
		REDUCTION("one_index_reorder", "one cycle: reorder", ONE, REORDER, SHOWN),
		REDUCTION("one_arithmetic", "one cycle: arithmetic", ONE, ARITHMETIC, TOTAL_BOUNDS),
		REDUCTION("one_total", "one cycle: total", ONE, TOTAL, TOTAL_BOUNDS),
		{ 0 }
	};

	return compare_table(c, "cm200-table13", columns);
}

int
reproduce_cm200_table15(struct comparison *c)
{
	static const struct column columns[] = {
		REDUCTION("d_total", "d cycles: total", ROUND, TOTAL, TOTAL_BOUNDS),
		REDUCTION("d_total", "d cycles: total, 2^d - 1 steps", LOCAL, TOTAL, SHOWN),
		REDUCTION("one_total", "one cycle: total", ONE, TOTAL, TOTAL_BOUNDS),
		{ 0 }
	};

	return compare_table(c, "cm200-table15", columns);
}

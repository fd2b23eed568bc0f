/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Tables 4, 7, 11, 13, 15 and 18: all-to-all broadcast and
 * reduction of words of 64 bits on a CM-200, along one Hamiltonian cycle and
 * along d, column by column, from virtual runs under the profile cm200.
 */
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "papers/reproduce.h"

/* The least words per node for which bounds apply; for fewer, errors are only shown */
enum { WORDS_DEMANDED = 64 };

#define MOTION_BOUNDS { 2, 10 }
#define TOTAL_BOUNDS { 5, 15 }
#define NO_BOUNDS { -1, 0 }

/* The parts of a run, as in the columns */
enum {
	COMMUNICATION = 1, INDEX = 2, REORDER = 4, ARITHMETIC = 8,
	TOTAL = COMMUNICATION | INDEX | REORDER | ARITHMETIC,
	CARRIED = 16,   /* moved indices, including their exchange */
	RATE = 32       /* MB/s that a node gets, from the parts' time */
};

/* A column of a table, and the run that reproduces it; a NULL name ends a list */
struct column {
	const char *name, *title;
	int collective;
	const char *how;
	int parts;
	struct bounds bounds;   /* a negative median: none */
};

#define LOCAL "dcycles:order=gray:index=local"
#define MOVED "dcycles:order=gray:index=motion"
#define ONE "cycle:order=gray:index=local"
/* Once round the whole cycle: as many steps as the tables show */
#define ROUND LOCAL ":start=home"

/* The results of a run, in milliseconds */
struct done {
	const char *how;
	int nodes;
	long words;
	double communication, index, reorder, arithmetic;
};

/* The runs of a table, which its columns share */
struct runs {
	struct done *list;
	int count;
};

/* The points of a comparison: numbers of nodes and words, from a table or from the user */
struct point {
	int nodes;
	long size;
	int row;                /* of the table; -1: it has no such row */
	double axis;            /* the one of the two numbers that varies */
};

struct points {
	struct point *list;
	int count;
	bool by_size;           /* only words vary, so that they are the axis */
};

static int
find(const struct tsv *table, long nodes, long words)
{
	for (int row = 0; row < table->rows; row++)
		if ((long)tsv_number(table, row, "nodes") == nodes &&
		    (long)tsv_number(table, row, "words") == words)
			return row;
	return -1;
}

/* Return the numbers given, or else the distinct numbers of a column. */
static struct numbers
given_or(struct numbers given, const struct tsv *table, const char *column)
{
	long *list = NULL;
	int count = 0;

	for (int row = 0; row < table->rows; row++) {
		const long number = (long)tsv_number(table, row, column);
		int i = 0;

		while (i < count && list[i] != number)
			i++;
		if (i == count)
			APPEND(list, count, number);
	}
	return numbers_or(given, list, count);
}

/* Return the rows of a table; or, if the user gave numbers of nodes or words, each number of
 * nodes with each of words, those not given from the table. */
static struct points
points_make(const struct comparison *c, const struct tsv *table)
{
	const struct numbers nodes = given_or(c->nodes, table, "nodes");
	const struct numbers words = given_or(c->sizes, table, "words");
	const bool given = c->nodes.count + c->sizes.count > 0;
	struct points s = { .by_size = true };

	for (int i = 0; i < nodes.count; i++)
		for (int j = 0; j < words.count; j++) {
			const int row = find(table, nodes.list[i], words.list[j]);

			if (given || row >= 0)
				APPEND(s.list, s.count, (struct point) {
					(int)nodes.list[i], words.list[j], row, 0 });
		}
	for (int i = 0; i < s.count; i++)
		s.by_size &= s.list[i].nodes == s.list[0].nodes;
	for (int i = 0; i < s.count; i++)
		s.list[i].axis = s.by_size ? (double)s.list[i].size : s.list[i].nodes;
	return s;
}

/*
 * Return the time charged for kinds of work in a run. All nodes do the same at the same
 * time, so the rest of the run is communication.
 */
static double
worked(const struct virtual_run *run, int first, int last)
{
	vcube_time sum = 0;

	for (int kind = first; kind <= last; kind++)
		sum += run->work[kind];
	return (double)sum / 1e9;
}

static struct done
parts_of(const struct virtual_run *run)
{
	struct done d = {
		.index = worked(run, VCUBE_WORK_INDEX, VCUBE_WORK_INDEX_ODD),
		.reorder = worked(run, VCUBE_WORK_REORDER, VCUBE_WORK_SCATTER_BLOCK),
		.arithmetic = worked(run, VCUBE_WORK_COMBINE, VCUBE_WORK_COMBINE_STARTUP),
	};

	d.communication = (double)run->time / 1e9 - d.index - d.reorder - d.arithmetic;
	return d;
}

/* Return the run of a column. */
static struct done
run_for(struct runs *runs, int collective, const char *how, const struct point *point)
{
	struct virtual_run run;
	struct done done;

	for (int i = 0; i < runs->count; i++)
		if (runs->list[i].how == how && runs->list[i].nodes == point->nodes &&
		    runs->list[i].words == point->size)
			return runs->list[i];
	run = virtual_run(text("hypercube:%d clock=virtual routing=none mapping=gray profile=cm200",
			       vcube_log2((unsigned)point->nodes)), collective, (size_t)point->size, how);
	done = parts_of(&run);
	done.how = how;
	done.nodes = point->nodes;
	done.words = point->size;
	APPEND(runs->list, runs->count, done);
	return done;
}

/* Compute a column's time at a point of the table, in milliseconds. */
static double
column_time(struct runs *runs, const struct column *column, const struct point *point)
{
	const int parts = column->parts;
	const struct done d = run_for(runs, column->collective, column->how, point);

	if (parts == CARRIED)
		return d.communication + d.index -
		       run_for(runs, column->collective, LOCAL, point).communication;
	return (parts & COMMUNICATION ? d.communication : 0) + (parts & INDEX ? d.index : 0) +
	       (parts & REORDER ? d.reorder : 0) + (parts & ARITHMETIC ? d.arithmetic : 0);
}

/* A megabyte is 2^20 bytes: so it is in the paper, whose Table 18 has the times of Table 7. */
static double
column_value(struct runs *runs, const struct column *column, const struct point *point)
{
	const double time = column_time(runs, column, point);
	const double bytes = (point->nodes - 1) * (double)point->size * sizeof(double);

	return column->parts & RATE ? bytes / time * 1e3 / (1 << 20) : time;
}

/* Return the bytes that a column's run needs: the blocks of all nodes, twice if they are
 * reordered, with an index of 4 bytes for each element. */
static double
column_memory(const struct column *column, const struct point *point)
{
	const double words = (double)point->nodes * point->nodes * (double)point->size;

	if (column->collective == VCUBE_REDUCE_SCATTER)
		return 8 * words;
	return strncmp(column->how, "dcycles", 7) == 0 ? 20 * words : 16 * words;
}

static void
compare_point(struct comparison *c, struct runs *runs, const struct column *column,
	      const struct point *point, double paper)
{
	const double host = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
	const double memory = column_memory(column, point);
	const char *const s = point->size == 1 ? "" : "s";

	if (!compare_reaches(c, point->nodes))
		return;
	if (memory < 0.75 * host)
		compare(c, point->axis, paper, column_value(runs, column, point), "%d nodes, %ld word%s",
			point->nodes, point->size, s);
	else
		compare_without(c, "%d nodes, %ld word%s: it needs %.1f GiB, more than this host has to "
				"spare", point->nodes, point->size, s, memory / (1 << 30));
}

/* Compare the rows of `least` to `most` words. */
static void
compare_rows(struct comparison *c, const struct tsv *table, const struct points *points,
	     struct runs *runs, const struct column *column, long least, long most)
{
	for (int i = 0; i < points->count; i++) {
		const struct point *point = &points->list[i];
		const double paper = point->row < 0 ? NAN : tsv_number(table, point->row, column->name);

		if (point->size >= least && point->size <= most && (point->row < 0 || !isnan(paper)))
			compare_point(c, runs, column, point, paper);
	}
}

/* Compare the rows to which bounds apply, then the others. */
static void
compare_column(struct comparison *c, const struct tsv *table, const struct points *points,
	       struct runs *runs, const struct column *column)
{
	const bool demanded = column->bounds.median >= 0;

	compare_group(c, column->title, column->parts & RATE ? "MB/s" : "ms", column->bounds);
	compare_rows(c, table, points, runs, column, demanded ? WORDS_DEMANDED : 0, LONG_MAX);
	if (!demanded)
		return;
	compare_group(c, text("%s, short blocks", column->title), "ms", SHOWN);
	compare_curve(c, column->title);
	compare_rows(c, table, points, runs, column, 0, WORDS_DEMANDED - 1);
}

#define BROADCAST(name, title, how, parts, ...) \
	{ name, title, VCUBE_ALLGATHER, how, parts, __VA_ARGS__ }
#define REDUCTION(name, title, how, parts, ...) \
	{ name, title, VCUBE_REDUCE_SCATTER, how, parts, __VA_ARGS__ }

/* Tables 4 and 11 show the same runs. Table 4's totals include the transposition, which the
 * machine's router did; it is subtracted here. */
#define BY_LENGTH { \
	BROADCAST("d_communication", "d cycles: communication", LOCAL, COMMUNICATION, MOTION_BOUNDS), \
	BROADCAST("d_index", "d cycles: index", LOCAL, INDEX, NO_BOUNDS), \
	BROADCAST("d_reorder", "d cycles: reorder", LOCAL, REORDER, TOTAL_BOUNDS), \
	BROADCAST("d_total", "d cycles: total", LOCAL, TOTAL, TOTAL_BOUNDS), \
	BROADCAST("one_communication", "one cycle: communication", ONE, COMMUNICATION, MOTION_BOUNDS), \
	BROADCAST("one_reorder", "one cycle: reorder", ONE, REORDER, TOTAL_BOUNDS), \
	BROADCAST("one_total", "one cycle: total", ONE, TOTAL, TOTAL_BOUNDS) }

/* By the name of the reproduction, which is also that of the table */
static const struct {
	const char *name;
	struct column columns[10];
} tables[] = {
	{ "cm200-table4", BY_LENGTH },
	{ "cm200-table11", BY_LENGTH },
	{ "cm200-table7", {
		BROADCAST("d_communication", "communication", LOCAL, COMMUNICATION, MOTION_BOUNDS),
		BROADCAST("d_index", "index computed", LOCAL, INDEX, NO_BOUNDS),
		BROADCAST("d_reorder", "reorder", LOCAL, REORDER, TOTAL_BOUNDS),
		BROADCAST("d_total", "total, index computed", LOCAL, TOTAL, TOTAL_BOUNDS),
		BROADCAST("moved_index", "index moved", MOVED, CARRIED, NO_BOUNDS),
		BROADCAST("moved_total", "total, index moved", MOVED, TOTAL, TOTAL_BOUNDS),
	} },
	{ "cm200-table13", {
		REDUCTION("d_communication", "d cycles: communication", ROUND, COMMUNICATION, MOTION_BOUNDS),
		REDUCTION("d_index_reorder", "d cycles: index and reorder", ROUND, INDEX | REORDER, NO_BOUNDS),
		REDUCTION("d_arithmetic", "d cycles: arithmetic", ROUND, ARITHMETIC, TOTAL_BOUNDS),
		REDUCTION("d_total", "d cycles: total", ROUND, TOTAL, TOTAL_BOUNDS),
		REDUCTION("d_communication", "d cycles: communication, 2^d - 1 steps", LOCAL, COMMUNICATION,
			  NO_BOUNDS),
		REDUCTION("one_communication", "one cycle: communication", ONE, COMMUNICATION, MOTION_BOUNDS),
		REDUCTION("one_index_reorder", "one cycle: reorder", ONE, REORDER, NO_BOUNDS),
		REDUCTION("one_arithmetic", "one cycle: arithmetic", ONE, ARITHMETIC, TOTAL_BOUNDS),
		REDUCTION("one_total", "one cycle: total", ONE, TOTAL, TOTAL_BOUNDS),
	} },
	{ "cm200-table18", {
		BROADCAST("one_bare", "one cycle: communication", ONE, COMMUNICATION | RATE, MOTION_BOUNDS),
		BROADCAST("d_bare", "d cycles: communication", LOCAL, COMMUNICATION | RATE, MOTION_BOUNDS),
		BROADCAST("one_reordered", "one cycle: total", ONE, TOTAL | RATE, TOTAL_BOUNDS),
		BROADCAST("d_reordered", "d cycles: total, index computed", LOCAL, TOTAL | RATE, { 5, 20 }),
		BROADCAST("moved", "d cycles: total, index moved", MOVED, TOTAL | RATE, TOTAL_BOUNDS),
	} },
	{ "cm200-table15", {
		REDUCTION("d_total", "d cycles: total", ROUND, TOTAL, TOTAL_BOUNDS),
		REDUCTION("d_total", "d cycles: total, 2^d - 1 steps", LOCAL, TOTAL, NO_BOUNDS),
		REDUCTION("one_total", "one cycle: total", ONE, TOTAL, TOTAL_BOUNDS),
	} },
};

void
reproduce_cm200(struct comparison *c)
{
	const struct tsv table = tsv_open(c->reproduction->name);
	const struct points points = points_make(c, &table);
	struct runs runs = { NULL, 0 };
	int i = 0;

	while (strcmp(tables[i].name, c->reproduction->name) != 0)
		i++;
	compare_panel(c, tables[i].name, points.by_size ? "words a node" : "nodes",
		      tables[i].columns->parts & RATE ? "MB/s" : "ms");
	for (const struct column *column = tables[i].columns; column->name; column++)
		compare_column(c, &table, &points, &runs, column);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Tables 4, 7, 11, 13 and 15: all-to-all broadcast and
 * reduction of words of 64 bits on a CM-200, along one Hamiltonian cycle and
 * along d, column by column, from virtual runs under the profile cm200.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "papers/points.h"
#include "papers/reproduce.h"
#include "papers/tsv.h"

/* The least words per node for which bounds apply; for fewer, errors are only shown */
enum { WORDS_DEMANDED = 64 };

#define MOTION_BOUNDS { 2, 10 }
#define TOTAL_BOUNDS { 5, 15 }
#define SHOWN { -1, 0 }

/* The parts of a run, as in the columns */
enum {
	COMMUNICATION = 1, INDEX = 2, REORDER = 4, ARITHMETIC = 8,
	TOTAL = COMMUNICATION | INDEX | REORDER | ARITHMETIC,
	CARRIED = 16    /* moved indices, including their exchange */
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
	size_t words;
	double communication, index, reorder, arithmetic;
};

/* The runs of a table, which its columns share */
struct runs {
	struct done *list;
	int count;
};

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

/* Return the run of a column; NULL, with an exit status, if it failed. */
static const struct done *
run_for(struct runs *runs, int collective, const char *how, const struct point *point, int *status)
{
	struct vcube_desc desc;
	struct virtual_run run;
	struct done *done;

	for (int i = 0; i < runs->count; i++)
		if (runs->list[i].how == how && runs->list[i].nodes == point->nodes &&
		    runs->list[i].words == (size_t)point->size)
			return &runs->list[i];
	desc = describe("hypercube:%d clock=virtual routing=none mapping=gray profile=cm200",
			vcube_log2((unsigned)point->nodes));
	*status = virtual_run(&desc, collective, (size_t)point->size, how, &run);
	vcube_desc_clear(&desc);
	if (*status)
		return NULL;
	APPEND(runs->list, runs->count, parts_of(&run));
	done = &runs->list[runs->count - 1];
	done->how = how;
	done->nodes = point->nodes;
	done->words = (size_t)point->size;
	return done;
}

/* Compute a column's value at a point of the table, in milliseconds. Return 0, or an exit
 * status after a sentence on stderr. */
static int
column_time(struct runs *runs, const struct column *column, const struct point *point, double *ms)
{
	const int parts = column->parts;
	int status = 0;
	const struct done *d = run_for(runs, column->collective, column->how, point, &status);

	*ms = 0;
	if (d == NULL)
		return status;
	*ms = (parts & COMMUNICATION ? d->communication : 0) + (parts & INDEX ? d->index : 0) +
	      (parts & REORDER ? d->reorder : 0) + (parts & ARITHMETIC ? d->arithmetic : 0);
	if (parts != CARRIED)
		return 0;
	*ms = d->communication + d->index;
	d = run_for(runs, column->collective, LOCAL, point, &status);
	*ms -= d ? d->communication : 0;
	return status;
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

/* Does this host have the memory to spare? */
static bool
column_fits(const struct column *column, const struct point *point)
{
	const double host = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);

	return column_memory(column, point) < 0.75 * host;
}

static int
compare_point(struct comparison *c, struct runs *runs, const struct column *column,
	     const struct point *point, double paper)
{
	const char *const s = point->size == 1 ? "" : "s";
	double ours;
	int status;

	if (!compare_reaches(c, point->nodes))
		return 0;
	if (!column_fits(column, point)) {
		compare_without(c, "%d nodes, %ld word%s: it needs %.1f GiB, more than this host has to "
				"spare", point->nodes, point->size, s, column_memory(column, point) / (1 << 30));
		return 0;
	}
	status = column_time(runs, column, point, &ours);
	if (!status)
		compare(c, point->axis, paper, ours, "%d nodes, %ld word%s", point->nodes, point->size, s);
	return status;
}

/* Compare the rows of `least` to `most` words. */
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

/* Compare the rows to which bounds apply, then the others. */
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

/* Tables 4 and 11 show the same runs. Table 4's totals include the transposition, which the
 * machine's router did; it is subtracted here. */
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
		BROADCAST("d_index", "index computed", LOCAL, INDEX, SHOWN),
		BROADCAST("d_reorder", "reorder", LOCAL, REORDER, TOTAL_BOUNDS),
		BROADCAST("d_total", "total, index computed", LOCAL, TOTAL, TOTAL_BOUNDS),
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

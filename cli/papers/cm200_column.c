/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Columns of tables of the CM-200: the runs that they are told from, and their parts.
 */
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "papers/cm200_column.h"

/* A run of the table, in milliseconds. */
struct done {
	const char *how;
	int nodes;
	size_t words;
	double communication, index, reorder, arithmetic;
};

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

/* The run of a column; NULL, with an exit status, where it failed. */
static const struct done *
run_for(struct runs *runs, int collective, const char *how, const struct point *point, int *status)
{
	struct vcube_desc desc;
	struct virtual_run run;

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
	runs->list = grow(runs->list, (size_t)runs->count + 1, sizeof *runs->list);
	runs->list[runs->count] = parts_of(&run);
	runs->list[runs->count].how = how;
	runs->list[runs->count].nodes = point->nodes;
	runs->list[runs->count].words = (size_t)point->size;
	return &runs->list[runs->count++];
}

int
cm200_time(struct runs *runs, const struct column *column, const struct point *point, double *ms)
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

/* Bytes of all nodes: the blocks of all, twice where they are put in order, and
 * with an index of 4 bytes for each element. */
double
cm200_memory(const struct column *column, const struct point *point)
{
	const double words = (double)point->nodes * point->nodes * (double)point->size;

	if (column->collective == VCUBE_REDUCE_SCATTER)
		return 8 * words;
	return strncmp(column->how, "dcycles", 7) == 0 ? 20 * words : 16 * words;
}

bool
cm200_fits(const struct column *column, const struct point *point)
{
	const double host = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);

	return cm200_memory(column, point) < 0.75 * host;
}

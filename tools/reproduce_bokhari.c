/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bokhari: from which block on which partition of d is the best for the
 * multiphase complete exchange on 2^d nodes, by the algorithm's predicted cost
 * under each machine's profile. All partitions are tried, not equipartitions
 * alone.
 *
 * The library turns the blocks after each of k phases, so its cost is that with
 * k permutations; the one with k - 1 leaves out the last. The paper's barriers,
 * one before each phase, have no profile's key and are added here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reproduce.h"
#include "tool.h"
#include "tsv.h"

enum { DIMENSIONS_MAX = 16, PARTITIONS_MAX = 300 };

/* The cost of a partition in microseconds: start + slope m. */
struct partition {
	char parts[2 * DIMENSIONS_MAX];
	int phases;
	double start, slope;
};

struct partitions {
	struct partition list[PARTITIONS_MAX];
	int count;
};

/* Which costs are compared: of one machine, of one size, of one way to count. */
struct scene {
	const char *machine, *permutations, *barrier;
	int d;
};

/* All partitions of `rest` into parts of at least `least`, after those there are. */
static void
add_partitions(struct partitions *all, const struct partition *before, int least, int rest)
{
	for (int part = least; part <= rest; part++) {
		struct partition p = *before;
		const size_t length = strlen(p.parts);

		snprintf(p.parts + length, sizeof p.parts - length, "%s%d", length ? "+" : "", part);
		p.phases++;
		if (part == rest && all->count < PARTITIONS_MAX)
			all->list[all->count++] = p;
		else if (rest - part >= part)
			add_partitions(all, &p, part, rest - part);
	}
}

static double
barrier_time(const struct scene *s)
{
	struct tsv table = tsv_open("bokhari-table1");
	double time = 0;

	for (int row = 0; row < table.rows; row++)
		if (strcmp(tsv_text(&table, row, "machine"), s->machine) == 0)
			time = tsv_number(&table, row, "barrier_per_dimension_us") * s->d +
			       tsv_number(&table, row, "barrier_us");
	tsv_close(&table);
	return strcmp(s->barrier, "phase") == 0 ? time : 0;
}

static void
work_out(struct partition *p, const struct scene *s, const struct vcube_desc *desc)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	char *how = text("multiphase:parts=%s", p->parts);
	const struct vcube_algorithm *a = vcube_algorithm_parse(VCUBE_ALLTOALL, how, set, NULL);
	struct vcube_terms none = vcube_terms_of(desc, 1 << s->d, 0), one = none;

	one.m = 1;
	one.set = none.set = set;
	p->start = (double)a->cost(&none) / 1e6 + p->phases * barrier_time(s);
	p->slope = (double)(a->cost(&one) - a->cost(&none)) / 1e6;
	if (strcmp(s->permutations, "k-1") == 0 && p->phases > 1)
		p->slope -= (double)desc->cost.reorder / 1e6 * (1 << s->d);
	free(how);
}

/* The best from block `from` on, when `now` (NULL: none yet) is the best up to
 * there: the one that undercuts it first. *from is where. */
static const struct partition *
next_best(const struct partitions *all, const struct partition *now, double *from)
{
	const struct partition *best = NULL;
	double first = 0;

	for (int i = 0; i < all->count; i++) {
		const struct partition *p = &all->list[i];
		const double at = now ? (p->start - now->start) / (now->slope - p->slope) : p->start;

		if (now && p->slope >= now->slope)
			continue;
		/* several may undercut it in one point */
		if (!best || at < first * (1 - 1e-9) ||
		    (at < first * (1 + 1e-9) && p->slope < best->slope)) {
			best = p;
			first = at;
		}
	}
	*from = now ? first : 0;
	return best;
}

/* Compares the partitions of a scene, from row `row` of the table on; returns the
 * row after them. */
static int
compare_scene(struct comparison *c, const struct scene *s, const struct tsv *table, int row)
{
	struct vcube_desc desc = describe("hypercube:%d profile=%s", s->d, s->machine);
	struct partitions *all = grow(NULL, 1, sizeof *all);
	const struct partition *best = NULL, nothing = { .parts = "" };
	double from;

	all->count = 0;
	add_partitions(all, &nothing, 1, s->d);
	for (int i = 0; i < all->count; i++)
		work_out(&all->list[i], s, &desc);
	while ((best = next_best(all, best, &from))) {
		const bool there = row < table->rows && tsv_number(table, row, "d") == s->d &&
				   strcmp(tsv_text(table, row, "machine"), s->machine) == 0;

		compare_text(c, there ? tsv_text(table, row, "parts") : "-", best->parts, "%s, d=%d",
			     s->machine, s->d);
		compare_curve(c, s->machine);
		if (there && from > 0)
			compare(c, s->d, tsv_number(table, row, "from_bytes"), from,
				"%s, d=%d: %s from", s->machine, s->d, best->parts);
		row += there;
	}
	vcube_desc_clear(&desc);
	free(all);
	return row;
}

static const char *
title(const struct scene *s)
{
	const bool all = strcmp(s->permutations, "k") == 0;

	if (strcmp(s->barrier, "phase") == 0)
		return all ? "k permutations, a barrier a phase" : "k-1 permutations, a barrier a phase";
	return all ? "k permutations, no barriers" : "k-1 permutations, no barriers";
}

int
reproduce_bokhari(struct comparison *c)
{
	struct tsv table = tsv_open("bokhari-crossovers");
	const char *group = NULL;

	for (int row = 0; row < table.rows;) {
		const struct scene s = {
			.machine = tsv_text(&table, row, "machine"),
			.permutations = tsv_text(&table, row, "permutations"),
			.barrier = tsv_text(&table, row, "barrier"),
			.d = (int)tsv_number(&table, row, "d"),
		};

		if (title(&s) != group)
			compare_panel(c, title(&s), "d", "B");
		if (title(&s) != group)
			compare_group(c, group = title(&s), "B", (struct bounds) { 0.01, 0.1 });
		row = compare_scene(c, &s, &table, row);
	}
	tsv_close(&table);
	return 0;
}

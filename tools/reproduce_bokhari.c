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
#include <math.h>
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

/* Which costs are compared: of one machine, of one size, of one way to count, or
 * from runs on a network. */
struct scene {
	const char *machine, *permutations, *barrier;
	const char *network;    /* a topology; NULL: predicted */
	bool thin;              /* wires between switches have half the bandwidth of a node's */
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
predict(struct partition *p, const struct scene *s, const struct vcube_desc *desc)
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

/* The line through the times of runs with a short and with a long block. */
static int
measure(struct partition *p, const struct scene *s)
{
	enum { SHORT = 1, LONG = 512 };
	struct vcube_desc desc = describe("%s clock=virtual routing=any profile=%s", s->network, s->machine);
	char *thin = text("all:per_byte=%lldps,level0:per_byte=%lldps", 2 * (long long)desc.cost.per_byte,
			  (long long)desc.cost.per_byte);
	char *how = text("multiphase:parts=%s", p->parts);
	vcube_time little = 0, much = 0;
	int status = 0;

	if (s->thin && vcube_desc_set(&desc, "links", thin, NULL))
		status = STATUS_FAILED;
	if (!status)
		status = virtual_time(&desc, VCUBE_ALLTOALL, SHORT, how, &little);

	if (!status)
		status = virtual_time(&desc, VCUBE_ALLTOALL, LONG, how, &much);
	p->slope = (double)(much - little) / 1e6 / ((LONG - SHORT) * sizeof(double));
	p->start = (double)little / 1e6 - p->slope * SHORT * sizeof(double);
	vcube_desc_clear(&desc);
	free(thin);
	free(how);
	return status;
}

/* The costs of all partitions of the scene. */
static int
work_out(struct partitions *all, const struct scene *s)
{
	const struct partition nothing = { .parts = "" };
	struct vcube_desc desc = describe("hypercube:%d profile=%s", s->d, s->machine);
	int status = 0;

	all->count = 0;
	add_partitions(all, &nothing, 1, s->d);
	for (int i = 0; i < all->count && !status; i++)
		if (s->network)
			status = measure(&all->list[i], s);
		else
			predict(&all->list[i], s, &desc);
	vcube_desc_clear(&desc);
	return status;
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
	struct partitions *all = grow(NULL, 1, sizeof *all);
	const struct partition *best = NULL;
	double from;

	work_out(all, s);
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

/* Where the best partition changes on one network; beside it, where it does on the
 * hypercube by the table, from row `row` on: with k permutations and no barriers,
 * which is what the library's algorithm does. */
static int
compare_network(struct comparison *c, const struct scene *s, const struct tsv *table, int row)
{
	struct partitions *all = grow(NULL, 1, sizeof *all);
	const struct partition *best = NULL;
	const int status = work_out(all, s);
	double from;

	while (!status && (best = next_best(all, best, &from))) {
		double paper = NAN;

		for (int i = row; i < table->rows && tsv_number(table, i, "d") == s->d &&
				  strcmp(tsv_text(table, i, "machine"), s->machine) == 0; i++)
			if (strcmp(tsv_text(table, i, "parts"), best->parts) == 0)
				paper = tsv_number(table, i, "from_bytes");
		if (paper == 0 && from == 0)
			compare_text(c, best->parts, best->parts, "%s, %s: first", s->machine, s->network);
		else
			compare(c, s->d, paper == 0 ? NAN : paper, from, "%s, %s: %s from", s->machine,
				s->network, best->parts);
	}
	free(all);
	return status;
}

/* All machines and sizes on networks of a kind. */
static int
compare_networks(struct comparison *c, const char *title, const char *kind, struct bounds bounds)
{
	struct tsv table = tsv_open("bokhari-crossovers");
	int status = 0, d = 0;

	compare_panel(c, title, "d", "B");
	compare_group(c, title, "B", bounds);
	for (int row = 0; row < table.rows && !status; row++) {
		const int before = d;
		char *network;

		d = (int)tsv_number(&table, row, "d");
		if (strcmp(tsv_text(&table, row, "permutations"), "k") != 0 ||
		    strcmp(tsv_text(&table, row, "barrier"), "phase") == 0 || d == before || d > 6 ||
		    !compare_reaches(c, 1 << d))
			continue;
		network = strcmp(kind, "mesh") == 0 ? text("mesh:%dx%d", 1 << d / 2, 1 << (d - d / 2))
			: strcmp(kind, "fattree") == 0 ? text("fattree:2x%d", d) : text("hypercube:%d", d);
		status = compare_network(c, &(struct scene) {
			.machine = tsv_text(&table, row, "machine"), .network = network, .d = d,
			.thin = strstr(title, "thin") != NULL,
		}, &table, row);
		free(network);
	}
	tsv_close(&table);
	return status;
}

int
reproduce_bokhari_networks(struct comparison *c)
{
	int status = compare_networks(c, "on a hypercube", "hypercube", (struct bounds) { 0.01, 0.1 });

	if (!status)
		status = compare_networks(c, "on a mesh", "mesh", (struct bounds) { -1, 0 });
	if (!status)
		status = compare_networks(c, "on a fat tree", "fattree", (struct bounds) { -1, 0 });
	return status ? status : compare_networks(c, "on a fat tree, thin above the nodes", "fattree",
						  (struct bounds) { -1, 0 });
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bokhari: from which block on which partition of d is the best for the
 * multiphase complete exchange on 2^d nodes, by the algorithm's predicted cost
 * under each machine's profile, and from runs on networks.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "papers/partitions.h"
#include "papers/reproduce.h"
#include "papers/tsv.h"

static struct scene
scene_of(const struct tsv *table, int row)
{
	return (struct scene) {
		.machine = tsv_text(table, row, "machine"),
		.permutations = tsv_text(table, row, "permutations"),
		.barrier = tsv_text(table, row, "barrier"),
		.d = (int)tsv_number(table, row, "d"),
	};
}

/* Is there such a row, and is it of the scene, but perhaps of another size? */
static bool
is_like(const struct tsv *table, int row, const struct scene *s)
{
	return row < table->rows && strcmp(tsv_text(table, row, "machine"), s->machine) == 0 &&
	       strcmp(tsv_text(table, row, "permutations"), s->permutations) == 0 &&
	       strcmp(tsv_text(table, row, "barrier"), s->barrier) == 0;
}

static bool
is_of(const struct tsv *table, int row, const struct scene *s)
{
	return is_like(table, row, s) && tsv_number(table, row, "d") == s->d;
}

/* The first row of the scene, or the end of the table. */
static int
first_row(const struct tsv *table, const struct scene *s)
{
	int row = 0;

	while (row < table->rows && !is_of(table, row, s))
		row++;
	return row;
}

/* Each partition that is the best, and from where on. */
static void
compare_all(struct comparison *c, const struct scene *s, const struct tsv *table,
	    const struct partitions *all)
{
	const struct partition *best = NULL;
	int row = first_row(table, s);
	const bool known = row < table->rows;
	double from;

	while ((best = partitions_next(all, best, &from))) {
		const bool there = is_of(table, row, s);

		compare_text(c, there ? tsv_text(table, row, "parts") : known ? "-" : NULL, best->parts,
			     "%s, d=%d", s->machine, s->d);
		if (from > 0)
			compare(c, s->d, there ? tsv_number(table, row, "from_bytes") : NAN, from,
				"%s, d=%d: %s from", s->machine, s->d, best->parts);
		row += there;
	}
	for (; is_of(table, row, s); row++)
		compare_text(c, tsv_text(table, row, "parts"), "-", "%s, d=%d", s->machine, s->d);
}

/* The one that is the best for blocks of so many bytes. */
static void
compare_at(struct comparison *c, const struct scene *s, const struct tsv *table,
	   const struct partitions *all, long bytes)
{
	const struct partition *best = NULL, *next = NULL;
	const char *paper = NULL;
	double from;

	while ((next = partitions_next(all, next, &from)) && from <= (double)bytes)
		best = next;
	for (int row = first_row(table, s); is_of(table, row, s); row++)
		if (tsv_number(table, row, "from_bytes") <= (double)bytes)
			paper = tsv_text(table, row, "parts");
	compare_text(c, paper, best->parts, "%s, d=%d: blocks of %ld B", s->machine, s->d, bytes);
}

static int
compare_scene(struct comparison *c, const struct scene *s, const struct tsv *table)
{
	struct partitions *all = grow(NULL, 1, sizeof *all);
	const struct numbers sizes = compare_sizes(c);
	const int status = partitions_of(all, s);

	compare_curve(c, s->machine);
	if (!status && sizes.count == 0)
		compare_all(c, s, table, all);
	for (int i = 0; i < sizes.count && !status; i++)
		compare_at(c, s, table, all, sizes.list[i]);
	free(all);
	return status;
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
	const struct numbers nodes = compare_nodes(c);
	const char *group = NULL;
	int status = 0;

	for (int row = 0; row < table.rows && !status;) {
		struct scene s = scene_of(&table, row);

		if (title(&s) != group) {
			compare_panel(c, title(&s), "d", "B");
			compare_group(c, group = title(&s), "B", (struct bounds) { 0.01, 0.1 });
		}
		if (nodes.count == 0)
			status = compare_scene(c, &s, &table);
		while (nodes.count ? is_like(&table, row, &s) : is_of(&table, row, &s))
			row++;
		for (int i = 0; i < nodes.count && !status; i++) {
			s.d = vcube_log2((unsigned)nodes.list[i]);
			status = compare_scene(c, &s, &table);
		}
	}
	tsv_close(&table);
	return status;
}

/* Where the best partition changes on one network; beside it, where it does on the
 * hypercube by the table. */
static int
compare_network(struct comparison *c, const struct scene *s, const struct tsv *table)
{
	struct partitions *all = grow(NULL, 1, sizeof *all);
	const struct partition *best = NULL;
	const int status = partitions_of(all, s);
	double from;

	while (!status && (best = partitions_next(all, best, &from))) {
		double paper = NAN;

		for (int row = first_row(table, s); is_of(table, row, s); row++)
			if (strcmp(tsv_text(table, row, "parts"), best->parts) == 0)
				paper = tsv_number(table, row, "from_bytes");
		if (from == 0)
			compare_text(c, paper == 0 ? best->parts : NULL, best->parts, "%s, %s: first",
				     s->machine, s->network);
		else
			compare(c, s->d, paper == 0 ? NAN : paper, from, "%s, %s: %s from", s->machine,
				s->network, best->parts);
	}
	free(all);
	return status;
}

static char *
network(const char *kind, int d)
{
	if (strcmp(kind, "mesh") == 0)
		return text("mesh:%dx%d", 1 << d / 2, 1 << (d - d / 2));
	return strcmp(kind, "fattree") == 0 ? text("fattree:2x%d", d) : text("hypercube:%d", d);
}

/* All machines on networks of a kind: with k permutations and no barriers, which is
 * what the library's algorithm does. */
static int
compare_networks(struct comparison *c, const char *title, const char *kind, struct bounds bounds)
{
	static const char *const machines[] = { "paragon", "sp2", "cs2" };
	static const long paper[] = { 32, 64 };
	const struct numbers nodes = numbers_or(compare_nodes(c), paper, 2);
	struct tsv table = tsv_open("bokhari-crossovers");
	int status = 0;

	compare_panel(c, title, "d", "B");
	compare_group(c, title, "B", bounds);
	for (int i = 0; i < 3 * nodes.count && !status; i++) {
		struct scene s = {
			.machine = machines[i / nodes.count], .permutations = "k", .barrier = "none",
			.thin = strstr(title, "thin") != NULL,
			.d = vcube_log2((unsigned)nodes.list[i % nodes.count]),
		};
		char *wires = network(kind, s.d);

		s.network = wires;
		if (compare_reaches(c, 1 << s.d))
			status = compare_network(c, &s, &table);
		free(wires);
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

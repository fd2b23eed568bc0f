/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bokhari: which partition of d is the best, and from which block size on, for the
 * multiphase complete exchange on 2^d nodes: by the algorithm's predicted cost under each
 * machine's profile, and by runs on networks.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "papers/reproduce.h"

/*
 * The multiphase complete exchange on 2^d nodes by all partitions of d, not only
 * equipartitions: the cost of each, and the block sizes for which it is the best.
 *
 * The library permutes the blocks after each of k phases, so its cost has k permutations;
 * that with k - 1 leaves out the last.
 */

enum { DIMENSIONS_MAX = 16 };

/* The cost of a partition in microseconds: start + slope m. */
struct partition {
	char parts[2 * DIMENSIONS_MAX];
	int phases;
	double start, slope;
};

struct partitions {
	struct partition *list;
	int count;
};

/* The costs to compare: of one machine, one size and one way to count, or from runs on a
 * network */
struct scene {
	const char *machine, *permutations, *barrier;
	const char *network;    /* a topology; NULL: predicted */
	bool thin;              /* wires between switches have half the bandwidth of a node's */
	int d;
};

/* Append all partitions of `rest` into parts of at least `least`. */
static void
add_partitions(struct partitions *all, const struct partition *before, int least, int rest)
{
	for (int part = least; part <= rest; part++) {
		struct partition p = *before;
		const size_t length = strlen(p.parts);

		snprintf(p.parts + length, sizeof p.parts - length, "%s%d", length ? "+" : "", part);
		p.phases++;
		if (part == rest)
			APPEND(all->list, all->count, p);
		else if (rest - part >= part)
			add_partitions(all, &p, part, rest - part);
	}
}

static void
predict(struct partition *p, const struct scene *s, const struct vcube_desc *desc)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a =
		vcube_algorithm_parse(VCUBE_ALLTOALL, text("multiphase:parts=%s:barrier=%s", p->parts,
			strcmp(s->barrier, "phase") == 0 ? "yes" : "no"), set, NULL);
	struct vcube_terms none = vcube_terms_of(desc, 1 << s->d, 0), one = none;

	one.m = 1;
	one.set = none.set = set;
	p->start = (double)a->cost(&none) / 1e6;
	p->slope = (double)(a->cost(&one) - a->cost(&none)) / 1e6;
	if (strcmp(s->permutations, "k-1") == 0 && p->phases > 1)
		p->slope -= (double)desc->cost.reorder / 1e6 * (1 << s->d);
}

/* Fit the line through the times of two runs, with a short and a long block. */
static void
measure(struct partition *p, const struct scene *s, const struct vcube_desc *desc)
{
	enum { SHORT = 1, LONG = 512 };
	const long long byte = (long long)desc->cost.per_byte;
	const char *thin = text("links=all:per_byte=%lldps,level0:per_byte=%lldps", 2 * byte, byte);
	const char *machine = text("%s clock=virtual routing=any profile=%s %s", s->network, s->machine,
				   s->thin ? thin : "");
	const char *how = text("multiphase:parts=%s", p->parts);
	const vcube_time little = virtual_run(machine, VCUBE_ALLTOALL, SHORT, how).time;
	const vcube_time much = virtual_run(machine, VCUBE_ALLTOALL, LONG, how).time;

	p->slope = (double)(much - little) / 1e6 / ((LONG - SHORT) * sizeof(double));
	p->start = (double)little / 1e6 - p->slope * SHORT * sizeof(double);
}

/* Compute the costs of all partitions of the scene. */
static struct partitions
partitions_of(const struct scene *s)
{
	const struct partition nothing = { .parts = "" };
	struct vcube_desc desc = describe(text("hypercube:%d profile=%s", s->d, s->machine));
	struct partitions all = { 0 };

	add_partitions(&all, &nothing, 1, s->d);
	for (int i = 0; i < all.count; i++)
		if (s->network)
			measure(&all.list[i], s, &desc);
		else
			predict(&all.list[i], s, &desc);
	vcube_desc_clear(&desc);
	return all;
}

/* Return the next best partition beyond block size *from, up to which `now` (NULL: none yet)
 * is the best: the first to undercut it; NULL if none does. Set *from to where it does. */
static const struct partition *
partitions_next(const struct partitions *all, const struct partition *now, double *from)
{
	const struct partition *best = NULL;
	double first = 0;

	for (int i = 0; i < all->count; i++) {
		const struct partition *p = &all->list[i];
		const double at = now ? (p->start - now->start) / (now->slope - p->slope) : p->start;

		if (now && p->slope >= now->slope)
			continue;
		/* several may undercut it at one point */
		if (!best || at < first * (1 - 1e-9) ||
		    (at < first * (1 + 1e-9) && p->slope < best->slope)) {
			best = p;
			first = at;
		}
	}
	*from = now ? first : 0;
	return best;
}

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

/* Does the row exist, and is it of the scene, perhaps with another size? */
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

/* Return the first row of the scene, or the end of the table. */
static int
first_row(const struct tsv *table, const struct scene *s)
{
	int row = 0;

	while (row < table->rows && !is_of(table, row, s))
		row++;
	return row;
}

/* Compare each best partition, and the block size from which on it is the best. */
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

/* Compare the best partition for blocks of `bytes`. */
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

static void
compare_scene(struct comparison *c, const struct scene *s, const struct tsv *table)
{
	const struct partitions all = partitions_of(s);

	compare_curve(c, s->machine);
	if (c->sizes.count == 0)
		compare_all(c, s, table, &all);
	for (int i = 0; i < c->sizes.count; i++)
		compare_at(c, s, table, &all, c->sizes.list[i]);
}

static const char *
title(const struct scene *s)
{
	const bool all = strcmp(s->permutations, "k") == 0;

	if (strcmp(s->barrier, "phase") == 0)
		return all ? "k permutations, a barrier a phase" : "k-1 permutations, a barrier a phase";
	return all ? "k permutations, no barriers" : "k-1 permutations, no barriers";
}

void
reproduce_bokhari(struct comparison *c)
{
	const struct tsv table = tsv_open("bokhari-crossovers");
	const char *group = NULL;

	for (int row = 0; row < table.rows;) {
		struct scene s = scene_of(&table, row);

		if (title(&s) != group) {
			compare_panel(c, title(&s), "d", "B");
			compare_group(c, group = title(&s), "B", (struct bounds) { 0.01, 0.1 });
		}
		if (c->nodes.count == 0)
			compare_scene(c, &s, &table);
		while (c->nodes.count ? is_like(&table, row, &s) : is_of(&table, row, &s))
			row++;
		for (int i = 0; i < c->nodes.count; i++) {
			s.d = vcube_log2((unsigned)c->nodes.list[i]);
			compare_scene(c, &s, &table);
		}
	}
}

/* Compare where the best partition changes on one network with where it changes on the
 * hypercube, by the table. */
static void
compare_network(struct comparison *c, const struct scene *s, const struct tsv *table)
{
	const struct partitions all = partitions_of(s);
	const struct partition *best = NULL;
	double from;

	while ((best = partitions_next(&all, best, &from))) {
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
}

static char *
network(const char *kind, int d)
{
	if (strcmp(kind, "mesh") == 0)
		return text("mesh:%dx%d", 1 << d / 2, 1 << (d - d / 2));
	return strcmp(kind, "fattree") == 0 ? text("fattree:2x%d", d) : text("hypercube:%d", d);
}

/* Compare all machines on networks of a kind, with k permutations and no barriers, as the
 * library's algorithm works. */
static void
compare_networks(struct comparison *c, const char *title, const char *kind, bool thin,
		 struct bounds bounds)
{
	static const char *const machines[] = { "paragon", "sp2", "cs2" };
	static const long paper[] = { 32, 64 };
	const struct numbers nodes = numbers_or(c->nodes, paper, 2);
	const struct tsv table = tsv_open("bokhari-crossovers");

	compare_panel(c, title, "d", "B");
	compare_group(c, title, "B", bounds);
	for (int i = 0; i < 3 * nodes.count; i++) {
		const int d = vcube_log2((unsigned)nodes.list[i % nodes.count]);
		const struct scene s = {
			.machine = machines[i / nodes.count], .permutations = "k", .barrier = "none",
			.network = network(kind, d), .thin = thin, .d = d,
		};

		if (compare_reaches(c, 1 << d))
			compare_network(c, &s, &table);
	}
}

void
reproduce_bokhari_networks(struct comparison *c)
{
	compare_networks(c, "on a hypercube", "hypercube", false, (struct bounds) { 0.01, 0.1 });
	compare_networks(c, "on a mesh", "mesh", false, SHOWN);
	compare_networks(c, "on a fat tree", "fattree", false, SHOWN);
	compare_networks(c, "on a fat tree, thin above the nodes", "fattree", true, SHOWN);
}

/* Table 1's barriers, by runs on 2 to 256 nodes */
void
reproduce_bokhari_table1(struct comparison *c)
{
	static const long paper[] = { 2, 4, 8, 16, 32, 64, 128, 256 };
	const struct numbers nodes = numbers_or(c->nodes, paper, 8);
	const struct tsv table = tsv_open("bokhari-table1");

	compare_panel(c, "barriers", "nodes", "us");
	compare_group(c, "barriers", "us", EXACT);
	for (int i = 0; i < table.rows * nodes.count; i++) {
		const int row = i / nodes.count, p = (int)nodes.list[i % nodes.count];
		const int d = vcube_log2((unsigned)p);
		const char *machine = tsv_text(&table, row, "machine");
		const double stated = tsv_number(&table, row, "barrier_per_dimension_us") * d +
				      tsv_number(&table, row, "barrier_us");

		compare_curve(c, machine);
		if (compare_reaches(c, p))
			compare(c, p, stated, (double)virtual_run(
					text("hypercube:%d clock=virtual profile=%s", d, machine),
					VCUBE_BARRIER, 0, "hypercube").time / 1e6, "%s, %d nodes", machine, p);
	}
}

/* The partition with the least cost for blocks of `bytes` */
static const struct partition *
best_at(const struct partitions *all, double bytes)
{
	const struct partition *best = &all->list[0];

	for (int i = 1; i < all->count; i++)
		if (all->list[i].start + all->list[i].slope * bytes < best->start + best->slope * bytes)
			best = &all->list[i];
	return best;
}

/* Do its parts, in ascending order and of one digit each, differ by at most one? */
static bool
is_equipartition(const struct partition *p)
{
	return p->parts[strlen(p->parts) - 1] - p->parts[0] <= 1;
}

/* What his text says is the fastest: for small blocks two phases, for large ones a single
 * one; NULL: it does not say. */
static const char *
stated(const struct scene *s, long bytes)
{
	if (s->d > 6)
		return NULL;
	if (bytes >= 4096)
		return text("%d", s->d);
	return bytes == 256 ? text("%d+%d", s->d / 2, s->d - s->d / 2) : NULL;
}

/* Compare one panel of a figure: each equipartition, and the fastest. */
static void
compare_panel_of(struct comparison *c, const struct scene *s)
{
	static const long paper_sizes[] = { 16, 64, 256, 1024, 4096 };
	const struct numbers sizes = numbers_or(c->sizes, paper_sizes, 5);
	const struct partitions all = partitions_of(s);
	const char *title = text("%s, %d nodes", s->machine, 1 << s->d);

	compare_panel(c, title, "B", "ms");
	compare_group(c, title, "ms", SHOWN);
	for (int k = 0; k < all.count; k++) {
		const struct partition *p = &all.list[k];

		if (!is_equipartition(p))
			continue;
		compare_curve(c, p->parts);
		for (int i = 0; i < sizes.count; i++) {
			const double bytes = (double)sizes.list[i];

			compare(c, bytes, NAN, (p->start + p->slope * bytes) / 1e3, "%s, %ld B", p->parts,
				sizes.list[i]);
		}
	}
	for (int i = 0; i < sizes.count; i++)
		compare_text(c, stated(s, sizes.list[i]), best_at(&all, (double)sizes.list[i])->parts,
			     "%ld B: the fastest", sizes.list[i]);
}

/* Figures 10 to 12: k - 1 permutations, and a barrier before each phase */
void
reproduce_bokhari_figures(struct comparison *c)
{
	static const struct { const char *machine; int d; } panels[] = {
		{ "paragon", 5 }, { "sp2", 5 }, { "cs2", 5 }, { "paragon", 6 }, { "sp2", 6 }, { "cs2", 6 },
		{ "paragon", 7 }, { "paragon", 8 },
	};

	for (size_t i = 0; i < sizeof panels / sizeof *panels; i++)
		compare_panel_of(c, &(struct scene) {
			.machine = panels[i].machine, .permutations = "k-1", .barrier = "phase",
			.d = panels[i].d,
		});
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Table 2: element transfers in broadcast and reduction, all
 * to all. Broadcasts are of data in column major order; row major order takes a
 * transposition before. Sums come in row major order; column major order takes a
 * transposition after, of those that a node selects.
 *
 * With M words in all, each of 2^d nodes has w = M / 2^d at first. The table has
 * M; of sums, the transposition is of w / 2^d words a node.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "papers/count_transfers.h"
#include "papers/reproduce.h"

#define EXACT ((struct bounds) { 0, 1e-10 })
#define SHOWN ((struct bounds) { -1, 0 })

/* Messages of one pair that are left to those who ask for so many nodes: on many
 * nodes they take a microsecond of a processor each. Larger ones would be fewer, and
 * take more steps: trees are d deep, and nodes pass on what they have. */
#define MESSAGES_MOST ldexp(1, 27)

/* Of w words a node on 2^d nodes. */
typedef double formula(int d, double w);

struct operation {
	const char *name;
	int collective;
	const char *how;
	formula *table, *ours;  /* NULL: the paper has none; it is the table's */
	const char *odd;        /* of an odd number of words: how they go, not as pairs */
};

struct run {
	int d, nodes;
	long words;
	char without[96];       /* why it is left out; empty: it is not */
	struct transfers count;
};

static double
by_cycle(int d, double w)
{
	return ceil(w / 2) * (ldexp(1, d) - 1);
}

static double
by_all_links(int d, double w)
{
	return ceil(w / 2 / d) * (ldexp(1, d) - 1);
}

static double
by_trees(int d, double w)
{
	return (ceil(w / 2 / d) + d) * ldexp(1, d);
}

/* On two nodes there are no leaves that the last element has to reach. */
static double
by_trees_to_leaves(int d, double w)
{
	return (ceil(w / 2 / d) + (d > 1 ? d : 0)) * ldexp(1, d);
}

static double
by_root(int d, double w)
{
	return 2 * ceil(ldexp(w, d) / 2 / d) + d;
}

/* The root's own block is there. */
static double
by_root_of_others(int d, double w)
{
	return ceil((ldexp(w, d) - w) / 2 / d) + ceil(ldexp(w, d) / 2 / d) + (d > 1 ? d : 0);
}

static double
by_sums(int d, double w)
{
	return ceil(w / 2 / d) * d;
}

static const struct operation operations[] = {
	{ "one cycle", VCUBE_ALLGATHER, "cycle", by_cycle, NULL, NULL },
	{ "d cycles", VCUBE_ALLGATHER, "dcycles", by_all_links, NULL, NULL },
	{ "one at a time (1)", VCUBE_ALLGATHER, "trees:packet=1", by_trees, by_trees_to_leaves, NULL },
	{ "through one node (2)", VCUBE_ALLGATHER, "relay:packet=1", NULL, NULL, NULL },
	{ "gather first (3)", VCUBE_ALLGATHER, "gather-trees:packet=1", by_root, by_root_of_others,
	  "gather-trees:packet=2" },
	{ "binomial trees (4)", VCUBE_ALLGATHER, "butterfly", by_all_links, NULL, NULL },
	{ "reduce-and-spread", VCUBE_ALLREDUCE, "butterfly", by_sums, NULL, NULL },
	{ 0 }
};

static bool
gathers(const struct operation *o)
{
	return o->collective == VCUBE_ALLGATHER;
}

/* Do words go as pairs, a byte each? Else they are a byte each themselves. */
static bool
is_paired(const struct operation *o, const struct run *r)
{
	return o->odd == NULL || r->words % 2 == 0;
}

/* Is a run left out, and why? Of a broadcast, all have all of them, twice where they
 * are put in order; over trees, each comes to each other node as a message. */
static bool
leave_out(const struct operation *o, struct run *r, bool asked)
{
	const double host = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
	const double words = (double)r->words, pairs = (double)r->nodes * r->nodes * ceil(words / 2);

	if (gathers(o) && 2 * pairs * (is_paired(o, r) ? 1 : 2) > 0.75 * host)
		snprintf(r->without, sizeof r->without,
			 "which would take more memory than this host has to spare");
	else if (!asked && strstr(o->how, "packet") && pairs > MESSAGES_MOST)
		snprintf(r->without, sizeof r->without,
			 "%.2g messages of a pair, which are run where --nodes asks for them",
			 pairs - pairs / r->nodes);
	return r->without[0] != '\0';
}

static void
compare_row(struct comparison *c, const struct operation *o, const struct run *r, formula *table,
	    bool transposed)
{
	const double paper = table ? table(r->d, (double)r->words) : NAN;
	const double dealt = transfers_dealt(r->d, r->words, o->collective);

	if (r->without[0] != '\0')
		compare_without(c, "%d nodes, w = %ld: %s", r->nodes, r->words, r->without);
	else if (!transposed)
		compare(c, r->nodes, paper, r->count.collective, "%d nodes, w = %ld", r->nodes, r->words);
	else if (r->count.transposes)
		compare(c, r->nodes, paper + ceil(dealt / 4), r->count.both, "%d nodes, w = %ld", r->nodes,
			r->words);
	else
		compare_without(c, "%d nodes, w = %ld: %g word%s of a node cannot be dealt out",
				r->nodes, r->words, dealt, dealt == 1 ? "" : "s");
}

static void
compare_group_of(struct comparison *c, const struct operation *o, const struct run *runs, int n,
		 bool transposed, bool amended)
{
	const bool exact = amended || (o->table && !o->ours);
	char title[80];

	snprintf(title, sizeof title, "%s major: %s%s", gathers(o) == transposed ? "row" : "column", o->name,
		 amended ? ", amended" : "");
	compare_group(c, title, "", exact ? EXACT : SHOWN);
	for (int i = 0; i < n; i++)
		compare_row(c, o, &runs[i], amended ? o->ours : o->table, transposed);
}

static int
count_transfers(const struct operation *o, struct run *r)
{
	const bool paired = is_paired(o, r);

	return transfers_count(r->d, r->words, paired, o->collective, paired ? o->how : o->odd, &r->count);
}

static int
compare_operation(struct comparison *c, const struct operation *o, struct numbers nodes,
		  struct numbers words)
{
	struct run *const runs = grow(NULL, (size_t)(nodes.count * words.count), sizeof *runs);
	int status = 0, n = 0;

	for (int i = 0; i < nodes.count * words.count && !status; i++) {
		const int p = (int)nodes.list[i / words.count];
		struct run r = { .d = vcube_log2((unsigned)p), .nodes = p,
				 .words = words.list[i % words.count] };

		if (!compare_reaches(c, p))
			continue;
		if (!leave_out(o, &r, compare_nodes(c).count > 0))
			status = count_transfers(o, &r);
		runs[n++] = r;
	}
	for (int group = 0; group < 4 && !status; group++)
		if (group % 2 == 0 || o->ours)
			compare_group_of(c, o, runs, n, group / 2, group % 2);
	free(runs);
	return status;
}

int
reproduce_transfers(struct comparison *c)
{
	static const long cubes[] = { 2, 4, 8, 16, 256, 2048 }, blocks[] = { 1, 512, 2048 };
	const struct numbers nodes = numbers_or(compare_nodes(c), cubes, sizeof cubes / sizeof *cubes);
	const struct numbers words = numbers_or(compare_sizes(c), blocks, sizeof blocks / sizeof *blocks);
	int status = 0;

	compare_panel(c, "Table 2: element transfers", "nodes", "");
	for (const struct operation *o = operations; o->name && !status; o++)
		status = compare_operation(c, o, nodes, words);
	return status;
}

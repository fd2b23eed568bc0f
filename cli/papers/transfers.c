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
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "papers/reproduce.h"

#define EXACT ((struct bounds) { 0, 1e-10 })
#define SHOWN ((struct bounds) { -1, 0 })

/* Messages of one pair that are left to those who ask for so many nodes: on many
 * nodes they take a microsecond of a processor each. Larger ones would be fewer, and
 * take more steps: trees are d deep, and nodes pass on what they have. */
#define MESSAGES_MOST ldexp(1, 27)

struct transfers {
	double collective, both;        /* without the transposition, and with it */
	bool transposes;                /* there was something to transpose */
};

/*
 * How many elements a channel has to carry, one after the other, in a collective
 * on a cube with all ports: the virtual time of a run without start-ups counts
 * them.
 *
 * Edges are two channels each way, of a word a step, as those of the CM-200. So
 * what is moved here is a pair of words, as a byte that takes a microsecond. Where
 * blocks are not paired up, a word is, which takes half of that, as if the channels
 * were one of twice the speed.
 */

/* What a node of the run has to know, and where node 0 writes. */
struct work {
	int collective;
	const char *how;
	size_t elements;                /* of a node, each a byte */
	size_t dealt;                   /* how many the transposition deals out; 0: there is none */
	vcube_time between;             /* the first of the two is over, in all nodes at once */
};

static int
transpose(vcube_node *self, const struct work *w, const char *in, char *out)
{
	const int p = vcube_size(self), size = w->dealt < (size_t)p ? (int)w->dealt : p;
	const struct vcube_successive exchange = {
		.in = in, .out = out, .count = 1, .type = VCUBE_UINT8, .axes = 1,
		.parts = (int)w->dealt / size, .how = "aapc4",
	};
	vcube_group *cube;

	vcube_split(self, NULL, vcube_rank(self) / size, 0, &cube);
	return vcube_successive(self, cube, &exchange);
}

static void
gather(vcube_node *self, struct work *w, char *in, char *out)
{
	if (w->dealt)
		transpose(self, w, in, out);
	if (vcube_rank(self) == 0)
		w->between = vcube_now(self);
	vcube_allgather(self, NULL, in, out, w->elements, VCUBE_UINT8, w->how);
}

static void
reduce(vcube_node *self, struct work *w, char *in, char *out)
{
	vcube_allreduce(self, NULL, in, out, w->elements, VCUBE_UINT8, VCUBE_SUM, w->how);
	if (vcube_rank(self) == 0)
		w->between = vcube_now(self);
	if (w->dealt)
		transpose(self, w, out, in);
}

static int
program(vcube_node *self, void *arg)
{
	struct work *const w = arg;
	const bool gathers = w->collective == VCUBE_ALLGATHER;
	const size_t room = w->elements > w->dealt ? w->elements : w->dealt;
	char *const in = vcube_scratch(self, room);
	char *const out = vcube_scratch(self, gathers ? room * (size_t)vcube_size(self) : room);

	if (vcube_failed(self))
		return vcube_failed(self);
	memset(in, 0, room);
	if (gathers)
		gather(self, w, in, out);
	else
		reduce(self, w, in, out);
	return vcube_failed(self);
}

/* The words of a node that are transposed. */
static double
words_dealt(int d, long words, int collective)
{
	return collective == VCUBE_ALLGATHER ? (double)words : ldexp((double)words, -d);
}

/* The elements of so many words of a node that are dealt out. */
static size_t
dealt(double words, int d)
{
	const size_t n = words == 2 ? 2 : (size_t)words / 2;

	if (n < 2 || (words > 2 && fmod(words, 2) != 0))
		return 0;
	return (n & (n - 1)) == 0 || n % ((size_t)1 << d) == 0 ? n : 0;
}

static double
steps(vcube_time time)
{
	return ceil((double)time / 1e6);
}

/*
 * An allgather of so many words of each of 2^d nodes, transposed before; or an
 * allreduce of so many words, of which each node selects its share, transposed
 * after. A transposition deals a node's pairs out among all nodes or, where there
 * are fewer pairs, among subcubes of as many nodes; a pair alone as two words. A
 * word alone, and what does not go up, is not transposed. 0, or an exit status
 * after a sentence on stderr.
 */
static int
count_by_clock(int d, long words, bool paired, int collective, const char *how, struct transfers *t)
{
	struct vcube_desc desc = describe("hypercube:%d clock=virtual routing=none ports=all startup=0 "
					  "per_byte=%s", d, paired ? "1us" : "500ns");
	struct work work = {
		.collective = collective, .how = how,
		.elements = paired ? ((size_t)words + 1) / 2 : (size_t)words,
		.dealt = dealt(words_dealt(d, words, collective), d),
	};
	struct virtual_run run;
	int status;

	/* what all have, twice where it is put in order */
	desc.heap = 4 * work.elements * (size_t)(collective == VCUBE_ALLGATHER ? 1 << d : 1) + (1 << 20);
	status = virtual_program(&desc, program, &work, how, &run);
	vcube_desc_clear(&desc);
	t->both = steps(run.time);
	t->collective = steps(collective == VCUBE_ALLGATHER ? run.time - work.between : work.between);
	t->transposes = work.dealt > 0;
	return status;
}

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
	const double dealt = words_dealt(r->d, r->words, o->collective);

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

	return count_by_clock(r->d, r->words, paired, o->collective, paired ? o->how : o->odd, &r->count);
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

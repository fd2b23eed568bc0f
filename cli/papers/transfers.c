/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Table 2: element transfers in all-to-all broadcast and reduction.
 * Broadcasts take data in column major order; row major order requires a transposition
 * before. Sums result in row major order; column major order requires a transposition
 * after, of the sums that a node selects.
 *
 * With M words in all, each of 2^d nodes has w = M / 2^d at first. The table gives M; the
 * transposition of sums is of w / 2^d words per node.
 */
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "papers/reproduce.h"

/* The most messages of one pair in runs that the user did not ask for: on many nodes each
 * takes a microsecond of a processor. Larger messages would be fewer, but take more steps:
 * trees are d deep, and nodes forward complete messages. */
#define MESSAGES_MOST ldexp(1, 27)

struct transfers {
	double collective, both;        /* without and with the transposition */
	bool transposes;                /* it transposed anything */
};

/*
 * Counts the elements that a channel carries in sequence in a collective on a cube with all
 * ports: the virtual time of a run without start-ups is their number.
 *
 * As on the CM-200, an edge has two channels each way, each carrying a word per step. So
 * here a byte that takes a microsecond stands for a pair of words. If blocks are not paired
 * up, it stands for one word and takes half of that, as if the two channels were one of
 * twice the speed.
 */

/* The input of the run's nodes, and node 0's output */
struct work {
	int collective;
	const char *how;
	size_t elements;                /* of a node, each a byte */
	size_t scattered;               /* elements that the transposition scatters; 0: none */
	vcube_time between;             /* when the first of the two ends, on all nodes at once */
};

static int
transpose(vcube_node *self, const struct work *w, const char *in, char *out)
{
	const int p = vcube_size(self), size = w->scattered < (size_t)p ? (int)w->scattered : p;
	const struct vcube_successive exchange = {
		.in = in, .out = out, .count = 1, .type = VCUBE_UINT8, .axes = 1,
		.parts = (int)w->scattered / size, .how = "aapc4",
	};
	vcube_group *cube;

	vcube_split(self, NULL, vcube_rank(self) / size, 0, &cube);
	return vcube_successive(self, cube, &exchange);
}

static void
gather(vcube_node *self, struct work *w, char *in, char *out)
{
	if (w->scattered)
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
	if (w->scattered)
		transpose(self, w, out, in);
}

static int
program(vcube_node *self, void *arg)
{
	struct work *const w = arg;
	const bool gathers = w->collective == VCUBE_ALLGATHER;
	const size_t room = w->elements > w->scattered ? w->elements : w->scattered;
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

/* Return the words of a node that are transposed. */
static double
words_scattered(int d, long words, int collective)
{
	return collective == VCUBE_ALLGATHER ? (double)words : ldexp((double)words, -d);
}

/* Return how many elements a node scatters for `words` words. */
static size_t
scattered(double words, int d)
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

/* Return the transfers for w words per node on 2^d nodes. */
typedef double formula(int d, double w);

struct operation {
	const char *name;
	int collective;
	const char *how;
	formula *table, *ours;  /* NULL: the paper has none; ours is the table's */
	const char *odd;        /* how to send an odd number of words, not as pairs */
};

struct run {
	int d, nodes;
	long words;
	const char *without;    /* why it is left out; NULL if it is not */
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

/* On two nodes there are no leaves for the last element to reach. */
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

/* The root has its own block already. */
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

/* Is a byte a pair of words, rather than one word? */
static bool
is_paired(const struct operation *o, const struct run *r)
{
	return o->odd == NULL || r->words % 2 == 0;
}

/*
 * Run an allgather of `words` words of each of 2^d nodes, after a transposition; or an
 * allreduce of `words` words, where each node keeps its share, before a transposition. A
 * transposition scatters a node's pairs over all nodes or, if there are fewer pairs, over
 * subcubes of as many nodes; a single pair as two words. A single word, and words that do
 * not divide evenly, are not transposed.
 */
static struct transfers
count_by_clock(const struct operation *o, const struct run *r)
{
	const bool paired = is_paired(o, r);
	struct work work = {
		.collective = o->collective, .how = paired ? o->how : o->odd,
		.elements = paired ? ((size_t)r->words + 1) / 2 : (size_t)r->words,
		.scattered = scattered(words_scattered(r->d, r->words, o->collective), r->d),
	};
	/* the blocks of all nodes, twice if they are reordered */
	const size_t heap = 4 * work.elements * (size_t)(gathers(o) ? r->nodes : 1) + (1 << 20);
	const vcube_time time = virtual_program(
		text("hypercube:%d clock=virtual routing=none ports=all startup=0 per_byte=%s", r->d,
		     paired ? "1us" : "500ns"), heap, program, &work, work.how).time;

	return (struct transfers) {
		.both = steps(time), .transposes = work.scattered > 0,
		.collective = steps(gathers(o) ? time - work.between : work.between),
	};
}

/* Say why to leave a run out; NULL: it is not. In a broadcast every node has all blocks,
 * twice if they are reordered; over trees, each reaches every other node as a message. */
static const char *
left_out(const struct operation *o, const struct run *r, bool asked)
{
	const double host = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
	const double words = (double)r->words, pairs = (double)r->nodes * r->nodes * ceil(words / 2);

	if (gathers(o) && 2 * pairs * (is_paired(o, r) ? 1 : 2) > 0.75 * host)
		return "it needs more memory than this host has to spare";
	if (!asked && strstr(o->how, "packet") && pairs > MESSAGES_MOST)
		return text("%.2g messages of a pair; ask for them by --nodes", pairs - pairs / r->nodes);
	return NULL;
}

static void
compare_row(struct comparison *c, const struct operation *o, const struct run *r, formula *table,
	    bool transposed)
{
	const double paper = table ? table(r->d, (double)r->words) : NAN;
	const double words = words_scattered(r->d, r->words, o->collective);

	if (r->without)
		compare_without(c, "%d nodes, w = %ld: %s", r->nodes, r->words, r->without);
	else if (!transposed)
		compare(c, r->nodes, paper, r->count.collective, "%d nodes, w = %ld", r->nodes, r->words);
	else if (r->count.transposes)
		compare(c, r->nodes, paper + ceil(words / 4), r->count.both, "%d nodes, w = %ld", r->nodes,
			r->words);
	else
		compare_without(c, "%d nodes, w = %ld: %g word%s of a node cannot be scattered evenly",
				r->nodes, r->words, words, words == 1 ? "" : "s");
}

static void
compare_group_of(struct comparison *c, const struct operation *o, const struct run *runs, int n,
		 bool transposed, bool amended)
{
	compare_group(c, text("%s major: %s%s", gathers(o) == transposed ? "row" : "column", o->name,
			      amended ? ", amended" : ""), "",
		      amended || (o->table && !o->ours) ? EXACT : SHOWN);
	for (int i = 0; i < n; i++)
		compare_row(c, o, &runs[i], amended ? o->ours : o->table, transposed);
}

static void
compare_operation(struct comparison *c, const struct operation *o, struct numbers nodes,
		  struct numbers words)
{
	struct run *runs = NULL;
	int n = 0;

	for (int i = 0; i < nodes.count * words.count; i++) {
		const int p = (int)nodes.list[i / words.count];
		struct run r = { .d = vcube_log2((unsigned)p), .nodes = p,
				 .words = words.list[i % words.count] };

		if (!compare_reaches(c, p))
			continue;
		r.without = left_out(o, &r, c->nodes.count > 0);
		if (!r.without)
			r.count = count_by_clock(o, &r);
		APPEND(runs, n, r);
	}
	for (int group = 0; group < 4; group++)
		if (group % 2 == 0 || o->ours)
			compare_group_of(c, o, runs, n, group / 2, group % 2);
}

void
reproduce_transfers(struct comparison *c)
{
	static const long cubes[] = { 2, 4, 8, 16, 256, 2048 }, blocks[] = { 1, 512, 2048 };
	const struct numbers nodes = numbers_or(c->nodes, cubes, sizeof cubes / sizeof *cubes);
	const struct numbers words = numbers_or(c->sizes, blocks, sizeof blocks / sizeof *blocks);

	compare_panel(c, "Table 2: element transfers", "nodes", "");
	for (const struct operation *o = operations; o->name; o++)
		compare_operation(c, o, nodes, words);
}

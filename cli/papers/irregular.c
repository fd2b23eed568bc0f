/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna, section 4: which of their algorithms for irregular all-to-all
 * communication is the fastest on T3D and SP2, for their two patterns, and how much each
 * gains by not blocking. Their figures are pictures; the statements of their text can be
 * compared.
 *
 * The paper does not say how many elements a node has for the other nodes: here it is one.
 * By the text sizes count elements; as sizes of messages they count bytes. Each reading is a
 * reproduction of its own.
 */
#include <math.h>
#include <string.h>
#include "base/splitmix64.h"
#include "base/text.h"
#include "papers/reproduce.h"

/* A draw decides which nodes have many elements for the same node, and so which algorithm is
 * the fastest. The paper does not give its draw. */
enum { DRAWS = 3 };

struct job {
	const struct exchange *x;
	uint64_t draw;
};

/* Return the node for which a node has many elements: any other node, or the one across the
 * diagonal, if there is one. */
static int
favourite(const struct job *job, int rank)
{
	const int nodes = job->x->nodes, columns = vcube_array_of(nodes).columns;

	if (job->x->transposes)
		return rank % columns * columns + rank / columns;
	return (rank + 1 + (int)(splitmix64(job->draw + (uint64_t)rank * UINT64_C(0x9e3779b97f4a7c15)) %
				 (uint64_t)(nodes - 1))) % nodes;
}

static size_t
elements(const struct job *job, int from, int to)
{
	return favourite(job, from) == to ? job->x->many : job->x->few;
}

size_t
irregular_element(const char *profile)
{
	return strcmp(profile, "t3d") == 0 ? 48 : 22;
}

struct blocks {
	size_t *counts, *offsets;
	char *data;
};

static struct blocks
blocks_make(vcube_node *self, const struct job *job, bool out)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	struct blocks b = { .counts = vcube_scratch(self, (size_t)p * sizeof *b.counts),
			    .offsets = vcube_scratch(self, (size_t)p * sizeof *b.offsets) };
	const size_t element = irregular_element(job->x->profile);
	size_t all = 0;

	if (vcube_failed(self))
		return b;
	for (int i = 0; i < p; i++) {
		b.counts[i] = out ? elements(job, i, me) : elements(job, me, i);
		b.offsets[i] = all;
		all += b.counts[i];
	}
	b.data = vcube_scratch(self, all * element);
	if (b.data && !out)
		memset(b.data, 0, all * element);
	return b;
}

static int
program(vcube_node *self, void *arg)
{
	const struct job *job = arg;
	const struct blocks in = blocks_make(self, job, false), out = blocks_make(self, job, true);

	if (!vcube_failed(self))
		vcube_alltoallv(self, NULL, in.data, in.counts, in.offsets, out.data, out.counts,
				out.offsets, VCUBE_BYTES(irregular_element(job->x->profile)),
				job->x->how);
	return vcube_failed(self);
}

double
irregular_time(const struct exchange *x)
{
	const size_t element = irregular_element(x->profile);
	/* one node may receive from all others, and an algorithm may gather a row */
	const size_t heap = (size_t)x->nodes * (x->many + (size_t)x->nodes * (x->few + 1)) * element * 8 +
			    (1 << 20);
	const char *machine = text("full:%d clock=virtual profile=%s %s heap=%zu", x->nodes, x->profile,
				   x->costs ? x->costs : "", heap);
	const int draws = x->transposes ? 1 : DRAWS;
	double ms = 0;

	for (int i = 0; i < draws; i++) {
		struct job job = { x, (uint64_t)i + 1 };

		ms += (double)virtual_program(machine, program, &job,
					      text("alltoallv.%s, %zu elements", x->how, x->many)).time /
		      1e9 / draws;
	}
	return ms;
}

enum { FEW = 1, CONTENDERS_MAX = 4, SIZES_MAX = 6 };

/* The percentage from which on a gain is much; and the milliseconds of copying a byte on
 * SP2 */
static const double MUCH = 5, COPY = 4.3e-6;

/* A statement of the paper: the first of these algorithms wins, on these numbers of nodes,
 * with these sizes for the one node. Numbers end with a 0. */
struct scene {
	const char *title, *profile;
	bool transposes;
	struct contender {
		const char *name, *how;         /* the paper's name, and the library's */
		const char *other, *gain;       /* another mode, and the gain over it: much or little */
	} contenders[CONTENDERS_MAX];
	long nodes[SIZES_MAX], sizes[SIZES_MAX];
	struct bounds bounds;
};

/* The point of a row; known: the paper has it; bytes: its size is in bytes, not elements */
struct place {
	long nodes, size;
	bool known, bytes;
};

static const char *
size_unit(struct place at)
{
	return at.bytes ? at.size == 1 ? "byte" : "bytes" : at.size == 1 ? "element" : "elements";
}

/* Can the algorithm run? Some need a square. */
static bool
can_run(const struct contender *x, long nodes)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a = vcube_algorithm_parse(VCUBE_ALLTOALLV, x->how, set, NULL);
	const struct vcube_terms terms = { .p = (int)nodes, .set = set };

	return vcube_algorithm_fits(a, &terms, NULL, NULL) == 0;
}

/* Make the exchange; sizes in bytes round up to whole elements. */
static struct exchange
exchange_of(const struct scene *s, const char *how, struct place at)
{
	const size_t unit = at.bytes ? irregular_element(s->profile) : 1;

	return (struct exchange) { .profile = s->profile, .transposes = s->transposes, .how = how,
				   .nodes = (int)at.nodes, .many = ((size_t)at.size + unit - 1) / unit,
				   .few = FEW };
}

static double
time_of(const struct scene *s, const char *how, const char *costs, struct place at)
{
	struct exchange exchange = exchange_of(s, how, at);

	exchange.costs = costs;
	return irregular_time(&exchange);
}

/* Do the numbers of nodes vary, rather than sizes? */
static bool
by_nodes(const struct comparison *c, const struct scene *s)
{
	return c->sizes.count <= 1 && (c->nodes.count > 1 || s->nodes[1] != 0);
}

static void
show(struct comparison *c, const struct scene *s, struct place at, const char *name, double paper,
     double ours)
{
	compare_curve(c, name);
	compare(c, (double)(by_nodes(c, s) ? at.nodes : at.size), paper, ours, "%ld nodes, %ld %s: %s",
		at.nodes, at.size, size_unit(at), name);
}

static void
show_text(struct comparison *c, struct place at, const char *name, const char *paper, const char *ours)
{
	compare_text(c, at.known ? paper : NULL, ours, "%ld nodes, %ld %s: %s", at.nodes, at.size,
		     size_unit(at), name);
}

/* Compare all contenders at one size, and the winner. */
static void
compare_winner(struct comparison *c, const struct scene *s, struct place at)
{
	double best = INFINITY;
	const char *winner = "";
	int ran = 0;

	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		double ms;

		if (!can_run(x, at.nodes)) {
			compare_without(c, "%ld nodes, %ld %s: %s, which needs a square", at.nodes,
					at.size, size_unit(at), x->name);
			continue;
		}
		ms = time_of(s, x->how, NULL, at);
		ran++;
		winner = ms < best ? x->name : ms > best ? winner : "equal";
		best = ms < best ? ms : best;
		show(c, s, at, x->name, NAN, ms);
	}
	if (ran > 1)
		show_text(c, at, "the fastest", s->contenders[0].name, winner);
}

/* Compare by how many percent contenders are faster than in the other mode, and whether that
 * is much: the paper says that it is little, or that it is considerable. */
static void
compare_gains(struct comparison *c, const struct scene *s, struct place at)
{
	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		const double before = time_of(s, x->other, NULL, at);
		const double gain = 100 * (before - time_of(s, x->how, NULL, at)) / before;

		show(c, s, at, x->name, NAN, gain);
		show_text(c, at, x->name, x->gain, gain < MUCH ? "little" : "much");
	}
}

/* Compare the time that copying adds, which is the part that nothing hides. By the paper's
 * equations it is all of L tm in each stage, if each stage ends before the next begins. */
static void
compare_hidden(struct comparison *c, const struct scene *s, struct place at)
{
	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		const struct exchange exchange = exchange_of(s, x->how, at);
		/* the elements that a node sends to others and itself */
		const size_t load = exchange.many + (size_t)(exchange.nodes - 1) * exchange.few;
		const double copied = 4 * (double)(load * irregular_element(s->profile)) * COPY;

		show(c, s, at, x->name, strcmp(x->name, "A4-n2") == 0 ? NAN : copied,
		     time_of(s, x->how, NULL, at) - time_of(s, x->how, "reorder=0", at));
	}
}

static int
length(const long *list)
{
	int n = 0;

	while (n < SIZES_MAX && list[n])
		n++;
	return n;
}

static bool
among(const long *list, long number)
{
	for (int i = 0; i < length(list); i++)
		if (list[i] == number)
			return true;
	return false;
}

#define DEMANDED { 0, 0 }
#define NO_BOUNDS { -1, 0 }

typedef void compare_place(struct comparison *c, const struct scene *s, struct place at);

/* Compare a scene. With sizes in bytes, show results without bounds. */
static void
compare_scene(struct comparison *c, const struct scene *s, const char *unit, compare_place *compare_one,
	      bool bytes)
{
	const struct numbers nodes = numbers_or(c->nodes, s->nodes, length(s->nodes));
	const struct numbers sizes = numbers_or(c->sizes, s->sizes, length(s->sizes));

	compare_group(c, s->title, unit, bytes ? SHOWN : s->bounds);
	compare_panel(c, s->title, by_nodes(c, s) ? "nodes" : bytes ? "bytes for the one"
		      : "elements for the one", unit);
	for (int i = 0; i < nodes.count; i++)
		for (int k = 0; k < sizes.count; k++)
			if (compare_reaches(c, (int)nodes.list[i]))
				compare_one(c, s, (struct place) {
					nodes.list[i], sizes.list[k],
					among(s->nodes, nodes.list[i]) && among(s->sizes, sizes.list[k]),
					bytes });
}

/* Their names: step by step, nonblocking, nonblocking with two buffers. */
#define A1 { "A1-b", "direct:mode=blocking", NULL, NULL }
#define A2 { "A2-b", "two-stage:mode=blocking", NULL, NULL }
#define A3 { "A3-b", "mesh:mode=blocking", NULL, NULL }
#define A4 { "A4-b", "four-stage:mode=blocking", NULL, NULL }
#define A3_N1 { "A3-n1", "mesh", NULL, NULL }
#define A4_N1 { "A4-n1", "four-stage", NULL, NULL }
#define A4_N2 { "A4-n2", "four-stage:mode=dual", NULL, NULL }

#define TO_1K { 16, 64, 256, 1024, 0 }
#define FROM_1K { 1024, 4096, 0 }
#define ARRAYS { 16, 25, 36, 49, 64, 0 }

static const struct scene winners[] = {
	{ "T3D, one spike, by nodes", "t3d", false, { A4, A1, A2 }, ARRAYS, { 1024 }, NO_BOUNDS },
	{ "T3D, one spike", "t3d", false, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "T3D, transpose", "t3d", true, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "T3D, one spike, short", "t3d", false, { A3, A4 }, { 64 }, TO_1K, NO_BOUNDS },
	/* up to 1k; their text lists 1k under both */
	{ "T3D, transpose, short", "t3d", true, { A3, A4 }, { 64 }, { 16, 64, 256, 0 }, NO_BOUNDS },
	{ "T3D, transpose, long", "t3d", true, { A4, A3 }, { 64 }, FROM_1K, DEMANDED },
	{ "SP2, one spike, by nodes", "sp2-mpich", false, { A4, A1, A2 }, ARRAYS, { 1024 }, NO_BOUNDS },
	{ "SP2, one spike", "sp2-mpich", false, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "SP2, transpose", "sp2-mpich", true, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "SP2, one spike, nonblocking", "sp2-mpich", false, { A3_N1, A4_N2, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, NO_BOUNDS },
	{ "SP2, transpose, nonblocking", "sp2-mpich", true, { A4_N2, A3_N1, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, NO_BOUNDS },
	{ "SP2, transpose, one send buffer and two", "sp2-mpich", true, { A4_N2, A4_N1 }, { 64 }, FROM_1K,
	  DEMANDED },
	{ "SP2, transpose, nonblocking, by nodes", "sp2-mpich", true, { A4_N2, A3_N1 },
	  { 25, 36, 49, 64, 81, 100 }, { 4096 }, DEMANDED },
};

#define A1_GAINS(gain) { "A1-n1", "direct", "direct:mode=blocking", gain }
#define A2_GAINS(gain) { "A2-n1", "two-stage", "two-stage:mode=blocking", gain }
#define A4_GAINS(gain) { "A4-n1", "four-stage", "four-stage:mode=blocking", gain }
#define A4_N2_GAINS(gain) { "A4-n2", "four-stage:mode=dual", "four-stage", gain }

static const struct scene gains[] = {
	{ "T3D, one spike, gain by not blocking", "t3d", false,
	  { A1_GAINS("much"), A2_GAINS("little"), A4_GAINS("little") }, ARRAYS, { 1024 }, DEMANDED },
	{ "SP2, one spike, gain by not blocking", "sp2-mpich", false,
	  { A1_GAINS("much"), A2_GAINS("much"), A4_GAINS("much") }, ARRAYS, { 1024 }, DEMANDED },
	{ "T3D, one spike, gain by a second buffer", "t3d", false, { A4_N2_GAINS("little") }, { 64 }, TO_1K,
	  DEMANDED },
	{ "T3D, transpose, gain by a second buffer", "t3d", true, { A4_N2_GAINS("little") }, { 64 }, TO_1K,
	  DEMANDED },
};

static const struct scene hidden = {
	"SP2, transpose, copying that nothing hides", "sp2-mpich", true, { A4, A4_N1, A4_N2 }, { 64 }, FROM_1K,
	NO_BOUNDS
};

static void
compare_statements(struct comparison *c, bool bytes)
{
	for (size_t i = 0; i < sizeof winners / sizeof *winners; i++)
		compare_scene(c, &winners[i], "ms", compare_winner, bytes);
	for (size_t i = 0; i < sizeof gains / sizeof *gains; i++)
		compare_scene(c, &gains[i], "%", compare_gains, bytes);
}

void
reproduce_irregular(struct comparison *c)
{
	compare_statements(c, false);
	compare_scene(c, &hidden, "ms", compare_hidden, false);
}

void
reproduce_irregular_bytes(struct comparison *c)
{
	compare_statements(c, true);
}

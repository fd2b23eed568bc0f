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
#include "papers/exchange.h"
#include "papers/reproduce.h"

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

/* Do the numbers of nodes vary, rather than sizes? */
static bool
by_nodes(const struct comparison *c, const struct scene *s)
{
	return compare_sizes(c).count <= 1 && (compare_nodes(c).count > 1 || s->nodes[1] != 0);
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
static int
compare_winner(struct comparison *c, const struct scene *s, struct place at)
{
	double best = INFINITY;
	const char *winner = "";
	int ran = 0;

	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		const struct exchange exchange = exchange_of(s, x->how, at);
		double ms;
		int status;

		if (!can_run(x, at.nodes)) {
			compare_without(c, "%ld nodes, %ld %s: %s, which needs a square", at.nodes,
					at.size, size_unit(at), x->name);
			continue;
		}
		status = irregular_time(&exchange, &ms);
		if (status)
			return status;
		ran++;
		winner = ms < best ? x->name : ms > best ? winner : "equal";
		best = ms < best ? ms : best;
		show(c, s, at, x->name, NAN, ms);
	}
	if (ran > 1)
		show_text(c, at, "the fastest", s->contenders[0].name, winner);
	return 0;
}

/* Compare by how many percent contenders are faster than in the other mode, and whether that
 * is much: the paper says that it is little, or that it is considerable. */
static int
compare_gains(struct comparison *c, const struct scene *s, struct place at)
{
	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		const struct exchange exchanges[] = { exchange_of(s, x->other, at), exchange_of(s, x->how, at) };
		double ms[2], gain;
		int status = irregular_time(&exchanges[0], &ms[0]);

		if (!status)
			status = irregular_time(&exchanges[1], &ms[1]);
		if (status)
			return status;
		gain = 100 * (ms[0] - ms[1]) / ms[0];
		show(c, s, at, x->name, NAN, gain);
		show_text(c, at, x->name, x->gain, gain < MUCH ? "little" : "much");
	}
	return 0;
}

/* Compare the time that copying adds, which is the part that nothing hides. By the paper's
 * equations it is all of L tm in each stage, if each stage ends before the next begins. */
static int
compare_hidden(struct comparison *c, const struct scene *s, struct place at)
{
	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		struct exchange exchange = exchange_of(s, x->how, at);
		const double load = (double)(irregular_load(&exchange) * irregular_element(s->profile));
		double ms[2];
		int status = irregular_time(&exchange, &ms[0]);

		exchange.costs = "reorder=0";
		if (!status)
			status = irregular_time(&exchange, &ms[1]);
		if (status)
			return status;
		show(c, s, at, x->name, strcmp(x->name, "A4-n2") == 0 ? NAN : 4 * load * COPY, ms[0] - ms[1]);
	}
	return 0;
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
#define SHOWN { -1, 0 }

typedef int compare_place(struct comparison *c, const struct scene *s, struct place at);

/* Compare a scene. With sizes in bytes, show results without bounds. */
static int
compare_scene(struct comparison *c, const struct scene *s, const char *unit, compare_place *compare_one,
	      bool bytes)
{
	const struct numbers nodes = numbers_or(compare_nodes(c), s->nodes, length(s->nodes));
	const struct numbers sizes = numbers_or(compare_sizes(c), s->sizes, length(s->sizes));
	int status = 0;

	compare_group(c, s->title, unit, bytes ? (struct bounds) SHOWN : s->bounds);
	compare_panel(c, s->title, by_nodes(c, s) ? "nodes" : bytes ? "bytes for the one"
		      : "elements for the one", unit);
	for (int i = 0; i < nodes.count; i++)
		for (int k = 0; k < sizes.count && !status; k++)
			if (compare_reaches(c, (int)nodes.list[i]))
				status = compare_one(c, s, (struct place) {
					nodes.list[i], sizes.list[k],
					among(s->nodes, nodes.list[i]) && among(s->sizes, sizes.list[k]),
					bytes });
	return status;
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
	{ "T3D, one spike, by nodes", "t3d", false, { A4, A1, A2 }, ARRAYS, { 1024 }, SHOWN },
	{ "T3D, one spike", "t3d", false, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "T3D, transpose", "t3d", true, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "T3D, one spike, short", "t3d", false, { A3, A4 }, { 64 }, TO_1K, SHOWN },
	/* up to 1k; their text lists 1k under both */
	{ "T3D, transpose, short", "t3d", true, { A3, A4 }, { 64 }, { 16, 64, 256, 0 }, SHOWN },
	{ "T3D, transpose, long", "t3d", true, { A4, A3 }, { 64 }, FROM_1K, DEMANDED },
	{ "SP2, one spike, by nodes", "sp2-mpich", false, { A4, A1, A2 }, ARRAYS, { 1024 }, SHOWN },
	{ "SP2, one spike", "sp2-mpich", false, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "SP2, transpose", "sp2-mpich", true, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "SP2, one spike, nonblocking", "sp2-mpich", false, { A3_N1, A4_N2, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, SHOWN },
	{ "SP2, transpose, nonblocking", "sp2-mpich", true, { A4_N2, A3_N1, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, SHOWN },
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
	SHOWN
};

static int
compare_text_of_paper(struct comparison *c, bool bytes)
{
	int status = 0;

	for (size_t i = 0; i < sizeof winners / sizeof *winners && !status; i++)
		status = compare_scene(c, &winners[i], "ms", compare_winner, bytes);
	for (size_t i = 0; i < sizeof gains / sizeof *gains && !status; i++)
		status = compare_scene(c, &gains[i], "%", compare_gains, bytes);
	return status;
}

int
reproduce_irregular(struct comparison *c)
{
	const int status = compare_text_of_paper(c, false);

	return status ? status : compare_scene(c, &hidden, "ms", compare_hidden, false);
}

int
reproduce_irregular_bytes(struct comparison *c)
{
	return compare_text_of_paper(c, true);
}

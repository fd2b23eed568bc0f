/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna: Table 1; and of section 4, which of their algorithms for irregular
 * all-to-all communication is the fastest on T3D and SP2, for their two patterns, and how much
 * each gains by not blocking. Their figures are pictures; the statements of their text can be
 * compared.
 *
 * The paper does not say how many elements a node has for the other nodes: here it is one.
 * By the text sizes count elements; as sizes of messages they count bytes. Their algorithms deal
 * elements one by one, which is an option of the library's. Each reading is a reproduction of its
 * own.
 */
#include <math.h>
#include <string.h>
#include "base/numbers.h"
#include "base/text.h"
#include "base/units.h"
#include "papers/reproduce.h"

/* Table 1: a message of m bytes takes Ts + (tc + td) m. */
void
reproduce_liu(struct comparison *c)
{
	const struct tsv table = tsv_open("liu-table1");

	compare_panel(c, "Table 1", "bytes", "us");
	compare_group(c, "a message, by profile", "us", EXACT);
	for (int row = 0; row < table.rows; row++) {
		const char *profile = tsv_text(&table, row, "profile");
		const char *machine = text("full:2 clock=virtual profile=%s", profile);

		compare_curve(c, profile);
		for (size_t words = 1; words < 1000000; words *= 100) {
			const size_t bytes = words * sizeof(double);
			const vcube_time time = virtual_run(machine, VCUBE_ALLTOALL, words, "direct").time;

			compare(c, (double)bytes, tsv_number(&table, row, "startup_us") +
				tsv_number(&table, row, "per_byte_us") * (double)bytes, (double)time / 1e6,
				"%s, %s", profile, size_text(bytes));
		}
	}
}

/*
 * The exchanges that they measured: each node has many elements for one other node, drawn at
 * random or across the diagonal of the array of all nodes, and few for the rest.
 */
struct exchange {
	const char *profile;
	bool transposes;        /* else, one spike */
	int nodes;
	size_t many, few;       /* elements */
	const char *how;        /* the algorithm */
	const char *costs;      /* more of the machine's description, or NULL */
};

/* Their modes: blocking, and nonblocking with one and with two send buffers */
#define A2_B "two-stage:mode=blocking"
#define A3_B "mesh:mode=blocking"
#define A4_B "four-stage:mode=blocking"
#define A3_N1 "mesh"
#define A4_N2 "four-stage:mode=dual"

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

/* Return the bytes of an element: 48 on T3D, 22 on SP2. */
static size_t
element_of(const char *profile)
{
	return strcmp(profile, "t3d") == 0 ? 48 : 22;
}

#define BY_ELEMENT ":deal=element"

/* Return the bytes of it that the library takes as an element. Their elements name their
 * destination; so does the label of an element that the library deals, and is counted as that. */
static size_t
payload_of(const struct exchange *x)
{
	return element_of(x->profile) - (strstr(x->how, BY_ELEMENT) ? VCUBE_STAGES_LABEL : 0);
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
	const size_t element = payload_of(job->x);
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
				out.offsets, VCUBE_BYTES(payload_of(job->x)),
				job->x->how);
	return vcube_failed(self);
}

static int
draws_of(const struct exchange *x)
{
	return x->transposes ? 1 : DRAWS;
}

/* Compute the virtual time in milliseconds; with a spike, the mean of several draws. */
static double
exchange_time(const struct exchange *x)
{
	const size_t element = element_of(x->profile);
	/* one node may receive from all others, and an algorithm may gather a row */
	const size_t heap = (size_t)x->nodes * (x->many + (size_t)x->nodes * (x->few + 1)) * element * 8 +
			    (1 << 20);
	const char *machine = text("full:%d clock=virtual profile=%s %s", x->nodes, x->profile,
				   x->costs ? x->costs : "");
	const int draws = draws_of(x);
	double ms = 0;

	for (int i = 0; i < draws; i++) {
		struct job job = { x, (uint64_t)i + 1 };

		ms += (double)virtual_program(machine, heap, program, &job,
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

enum reading { BLOCKS, BYTES, DEALT };

/* The point of a row; known: the paper has it */
struct place {
	long nodes, size;
	bool known;
	enum reading reading;
};

static const char *
size_unit(struct place at)
{
	return at.reading == BYTES ? at.size == 1 ? "byte" : "bytes" : at.size == 1 ? "element" : "elements";
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

/* Return how an algorithm deals one by one, or how it runs if it deals nothing, as A1. */
static const char *
dealt_by(const char *how)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const char *const dealt = text("%s" BY_ELEMENT, how);

	return vcube_algorithm_parse(VCUBE_ALLTOALLV, dealt, set, NULL) ? dealt : how;
}

/* Make the exchange; sizes in bytes round up to whole elements. */
static struct exchange
exchange_of(const struct scene *s, const char *how, struct place at)
{
	const size_t unit = at.reading == BYTES ? element_of(s->profile) : 1;

	return (struct exchange) { .profile = s->profile, .transposes = s->transposes,
				   .how = at.reading == DEALT ? dealt_by(how) : how,
				   .nodes = (int)at.nodes, .many = ((size_t)at.size + unit - 1) / unit,
				   .few = FEW };
}

static double
time_of(const struct scene *s, const char *how, const char *costs, struct place at)
{
	struct exchange exchange = exchange_of(s, how, at);

	exchange.costs = costs;
	return exchange_time(&exchange);
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
		const double copied = 4 * (double)(load * element_of(s->profile)) * COPY;

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

/* Compare a scene; in the second and third reading, show results without bounds. */
static void
compare_scene(struct comparison *c, const struct scene *s, const char *unit, compare_place *compare_one,
	      enum reading reading)
{
	const struct numbers nodes = numbers_or(c->nodes, s->nodes, length(s->nodes));
	const struct numbers sizes = numbers_or(c->sizes, s->sizes, length(s->sizes));

	compare_group(c, s->title, unit, reading == BLOCKS ? s->bounds : SHOWN);
	compare_panel(c, s->title, by_nodes(c, s) ? "nodes" : reading == BYTES ? "bytes for the one"
		      : "elements for the one", unit);
	for (int i = 0; i < nodes.count; i++)
		for (int k = 0; k < sizes.count; k++)
			if (compare_reaches(c, (int)nodes.list[i]))
				compare_one(c, s, (struct place) {
					nodes.list[i], sizes.list[k],
					among(s->nodes, nodes.list[i]) && among(s->sizes, sizes.list[k]),
					reading });
}

/* Their names: step by step, nonblocking, nonblocking with two buffers. */
#define A1 { "A1-b", "direct:mode=blocking", NULL, NULL }
#define A2 { "A2-b", A2_B, NULL, NULL }
#define A3 { "A3-b", A3_B, NULL, NULL }
#define A4 { "A4-b", A4_B, NULL, NULL }
#define A3_NB { "A3-n1", A3_N1, NULL, NULL }
#define A4_NB { "A4-n1", "four-stage", NULL, NULL }
#define A4_NB2 { "A4-n2", A4_N2, NULL, NULL }

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
	{ "SP2, one spike, nonblocking", "sp2-mpich", false, { A3_NB, A4_NB2, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, NO_BOUNDS },
	{ "SP2, transpose, nonblocking", "sp2-mpich", true, { A4_NB2, A3_NB, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, NO_BOUNDS },
	{ "SP2, transpose, one send buffer and two", "sp2-mpich", true, { A4_NB2, A4_NB }, { 64 }, FROM_1K,
	  DEMANDED },
	{ "SP2, transpose, nonblocking, by nodes", "sp2-mpich", true, { A4_NB2, A3_NB },
	  { 25, 36, 49, 64, 81, 100 }, { 4096 }, DEMANDED },
};

#define A1_GAINS(gain) { "A1-n1", "direct", "direct:mode=blocking", gain }
#define A2_GAINS(gain) { "A2-n1", "two-stage", "two-stage:mode=blocking", gain }
#define A4_GAINS(gain) { "A4-n1", "four-stage", "four-stage:mode=blocking", gain }
#define A4_N2_GAINS(gain) { "A4-n2", A4_N2, "four-stage", gain }

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
	"SP2, transpose, copying that nothing hides", "sp2-mpich", true, { A4, A4_NB, A4_NB2 }, { 64 }, FROM_1K,
	NO_BOUNDS
};

static void
compare_statements(struct comparison *c, enum reading reading)
{
	for (size_t i = 0; i < sizeof winners / sizeof *winners; i++)
		compare_scene(c, &winners[i], "ms", compare_winner, reading);
	for (size_t i = 0; i < sizeof gains / sizeof *gains; i++)
		compare_scene(c, &gains[i], "%", compare_gains, reading);
}

void
reproduce_irregular(struct comparison *c)
{
	compare_statements(c, BLOCKS);
	compare_scene(c, &hidden, "ms", compare_hidden, BLOCKS);
}

void
reproduce_irregular_bytes(struct comparison *c)
{
	compare_statements(c, BYTES);
}

void
reproduce_irregular_dealt(struct comparison *c)
{
	compare_statements(c, DEALT);
	compare_scene(c, &hidden, "ms", compare_hidden, DEALT);
}

/*
 * Section 4, on transposes of up to 1,024 elements on 64 nodes
 * of a T3D: their text and their Table 1 contradict each other. That A3 is faster than A4,
 * and A4 faster than A2, both require long start-ups, since A3 has fewer of them than A4,
 * and A4 fewer than A2. How long depends on two numbers that the paper omits: the elements
 * for each of the other nodes, and the time of a copy. More elements for the others help A3
 * against A4, and hurt A4 against A2; copies hurt both. So for several values of either,
 * this prints the least start-up for which each claim holds, as the bytes that pass in that
 * time, beside that of Table 1.
 *
 * Conversely, with the constants of Table 1, it prints the most elements for which A3 is
 * faster.
 *
 * Then come their rows for spikes of 1,024 elements, with the start-ups from which on they
 * hold; and, for the SP2, a row of transposes, with the start-up up to which it holds.
 */

/* Table 1: picoseconds of a start-up and of a byte; and of copying a byte, by the profile */
static const struct machine {
	const char *name, *profile;
	double startup, byte, copy;
	bool processors;        /* the two processors spend the start-up, not the network */
} t3d = { "T3D", "t3d", 38e6, 43e3, 0, false }, sp2 = { "SP2", "sp2-mpich", 44e6, 35e3, 4300, true };

static double
known_startup(const struct machine *m)
{
	return m->startup / m->byte;
}

/* Is `first` faster than `second`? */
static bool
is_before(struct exchange *x, const char *first, const char *second)
{
	double ms;

	x->how = first;
	ms = exchange_time(x);
	x->how = second;
	return ms < exchange_time(x);
}

/* Return the machine's description with another start-up and another time to copy a byte. */
static char *
costs_of(const struct machine *m, double startup, double copy)
{
	if (m->processors)
		return text("send_overhead=%.0fps recv_overhead=%.0fps reorder=%.0fps", startup / 2,
			    startup / 2, copy);
	return text("startup=%.0fps reorder=%.0fps", startup, copy);
}

/* Return the least start-up with which `first` is faster, in bytes, to 1%. */
static double
least_startup(const struct machine *m, struct exchange *x, const char *first, const char *second,
	      double copy)
{
	double low = 1, high = 1 << 20;

	x->profile = m->profile;
	while (high / low > 1.01) {
		const double middle = sqrt(low * high);

		x->costs = costs_of(m, middle * m->byte, copy);
		*(is_before(x, first, second) ? &high : &low) = middle;
	}
	x->costs = NULL;
	return high;
}

static void
compare_few(struct comparison *c, struct exchange *x, double copy)
{
	const double a3_wins = least_startup(&t3d, x, A3_B, A4_B, copy);
	const double a4_wins = least_startup(&t3d, x, A4_B, A2_B, copy);
	const struct { const char *name; double bytes; } claims[] = {
		{ "A3 before A4", a3_wins }, { "A4 before A2", a4_wins }, { "both", fmax(a3_wins, a4_wins) },
	};

	for (int i = 0; i < 3; i++) {
		compare_curve(c, claims[i].name);
		compare(c, (double)x->few, known_startup(&t3d), claims[i].bytes, "%zu for each other: %s",
			x->few, claims[i].name);
	}
}

static void
compare_startups(struct comparison *c, const char *title, int nodes, size_t many, double copy)
{
	static const size_t few[] = { 1, 16, 64, 128 };
	struct exchange x = { .transposes = true, .nodes = nodes, .many = many };

	compare_group(c, title, "B", SHOWN);
	compare_panel(c, title, "elements for each other", "B");
	for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
		x.few = few[i];
		compare_few(c, &x, copy);
	}
}

/* Compare the most elements for which `first` is faster. The paper's value is a bound of its
 * figures: "A3 up to 1k, A4 from 1k on". */
static void
compare_crossing(struct comparison *c, const char *name, struct exchange x, const char *first,
		 const char *second, double paper)
{
	size_t low = 1, high = 1 << 14;

	while (high - low > 1) {
		x.many = (low + high) / 2;
		*(is_before(&x, first, second) ? &low : &high) = x.many;
	}
	compare(c, x.nodes, paper, (double)low, "%d nodes, %s", x.nodes, name);
}

static void
compare_crossings(struct comparison *c, int nodes)
{
	struct exchange x = { .profile = t3d.profile, .transposes = true, .nodes = nodes, .few = 1 };

	compare_group(c, "transpose, A3 is faster up to", "el", SHOWN);
	compare_panel(c, "transpose, A3 is faster up to", "nodes", "elements");
	compare_crossing(c, "T3D, A3-b and A4-b", x, A3_B, A4_B, nodes == 64 ? 1024 : NAN);
	x.profile = sp2.profile;
	compare_crossing(c, "SP2, A3-n1 and A4-n2", x, A3_N1, A4_N2, NAN);
}

/* A claim of their text about two algorithms, which holds from some start-up on, or up to it */
struct claim {
	const struct machine *machine;
	bool transposes;
	size_t many;
	const char *text, *first, *second;      /* with long start-ups, `first` is faster */
};

static const struct claim claims[] = {
	{ &t3d, false, 1024, "spike of 1024, A4-b before A2-b from", A4_B, A2_B },
	{ &sp2, false, 1024, "spike of 1024, A4-b before A2-b from", A4_B, A2_B },
	{ &sp2, false, 1024, "spike of 1024, A3-n1 before A4-n2 from", A3_N1, A4_N2 },
	{ &sp2, true, 64, "transpose of 64, A4-n2 before A3-n1 to", A3_N1, A4_N2 },
};

/* Compare the claims with the profiles' copies, or with copies as slow as transfers. */
static void
compare_claims(struct comparison *c, int nodes, bool dear_copy)
{
	const char *title = text("%d nodes, start-ups%s", nodes, dear_copy ? ", slow copies" : "");

	compare_group(c, title, "B", SHOWN);
	compare_panel(c, title, "nodes", "B");
	for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
		const struct claim *claim = &claims[i];
		const struct machine *m = claim->machine;
		struct exchange x = { .transposes = claim->transposes, .nodes = nodes, .many = claim->many,
				      .few = 1 };

		compare_curve(c, claim->text);
		compare(c, nodes, known_startup(m),
			least_startup(m, &x, claim->first, claim->second, dear_copy ? m->byte : m->copy),
			"%s, %s", m->name, claim->text);
	}
}

void
reproduce_constants(struct comparison *c)
{
	static const long paper_nodes[] = { 16, 64 }, paper_sizes[] = { 512 };
	const struct numbers nodes = numbers_or(c->nodes, paper_nodes, 2);
	const struct numbers sizes = numbers_or(c->sizes, paper_sizes, 1);

	for (int i = 0; i < nodes.count; i++) {
		const int p = (int)nodes.list[i];

		if (!compare_reaches(c, p))
			continue;
		compare_crossings(c, p);
		for (int dear = 0; dear < 2; dear++)
			compare_claims(c, p, dear);
		for (int k = 0; k < sizes.count; k++) {
			const size_t many = (size_t)sizes.list[k];

			compare_startups(c, text("T3D, %d nodes, %zu elements, least start-up", p, many), p,
					 many, 0);
			compare_startups(c, "the same, copies as slow as transfers", p, many, t3d.byte);
		}
	}
}

/*
 * Equations (1) to (4): A1, which sends each message itself, on P nodes with messages of equal
 * lengths and with the two patterns, blocking and not. Table 1 has tc and td only together: they
 * are one stage here. Messages lie ready, so tm is 0. They count a message of a node to itself,
 * which is left out here: P - 1 are sent. The contention factors are 1, as without contention;
 * what the runs make of them is shown.
 */

/* The paper's terms on a machine, in milliseconds */
struct flat {
	double startup, send, byte;     /* Ts, Ts_send, tc + td */
};

static struct flat
flat_of(const char *profile)
{
	struct vcube_desc desc = describe(text("full:2 profile=%s", profile));
	const struct vcube_cost *k = &desc.cost;
	const struct flat flat = {
		.startup = (double)(k->startup + k->send_overhead + k->recv_overhead) / 1e9,
		.send = (double)(k->startup ? k->startup / 2 : k->send_overhead) / 1e9,
		.byte = (double)k->per_byte / 1e9,
	};

	vcube_desc_clear(&desc);
	return flat;
}

/* Return Lmax in bytes: what a node has to send, or to receive, at most. */
static double
most_traffic(const struct exchange *x, uint64_t draw)
{
	const struct job job = { x, draw };
	size_t most = 0;

	for (int i = 0; i < x->nodes; i++) {
		size_t out = 0, in = 0;

		for (int j = 0; j < x->nodes; j++) {
			out += i == j ? 0 : elements(&job, i, j);
			in += i == j ? 0 : elements(&job, j, i);
		}
		most = out > most ? out : most;
		most = in > most ? in : most;
	}
	return (double)(most * element_of(x->profile));
}

/* Equations (1) and (2) are (3) and (4) for equal messages, Lmax = (P - 1) m, but for the
 * start-ups of the blocking mode. */
static double
equation(const struct exchange *x, bool blocking)
{
	const struct flat k = flat_of(x->profile);
	const double messages = x->nodes - 1;
	const int draws = draws_of(x);
	double ms = 0;

	for (int i = 0; i < draws; i++) {
		const double traffic = most_traffic(x, (uint64_t)i + 1) * k.byte;

		ms += blocking ? messages * (x->many == x->few ? k.startup : k.send) + traffic
			       : fmax(messages * k.startup, traffic);
	}
	return ms / draws;
}

static void
compare_equation(struct comparison *c, const char *title, bool equal, bool blocking,
		 struct bounds bounds)
{
	static const char *const profiles[] = { "t3d", "sp2-mpich" };
	static const long paper_sizes[] = { 1, 16, 256, 1024 }, paper_nodes[] = { 16, 64 };
	const struct numbers nodes = numbers_or(c->nodes, paper_nodes, 2);
	const struct numbers sizes = numbers_or(c->sizes, paper_sizes, 4);

	compare_panel(c, title, "elements", "ms");
	compare_group(c, title, "ms", bounds);
	for (int i = 0; i < nodes.count * sizes.count * 2 * (equal ? 1 : 2); i++) {
		struct exchange x = {
			.profile = profiles[i / (nodes.count * sizes.count) % 2],
			.transposes = i / (nodes.count * sizes.count) / 2,
			.nodes = (int)nodes.list[i / sizes.count % nodes.count],
			.many = (size_t)sizes.list[i % sizes.count],
			.few = equal ? (size_t)sizes.list[i % sizes.count] : FEW,
			.how = blocking ? "direct:mode=blocking" : "direct",
		};

		if (!compare_reaches(c, x.nodes))
			continue;
		compare_curve(c, x.profile);
		compare(c, (double)x.many, equation(&x, blocking), exchange_time(&x),
			"%s, %d nodes, %s%zu element%s", x.profile, x.nodes,
			equal ? "" : x.transposes ? "transpose, " : "spike, ", x.many,
			x.many == 1 ? "" : "s");
	}
}

void
reproduce_equations(struct comparison *c)
{
	compare_equation(c, "(1): blocking, equal messages", true, true,
			 (struct bounds) { 1e-9, 1e-9 });
	compare_equation(c, "(2): nonblocking, equal messages", true, false, SHOWN);
	compare_equation(c, "(3): blocking, patterns 1 and 2, no contention", false, true, SHOWN);
	compare_equation(c, "(4): nonblocking, patterns 1 and 2, no contention", false, false, SHOWN);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna, section 4, on transposes of up to 1,024 elements on 64 nodes
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
#include <math.h>
#include "base/text.h"
#include "papers/reproduce.h"

/* Their modes: blocking, and nonblocking with one and with two send buffers */
#define A2_B "two-stage:mode=blocking"
#define A3_B "mesh:mode=blocking"
#define A4_B "four-stage:mode=blocking"
#define A3_N1 "mesh"
#define A4_N2 "four-stage:mode=dual"

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
	ms = irregular_time(x);
	x->how = second;
	return ms < irregular_time(x);
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

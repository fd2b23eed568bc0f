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
#include "papers/exchange.h"
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
static int
is_before(struct exchange *x, const char *first, const char *second, bool *before)
{
	double ms[2] = { 0, 0 };
	int status;

	x->how = first;
	status = irregular_time(x, &ms[0]);
	x->how = second;
	if (!status)
		status = irregular_time(x, &ms[1]);
	*before = ms[0] < ms[1];
	return status;
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

/* Find the least start-up with which `first` is faster, in bytes, to 1%. */
static int
least_startup(const struct machine *m, struct exchange *x, const char *first, const char *second,
	      double copy, double *bytes)
{
	double low = 1, high = 1 << 20;
	int status = 0;

	x->profile = m->profile;
	while (high / low > 1.01 && !status) {
		const double middle = sqrt(low * high);
		autofree char *costs = costs_of(m, middle * m->byte, copy);
		bool before = false;

		x->costs = costs;
		status = is_before(x, first, second, &before);
		x->costs = NULL;
		*(before ? &high : &low) = middle;
	}
	*bytes = high;
	return status;
}

static int
compare_few(struct comparison *c, struct exchange *x, double copy)
{
	const double known = known_startup(&t3d);
	double a3_wins, a4_wins = 0;
	int status = least_startup(&t3d, x, A3_B, A4_B, copy, &a3_wins);

	if (!status)
		status = least_startup(&t3d, x, A4_B, A2_B, copy, &a4_wins);
	if (status)
		return status;
	compare_curve(c, "A3 before A4");
	compare(c, (double)x->few, known, a3_wins, "%zu for each other: A3 before A4", x->few);
	compare_curve(c, "A4 before A2");
	compare(c, (double)x->few, known, a4_wins, "%zu for each other: A4 before A2", x->few);
	compare_curve(c, "both");
	compare(c, (double)x->few, known, fmax(a3_wins, a4_wins), "%zu for each other: both", x->few);
	return 0;
}

static int
compare_startups(struct comparison *c, const char *title, int nodes, size_t many, double copy)
{
	static const size_t few[] = { 1, 16, 64, 128 };
	struct exchange x = { .transposes = true, .nodes = nodes, .many = many };
	int status = 0;

	compare_group(c, title, "B", (struct bounds) { -1, 0 });
	compare_panel(c, title, "elements for each other", "B");
	for (size_t i = 0; i < sizeof few / sizeof *few && !status; i++) {
		x.few = few[i];
		status = compare_few(c, &x, copy);
	}
	return status;
}

/* Compare the most elements for which `first` is faster. The paper's value is a bound of its
 * figures: "A3 up to 1k, A4 from 1k on". */
static int
compare_crossing(struct comparison *c, const char *name, struct exchange x, const char *first,
		 const char *second, double paper)
{
	size_t low = 1, high = 1 << 14;
	int status = 0;

	while (high - low > 1 && !status) {
		bool before = false;

		x.many = (low + high) / 2;
		status = is_before(&x, first, second, &before);
		*(before ? &low : &high) = x.many;
	}
	if (!status)
		compare(c, x.nodes, paper, (double)low, "%d nodes, %s", x.nodes, name);
	return status;
}

static int
compare_crossings(struct comparison *c, int nodes)
{
	struct exchange x = { .profile = t3d.profile, .transposes = true, .nodes = nodes, .few = 1 };
	int status;

	compare_group(c, "transpose, A3 is faster up to", "el", (struct bounds) { -1, 0 });
	compare_panel(c, "transpose, A3 is faster up to", "nodes", "elements");
	status = compare_crossing(c, "T3D, A3-b and A4-b", x, A3_B, A4_B, nodes == 64 ? 1024 : NAN);
	x.profile = sp2.profile;
	return status ? status : compare_crossing(c, "SP2, A3-n1 and A4-n2", x, A3_N1, A4_N2, NAN);
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

static int
compare_claim(struct comparison *c, const struct claim *claim, int nodes, double copy)
{
	struct exchange x = { .transposes = claim->transposes, .nodes = nodes, .many = claim->many, .few = 1 };
	double bytes;
	const int status = least_startup(claim->machine, &x, claim->first, claim->second, copy, &bytes);

	compare_curve(c, claim->text);
	if (!status)
		compare(c, nodes, known_startup(claim->machine), bytes, "%s, %s", claim->machine->name,
			claim->text);
	return status;
}

/* Compare the claims with the profiles' copies, or with copies as slow as transfers. */
static int
compare_claims(struct comparison *c, int nodes, bool dear_copy)
{
	autofree char *title = text("%d nodes, start-ups%s", nodes, dear_copy ? ", slow copies" : "");
	int status = 0;

	compare_group(c, title, "B", (struct bounds) { -1, 0 });
	compare_panel(c, title, "nodes", "B");
	for (size_t i = 0; i < sizeof claims / sizeof *claims && !status; i++) {
		const struct machine *m = claims[i].machine;

		status = compare_claim(c, &claims[i], nodes, dear_copy ? m->byte : m->copy);
	}
	return status;
}

int
reproduce_constants(struct comparison *c)
{
	static const long paper_nodes[] = { 16, 64 }, paper_sizes[] = { 512 };
	const struct numbers nodes = numbers_or(compare_nodes(c), paper_nodes, 2);
	const struct numbers sizes = numbers_or(compare_sizes(c), paper_sizes, 1);
	int status = 0;

	for (int i = 0; i < nodes.count && !status; i++) {
		const int p = (int)nodes.list[i];

		if (!compare_reaches(c, p))
			continue;
		status = compare_crossings(c, p);
		for (int dear = 0; dear < 2 && !status; dear++)
			status = compare_claims(c, p, dear);
		for (int k = 0; k < sizes.count && !status; k++) {
			autofree char *free_copy = text("T3D, %d nodes, %ld elements, least start-up", p, sizes.list[k]);
			autofree char *dear_copy = text("the same, copies as slow as transfers");

			status = compare_startups(c, free_copy, p, (size_t)sizes.list[k], 0);
			if (!status)
				status = compare_startups(c, dear_copy, p, (size_t)sizes.list[k],
							  t3d.byte);
		}
	}
	return status;
}

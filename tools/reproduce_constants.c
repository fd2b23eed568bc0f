/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna, section 4, on transposes of up to 1,024 elements on 64 nodes
 * of a T3D: their text and their Table 1 cannot both be right. That A3 takes less time
 * than A4, and A4 less than A2, both want long start-ups, since A3 has fewer of them
 * than A4, and A4 than A2. How long depends on what the paper does not tell:
 * elements for those for whom a node has few, and what a copy takes. More elements
 * for the others help A3 against A4, and harm A4 against A2; copies harm both. So
 * here is, for several of either, the least start-up with which each comes true, in
 * bytes that pass in as much time, beside that of Table 1.
 *
 * And the other way round: with the constants of Table 1, the most elements up to
 * which A3 takes less time.
 */
#include <math.h>
#include <stdlib.h>
#include "irregular.h"
#include "reproduce.h"
#include "tool.h"

static const char *const a2 = "two-stage:mode=blocking", *const a3 = "mesh:mode=blocking",
			*const a4 = "four-stage:mode=blocking";

/* Does `first` take less time than `second` ? */
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

/* Table 1: T3D's start-up in picoseconds, and that of a byte. */
enum { STARTUP = 38000000, BYTE = 43000 };

/* The least start-up with which `first` takes less time, in bytes, to 1%. */
static int
least_startup(struct exchange *x, const char *first, const char *second, int copy, double *bytes)
{
	double low = 1, high = 1 << 20;
	int status = 0;

	while (high / low > 1.01 && !status) {
		const double middle = sqrt(low * high);
		char *costs = text("startup=%.0fps reorder=%dps", middle * BYTE, copy);
		bool before = false;

		x->costs = costs;
		status = is_before(x, first, second, &before);
		free(costs);
		x->costs = NULL;
		*(before ? &high : &low) = middle;
	}
	*bytes = high;
	return status;
}

static int
compare_few(struct comparison *c, struct exchange *x, int copy)
{
	const double known = (double)STARTUP / BYTE;
	double a3_wins, a4_wins = 0;
	int status = least_startup(x, a3, a4, copy, &a3_wins);

	if (!status)
		status = least_startup(x, a4, a2, copy, &a4_wins);
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
compare_startups(struct comparison *c, const char *title, int nodes, size_t many, int copy)
{
	static const size_t few[] = { 1, 16, 64, 128 };
	struct exchange x = { .profile = "t3d", .transposes = true, .nodes = nodes, .many = many };
	int status = 0;

	compare_group(c, title, "B", (struct bounds) { -1, 0 });
	compare_panel(c, title, "elements for each other", "B");
	for (size_t i = 0; i < sizeof few / sizeof *few && !status; i++) {
		x.few = few[i];
		status = compare_few(c, &x, copy);
	}
	return status;
}

/* The paper's is what its figures begin or end with: "A3 up to 1k, A4 from 1k on". */
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
	const struct exchange t3d = { .profile = "t3d", .transposes = true, .nodes = nodes, .few = 1 };
	const struct exchange sp2 = { .profile = "sp2-mpich", .transposes = true, .nodes = nodes, .few = 1 };
	int status;

	compare_group(c, "transpose, A3 takes less time up to", "el", (struct bounds) { -1, 0 });
	compare_panel(c, "transpose, A3 takes less time up to", "nodes", "elements");
	status = compare_crossing(c, "T3D, A3-b and A4-b", t3d, a3, a4, nodes == 64 ? 1024 : NAN);
	return status ? status : compare_crossing(c, "SP2, A3-n1 and A4-n2", sp2, "mesh",
						  "four-stage:mode=dual", NAN);
}

int
reproduce_constants(struct comparison *c)
{
	static const long paper_nodes[] = { 16, 64 }, paper_sizes[] = { 512 };
	struct numbers nodes = compare_nodes(c), sizes = compare_sizes(c);
	int status = 0;

	if (nodes.count == 0)
		nodes = (struct numbers) { paper_nodes, 2 };
	if (sizes.count == 0)
		sizes = (struct numbers) { paper_sizes, 1 };
	for (int i = 0; i < nodes.count && !status; i++) {
		const int p = (int)nodes.list[i];

		if (!compare_reaches(c, p))
			continue;
		status = compare_crossings(c, p);
		for (int k = 0; k < sizes.count && !status; k++) {
			char *free_copy = text("T3D, %d nodes, %ld elements, least start-up", p, sizes.list[k]);
			char *dear_copy = text("the same, copies as slow as transfers");

			status = compare_startups(c, free_copy, p, (size_t)sizes.list[k], 0);
			if (!status)
				status = compare_startups(c, dear_copy, p, (size_t)sizes.list[k], BYTE);
			free(free_copy);
			free(dear_copy);
		}
	}
	return status;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kumar et al., equations 4.2 to 4.4: the time of all-to-all broadcast and reduction on a
 * ring, a square torus and a hypercube, with one port.
 */
#include <string.h>
#include "base/text.h"
#include "papers/reproduce.h"

struct row {
	const char *topology, *algorithm;
	int p;
	double startups;        /* their number; each row moves p - 1 blocks */
};

static const struct row rows[] = {
	{ "ring:2", "ring", 2, 1 }, { "ring:5", "ring", 5, 4 }, { "ring:16", "ring", 16, 15 },
	{ "ring:64", "ring", 64, 63 },
	{ "torus:3x3", "mesh", 9, 2 * 2 }, { "torus:5x5", "mesh", 25, 2 * 4 },
	{ "torus:12x12", "mesh", 144, 2 * 11 },
	{ "hypercube:1", "hypercube", 2, 1 }, { "hypercube:4", "hypercube", 16, 4 },
	{ "hypercube:8", "hypercube", 256, 8 },
};

/* Return the time in microseconds: the start-ups, and 1 ns per byte. */
static double
equation(const struct row *row, size_t count)
{
	return row->startups + (row->p - 1) * 0.001 * 8 * (double)count;
}

static void
compare_row(struct comparison *c, const struct row *row, int collective, size_t count)
{
	const char *machine = text("%s profile=textbook clock=virtual routing=none", row->topology);
	const vcube_time time = virtual_run(machine, collective, count, row->algorithm).time;
	const char *words = text("%zu word%s", count, count == 1 ? "" : "s");

	compare_curve(c, text("%.*s, %s", (int)strcspn(row->topology, ":"), row->topology, words));
	compare(c, row->p, equation(row, count), (double)time / 1e6, "%s, %s", row->topology, words);
}

void
reproduce_kumar(struct comparison *c)
{
	static const int collectives[] = { VCUBE_ALLGATHER, VCUBE_REDUCE_SCATTER };
	static const char *const titles[] = { "all-to-all broadcast", "all-to-all reduction" };

	for (int i = 0; i < 2; i++) {
		compare_panel(c, titles[i], "nodes", "us");
		compare_group(c, titles[i], "us", EXACT);
		for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
			for (size_t count = 1; count <= 100 && compare_reaches(c, rows[r].p); count *= 100)
				compare_row(c, &rows[r], collectives[i], count);
	}
}

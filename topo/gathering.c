/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gatherings over edge-disjoint spanning trees.
 *
 * In a row, tree j brings the root what a node x rotated j times has: so each row
 * serves as many nodes as x has rotations, and with every x but 0 once for a row,
 * each node is served by every tree. Of a block of n elements each row brings
 * floor(n / d) over a tree. Which of the trees bring one more, of the n mod d that
 * are left over, goes by rotations as well: a node that is the least of its
 * rotations rotated m times has its elements on trees m, m - 1, .. For d = 3 and
 * one element left over:
 *
 *   row   x     tree 0   tree 1   tree 2
 *   0     001   001      010      100
 *   1     011   011      110      101
 *   2     111   111
 *   3     101   without one more
 *   4     010
 *   ..
 *
 * What is left over at nodes with fewer rotations than d does not fill such a row.
 * Where it makes fewer rows, and that is worth their start-ups, it has rows of its
 * own in the end, the elements dealt out to the trees one by one.
 *
 * Invariants: a row is as long as it is over tree 0, and no longer than the one
 * before. What comes over n links is in row n - 1 or later; so it can set out n - 1
 * rows before the one in which it is to come, and go one link in each: a link has
 * one message for a row, and none longer than the root gets. For odd x, which have
 * as many links to go as 1-bits, that is so since 1, 11, 111, .. come before others
 * with as many bits and one more; for even x, since all odd ones come before.
 */
#include <stdbool.h>
#include <vcube/cube.h>

static long
over(size_t a, size_t b)
{
	return (long)((a + b - 1) / b);
}

/* x is the least of its rotations, rotated how many times? */
static int
turns(int d, unsigned x, int *period)
{
	unsigned least = x;
	int by = 0;

	for (*period = 1; *period < d; ++*period) {
		const unsigned y = vcube_rotate(x, d - *period, d);

		if (y == x)
			break;
		if (y < least) {
			least = y;
			by = *period;
		}
	}
	return by;
}

/* Which of the elements left over goes over tree i, of a node that is the least of
 * its `period` rotations rotated m times: for each, one of d / period trees. */
static size_t
left_over(int d, int period, int m, int i)
{
	return (size_t)((m + d - i) % period * (d / period) + i / period);
}

static bool
is_apart(const struct vcube_gathering *g, int period)
{
	return g->apart && period < g->d;
}

static bool
has_more(const struct vcube_gathering *g, unsigned x)
{
	int period;
	const int m = turns(g->d, x, &period);

	return !is_apart(g, period) && left_over(g->d, period, m, 0) < g->rest;
}

/* Nodes with fewer rotations than d, and the rows that what they have left over
 * makes without rows of its own. */
static void
count_cyclic(struct vcube_gathering *g, long *rows)
{
	long of[VCUBE_DIMENSIONS_MAX + 1];

	g->cyclic = *rows = 0;
	for (int period = 1; period < g->d; period++) {
		long necklaces;

		if (g->d % period != 0)
			continue;
		of[period] = 1L << period;
		for (int q = 1; q < period; q++)
			if (period % q == 0)
				of[period] -= of[q];
		necklaces = of[period] / period - (period == 1);        /* the root */
		g->cyclic += necklaces * period;
		*rows += necklaces * over(g->rest * (size_t)period, (size_t)g->d);
	}
}

struct vcube_gathering
vcube_gathering(int d, size_t n, int64_t startup, int64_t per_element)
{
	const long others = (1L << d) - 1;
	struct vcube_gathering g = {.d = d};
	long among, apart;

	if (d == 0)
		return g;
	g.share = n / (size_t)d;
	g.rest = n % (size_t)d;
	count_cyclic(&g, &among);
	apart = over((size_t)g.cyclic * g.rest, (size_t)d);
	g.apart = g.share == 0 || apart * (startup + per_element) < among * per_element;
	g.longer = (others - g.cyclic) / d * (long)g.rest + (g.apart ? 0 : among);
	g.line = g.share > 0 ? others : g.longer;
	g.rows = g.line + (g.apart ? apart : 0);
	return g;
}

int64_t
vcube_gathering_time(const struct vcube_gathering *g, int64_t startup, int64_t per_element)
{
	return g->rows * startup +
	       (g->line * (int64_t)g->share + g->longer + g->rows - g->line) * per_element;
}

void
vcube_gathering_order(const struct vcube_gathering *g, uint16_t *order)
{
	const unsigned p = 1u << g->d;
	size_t n = 0;

	for (int pass = 0; pass < (g->share > 0 ? 4 : 2); pass++)
		for (unsigned x = pass % 2 ? 2 : 1; x < p; x += 2)
			if (has_more(g, x) == (pass < 2))
				order[n++] = (uint16_t)x;
	for (unsigned x = 1; x < p && g->apart; x++) {
		int period;

		turns(g->d, x, &period);
		if (period < g->d)
			order[n++] = (uint16_t)x;
	}
}

/* Of what has rows of its own, which that is. */
static size_t
number_apart(const struct vcube_gathering *g, int tree, long row)
{
	return (size_t)((row - g->line) * g->d + tree);
}

int
vcube_gathering_source(const struct vcube_gathering *g, const uint16_t *order, int tree, long row)
{
	if (row < g->line)
		return (int)vcube_rotate(order[row], tree, g->d);
	if (row >= g->rows || number_apart(g, tree, row) >= (size_t)g->cyclic * g->rest)
		return -1;
	return order[(size_t)g->line + number_apart(g, tree, row) / g->rest];
}

size_t
vcube_gathering_elements(const struct vcube_gathering *g, const uint16_t *order, int tree, long row,
			 size_t *first)
{
	int period, m;

	if (row >= g->line) {
		*first = g->share * (size_t)g->d + number_apart(g, tree, row) % g->rest;
		return 1;
	}
	m = turns(g->d, order[row], &period) + tree;
	*first = g->share * (size_t)tree;
	if (is_apart(g, period))
		return g->share;
	for (int i = 0; i < tree; i++)
		*first += left_over(g->d, period, m, i) < g->rest;
	return g->share + (left_over(g->d, period, m, tree) < g->rest);
}

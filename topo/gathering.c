/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gatherings over edge-disjoint spanning trees.
 *
 * In each row, tree j carries to the root the data of the node that is x rotated j times: a
 * row serves as many nodes as x has rotations, and if every x but 0 has one row, every tree
 * serves every node. Each row carries floor(n / d) of a block's n elements over each tree.
 * The trees that carry one more of the n mod d remaining elements follow from rotations,
 * too: a node that is the least of its rotations rotated m times has these elements on trees
 * m, m - 1, .. For d = 3 and one remaining element:
 *
 *   row   x     tree 0   tree 1   tree 2
 *   0     001   001      010      100
 *   1     011   011      110      101
 *   2     111   111
 *   3     101   without the remaining element
 *   4     010
 *   ..
 *
 * The remaining elements of nodes with fewer than d rotations do not fill such a row. If
 * separate rows at the end are fewer, and that is worth their start-ups, these elements get
 * such rows, with the elements dealt to the trees one by one.
 *
 * Invariants: a row is longest on tree 0, and no longer than the row before. Data that
 * crosses n links is in row n - 1 or later, so it can start n - 1 rows earlier and cross one
 * link in each row: a link carries one message for each row, never longer than the root's.
 * For odd x, which cross as many links as they have 1-bits, this holds as 1, 11, 111, .. come
 * before others with as many bits and with one more; for even x, as all odd x come before.
 */
#include <stdbool.h>
#include <vcube/cube.h>

static long
over(size_t a, size_t b)
{
	return (long)((a + b - 1) / b);
}

/* Returns how often the least rotation of x must be rotated to give x. */
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

/* Returns which remaining element goes over tree i, for a node that is the least of its
 * `period` rotations rotated m times: each element uses one of d / period trees. */
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

/* Counts the nodes with fewer than d rotations, and the rows that their remaining elements
 * take without separate rows. */
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
vcube_gathering_order(const struct vcube_gathering *g, uint32_t *order)
{
	const unsigned p = 1u << g->d;
	size_t n = 0;

	for (int pass = 0; pass < (g->share > 0 ? 4 : 2); pass++)
		for (unsigned x = pass % 2 ? 2 : 1; x < p; x += 2)
			if (has_more(g, x) == (pass < 2))
				order[n++] = (uint32_t)x;
	for (unsigned x = 1; x < p && g->apart; x++) {
		int period;

		turns(g->d, x, &period);
		if (period < g->d)
			order[n++] = (uint32_t)x;
	}
}

/* Returns which of the elements with separate rows this one is. */
static size_t
number_apart(const struct vcube_gathering *g, int tree, long row)
{
	return (size_t)((row - g->line) * g->d + tree);
}

int
vcube_gathering_source(const struct vcube_gathering *g, const uint32_t *order, int tree, long row)
{
	if (row < g->line)
		return (int)vcube_rotate(order[row], tree, g->d);
	if (row >= g->rows || number_apart(g, tree, row) >= (size_t)g->cyclic * g->rest)
		return -1;
	return order[(size_t)g->line + number_apart(g, tree, row) / g->rest];
}

size_t
vcube_gathering_elements(const struct vcube_gathering *g, const uint32_t *order, int tree, long row,
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

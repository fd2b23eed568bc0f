/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trees of binary cubes, and pipelines over them, have their promised properties for d = 1
 * to 10.
 */
#include <string.h>
#include <vcube/cube.h>
#include "support.h"

enum { D = 10, N = 1 << D };

/* Each link belongs to one tree, except those to the root, and a packet crosses it after it
 * has arrived. */
static void
test_trees(void **state)
{
	(void)state;
	for (int d = 1; d <= D; d++)
		for (unsigned c = 0; c < 1u << d; c++) {
			unsigned out = 0;

			for (int tree = 0; tree < d; tree++) {
				const int up = vcube_tree_parent(d, tree, c);
				const unsigned children = vcube_tree_children(d, tree, c);
				int hops = 0, hop, above;

				assert_int_equal(up < 0, c == 0);
				assert_int_equal(children & out, 0);
				out |= children;
				if (up < 0)
					assert_int_equal(children, 1 << tree);
				/* up to the root, by earlier and earlier hops */
				for (unsigned x = c, h = 99; x != 0; x ^= 1u << above, h = (unsigned)hop) {
					above = vcube_tree_parent(d, tree, x);
					assert_int_equal(vcube_tree_link(d, x ^ 1u << above, above, &hop), tree);
					assert_true((unsigned)hop < h && hop <= d);
					assert_int_equal((tree + hop) % d, above);
					assert_true(vcube_tree_children(d, tree, x ^ 1u << above) >> above & 1);
					assert_true(++hops <= d + 1);
				}
			}
			/* all links except those to the root */
			assert_int_equal(out, ((1u << d) - 1) &
					 ~(c && !(c & (c - 1)) ? c : 0));
		}
}

/* The path down to a node leads from parent to child, over as many links as the node is
 * deep; there is no other path. */
static void
test_ways_down_trees(void **state)
{
	(void)state;
	for (int d = 1; d <= D; d++)
		for (int tree = 0; tree < d; tree++)
			for (unsigned to = 1; to < 1u << d; to++) {
				unsigned c = 0, ways = 0;

				for (int deep = vcube_tree_depth(d, tree, to); deep > 0; deep--) {
					const int k = vcube_tree_toward(d, tree, c, to);

					assert_true(k >= 0 && vcube_tree_children(d, tree, c) >> k & 1);
					c ^= 1u << k;
					assert_int_equal(vcube_tree_parent(d, tree, c), k);
				}
				assert_int_equal(c, to);
				for (c = d <= 7 ? 0 : 1u << d; c < 1u << d; c++)
					ways += vcube_tree_toward(d, tree, c, to) >= 0;
				assert_true(d > 7 || ways == (unsigned)vcube_tree_depth(d, tree, to));
			}
}

/* In a gathering each element arrives once, no row is longer than the one before or than
 * over tree 0, and no element needs more links than its row allows. */
static void
watch_gathering(int d, size_t n, const struct vcube_gathering *g)
{
	static uint32_t order[2 * N];
	static char came[N][40];
	const size_t p = (size_t)1 << d;
	size_t longest = n, all = 0;

	assert_true(n <= 40);
	memset(came, 0, sizeof came);
	vcube_gathering_order(g, order);
	for (long row = 0; row < g->rows; row++)
		for (int tree = 0; tree < d; tree++) {
			const int from = vcube_gathering_source(g, order, tree, row);
			size_t first, count = 0;

			assert_true(from > 0 || (tree > 0 && from == -1));
			if (from > 0) {
				count = vcube_gathering_elements(g, order, tree, row, &first);
				assert_true(vcube_tree_depth(d, tree, (unsigned)from) <= row + 1);
				assert_true(first + count <= n);
			}
			for (size_t i = 0; i < count; i++)
				assert_int_equal(came[from][first + i]++, 0);
			assert_true(count <= longest);
			if (tree == 0)
				longest = count;
			all += count;
		}
	assert_int_equal(all, n * (p - 1));
	for (int tree = 0; tree < d; tree++)
		assert_int_equal(vcube_gathering_source(g, order, tree, g->rows), -1);
}

/* Without start-ups a gathering takes ceil(elements / d); with them, at most as many rows
 * as nodes if each tree has some elements. */
static void
test_gatherings(void **state)
{
	(void)state;
	for (int d = 1; d <= D; d++)
		for (size_t n = first_case((uint64_t)d, 5); n <= 2 * (size_t)d + 1; n += next_case()) {
			const size_t all = n * (((size_t)1 << d) - 1);
			struct vcube_gathering g = vcube_gathering(d, n, 0, 1);

			assert_int_equal(vcube_gathering_time(&g, 0, 1), (all + (size_t)d - 1) / (size_t)d);
			watch_gathering(d, n, &g);
			g = vcube_gathering(d, n, 1000000, 1);
			assert_true(g.rows <= (1 << d) - 1);
			assert_true(n < (size_t)d || vcube_gathering_time(&g, 1000000, 1) <=
				    (int64_t)((1 << d) - 1) * (1000000 + (int64_t)(n / (size_t)d) + 1));
			watch_gathering(d, n, &g);
		}
}

/* For each step, which nodes the packets have reached: with one port or all, each packet
 * arrives at each node once, over one link, from a node that has it. */
static void
run_pipe(const struct vcube_pipe *p)
{
	static char has[64][32];
	const unsigned n = 1u << p->d;

	memset(has, 0, sizeof has);
	for (long s = 0; s < p->packets; s++)
		has[0][s] = 1;
	for (long t = 0; t < p->steps; t++) {
		int in[64] = {0};
		char then[64][32];

		memcpy(then, has, sizeof has);
		for (unsigned c = 0; c < n; c++) {
			int out = 0;

			for (int k = 0; k < p->d; k++) {
				const long s = vcube_pipe_packet(p, c, k, t);

				if (s < 0)
					continue;
				assert_true(s < p->packets && then[c][s] && !has[c ^ 1u << k][s]);
				has[c ^ 1u << k][s] = 1;
				in[c ^ 1u << k]++;
				out++;
			}
			assert_true(p->all || out <= 1);
		}
		for (unsigned c = 0; c < n; c++)
			assert_true(in[c] <= (p->all ? p->d : 1));
	}
	for (unsigned c = 0; c < n; c++)
		for (long s = 0; s < p->packets; s++)
			assert_true(has[c][s]);
}

static void
test_pipes(void **state)
{
	(void)state;
	for (int d = 1; d <= 6; d++)
		for (int all = 0; all < 2; all++)
			for (size_t n = 0; n <= 30; n++) {
				const struct vcube_pipe p = vcube_pipe(d, all, n, n % 4 + 1, 0, 0);
				const long sent = n ? (long)(n + n % 4) / (long)(n % 4 + 1) : 1;
				size_t at = 0;
				int64_t early;

				assert_int_equal(p.packets, sent);
				assert_int_equal(p.steps, (all ? (sent + d - 1) / d : sent) + (d > 1 ? d : 0));
				assert_int_equal(vcube_pipe_time(&p, 1, 0, &early), p.steps);
				for (long s = 0; s < sent; s++) {
					size_t first, count = vcube_pipe_elements(&p, s, &first);

					assert_int_equal(first, at);
					at += count;
				}
				assert_int_equal(at, n);
				run_pipe(&p);
			}
}

/* The chosen packet is nearly the best, and the best where nobody forwards; all sizes are tried. */
static void
test_best_packet(void **state)
{
	(void)state;
	for (int d = 1; d <= 8; d++)
		for (int all = 0; all < 2; all++)
			for (size_t n = 1; n <= 3000; n = 3 * n + 1)
				for (int64_t startup = 0; startup <= 1000; startup = 10 * startup + 10) {
					int64_t least = INT64_MAX, early, time;
					struct vcube_pipe p;

					for (size_t packet = 1; packet <= n; packet++) {
						p = vcube_pipe(d, all, n, packet, startup, 3);
						time = vcube_pipe_time(&p, startup, 3, &early);
						least = time < least ? time : least;
					}
					p = vcube_pipe(d, all, n, 0, startup, 3);
					assert_true(p.packet >= 1 && p.packet <= n);
					time = vcube_pipe_time(&p, startup, 3, &early);
					if (d == 1)
						assert_int_equal(time, least);
					assert_true(4 * time <= 5 * least);
				}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_trees),
		TEST(test_ways_down_trees),
		TEST(test_gatherings),
		TEST(test_pipes),
		TEST(test_best_packet),
	};

	return RUN_TESTS(tests);
}

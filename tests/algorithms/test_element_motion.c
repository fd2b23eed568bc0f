/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * After each step, each element is where Mathur and Johnsson's figures and the formulas of
 * section 4.2.3 place it, for 2 to 1,024 nodes, according to the memory of the nodes; and
 * each link carries one message in each step. To stop 1,024 nodes at each of 1,023 steps
 * takes a while: from 512 nodes on only the results are checked, unless $LONG is set.
 */
#include <stdlib.h>
#include <string.h>
#include "support.h"

struct motion {
	int d, order;
	size_t n;               /* elements of a block */
	bool gathers;
	const char *how;
	unsigned calls;
	long cells;
};

/* Row u of a node: the nodes whose elements it has. */
static bool
has_row(const struct motion *t, const uint32_t *rows, unsigned node, unsigned u)
{
	for (int i = 0; i < t->d; i++) {
		const unsigned from = node ^ vcube_cycle_node(t->d, i, u);
		size_t first, count = vcube_piece(t->n, t->d, i, &first);

		for (size_t e = first; e < first + count; e++)
			if (rows[u * t->n + e] != (uint32_t)(vcube_order_rank(t->order, from) << 8 | (int)e))
				return false;
	}
	return true;
}

/* Sums for block b at element e, with this number of terms: the expected value of each. */
static uint64_t
sum_of(uint64_t terms, uint64_t block, uint64_t e)
{
	return terms + (terms * (block << 8 | e) << 11);
}

/* After step u: the destinations of the sums that a node has added to, and their terms. */
static bool
has_sums(const struct motion *t, const uint64_t *sums, unsigned node, unsigned u)
{
	for (int i = 0; i < t->d; i++) {
		const unsigned to = node ^ vcube_cycle_node(t->d, i, (1u << t->d) - 2 - u);
		size_t first, count = vcube_piece(t->n, t->d, i, &first);

		for (size_t e = first; e < first + count; e++)
			if (sums[e] != sum_of(u + 2, (uint64_t)vcube_order_rank(t->order, to), e))
				return false;
	}
	return true;
}

/* A message for each step so far on each link, and one for indices that move. */
static bool
has_sent(const struct motion *t, vcube_machine *m, int rank, unsigned node, unsigned steps)
{
	const unsigned messages = strstr(t->how, "motion") ? 2 * steps : steps;
	struct vcube_traffic traffic;

	for (int k = 0; k < t->d; k++) {
		vcube_traffic(m, rank, vcube_order_rank(t->order, node ^ 1u << k), &traffic);
		if (traffic.messages != messages || traffic.received != messages)
			return false;
	}
	return true;
}

/* Call number u is before step u; the last one after all of them. */
static int
look(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct motion *const t = arg;
	const unsigned u = t->calls++, p = 1u << t->d;

	(void)step;
	(void)name;
	for (int r = 0; r < (int)p && u < p; r++) {
		const unsigned node = vcube_order_node(t->order, r);
		const char *const it = t->gathers ? "rows" : u < p - 1 ? "sums" : "out";
		struct vcube_watched w;

		if (!find_watched(m, r, it, &w) || (t->d <= 7 && t->n >= (size_t)t->d && !has_sent(t, m, r, node, u)))
			return 1;
		if (t->gathers ? !has_row(t, w.pointer, node, u) : u > 0 && !has_sums(t, w.pointer, node, u - 1))
			return 1;
		t->cells += (long)t->n;
	}
	return 0;
}

static int
gather(vcube_node *self, void *arg)
{
	const struct motion *const t = arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	uint32_t *const in = take_block(self, 4 * t->n);
	uint32_t *const out = take_block(self, 4 * t->n * (size_t)p);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	for (size_t e = 0; e < t->n; e++)
		in[e] = (uint32_t)(me << 8 | (int)e);
	vcube_allgather(self, NULL, in, out, t->n, VCUBE_UINT32, t->how);
	for (int r = 0; r < p; r++)
		for (size_t e = 0; e < t->n; e++)
			CHECK(self, out[(size_t)r * t->n + e] == (uint32_t)(r << 8 | (int)e));
	return 0;
}

static int
reduce(vcube_node *self, void *arg)
{
	const struct motion *const t = arg;
	const size_t p = (size_t)vcube_size(self);
	uint64_t *const in = take_block(self, 8 * t->n * p), *const out = take_block(self, 8 * t->n);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	for (size_t b = 0; b < p; b++)
		for (size_t e = 0; e < t->n; e++)
			in[b * t->n + e] = sum_of(1, b, e);
	vcube_watch(self, "out", out, VCUBE_UINT64, t->n);
	vcube_reduce_scatter(self, NULL, in, out, t->n, VCUBE_UINT64, VCUBE_SUM, t->how);
	for (size_t e = 0; e < t->n; e++)
		CHECK(self, out[e] == sum_of(p, (uint64_t)vcube_rank(self), e));
	vcube_step(self, "end");
	return 0;
}

/* All states or, of a reduction, all except the one before its first step. */
static void
follow(struct motion t)
{
	vcube_machine *const m = open_machine("hypercube:%d routing=none mapping=%s", t.d,
					      t.order ? "gray" : "binary");
	const bool looks = t.d <= 8 || getenv("LONG") != NULL;
	const long p = 1L << t.d;

	vcube_on_step(m, looks ? look : NULL, &t);
	run_well(m, t.gathers ? gather : reduce, &t);
	assert_int_equal(t.cells, looks ? p * p * (long)t.n : 0);
	vcube_close(m);
}

static void
test_gathering(void **state)
{
	static const char *const hows[2][2] = {
		{"dcycles:index=local", "dcycles:index=motion"},
		{"dcycles:order=gray:index=local", "dcycles:order=gray:index=motion"},
	};

	(void)state;
	for (int d = 1; d <= up_to(10, 5); d++)
		for (int v = 0; v < (d <= 6 ? 4 : 1); v++)
			follow((struct motion){
				.d = d, .order = (v + d) % 2, .gathers = true,
				.n = d <= 8 ? (size_t)d + 1 : 2, .how = hows[(v + d) % 2][v / 2]});
}

static void
test_reducing(void **state)
{
	static const char *const hows[2][3] = {
		{"dcycles", "dcycles:index=local", "dcycles:index=motion"},
		{"dcycles:order=gray", "dcycles:order=gray:index=local", "dcycles:order=gray:index=motion"},
	};

	(void)state;
	for (int d = 1; d <= up_to(10, 5); d++)
		for (int v = 0; v < (d <= 6 ? 6 : 1); v++)
			follow((struct motion){
				.d = d, .order = (v + d) % 2,
				.n = d <= 8 ? (size_t)d + 1 : 1, .how = hows[(v + d) % 2][v / 2]});
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_gathering),
		TEST(test_reducing),
	};

	return RUN_TESTS(tests);
}

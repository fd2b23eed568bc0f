/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson's Table 2: the number of successive element transfers, from the
 * clock.
 */
#include <stdlib.h>
#include <string.h>
#include "support.h"
#include "tsv.h"

/* An element here is a pair of the paper's words, as a wire carries a word in each
 * direction and each channel is double: without start-ups, and with a microsecond per
 * element, the time of a run counts the transfers. */

enum what { GATHERS, GATHERS_WORDS, REDUCES, TRANSPOSES, REDUCES_AND_TRANSPOSES };

struct count {
	enum what what;
	const char *how;
	size_t n;
};

/* With K elements: what each node has for each other one. */
static int
transpose(vcube_node *self, const uint64_t *in, uint64_t *out, size_t k)
{
	return vcube_successive(self, NULL, &(struct vcube_successive){
		.in = in, .out = out, .count = 1, .type = VCUBE_UINT64, .axes = 1,
		.parts = (int)k / vcube_size(self), .how = "aapc4"});
}

static int
transfer(vcube_node *self, void *arg)
{
	const struct count *const c = arg;
	const size_t p = (size_t)vcube_size(self), blocks = c->what <= GATHERS_WORDS ? p : 1;
	uint64_t *const in = take_block(self, 8 * c->n), *const out = take_block(self, 8 * c->n * blocks);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(in, 0, 8 * c->n);
	if (c->what == GATHERS)
		vcube_allgather(self, NULL, in, out, c->n, VCUBE_UINT64, c->how);
	if (c->what == GATHERS_WORDS)
		vcube_allgather(self, NULL, in, out, c->n, VCUBE_UINT32, c->how);
	if (c->what == REDUCES || c->what == REDUCES_AND_TRANSPOSES)
		vcube_allreduce(self, NULL, in, out, c->n, VCUBE_UINT64, VCUBE_SUM, c->how);
	if (c->what == TRANSPOSES)
		transpose(self, in, out, c->n);
	if (c->what == REDUCES_AND_TRANSPOSES)  /* what is selected of all sums */
		transpose(self, out, in, c->n / p);
	return vcube_failed(self);
}

static long
transfers(int d, enum what what, const char *how, size_t n)
{
	vcube_machine *const m = open_machine(
		"hypercube:%d clock=virtual threads=one routing=none ports=all startup=0 per_byte=125ns", d);
	struct count c = {what, how, n};
	long count;

	run_well(m, transfer, &c);
	count = (long)((vcube_run_time(m) + 999999) / 1000000);
	vcube_close(m);
	return count;
}

static size_t
over(size_t a, size_t b)
{
	return (a + b - 1) / b;
}

/* The table also has 11 dimensions: of these, what takes few steps. From 8 on, the gather
 * has one element per node or, with $LONG, as many as memory holds. */
static void
test_table_2(void **state)
{
	enum { DIMENSION, WORDS, CYCLE, CYCLES, TREES, GATHER, BUTTERFLY, SPREAD, TRANSPOSE, BOTH };
	struct tsv t;
	int rows = 0, transposed = 0;
	long gathered;

	(void)state;
	for (tsv_open(&t, "000_tab02.tsv"); tsv_row(&t); rows++) {
		const int d = atoi(t.field[DIMENSION]);
		const long words = atol(t.field[WORDS]);
		const size_t p = (size_t)1 << d, n = ((size_t)words / p + 1) / 2;
		const bool steps = d <= 4 || (d == 8 && (n == 1 || getenv("LONG") != NULL));

		if (d > up_to(11, 4))
			continue;
		if (steps) {
			assert_int_equal(transfers(d, GATHERS, "cycle", n), atol(t.field[CYCLE]));
			assert_int_equal(transfers(d, GATHERS, "dcycles", n), atol(t.field[CYCLES]));
		}
		if (steps || n == 1)
			assert_int_equal(transfers(d, GATHERS, "butterfly", n), atol(t.field[BUTTERFLY]));
		assert_int_equal(transfers(d, REDUCES, "butterfly", n), atol(t.field[SPREAD]));
		if (n % p == 0 && ++transposed)
			assert_int_equal(transfers(d, TRANSPOSES, NULL, n), atol(t.field[TRANSPOSE]));
		if (n % (p * p) == 0)
			assert_int_equal(transfers(d, REDUCES_AND_TRANSPOSES, "butterfly", n),
					 atol(t.field[BOTH]));
		/* words travel in pairs once they have met; the table also counts the
		 * root's own, and with one dimension there is no leaf to wait for */
		if (d <= 4 || (d == 8 && words == 256)) {
			gathered = transfers(d, GATHERS_WORDS, "gather-trees:packet=2", (size_t)words / p);
			assert_int_equal(gathered, over((size_t)words - (size_t)words / p, 2 * (size_t)d) +
					 over((size_t)words, 2 * (size_t)d) + (d > 1 ? (size_t)d : 0));
			assert_true(gathered <= atol(t.field[GATHER]));
		}
		if (d <= 4)
			assert_int_equal(transfers(d, GATHERS, "trees:packet=1", n),
					 atol(t.field[TREES]) - (d == 1 ? 2 : 0));
	}
	assert_int_equal(rows, 18);
	assert_int_equal(transposed, up_to(10, 8));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_table_2),
	};

	return RUN_TESTS(tests);
}

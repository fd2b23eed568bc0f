/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The figures of Mathur and Johnsson, cell by cell and step by step, from the
 * memory of nodes that run the algorithms; and their Table 2, from the clock.
 *
 * The paper deals the elements of a block out to the cycles one by one, we cut it
 * into pieces: their element i of block k, local address k d + i, is our element
 * k of piece i.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support.h"
#include "tests/tsv.h"

enum { CALLS = 12, NODES = 8, ROOM = 64 };

/* A run as an observer saw it: at each step, the memory of each node that is
 * watched by this name or, once that has ended, as "out". */
struct film {
	int collective;
	const char *how;
	size_t n;               /* elements of a block */
	const char *name;
	int calls, missing;
	uint32_t seen[CALLS][NODES][ROOM];
};

static bool
find(vcube_machine *m, int rank, const char *name, struct vcube_watched *w)
{
	for (int i = 0; vcube_watched(m, rank, i, w) == 0; i++)
		if (strcmp(w->name, name) == 0)
			return true;
	return false;
}

static int
record(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct film *const f = arg;
	struct vcube_watched w;

	(void)step;
	(void)name;
	if (f->calls == CALLS)
		return 1;
	for (int r = 0; r < vcube_machine_nodes(m); r++)
		if ((find(m, r, f->name, &w) || find(m, r, "out", &w)) && w.count <= ROOM)
			memcpy(f->seen[f->calls][r], w.pointer, w.count * sizeof(uint32_t));
		else
			f->missing++;
	f->calls++;
	return 0;
}

/* What is gathered says its rank and its place in the block; what is combined, by
 * the bitwise or, for whom it is, its place, and whose terms are in it. */
static uint32_t
gathered(int rank, size_t e)
{
	return (uint32_t)rank << 8 | (uint32_t)e;
}

static uint32_t
term(int rank, size_t block, size_t e)
{
	return (uint32_t)block << 16 | (uint32_t)e << 8 | 1u << rank;
}

static int
act(vcube_node *self, void *arg)
{
	const struct film *const f = arg;
	const size_t p = (size_t)vcube_size(self), n = f->n;
	const int me = vcube_rank(self);
	uint32_t *const in = take_block(self, 4 * n * p), *const out = take_block(self, 4 * n * p);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(out, 0, 4 * n * p);
	for (size_t b = 0; b < p; b++)
		for (size_t e = 0; e < n; e++)
			in[b * n + e] = f->collective == VCUBE_ALLGATHER ? gathered(me, e) : term(me, b, e);
	vcube_watch(self, "out", out, VCUBE_UINT32, n * (f->collective == VCUBE_ALLGATHER ? p : 1));
	if (f->collective == VCUBE_ALLGATHER)
		vcube_allgather(self, NULL, in, out, n, VCUBE_UINT32, f->how);
	else if (f->collective == VCUBE_REDUCE_SCATTER)
		vcube_reduce_scatter(self, NULL, in, out, n, VCUBE_UINT32, VCUBE_BOR, f->how);
	else
		vcube_allreduce(self, NULL, in, out, n, VCUBE_UINT32, VCUBE_BOR, f->how);
	vcube_step(self, "end");
	return 0;
}

static void
shoot(struct film *f, const char *machine, int calls)
{
	vcube_machine *const m = open_machine("%s clock=virtual routing=none", machine);

	vcube_on_step(m, record, f);
	run_well(m, act, f);
	assert_int_equal(f->calls, calls);
	assert_int_equal(f->missing, 0);
	vcube_close(m);
}

static void
cell_is(const struct tsv *t, int column, const char *seen)
{
	if (strcmp(t->field[column], seen) != 0)
		fail_msg("step %s, row %s, column %d: the figure has %s, the run %s", t->field[0],
			 t->field[1], column, t->field[column], seen);
}

/* One cycle. */

static void
test_figure_5(void **state)
{
	static struct film f = {
		.collective = VCUBE_ALLGATHER, .how = "cycle:order=gray:index=local", .n = 1, .name = "rows",
	};
	struct tsv t;
	char text[20];
	int cells = 0;

	(void)state;
	shoot(&f, "hypercube:2 mapping=gray", 5);
	for (tsv_open(&t, "000_fig05.tsv"); tsv_row(&t);)
		for (int p = 0; p < 4; p++, cells++) {
			snprintf(text, sizeof text, "X%u",
				 f.seen[atoi(t.field[0])][p][atoi(t.field[1])] >> 8);
			cell_is(&t, 2 + p, text);
		}
	assert_int_equal(cells, 40);
}

static void
test_figure_7(void **state)
{
	static struct film f = {
		.collective = VCUBE_ALLGATHER, .how = "cycle:index=local", .n = 1, .name = "rows",
	};
	struct tsv t;
	char text[40];
	int cells = 0;

	(void)state;
	shoot(&f, "hypercube:3", 9);
	for (tsv_open(&t, "000_fig07.tsv"); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const unsigned index = f.seen[7][p][atoi(t.field[0])] >> 8;

			snprintf(text, sizeof text, "%u%u%u", index >> 2, index >> 1 & 1, index & 1);
			cell_is(&t, 1 + p, text);
		}
	assert_int_equal(cells, 64);
}

/* Sums on their way. */

/* In call `call`, the node that holds the sum for this block and element e of
 * it, and whose terms are in it; -1: nobody. */
static int
holder(const struct film *f, int nodes, int call, int block, int e, unsigned *terms)
{
	int found = -1;

	for (int r = 0; r < nodes; r++) {
		const uint32_t x = f->seen[call][r][e];

		if ((int)(x >> 16) != block || (int)(x >> 8 & 0xff) != e || (x & 0xff) == 0)
			continue;
		assert_int_equal(found, -1);
		found = r;
		*terms = x & 0xff;
	}
	return found;
}

static void
test_figure_6(void **state)
{
	static struct film f = {
		.collective = VCUBE_REDUCE_SCATTER, .how = "cycle:order=gray", .n = 1, .name = "sum",
	};
	struct tsv t;
	int cells = 0;

	(void)state;
	shoot(&f, "hypercube:2 mapping=gray", 4);
	for (tsv_open(&t, "000_fig06.tsv"); tsv_row(&t);)
		for (int p = 0; p < 4; p++, cells++) {
			const int step = atoi(t.field[0]), j = atoi(t.field[1]);
			unsigned terms = 0;
			const int at = step ? holder(&f, 4, step, j, 0, &terms) : -1;
			char text[40] = "-";

			assert_true(step == 0 || at >= 0);
			if (p == at || !(terms >> p & 1))
				snprintf(text, sizeof text, "Y%d", j);
			for (int more = __builtin_popcount(terms); p == at && more > 1; more--)
				snprintf(text + strlen(text), sizeof text - strlen(text), "+Y%d", j);
			cell_is(&t, 2 + p, text);
		}
	assert_int_equal(cells, 64);
}

/* d cycles. */

static void
compare_gathered(const char *figure, const char *machine, const char *how, size_t blocks)
{
	static struct film f;
	const int d = 3, n = d * (int)blocks;
	struct tsv t;
	int cells = 0;

	f = (struct film){
		.collective = VCUBE_ALLGATHER, .how = how, .n = (size_t)n, .name = "rows",
	};
	shoot(&f, machine, 9);
	for (tsv_open(&t, figure); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const int row = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const int i = atoi(t.field[1]) % d, k = atoi(t.field[1]) / d;
			const int rank = strstr(how, "gray") ? (int)vcube_gray_inverse((unsigned)p) : p;
			char text[40];

			/* as soon as it has come, and in the end */
			for (int call = row; call < 8; call += 7 - row ? 7 - row : 1) {
				const uint32_t x = f.seen[call][rank][row * n + i * (int)blocks + k];

				assert_int_equal((x & 0xff) / blocks, i);
				if (blocks == 1)
					snprintf(text, sizeof text, "%d%u", i, x >> 8);
				else
					snprintf(text, sizeof text, "%d%u%u", i,
						 (unsigned)((x & 0xff) % blocks), x >> 8);
				cell_is(&t, 2 + p, text);
			}
			if (row > 0)
				assert_int_equal(atoi(t.field[10]), vcube_cycle_dimension(d, i, (unsigned)row - 1));
		}
	assert_int_equal(cells, 8 * 8 * n);
}

static void
test_figures_8_to_11(void **state)
{
	(void)state;
	compare_gathered("000_fig08.tsv", "hypercube:3", "dcycles:index=local", 1);
	compare_gathered("000_fig08.tsv", "hypercube:3 ports=all", "dcycles:index=motion", 1);
	compare_gathered("000_fig09.tsv", "hypercube:3 mapping=gray", "dcycles:order=gray:index=local", 1);
	compare_gathered("000_fig10.tsv", "hypercube:3", "dcycles:index=motion", 2);
	compare_gathered("000_fig11.tsv", "hypercube:3 mapping=gray ports=all",
			 "dcycles:order=gray:index=motion", 2);
}

/* The mark that the paper has in step u for node p and the sum for block j,
 * element i: S it sends the sum, R it gets it and adds, o it has added. */
static const char *
mark(const struct film *f, int u, int j, int i, int p, int *dimension)
{
	unsigned terms = 0, before = 0;
	const int to = holder(f, 8, u + 1, j, i, &terms);
	int from = u > 0 ? holder(f, 8, u, j, i, &before) : -1;

	assert_true(to >= 0);
	assert_int_equal(__builtin_popcount(terms), u + 2);
	if (u == 0)     /* of the two terms, the other one's */
		from = __builtin_ctz(terms & ~(1u << to));
	assert_true(from >= 0);
	*dimension = __builtin_ctz((unsigned)(from ^ to));
	assert_int_equal(from ^ to, 1 << *dimension);
	return p == to ? "R" : p == from ? "S" : terms >> p & 1 ? "o" : ".";
}

static void
test_figures_12_to_19(void **state)
{
	static struct film f;
	static const char *const hows[] = {"dcycles", "dcycles:index=local", "dcycles:index=motion"};
	struct tsv t;
	char name[40];

	(void)state;
	for (size_t h = 0; h < COUNT(hows); h++) {
		int cells = 0, dimension;

		f = (struct film){
			.collective = VCUBE_REDUCE_SCATTER, .how = hows[h], .n = 3, .name = "sums",
		};
		shoot(&f, h == 1 ? "hypercube:3 ports=all" : "hypercube:3", 8);
		for (tsv_open(&t, "000_fig12.tsv"); tsv_row(&t);)
			for (int p = 0; p < 8; p++, cells++) {
				cell_is(&t, 2 + p, mark(&f, atoi(t.field[0]), 0, atoi(t.field[1]), p,
							&dimension));
				assert_int_equal(atoi(t.field[10]), dimension);
			}
		for (int u = 0; u < 7; u++) {
			snprintf(name, sizeof name, "000_fig%d.tsv", 13 + u);
			for (tsv_open(&t, name); tsv_row(&t);)
				for (int p = 0; p < 8; p++, cells++) {
					const int mem = atoi(t.field[0]);

					cell_is(&t, 1 + p, mark(&f, u, mem / 3, mem % 3, p, &dimension));
					assert_int_equal(atoi(t.field[9]), dimension);
				}
		}
		assert_int_equal(cells, 8 * (7 * 3 + 7 * 24));
	}
}

/* The butterfly. */

/* "00+01+02" or "00-07" */
static unsigned
terms_in(const char *cell, int variable)
{
	unsigned terms = 0;

	for (const char *at = cell; *at; at += 2 + (at[2] != '\0')) {
		assert_int_equal(at[0] - '0', variable);
		if (at[2] == '-')
			return (2u << (at[4] - '0')) - (1u << (at[1] - '0'));
		terms |= 1u << (at[1] - '0');
	}
	return terms;
}

static void
test_figure_21(void **state)
{
	static struct film f = {
		.collective = VCUBE_ALLREDUCE, .how = "butterfly", .n = 3, .name = "out",
	};
	struct tsv t;
	int cells = 0;

	(void)state;
	shoot(&f, "hypercube:3 ports=all", 4);
	for (tsv_open(&t, "000_fig21.tsv"); tsv_row(&t);)
		for (int p = 0; p < 8; p++, cells++) {
			const int call = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const int variable = atoi(t.field[1]);

			assert_int_equal(f.seen[call][p][variable] & 0xff, terms_in(t.field[2 + p], variable));
			assert_int_equal(f.seen[call][p][variable] >> 8 & 0xff, variable);
			assert_true(call == 0 || atoi(t.field[10]) == (call - 1 + variable) % 3);
		}
	assert_int_equal(cells, 96);
}

/* Table 2. An element here is a pair of words of the paper's, as a wire carries a
 * word each way and each channel is double: with no start-up, and a microsecond
 * an element, the time of a run counts the transfers. */

enum what { GATHERS, GATHERS_WORDS, REDUCES, TRANSPOSES, REDUCES_AND_TRANSPOSES };

struct count {
	enum what what;
	const char *how;
	size_t n;
};

/* Of K elements: what each node has for each other. */
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
		"hypercube:%d clock=virtual routing=none ports=all startup=0 per_byte=125ns", d);
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

/* The table has 11 dimensions, too: of these, what takes few steps. From 8 on, what is
 * gathered is an element of each node, or with $LONG all that memory holds. */
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
		/* words go in pairs where they have come together; the table counts what the
		 * root has, too, and with one dimension there is no leaf to wait for */
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
		TEST(test_figure_5),
		TEST(test_figure_6),
		TEST(test_figure_7),
		TEST(test_figures_8_to_11),
		TEST(test_figures_12_to_19),
		TEST(test_figure_21),
		TEST(test_table_2),
	};

	return RUN_TESTS(tests);
}

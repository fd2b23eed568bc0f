/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication by schedules, in runs: right, in the time
 * that was predicted, in the steps and messages that the paper says; its memory
 * as in the paper's tables; its permutations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/tsv.h"
#include "tests/walk.h"

static const char *const variants[] = {
	"aapc1", "aapc2", "aapc3", "aapc4", "aapc1:block=yes", "aapc3:block=yes", "aapc4:block=yes",
	"aapc4:width=2", "aapc4:width=5",
};

/* Timed, if `home` is the kind of the machine's topology, as a bit. */
static void
walk_all(const char *machine, struct walk w)
{
	w.collective = VCUBE_ALLTOALL;
	for (size_t v = 0; v < COUNT(variants); v++) {
		w.how = variants[v];
		make_walk(machine, w);
	}
}

static void
test_times(void **state)
{
	static const char *const costs[] = {
		"", " ports=all", " ports=all exchange_all_startup=777ps per_byte=333ps per_hop=17ps",
		" exchange_all_startup=777ps per_byte=333ps per_hop=17ps startup=0",
		" reorder=7ns copy=11ns", " ports=all reorder=7ns copy=11ns startup=0",
	};
	char text[200];

	(void)state;
	for (int d = 1; d <= 6; d++)
		for (size_t k = first_case((uint64_t)d, COUNT(costs)); k < COUNT(costs); k += next_case()) {
			snprintf(text, sizeof text, "hypercube:%d clock=virtual routing=none%s", d,
				 costs[k]);
			walk_all(text, (struct walk){.home = 1u << VCUBE_HYPERCUBE,
						     .most = k < 2 && d < 5 ? 1000 : 8});
		}
}

static void
test_right_without_a_clock(void **state)
{
	(void)state;
	walk_all("hypercube:3 routing=none strict=yes fuzz=1", (struct walk){.most = 1000});
	walk_all("hypercube:4 routing=none capacity=64", (struct walk){.most = 1000});
	walk_all("full:16 ports=all fuzz=7", (struct walk){.most = 8});
	walk_all("hypercube:3 routing=none", (struct walk){.most = 100000});
}

static void
test_subcubes(void **state)
{
	int (*const splits[])(int) = {rows, columns, halves, evens};

	(void)state;
	for (size_t i = 0; i < COUNT(splits); i++)
		for (int reversed = 0; reversed < 2; reversed++)
			walk_all("hypercube:4 clock=virtual per_byte=333ps ports=all", (struct walk){
				.home = 1u << VCUBE_HYPERCUBE, .most = 8, .split = splits[i],
				.reversed = reversed});
}

/* Steps, messages, and transfers of elements one after the other, as the paper
 * has them: with start-ups of 0 and a byte a picosecond, on all ports. */

static int
exchange_bytes(vcube_node *self, void *how)
{
	const size_t p = (size_t)vcube_size(self);
	char *const in = take_block(self, p), *const out = take_block(self, p);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(in, 1, p);
	return vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT8, how);
}

static void
count_run(int d, const char *how, int steps, int transfers, int messages)
{
	vcube_machine *const m = open_machine(
		"hypercube:%d clock=virtual routing=none ports=all startup=0 per_byte=1ps heap=1MiB", d);

	run_well(m, exchange_bytes, (void *)how);
	assert_int_equal(vcube_run_time(m), transfers);
	for (int rank = 0; rank < 1 << d; rank++) {
		struct vcube_stats stats;

		vcube_run_stats(m, rank, &stats);
		assert_int_equal(stats.steps, steps + 2);
		assert_int_equal(stats.messages, messages);
		assert_int_equal(stats.bytes, d << d >> 1);
	}
	vcube_close(m);
}

static void
test_counts(void **state)
{
	(void)state;
	for (int d = 1; d <= up_to(8, 5); d++) {
		const int half = 1 << d >> 1, whole = (half + d - 1) / d * d;
		const int tail = half > d ? d + half % d : d;

		count_run(d, "aapc1", whole, whole, half * d);
		count_run(d, "aapc2", half, half, half * d);
		count_run(d, "aapc3", half, half, half * d);
		count_run(d, "aapc4", half, half, half * d);
		count_run(d, "aapc1:block=yes", d, whole, d * d);
		count_run(d, "aapc3:block=yes", tail, half, tail * d);
		count_run(d, "aapc4:block=yes", d, half, d * d);
		for (int b = 2; b <= half / d + 1; b = 2 * b - 1) {
			const int steps = b <= half / d ? (half + b - 1) / b : d;
			char how[40];

			snprintf(how, sizeof how, "aapc4:width=%d", b);
			count_run(d, how, steps, half, steps * d);
		}
	}
}

/* The memory, watched, as in Tables 1 to 4: element i of node j, of k elements each, is
 * TAG + k j + i, which no other memory holds. */

enum { P = 8, NODES = 16, SLOTS = 8, STEPS = 6, TAG = 0x5a5a0000, BUFFERS = 2 };

struct film {
	int nodes, slots;
	int32_t before[BUFFERS][NODES][SLOTS];  /* [buffer][node][slot]: as last seen */
	int32_t slot[STEPS + 1][NODES][SLOTS];  /* [exchanges made][node][slot] */
	int32_t out[NODES][SLOTS];              /* the result */
	int frames;
};

static const int32_t *
watched(const vcube_machine *m, int rank, const char *name)
{
	struct vcube_watched w;

	for (int i = 0; vcube_watched(m, rank, i, &w) == 0; i++)
		if (strcmp(w.name, name) == 0)
			return w.pointer;
	fail_msg("node %d watches no %s", rank, name);
	return NULL;
}

/* A slot is in the working memory or in `out`, by turns: where something new is. */
static int32_t
newest(struct film *f, const vcube_machine *m, int rank, int slot, int32_t old)
{
	static const char *const names[BUFFERS] = {"work", "out"};

	for (int i = 0; i < BUFFERS; i++) {
		const int32_t seen = watched(m, rank, names[i])[slot];

		if (seen != f->before[i][rank][slot])
			old = seen;
		f->before[i][rank][slot] = seen;
	}
	return old;
}

/* Before the alignment nothing is where it must be. */
static int
shoot(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct film *const f = arg;
	const bool aligned = strcmp(name, "align") != 0;

	(void)step;
	for (int rank = 0; rank < f->nodes; rank++)
		for (int slot = 0; slot < f->slots; slot++)
			f->slot[f->frames][rank][slot] = newest(f, m, rank, slot, f->frames == 0 ? 0
				: f->slot[f->frames - 1][rank][slot]);
	f->frames += aligned;
	return 0;
}

static int
exchange_numbers(vcube_node *self, void *arg)
{
	struct film *const f = arg;
	const int rank = vcube_rank(self);
	int32_t in[SLOTS], *const out = f->out[rank];

	for (int i = 0; i < f->slots; i++) {
		in[i] = TAG + f->slots * rank + i;
		out[i] = 0;
	}
	if (f->slots == f->nodes)
		vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT32, "aapc1");
	else
		vcube_shuffle(self, NULL, in, out, 1, VCUBE_INT32, 2, "aapc1");
	return vcube_failed(self);
}

static struct film
film(int d, int slots, int steps)
{
	vcube_machine *const m = open_machine("hypercube:%d routing=none", d);
	struct film f = {.nodes = 1 << d, .slots = slots};

	vcube_on_step(m, shoot, &f);
	run_well(m, exchange_numbers, &f);
	assert_int_equal(f.frames, steps + 1);
	vcube_close(m);
	return f;
}

/* "5|010": what node 5 had for node 2 */
static int
cell(const char *field)
{
	return TAG + P * atoi(field) + (int)strtol(strchr(field, '|') + 1, NULL, 2);
}

static void
test_tables_1_and_2(void **state)
{
	static const char *const names[] = {"003_tab1.tsv", "003_tab2.tsv"};
	const struct film f = film(3, P, STEPS);

	(void)state;
	for (int two = 0; two < 2; two++) {
		struct tsv t;
		int rows = 0;

		for (tsv_open(&t, names[two]); tsv_row(&t); rows++) {
			const int slot = !two ? rows : rows % 2 ? P - 1 - rows / 2 : rows / 2;

			for (int rank = 0; rank < P; rank++)
				assert_int_equal(f.slot[0][rank][slot], cell(t.field[1 + rank]));
		}
		assert_int_equal(rows, P);
	}
}

static void
test_table_4(void **state)
{
	const struct film f = film(3, P, STEPS);
	struct tsv t;
	int rows = 0;

	(void)state;
	for (tsv_open(&t, "003_tab4.tsv"); tsv_row(&t); rows++)
		for (int rank = 0; rank < P; rank++)
			assert_int_equal(f.slot[atoi(t.field[0])][rank][strtol(t.field[2], NULL, 2)],
					 cell(t.field[5 + rank]));
	assert_int_equal(rows, 18);
}

/* Two axes of two dimensions, phase by phase. */

static void
compare_phase(struct tsv *t, const char *phase, int32_t all[NODES][SLOTS])
{
	for (int slot = 0; slot < 4; slot++) {
		assert_true(tsv_row(t));
		assert_string_equal(t->field[0], phase);
		for (int rank = 0; rank < NODES; rank++)
			assert_int_equal(all[rank][slot], TAG + atoi(t->field[2 + rank]));
	}
}

static void
test_table_3(void **state)
{
	struct film f = film(4, 4, 4);
	int32_t initial[NODES][SLOTS];
	struct tsv t;

	(void)state;
	for (int i = 0; i < 4 * NODES; i++)
		initial[i / 4][i % 4] = TAG + i;
	tsv_open(&t, "003_tab3.tsv");
	assert_true(tsv_row(&t));       /* the exclusive or of coordinates */
	compare_phase(&t, "initial", initial);
	compare_phase(&t, "align1", f.slot[0]);
	compare_phase(&t, "aapc1", f.slot[2]);
	compare_phase(&t, "aapc2", f.slot[4]);
	compare_phase(&t, "align2", f.out);
	assert_false(tsv_row(&t));
}

/* Schedules are shared by all nodes, and by all runs of a machine. */

static int
share(vcube_node *self, void *arg)
{
	const struct vcube_schedule_plan plan = {VCUBE_WINDOWS, .dimensions = 5},
		other = {VCUBE_WINDOWS, .dimensions = 5, .successive = 2};
	const vcube_schedule *const s = vcube_schedule_shared(self, &plan);
	const vcube_schedule **const first = arg;

	CHECK(self, s != NULL && s == vcube_schedule_shared(self, &plan));
	CHECK(self, s != vcube_schedule_shared(self, &other));
	if (vcube_rank(self) == 0 && *first == NULL)
		*first = s;
	vcube_barrier(self, NULL, NULL);
	CHECK(self, s == *first);
	return vcube_failed(self);
}

static int
share_wrong(vcube_node *self, void *arg)
{
	const struct vcube_schedule_plan plan = {VCUBE_AAPC1, .dimensions = 15};

	(void)arg;
	CHECK(self, vcube_schedule_shared(self, &plan) == NULL);
	return vcube_failed(self);
}

static void
test_schedules_are_shared(void **state)
{
	vcube_machine *const m = open_machine("full:16");
	const vcube_schedule *first = NULL;

	(void)state;
	run_well(m, share, &first);
	run_well(m, share, &first);
	run_for(m, share_wrong, NULL, VCUBE_EINVAL);
	error_has(vcube_run_error(m), VCUBE_EINVAL, "1 to 14 dimensions, not 15");
	vcube_close(m);
}

/* Permutations, in the test's own words: where block i of node j goes. */

struct place {
	int node, block;
};

static int
mirrored(int x, int d)
{
	char bits[16];

	for (int k = 0; k < d; k++)
		bits[k] = (char)('0' + (x >> k & 1));
	bits[d] = '\0';
	return (int)strtol(bits, NULL, 2);
}

/* Code x of 0, 1, 3, 2, 6, ...; and which number has code x. */
static int
code(int x)
{
	return (int)vcube_gray((unsigned)x);
}

static int
number(int x)
{
	int n = 0;

	while (code(n) != x)
		n++;
	return n;
}

static struct place
place(int permutation, int j, int i, int d)
{
	const int last = (1 << d) - 1;

	switch (permutation) {
	case VCUBE_TRANSPOSITION:
		return (struct place){i, j};
	case VCUBE_BIT_REVERSAL: {
		const int to = mirrored(j << d | i, 2 * d);

		return (struct place){to >> d, to & last};
	}
	case VCUBE_VECTOR_REVERSAL:
		return (struct place){last - i, last - j};
	case VCUBE_TO_GRAY:     /* node j has row j; node code(i) gets column i */
		return (struct place){code(i), j};
	case VCUBE_FROM_GRAY:   /* node j has row number(j); node i gets column i */
		return (struct place){i, number(j)};
	default:                /* both */
		return (struct place){code(i), number(j)};
	}
}

static int
permute_all(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self), d = vcube_log2((unsigned)p);
	const size_t room = 2 * (size_t)p * sizeof(int32_t);
	int32_t *const in = take_block(self, room), *const out = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	for (int i = 0; i < 2 * p; i++)
		in[i] = 2 * p * me + i;
	for (int w = 0; w < VCUBE_PERMUTATIONS_COUNT; w++) {
		memset(out, 0xa5, room);
		vcube_permute(self, NULL, in, out, 2, VCUBE_INT32, (enum vcube_permutations)w, arg);
		for (int j = 0; j < p; j++)
			for (int i = 0; i < p; i++) {
				const struct place to = place(w, j, i, d);

				CHECK(self, to.node != me || (out[2 * to.block] == 2 * (p * j + i) &&
					out[2 * to.block + 1] == 2 * (p * j + i) + 1));
			}
	}
	return vcube_failed(self);
}

static void
test_permutations(void **state)
{
	char text[100];

	(void)state;
	for (int d = 0; d <= up_to(7, 4); d++)
		for (size_t v = 0; v <= COUNT(variants); v++) {
			snprintf(text, sizeof text, "hypercube:%d routing=none heap=128KiB", d);
			try_well(text, permute_all, v < COUNT(variants) ? (void *)variants[v] : NULL);
		}
	try_well("hypercube:4 clock=virtual strict=yes fuzz=3", permute_all, NULL);
}

/* By default it takes what is cheaper. */
static int
permute_once(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P];

	return vcube_permute(self, NULL, in, out, 1, VCUBE_INT32, VCUBE_BIT_REVERSAL, arg);
}

static void
test_cheaper_permutation_is_chosen(void **state)
{
	vcube_machine *m = open_machine("hypercube:3 clock=virtual ports=all startup=1us");

	(void)state;
	run_well(m, permute_once, NULL);
	assert_int_equal(vcube_run_time(m), 3 * 1000000 + 4 * 4 * 1000);
	vcube_close(m);
	m = open_machine("hypercube:3 clock=virtual ports=all startup=0 reorder=1ns");
	run_well(m, permute_once, NULL);
	assert_int_equal(vcube_run_time(m), 4 * 4 * 1000 + 2 * 8 * 4 * 1000);
	vcube_close(m);
}

/* Successive exchanges: element (a_s .. a_1 | a_0) to (a_(s-1) .. a_0 | a_s). */

struct shuffle {
	int s;
	const char *how;
};

static int
shuffle_numbers(vcube_node *self, void *arg)
{
	const struct shuffle *const what = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int k = 1 << vcube_log2((unsigned)p) / what->s;
	const size_t room = (size_t)k * sizeof(int32_t);
	int32_t *const in = take_block(self, room), *const out = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	for (int i = 0; i < k; i++)
		in[i] = me * k + i;
	vcube_shuffle(self, NULL, in, out, 1, VCUBE_INT32, what->s, what->how);
	/* place i of node me is number (i, me) in digits, as (me, i) was before */
	for (int i = 0; i < k; i++)
		CHECK(self, out[i] == i * p + me);
	return vcube_failed(self);
}

static void
test_shuffles(void **state)
{
	static const struct { int s, d; } grids[] = {
		{1, 0}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {3, 3}, {4, 2}, {5, 1},
	};
	static const char *const hows[] = {"aapc1", "aapc2", "aapc3", "aapc4", "windows", NULL};
	char text[100];

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++)
		for (size_t h = 0; h < COUNT(hows); h++) {
			struct shuffle what = {grids[g].s, hows[h]};

			snprintf(text, sizeof text, "hypercube:%d routing=none heap=64KiB%s",
				 grids[g].s * grids[g].d, h % 2 ? " clock=virtual ports=all" : "");
			try_well(text, shuffle_numbers, &what);
		}
}

/* In transfers of an element, one after the other. */
static void
test_steps_of_shuffles(void **state)
{
	static const struct { int s, d; } grids[] = {
		{2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 2}, {3, 3}, {4, 2},
	};

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++) {
		if (grids[g].s * grids[g].d > up_to(10, 6))
			continue;
		const int s = grids[g].s, d = grids[g].d, half = 1 << d >> 1;
		const int tail = half > d ? d + half % d : d;
		const struct { const char *how; int steps; } wanted[] = {
			{"aapc1", (half + d - 1) / d * d + (s - 1) * d}, {"aapc2", s * half},
			{"aapc3", half + (s - 1) * tail}, {"aapc4", s * half},
			{"windows", half + (s - 1) * d},
		};

		for (size_t h = 0; h < COUNT(wanted); h++) {
			struct shuffle what = {s, wanted[h].how};
			vcube_machine *const m = open_machine("hypercube:%d clock=virtual routing=none ports=all "
				"startup=0 per_byte=1ps heap=64KiB", s * d);

			run_well(m, shuffle_numbers, &what);
			assert_int_equal(vcube_run_time(m), 4 * wanted[h].steps);
			vcube_close(m);
		}
	}
}

/* Several parts of a shuffle: element (part; a_s .. a_1 | a_0). */

struct successive {
	int s, parts;
	const char *how;
	bool works;
	vcube_time time;        /* of the work on a part */
};

/* With the parts of what a node has for each other in order: part, place, number. */
static int32_t
element(const struct successive *what, int part, int place)
{
	return part + what->parts * place;
}

/* Value t on the local axis is that of the axis which is local now: axis `made`. */
static void
count_local(vcube_node *self, int made, int part, void *const *block, void *arg)
{
	const struct successive *const what = arg;
	const int p = vcube_size(self), d = vcube_log2((unsigned)p) / what->s, k = 1 << d;
	const int me = vcube_rank(self), low = me & ((1 << made * d) - 1);
	const int high = me >> made * d << (made + 1) * d;

	/* axes above `made` are the element's own; below, each holds the one before it */
	for (int t = 0; t < k; t++) {
		int32_t *const x = block[t];

		if (x[0] != element(what, part, high | t << made * d | low) || x[1] != made)
			vcube_fail(self, "part %d after %d exchanges: place %d holds %d", part, made, t,
				   x[0]);
		x[1]++;
	}
	vcube_compute(self, what->time);
}

static int
exchange_parts(vcube_node *self, void *arg)
{
	struct successive *const what = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int k = 1 << vcube_log2((unsigned)p) / what->s;
	const size_t room = (size_t)(k * what->parts) * sizeof(int32_t[2]);
	int32_t (*const in)[2] = take_block(self, room), (*const out)[2] = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	for (int part = 0; part < what->parts; part++)
		for (int i = 0; i < k; i++) {
			in[part * k + i][0] = element(what, part, me * k + i);
			in[part * k + i][1] = 0;
		}
	vcube_successive(self, NULL, &(struct vcube_successive){
		.in = in, .out = out, .count = 2, .type = VCUBE_INT32, .axes = what->s,
		.parts = what->parts, .how = what->how, .local = what->works ? count_local : NULL,
		.arg = what,
	});
	for (int part = 0; part < what->parts; part++)
		for (int i = 0; i < k; i++)
			CHECK(self, out[part * k + i][0] == element(what, part, i * p + me) &&
			      out[part * k + i][1] == (what->works ? what->s + 1 : 0));
	return vcube_failed(self);
}

static void
test_parts(void **state)
{
	static const struct { int s, d; } grids[] = {{1, 0}, {1, 3}, {2, 2}, {2, 3}, {3, 1}, {3, 2}};
	static const char *const hows[] = {"aapc1", "aapc2", "aapc3", "aapc4", NULL, "aapc1:block=yes",
		"aapc4:block=yes", "aapc4:width=2"};
	char text[100];

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++)
		for (size_t h = 0; h < COUNT(hows); h++)
			for (int works = h >= 5; works < 2; works++) {
				struct successive what = {grids[g].s, 1 + 2 * (int)(h % 2), hows[h], works, 1000};

				snprintf(text, sizeof text, "hypercube:%d routing=none heap=64KiB%s",
					 grids[g].s * grids[g].d, h % 2 ? " clock=virtual ports=all" : "");
				try_well(text, exchange_parts, &what);
			}
}

/* In transfers of an element, one after the other: K is parts 2^d. */
static void
take_steps(const struct successive *what, int d, int steps, vcube_time more)
{
	vcube_machine *const m = open_machine("hypercube:%d clock=virtual routing=none ports=all startup=0 "
		"per_byte=1ps heap=64KiB", what->s * d);

	run_well(m, exchange_parts, (void *)what);
	assert_int_equal(vcube_run_time(m), 8 * steps + more);
	vcube_close(m);
}

static void
test_steps_of_parts(void **state)
{
	static const struct { int s, d, parts; } trials[] = {
		{2, 1, 3}, {2, 3, 2}, {2, 3, 5}, {3, 2, 3}, {3, 3, 2}, {4, 2, 2},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(trials); i++) {
		if (trials[i].s * trials[i].d > up_to(10, 6))
			continue;
		const int s = trials[i].s, d = trials[i].d, n = trials[i].parts, half = n << d >> 1;
		const int tail = half > d ? d + half % d : d;
		const struct { const char *how; int steps; } wanted[] = {
			{"aapc1", (half + d - 1) / d * d + (s - 1) * d}, {"aapc2", s * half},
			{"aapc3", half + (s - 1) * tail}, {"aapc4", s * half},
			{"windows", half + (s - 1) * d},
		};

		for (size_t h = 0; h < COUNT(wanted); h++)
			take_steps(&(struct successive){s, n, wanted[h].how, false, 0}, d, wanted[h].steps, 0);
		/* with work: an exchange of K/2 after the other, n + s - 1 of them, and n (s + 1)
		 * times the work, none of which goes on beside another */
		take_steps(&(struct successive){s, n, "aapc4", true, 1000}, d,
			   (n + s - 1) << d >> 1, n * (s + 1) * 1000);
	}
}

/* Algorithm 5: as many steps as its schedule has, which are those of Theorem 2 or
 * fewer; K is parts 2^d. */
static void
test_concurrent_exchanges(void **state)
{
	static const struct { int s, d, parts, steps; } trials[] = {
		/* K/2 + (s-1) d: s <= 3, or K <= 8 d */
		{2, 1, 2, 3}, {2, 2, 4, 10}, {3, 1, 2, 4}, {3, 1, 8, 10}, {3, 2, 8, 20}, {4, 1, 4, 7},
		/* (s+3) d */
		{6, 1, 6, 9}, {7, 1, 8, 10}, {7, 1, 6, 10},
		/* K/2 + 2 d: K >= 2 (s+1) d */
		{4, 1, 6, 8}, {4, 2, 8, 20}, {5, 1, 6, 8}, {5, 1, 16, 18}, {6, 1, 8, 10}, {7, 1, 10, 12},
		{5, 2, 8, 20},
		/* d ceil(K/2d) + 2 d, where d does not divide K/2 */
		{3, 3, 8, 39},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(trials); i++) {
		const int s = trials[i].s, d = trials[i].d;
		struct vcube_schedule_plan plan = {VCUBE_AAPC5, .dimensions = d, .successive = s,
			.addresses = trials[i].parts << d};
		vcube_schedule *const schedule = vcube_schedule_build(&plan, NULL);
		struct vcube_schedule_proof proof;

		vcube_schedule_proof(schedule, &proof);
		assert_int_equal(vcube_schedule_steps(schedule), trials[i].steps);
		assert_true(trials[i].steps <= proof.steps);
		vcube_schedule_free(schedule);
		if (s * d <= up_to(10, 7))
			take_steps(&(struct successive){s, trials[i].parts, "aapc5", false, 0}, d,
				   trials[i].steps, 0);
	}
}

/* What is refused. */

static int
part_amiss(vcube_node *self, void *arg)
{
	int32_t all[2 * P] = {0};
	struct vcube_successive what = {
		.in = all, .out = all + P, .count = 1, .type = VCUBE_INT32, .axes = 3, .how = arg,
	};

	switch (*(const char *)arg) {
	case 'n':
		what.parts = -1;
		break;
	case 'm':
		what.parts = 1 << 20;
		break;
	case 'd':
		what.local = count_local;
	}
	return vcube_successive(self, NULL, &what);
}

static int
odd_addresses(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P] = {0};
	const struct vcube_call c = {
		.in = in, .out = out, .count = 1, .bytes = sizeof *in, .type = VCUBE_INT32,
		.rank = vcube_rank(self), .size = vcube_size(self),
	};

	(void)arg;
	vcube_aapc(self, &c, &(struct vcube_schedule_plan){VCUBE_AAPC1, .addresses = 12},
		   VCUBE_TRANSPOSITION);
	return vcube_failed(self);
}

static int
shuffle_amiss(vcube_node *self, void *arg)
{
	int32_t all[2 * P] = {0};

	switch (*(const char *)arg) {
	case 'o':
		return vcube_shuffle(self, NULL, all, all + 1, 1, VCUBE_INT32, 1, NULL);
	case 'n':
		return vcube_shuffle(self, NULL, all, NULL, 1, VCUBE_INT32, 1, NULL);
	case 't':
		return vcube_shuffle(self, NULL, all, all + P, 1, 63, 1, NULL);
	case 'm':
		return vcube_shuffle(self, NULL, all, all + P, SIZE_MAX / 2, VCUBE_INT32, 1, NULL);
	case 'z':
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32, 0, NULL);
	case 'g':
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32, 2, NULL);
	case 'd':
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32,
				     vcube_rank(self) == 3 ? 3 : 1, "aapc1");
	default:
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32, 3, arg);
	}
}

static int
differ(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P];

	(void)arg;
	return vcube_permute(self, NULL, in, out, 1, VCUBE_INT32,
			     vcube_rank(self) == 3 ? VCUBE_TO_GRAY : VCUBE_IN_GRAY, "aapc4");
}

static int
no_such(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P];

	(void)arg;
	return vcube_permute(self, NULL, in, out, 1, VCUBE_INT32, (enum vcube_permutations)6, NULL);
}

/* The working memory does not fit the heap. */
static int
permute_much(vcube_node *self, void *arg)
{
	int32_t in[256 * P] = {0}, out[256 * P];

	return vcube_permute(self, NULL, in, out, 256, VCUBE_INT32, VCUBE_TRANSPOSITION, arg);
}

static void
refuse(const char *machine, vcube_program *program, const char *how, int code_wanted,
       const char *words)
{
	vcube_machine *const m = open_machine("%s", machine);

	run_for(m, program, (void *)how, code_wanted);
	error_has(vcube_run_error(m), code_wanted, words);
	vcube_close(m);
}

static void
test_refusals(void **state)
{
	(void)state;
	refuse("hypercube:3", differ, NULL, VCUBE_EMISMATCH, "alltoall");
	refuse("hypercube:3", no_such, NULL, VCUBE_EINVAL, "no permutation has number 6 (0 to 5)");
	refuse("hypercube:3", permute_once, "direct", VCUBE_EINVAL,
	       "alltoall.direct has no schedule; aapc1 to aapc4 have one");
	refuse("hypercube:3", permute_once, "aapc9", VCUBE_EUNKNOWN, "no algorithm 'aapc9'");
	refuse("hypercube:3", permute_once, "aapc2:block=yes", VCUBE_EUNKNOWN, "no option 'block'");
	refuse("hypercube:3", shuffle_amiss, "overlap", VCUBE_EINVAL, "overlap");
	refuse("hypercube:3", shuffle_amiss, "null", VCUBE_EINVAL, "out is NULL, 32 bytes");
	refuse("hypercube:3", shuffle_amiss, "type", VCUBE_EINVAL, "there is no type 63");
	refuse("hypercube:3", shuffle_amiss, "much", VCUBE_EINVAL, "more than memory holds");
	refuse("hypercube:3", shuffle_amiss, "zero", VCUBE_EINVAL, "along 1 to 14 axes, not 0");
	refuse("hypercube:3", shuffle_amiss, "grid", VCUBE_EPRECOND, "a power of 4; there are 8");
	refuse("hypercube:3", shuffle_amiss, "differ", VCUBE_EMISMATCH, "alltoall");
	refuse("hypercube:3", shuffle_amiss, "aapc5", VCUBE_EINVAL,
	       "needs a multiple of 2 parts, not 1; windows needs none");
	refuse("hypercube:3", shuffle_amiss, "standard", VCUBE_EUNKNOWN, "no schedule 'standard'");
	refuse("hypercube:3", part_amiss, "negative", VCUBE_EINVAL, "1 to 524288 parts of 2 blocks, not -1");
	refuse("hypercube:3", part_amiss, "many", VCUBE_EINVAL, "of 2 blocks, not 1048576");
	refuse("hypercube:3", part_amiss, "direct", VCUBE_EINVAL,
	       "vcube_successive: alltoall.direct has no schedule");
	refuse("hypercube:3", odd_addresses, NULL, VCUBE_EINVAL, "12 blocks are no multiple of the 8");
	refuse("hypercube:3", permute_once, "aapc4:block=yes:width=2", VCUBE_EINVAL, "not both");
	refuse("hypercube:3", exchange_bytes, "aapc4:block=yes:width=2", VCUBE_EPRECOND,
	       "alltoall.aapc4 needs one of block=yes and width, not both");
	refuse("full:6", permute_once, NULL, VCUBE_EPRECOND, "a power of two; there are 6");
	refuse("hypercube:3 heap=4KiB", permute_much, NULL, VCUBE_EHEAP, "heap");
}

static void
test_names(void **state)
{
	(void)state;
	assert_string_equal(vcube_permutation_name(VCUBE_BIT_REVERSAL), "bit-reversal");
	for (int i = 0; i < VCUBE_PERMUTATIONS_COUNT; i++)
		assert_true(vcube_permutation_text(i)[0] != '\0');
	assert_null(vcube_permutation_name(VCUBE_PERMUTATIONS_COUNT));
	assert_null(vcube_permutation_text(-1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_times),
		TEST(test_right_without_a_clock),
		TEST(test_subcubes),
		TEST(test_counts),
		TEST(test_tables_1_and_2),
		TEST(test_table_3),
		TEST(test_table_4),
		TEST(test_schedules_are_shared),
		TEST(test_permutations),
		TEST(test_cheaper_permutation_is_chosen),
		TEST(test_shuffles),
		TEST(test_steps_of_shuffles),
		TEST(test_parts),
		TEST(test_steps_of_parts),
		TEST(test_concurrent_exchanges),
		TEST(test_refusals),
		TEST(test_names),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna's promises for four stages, if p divides all counts: start-ups,
 * space and time.
 */
#include <stdio.h>
#include <string.h>
#include "uneven.h"
#include "walk.h"
#include <vcube/authoring.h>

/* One node has as much for another one as all others for everybody, or all have much for a
 * few, or every block is long or short. */
static size_t
hard_count(const struct trial *t, int p, int i, int j)
{
	const size_t unit = (size_t)p * t->count;

	switch (t->seed % 3) {
	case 0:
		return i == p / 2 && j == p / 3 ? unit * (size_t)p : 0;
	case 1:
		return j * j < p ? unit : 0;
	default:
		return mixed_count(t, p, i, j) * (size_t)p;
	}
}

static int
root_of(int p)
{
	int s = 1;

	while (s * s < p)
		s++;
	return s;
}

/* The most that a node sends, or receives. */
static size_t
busiest(const struct trial *t, int p)
{
	size_t most = 0;

	for (int i = 0; i < p; i++) {
		size_t out = 0, in = 0;

		for (int j = 0; j < p; j++) {
			out += hard_count(t, p, i, j);
			in += hard_count(t, p, j, i);
		}
		most = out > most ? out : most;
		most = in > most ? in : most;
	}
	return most * t->element->size;
}

struct promise {
	struct trial trial;
	size_t peak[100];       /* bytes of heap that each node used */
};

static int
keep_promise(vcube_node *self, void *arg)
{
	struct promise *const promise = arg;
	struct trial t = promise->trial;

	if (try_uneven(self, NULL, &t, hard_count) != 0)
		return vcube_failed(self);
	promise->peak[vcube_rank(self)] = t.worked_in;
	if (vcube_rank(self) == 0)
		promise->trial.took = t.took;
	return 0;
}

/* Buffers as in theorem 1, and one more for dual; in addition tables: a header of p for
 * each message of two stages, and what a node computes at the end. Elements that are dealt have
 * labels, and buckets that grow while messages arrive take twice their room, and that of the bucket
 * that is moved. */
static void
check_space(const struct promise *promise, int p, size_t load, bool dual, bool dealt)
{
	const size_t s = (size_t)root_of(p), n = (size_t)p, size = promise->trial.element->size;
	const size_t labelled = dealt ? load / size * (size + VCUBE_STAGES_LABEL) : load;
	const size_t buffers = (dual && dealt ? 5 : dual ? 3 : 2) * s * s * labelled / n;
	const size_t tables = 8 * n * ((dual ? 3 : 2) * s + 7) + 200 * (s + 4);

	for (int i = 0; i < p; i++)
		assert_true(promise->peak[i] <= buffers + tables);
}

static void
check_startups(const vcube_machine *machine, int p, bool blocking)
{
	const uint64_t s = (uint64_t)root_of(p);
	struct vcube_stats stats;

	for (int i = 0; i < p; i++) {
		vcube_run_stats(machine, i, &stats);
		assert_true(stats.messages <= 4 * s + 2);
		assert_true(!blocking || stats.steps <= 4 * s + 2);
	}
}

static void
test_promises_of_four_stage(void **state)
{
	static const char *const hows[] = {"four-stage", "four-stage:mode=blocking", "four-stage:mode=dual",
		"four-stage:deal=element", "four-stage:deal=element:mode=blocking",
		"four-stage:deal=element:mode=dual"};
	static const int nodes[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 29, 36, 61};
	static struct promise promise;
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	(void)state;
	for (size_t i = 0; i < COUNT(nodes); i++)
		for (size_t k = first_case(i, 18); k < 18; k += next_case()) {
			const int p = nodes[i], s = root_of(p);
			vcube_machine *const machine = open_machine("full:%d clock=virtual", p);
			struct vcube_terms terms = vcube_terms_of(vcube_machine_desc(machine), p, 0);
			vcube_time bound;
			size_t load;

			promise.trial = (struct trial){
				.collective = VCUBE_ALLTOALLV, .how = hows[k / 3], .count = 3,
				.element = &elements[0], .timed = true, .seed = 3 * (seed % 1000) + k % 3};
			promise.trial.algorithm = vcube_algorithm_parse(VCUBE_ALLTOALLV, hows[k / 3],
									set, NULL);
			load = busiest(&promise.trial, p);
			run_well(machine, keep_promise, &promise);
			check_space(&promise, p, load, k / 3 % 3 == 2, k >= 9);
			check_startups(machine, p, k / 3 % 3 == 1);
			terms.m = (load + (size_t)p - 1) / (size_t)p;
			terms.unit = elements[0].size;
			terms.set = set;
			/* theorem 2, and the headers or labels */
			bound = (4 * s + 2) * (terms.k.startup + (k < 9 ? 8 * p * terms.k.per_byte : 0)) +
				4 * s * (s + 1) * terms.k.per_byte *
				vcube_stages_bytes(&terms, load / (size_t)p, k >= 9);
			assert_true(promise.trial.took <= bound);
			assert_true(promise.trial.took <= promise.trial.algorithm->cost(&terms));
			vcube_close(machine);
		}
}

/* A heap without a large piece, in which the messages of a node do not fit one block. */
static int
work_in_pieces(vcube_node *self, void *arg)
{
	enum { PIECES = 24, PIECE = 5000 };
	static const char *const hows[] = {"two-stage", "mesh:mode=blocking", "four-stage",
					   "four-stage:mode=blocking", "four-stage:mode=dual",
					   "four-stage:deal=element", "two-stage:mode=dual:deal=element"};
	void *piece[PIECES], *wall[PIECES];

	(void)arg;
	for (int i = 0; i < PIECES; i++) {
		piece[i] = take_block(self, PIECE + (size_t)(i * 997 % 3000));
		wall[i] = take_block(self, 1);
	}
	while (vcube_alloc(self, PIECE / 10) != NULL)
		;
	for (int i = 0; i < PIECES; i++)
		vcube_free(self, piece[i]);
	for (size_t i = 0; i < 2 * COUNT(hows); i++) {
		struct trial t = {.collective = VCUBE_ALLTOALLV, .how = hows[i / 2], .count = 150,
				  .element = &elements[0], .seed = seed + i};

		try_uneven(self, NULL, &t, i % 2 ? mixed_count : even_count);
	}
	for (int i = 0; i < PIECES; i++)
		vcube_free(self, wall[i]);
	return vcube_failed(self);
}

static void
test_heap_in_pieces(void **state)
{
	(void)state;
	try_well("full:9 heap=256KiB", work_in_pieces, NULL);
	try_well("full:9 heap=256KiB strict=yes", work_in_pieces, NULL);
}

/* Whatever the blocks are, two-stage and four-stage take no longer than their formulas. */
static int
time_bounded(vcube_node *self, void *arg)
{
	static const char *const hows[] = {"two-stage", "two-stage:mode=blocking", "four-stage",
		"four-stage:barrier=yes", "two-stage:deal=element", "two-stage:deal=element:mode=blocking",
		"two-stage:deal=element:mode=dual", "four-stage:deal=element",
		"four-stage:deal=element:mode=blocking", "four-stage:deal=element:mode=dual:barrier=yes"};
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const int p = vcube_size(self);

	(void)arg;
	for (size_t i = first_case((uint64_t)p, 3 * COUNT(hows)); i < 3 * COUNT(hows); i += next_case()) {
		struct trial t = {.collective = VCUBE_ALLTOALLV, .how = hows[i / 3], .count = 1 + i % 12 * (i % 12),
				  .element = &elements[i % 2], .timed = true, .seed = seed + i};
		struct vcube_terms terms = vcube_terms_of(
			vcube_machine_desc(vcube_machine_of(self)), p, 0);

		t.algorithm = vcube_algorithm_parse(VCUBE_ALLTOALLV, t.how, set, NULL);
		terms.m = (busiest(&t, p) + (size_t)p - 1) / (size_t)p;
		terms.unit = t.element->size;
		terms.set = set;
		if (try_uneven(self, NULL, &t, hard_count) != 0)
			return vcube_failed(self);
		CHECK(self, t.took <= t.algorithm->cost(&terms));
	}
	return 0;
}

static void
test_time_is_bounded(void **state)
{
	static const int nodes[] = {WALK_NODES};
	char text[100];

	(void)state;
	for (size_t i = 0; i < COUNT(nodes); i++) {
		snprintf(text, sizeof text, "full:%d clock=virtual threads=one reorder=300ps", nodes[i]);
		if (nodes[i] > 1)
			try_well(text, time_bounded, NULL);
	}
}

/* Nonblocking modes hide a node's work for messages, and copying, behind messages in
 * flight, and more with a second buffer; without such work there is no gain. Blocks of 400
 * bytes. */
enum { P = 64 };

struct regular {
	const char *how;
	size_t count;           /* of elements in each block */
};

static int
regular_exchange(vcube_node *self, void *arg)
{
	const struct regular *const r = arg;
	const size_t bytes = P * r->count * sizeof(int32_t);
	int32_t *const in = take_block(self, bytes), *const out = take_block(self, bytes);
	size_t counts[P], offsets[P];

	for (size_t i = 0; i < P; i++) {
		counts[i] = r->count;
		offsets[i] = i * r->count;
	}
	memset(in, 0, bytes);
	return vcube_alltoallv(self, NULL, in, counts, offsets, out, counts, offsets, VCUBE_INT32, r->how);
}

static vcube_time
time_of(const char *machine, struct regular r)
{
	vcube_machine *const m = open_machine("%s", machine);
	vcube_time time;

	run_well(m, regular_exchange, &r);
	time = vcube_run_time(m);
	vcube_close(m);
	return time;
}

static void
test_what_modes_hide(void **state)
{
	static const char *const machines[] = {
		"full:64 clock=virtual threads=one startup=0 send_overhead=10us recv_overhead=10us per_byte=10ns reorder=2ns",
		"full:64 clock=virtual threads=one startup=20us per_byte=10ns",
	};
	static const char *const hows[] = {"four-stage:mode=blocking", "four-stage", "four-stage:mode=dual"};
	vcube_time took[2][3];

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++)
		for (size_t k = 0; k < COUNT(hows); k++)
			took[i][k] = time_of(machines[i], (struct regular){hows[k], 100});
	/* a node works for 28 messages of 20 us, and copies 25,600 bytes 5 times */
	assert_true(took[0][0] - took[0][1] > 200 * INT64_C(1000000));
	assert_true(took[0][1] - took[0][2] > 200 * INT64_C(1000000));
	assert_true(took[1][0] == took[1][1] && took[1][1] == took[1][2]);
}

/*
 * What copies add if elements are dealt one by one: a node has 4,096 elements of 4 bytes, which
 * labels double, and a message 512, which are copied in less time than a message takes. With one
 * buffer each stage deals all of them while nothing is in flight; with two it is the first stage,
 * and the last message of each. Unless blocking, all but the last message is delivered while others
 * are in flight.
 */
static void
test_what_dealing_hides(void **state)
{
	static const char machine[] = "full:64 clock=virtual threads=one startup=20us per_byte=10ns";
	enum { ALL = 8 * 4096, ONE = ALL / 8, COPY = 2000 };
	static const struct {
		const char *how;
		vcube_time copied;
	} modes[] = {
		{"four-stage:deal=element:mode=blocking", 4 * ALL + ALL / 2},
		{"four-stage:deal=element", 4 * ALL + ONE / 2},
		{"four-stage:deal=element:mode=dual", ALL + 3 * ONE + ONE / 2},
	};
	char with_copies[sizeof machine + 20];

	(void)state;
	snprintf(with_copies, sizeof with_copies, "%s reorder=%dps", machine, COPY);
	for (size_t k = 0; k < COUNT(modes); k++) {
		const struct regular r = {modes[k].how, 64};

		/* 7 messages to others in each of 4 stages */
		assert_int_equal(time_of(machine, r), 28 * (INT64_C(20000000) + 10000 * ONE));
		assert_int_equal(time_of(with_copies, r) - time_of(machine, r), COPY * modes[k].copied);
	}
}

/* Where all nodes are in step, four barriers of log2 64 start-ups come on top. */
static void
test_barriers(void **state)
{
	static const char *const hows[] = {"four-stage:mode=blocking", "four-stage:mode=blocking:barrier=yes"};
	vcube_time took[2];

	(void)state;
	for (size_t k = 0; k < COUNT(hows); k++)
		took[k] = time_of("full:64 clock=virtual threads=one startup=20us per_byte=10ns",
				  (struct regular){hows[k], 100});
	assert_int_equal(took[1] - took[0], 4 * 6 * INT64_C(20000000));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_promises_of_four_stage),
		TEST(test_heap_in_pieces),
		TEST(test_time_is_bounded),
		TEST(test_what_modes_hide),
		TEST(test_what_dealing_hides),
		TEST(test_barriers),
	};

	return RUN_TESTS(tests);
}

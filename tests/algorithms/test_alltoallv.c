/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all: blocks at any place, the modes of the algorithms, and which
 * algorithm is selected.
 */
#include <stdio.h>
#include <string.h>
#include "uneven.h"
#include "walk.h"

/* Unusual calls that are permitted. */

/* Blocks of in and out alternate in one array, from the last to the first. */
static int
interleave(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int32_t *const all = vcube_scratch(self, 2 * (size_t)p * sizeof *all);
	size_t *const n = vcube_scratch(self, 3 * (size_t)p * sizeof *n);

	(void)arg;
	for (int i = 0; i < p; i++) {
		n[i] = 1;
		n[p + i] = 2 * (size_t)(p - 1 - i);
		n[2 * p + i] = n[p + i] + 1;
		all[n[p + i]] = 100 * me + i;
	}
	vcube_alltoallv(self, NULL, all, n, n + p, all, n, n + 2 * p, VCUBE_INT32, NULL);
	for (int i = 0; i < p; i++)
		CHECK(self, all[n[2 * p + i]] == 100 * i + me && all[n[p + i]] == 100 * me + i);
	vcube_free(self, n);
	vcube_free(self, all);
	return vcube_failed(self);
}

/* Nothing at all, from NULL to NULL; the same element to everybody. */
static int
send_nothing_and_the_same(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	size_t *const n = vcube_scratch(self, 4 * (size_t)p * sizeof *n);
	int32_t mine = me, *const got = vcube_scratch(self, (size_t)p * sizeof *got);

	(void)arg;
	for (int i = 0; i < p; i++) {
		n[i] = n[2 * p + i] = 0;
		n[p + i] = 1;
		n[3 * p + i] = (size_t)i;
	}
	vcube_alltoallv(self, NULL, NULL, n, n + p, NULL, n, n + 3 * p, VCUBE_INT32, NULL);
	vcube_alltoallv(self, NULL, &mine, n + p, n, got, n + p, n + 3 * p, VCUBE_INT32, NULL);
	for (int i = 0; i < p; i++)
		CHECK(self, got[i] == i);
	vcube_free(self, got);
	vcube_free(self, n);
	return vcube_failed(self);
}

/* Runs a program on each of these machines, or on one of them if sweeps try a share. */
static void
try_on_each(const char *const *machines, size_t count, vcube_program *program)
{
	for (size_t i = first_case(count, count); i < count; i += next_case())
		try_well(machines[i], program, NULL);
}

static void
test_permitted(void **state)
{
	(void)state;
	try_everywhere("full:5", interleave, NULL);
	try_well("full:1", interleave, NULL);
	try_everywhere("full:5", send_nothing_and_the_same, NULL);
	try_well("full:1 strict=yes", send_nothing_and_the_same, NULL);
}

/* Returns a trial of a mode, whose settings go to `set`. */
static struct trial
trial_of(const char *how, size_t count, struct vcube_setting *set)
{
	return (struct trial){
		.collective = VCUBE_ALLTOALLV, .how = how, .count = count, .element = &elements[0],
		.algorithm = vcube_algorithm_parse(VCUBE_ALLTOALLV, how, set, NULL), .seed = seed,
	};
}

/* Modes other than the default. */

static const char *const modes[] = {
	"direct:mode=blocking", "two-stage:mode=blocking", "two-stage:mode=dual", "mesh:mode=blocking",
	"mesh:mode=dual", "four-stage:mode=blocking", "four-stage:mode=dual",
	"four-stage:barrier=yes", "four-stage:mode=dual:barrier=yes", "bruck", "bruck:straight=0",
	"bruck:straight=100", "bruck:radix=3", "bruck:radix=64:straight=400", "four-stage:deal=element",
	"four-stage:deal=element:mode=blocking",
	"four-stage:deal=element:mode=dual:barrier=yes", "two-stage:deal=element",
	"two-stage:mode=dual:deal=element", "mesh:mode=blocking:deal=element", "mesh:mode=dual:deal=element",
};

static int
try_modes(vcube_node *self, void *arg)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const int p = vcube_size(self);

	(void)arg;
	for (size_t i = 0; i < COUNT(modes); i++)
		for (size_t count = 0; count <= 1000; count = 10 * count + 1) {
			struct trial t = trial_of(modes[i], count, set);
			struct vcube_terms terms = {.p = p, .set = set};

			t.element = &elements[i % 2];
			t.in_place = count % 2;
			t.seed = seed + count;
			if (vcube_algorithm_fits(t.algorithm, &terms, NULL, NULL) == 0 &&
			    try_collective(self, NULL, &t) != 0)
				return vcube_failed(self);
		}
	return 0;
}

static void
test_right_in_every_mode(void **state)
{
	static const int nodes[] = {WALK_NODES};
	char text[40];

	(void)state;
	for (int i = 0; i < up_to(COUNT(nodes), 7); i++) {
		snprintf(text, sizeof text, "full:%d", nodes[i]);
		if (nodes[i] <= up_to(16, 5))
			try_everywhere(text, try_modes, NULL);
		else
			try_well(text, try_modes, NULL);
	}
}

/* Blocks take shortcuts, and go straight, from some nodes and not from others: the mean of what a
 * node sends grows with its rank, and each has a few long blocks. */
static size_t
unlike_count(const struct trial *t, int p, int i, int j)
{
	const size_t some = (size_t)(7 * i + 5 * j) % 8;

	return (i + 3 * j) % 11 == 0 ? 20 * t->count : some * t->count * (size_t)i / (4 * (size_t)p);
}

static int
send_unlike(vcube_node *self, void *arg)
{
	static const char *const hows[] = {"bruck", "bruck:radix=3", "bruck:radix=4:straight=3000"};
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	(void)arg;
	for (size_t i = 0; i < COUNT(hows); i++)
		for (size_t count = 40; count <= 640; count *= 2) {
			struct trial t = trial_of(hows[i], count, set);

			if (try_uneven(self, NULL, &t, unlike_count) != 0)
				return vcube_failed(self);
		}
	return 0;
}

static void
test_each_node_shortens_its_ways(void **state)
{
	static const char *const machines[] = {
		"full:13 clock=virtual", "full:64", "mesh:4x5 clock=virtual routing=any ports=all",
		"torus:4x4 clock=virtual routing=any ports=all",
		"hypercube:6 clock=virtual routing=any threads=one reorder=100ps",
	};

	(void)state;
	try_on_each(machines, COUNT(machines), send_unlike);
}

/* A header may say anything: the run ends with what was injected. */
static void
test_corrupted_headers(void **state)
{
	bool told = false;

	(void)state;
	for (int i = 0; i < up_to(200, 40); i++) {
		vcube_machine *const m = open_machine("full:8 clock=virtual threads=one corrupt=0.03 seed=%d", i);
		const int code = vcube_run(m, send_unlike, NULL);

		assert_true(code == 0 || code == VCUBE_EFAULT);
		told |= strstr(vcube_run_error(m)->text, "bytes are not what their header says") != NULL;
		vcube_close(m);
	}
	assert_true(told);
}

/* Blocks of one length take as long as the formula says, in every mode. */
static int
time_formulas(vcube_node *self, void *arg)
{
	static const char *const hows[] = {"direct", "direct:mode=blocking", "bruck", "bruck:straight=0",
					   "bruck:straight=50", "bruck:radix=4", "bruck:radix=5:straight=1000"};
	static const size_t lengths[] = {0, 1, 11, 111, 200, 512, 1000};
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	(void)arg;
	for (size_t i = 0; i < COUNT(hows); i++)
		for (size_t k = 0; k < COUNT(lengths); k++) {
			struct trial t = trial_of(hows[i], lengths[k], set);
			struct vcube_terms terms = vcube_terms_of(
				vcube_machine_desc(vcube_machine_of(self)), vcube_size(self), lengths[k]);

			t.timed = true;
			terms.set = set;
			if (try_collective(self, NULL, &t) != 0)
				return vcube_failed(self);
			CHECK(self, t.took == t.algorithm->cost(&terms));
		}
	return 0;
}

static void
test_time_of_equal_blocks(void **state)
{
	static const char *const machines[] = {
		"full:1 clock=virtual copy=100ps", "full:7 clock=virtual",
		"full:8 clock=virtual copy=100ps per_hop=17ps",
		"full:8 clock=virtual threads=one startup=1ps per_byte=10ps copy=100ps",
		"full:13 clock=virtual threads=one per_byte=3ns copy=2ns reorder=300ps",
		"full:16 clock=virtual threads=one reorder=1ns", "full:60 clock=virtual threads=one",
		"full:64 clock=virtual threads=one", "full:81 clock=virtual threads=one startup=200ns",
	};

	(void)state;
	try_on_each(machines, COUNT(machines), time_formulas);
}

/* Members know only their own counts: all must select the same. */
static void
test_choice_is_for_any_length(void **state)
{
	struct vcube_desc desc;

	(void)state;
	vcube_desc_init(&desc);
	for (int p = 2; p <= 100; p++) {
		struct vcube_terms terms = vcube_terms_of(&desc, p, 1024);
		const struct vcube_algorithm *const chosen =
			vcube_algorithm_choose(&desc, VCUBE_ALLTOALLV, &terms, NULL, NULL);

		for (size_t m = 0; m < 1000000; m = 10 * m + 1) {
			terms.m = m;
			assert_ptr_equal(vcube_algorithm_choose(&desc, VCUBE_ALLTOALLV, &terms, NULL,
								NULL), chosen);
		}
		assert_non_null(chosen);
	}
	vcube_desc_clear(&desc);
}

/* Short blocks take no more steps in rows than in one row. */
static void
test_steps_of_short_blocks(void **state)
{
	const struct vcube_algorithm *const a = vcube_algorithm_find(VCUBE_ALLTOALLV, "bruck", NULL);
	struct vcube_desc desc;

	(void)state;
	vcube_desc_init(&desc);
	for (int p = 2; p <= 300; p++) {
		struct vcube_terms terms = vcube_terms_of(&desc, p, 0);

		terms.k.per_byte = 0;
		assert_int_equal(a->cost(&terms), terms.k.startup * vcube_log2_ceil(p));
	}
	vcube_desc_clear(&desc);
}

/* The time by formula is near the best whatever the lengths are. */
static void
test_choice_is_seldom_far_off(void **state)
{
	static const size_t lengths[] = {1, 8, 64, 512, 4096, 65536};
	struct vcube_desc desc;

	(void)state;
	vcube_desc_init(&desc);
	assert_int_equal(vcube_desc_parse(&desc, "full:2 clock=virtual", NULL), 0);
	for (int p = 2; p <= 1024; p = p < 64 ? p + 1 : 4 * p) {
		char text[20];

		snprintf(text, sizeof text, "full:%d", p);
		assert_int_equal(vcube_desc_set(&desc, "topology", text, NULL), 0);
		for (size_t k = 0; k < COUNT(lengths); k++) {
			const struct vcube_terms terms = vcube_terms_of(&desc, p, lengths[k]);
			const struct vcube_algorithm *const chosen =
				vcube_algorithm_choose(&desc, VCUBE_ALLTOALLV, &terms, NULL, NULL), *a;

			assert_non_null(chosen);
			for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
				if (a->collective == VCUBE_ALLTOALLV &&
				    vcube_algorithm_fits(a, &terms, NULL, NULL) == 0)
					assert_true(10 * chosen->cost(&terms) <= 11 * a->cost(&terms));
		}
	}
	vcube_desc_clear(&desc);
}

/* Nor is bruck's time where links are shared. */
static int
compare_times(vcube_node *self, void *arg)
{
	static const char *const hows[] = {"bruck", "direct", "mesh"};
	static const size_t lengths[] = {8, 512, 4096};
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	(void)arg;
	for (size_t k = 0; k < COUNT(lengths); k++) {
		vcube_time bruck = 0;

		for (size_t i = 0; i < COUNT(hows); i++) {
			struct trial t = trial_of(hows[i], lengths[k], set);

			t.timed = true;
			if (try_uneven(self, NULL, &t, even_count) != 0)
				return vcube_failed(self);
			if (i == 0)
				bruck = t.took;
			CHECK(self, 100 * bruck <= 106 * t.took);
		}
	}
	return 0;
}

static void
test_short_and_long_where_links_are_shared(void **state)
{
	static const char *const machines[] = {
		"torus:4x4 clock=virtual routing=any threads=one",
		"torus:4x4 clock=virtual routing=any threads=one ports=all",
		"hypercube:4 clock=virtual routing=any threads=one ports=all",
		"ring:16 clock=virtual routing=any threads=one ports=all",
		"hypercube:6 clock=virtual routing=any threads=one",
		"mesh:8x8 clock=virtual routing=any threads=one",
	};

	(void)state;
	try_on_each(machines, COUNT(machines), compare_times);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_permitted),
		TEST(test_right_in_every_mode),
		TEST(test_each_node_shortens_its_ways),
		TEST(test_corrupted_headers),
		TEST(test_time_of_equal_blocks),
		TEST(test_choice_is_for_any_length),
		TEST(test_steps_of_short_blocks),
		TEST(test_choice_is_seldom_far_off),
		TEST(test_short_and_long_where_links_are_shared),
	};

	return RUN_TESTS(tests);
}

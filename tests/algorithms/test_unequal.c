/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unequal blocks: Figure 20 of Mathur and Johnsson moves every element, in the time of equal
 * blocks of the longest length; and every refusal has its sentence.
 */
#include "support.h"

enum { DIMENSIONS = 5, NODES = 1 << DIMENSIONS, ELEMENTS_MAX = 200 };

/* Section 4.2.4: blocks of ceil(M / 2^d) elements, as many as are whole, then one with the rest. */
static size_t
block_of(size_t m, int nodes, int i)
{
	const size_t p = (size_t)nodes, whole = (m + p - 1) / p, before = whole * (size_t)i;

	return before >= m ? 0 : m - before < whole ? m - before : whole;
}

static int
reduce(vcube_node *self, void *arg)
{
	const size_t m = *(const size_t *)arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	size_t counts[NODES], first = 0;
	int64_t in[ELEMENTS_MAX], out[ELEMENTS_MAX];

	for (int i = 0; i < p; i++) {
		counts[i] = block_of(m, p, i);
		first += i < me ? counts[i] : 0;
	}
	for (size_t e = 0; e < m; e++)
		in[e] = (int64_t)(1000 * e) + me;
	vcube_reduce_scatterv(self, NULL, in, out, counts, VCUBE_INT64, VCUBE_SUM, "dcycles");
	for (size_t e = 0; e < counts[me]; e++)
		CHECK(self, out[e] == (int64_t)(1000 * (first + e)) * p + p * (p - 1) / 2);
	return vcube_failed(self);
}

/* With all ports, a step takes as long as the largest sub-block, ceil(ceil(M / 2^d) / d) elements:
 * some node sends one in every step. */
static void
test_figure_20(void **state)
{
	static const size_t sizes[] = {0, 1, 2, 3, 7, 8, 13, 31, 32, 33, 64, 100, 161, 199, 200};

	(void)state;
	for (int d = 1; d <= DIMENSIONS; d++) {
		vcube_machine *const machine = open_machine("hypercube:%d ports=all clock=virtual "
			"routing=none startup=1000ps per_byte=1ps", d);
		const size_t p = (size_t)1 << d, width = (size_t)d;

		for (size_t i = 0; i < COUNT(sizes); i++) {
			size_t m = sizes[i];
			const size_t block = (m + p - 1) / p, piece = (block + width - 1) / width;

			run_well(machine, reduce, &m);
			assert_int_equal(vcube_run_time(machine),
					 (p - 1) * (1000 + piece * sizeof(int64_t)));
		}
		vcube_close(machine);
	}
}

/* --- refusals ------------------------------------------------------------------------ */

enum wrong { NO_COUNTS, TOO_LONG, OTHER_COUNTS, OVERLAP, NO_DATA };

static int
be_refused(vcube_node *self, void *arg)
{
	const enum wrong wrong = *(const enum wrong *)arg;
	size_t counts[] = {1, 2, 3, 4};
	int64_t in[10] = {0}, out[10];

	if (vcube_rank(self) != 2)
		return vcube_allgatherv(self, NULL, in, out, counts, VCUBE_INT64, "ring");
	if (wrong == TOO_LONG)
		counts[1] = SIZE_MAX / 8;
	if (wrong == OTHER_COUNTS)
		counts[0] = 2, counts[1] = 1;
	return vcube_allgatherv(self, NULL, wrong == OVERLAP ? out : wrong == NO_DATA ? NULL : in, out,
				wrong == NO_COUNTS ? NULL : counts, VCUBE_INT64, "ring");
}

static void
test_refused(void **state)
{
	static const struct {
		enum wrong wrong;
		int code;
		const char *words;
	} rows[] = {
		{NO_COUNTS, VCUBE_EINVAL, "vcube_allgatherv: counts is NULL"},
		{TOO_LONG, VCUBE_EINVAL, "blocks 0 to 1, the last one of 2305843009213693951 elements of "
		 "8 bytes, are more than memory holds"},
		{OTHER_COUNTS, VCUBE_EMISMATCH, "allgatherv.ring (count by member, marked "},
		{OVERLAP, VCUBE_EINVAL, "in (24 bytes"},
		{NO_DATA, VCUBE_EINVAL, "in is NULL, 24 bytes are needed"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		enum wrong wrong = rows[i].wrong;
		vcube_machine *const machine = open_machine("full:4");

		run_for(machine, be_refused, &wrong, rows[i].code);
		report_has(machine, rows[i].words);
		vcube_close(machine);
	}
}

static void
test_strict_machines_compare_counts(void **state)
{
	enum wrong wrong = OTHER_COUNTS;
	vcube_machine *const machine = open_machine("full:4 strict=yes");

	(void)state;
	run_for(machine, be_refused, &wrong, VCUBE_EMISMATCH);
	report_has(machine, "counts by member, marked ");
	vcube_close(machine);
}

/* A named refusal: the options that need equal blocks are none of the algorithm's. */
static void
test_options_of_equal_blocks(void **state)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_error error;

	(void)state;
	assert_non_null(vcube_algorithm_parse(VCUBE_ALLGATHERV, "dcycles:order=gray", set, &error));
	assert_null(vcube_algorithm_parse(VCUBE_ALLGATHERV, "dcycles:index=local", set, &error));
	error_has(&error, VCUBE_EUNKNOWN, "no option 'index'");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_figure_20),
		TEST(test_refused),
		TEST(test_strict_machines_compare_counts),
		TEST(test_options_of_equal_blocks),
	};

	return RUN_TESTS(tests);
}

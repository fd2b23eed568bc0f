/* SPDX-License-Identifier: BSD-2-Clause */
/* Schedules compared with the tables of the paper, entry by entry, and as printed. */
#include <stdlib.h>
#include <string.h>
#include "plans.h"
#include "tsv.h"

/* The paper's tables of schedules. */

static int
binary(const char *text)
{
	return (int)strtol(text, NULL, 2);
}

/* The dimension that the address or its complement crosses in a step, or -1. */
static int
crossing(const vcube_schedule *s, int step, int address, int other)
{
	const int d = vcube_schedule_planned(s)->dimensions;

	for (int dim = 0; dim < d; dim++) {
		int mover;

		if (vcube_schedule_at(s, step, 0, dim, 0, &mover, 1) > 0 &&
		    (mover == address || mover == other))
			return dim;
	}
	return -1;
}

static int
number(const char *field)
{
	return field[0] == '-' ? -1 : atoi(field);
}

static void
test_table_4(void **state)
{
	vcube_schedule *const s = build((struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = 3});
	struct tsv t;
	int rows = 0;

	(void)state;
	for (tsv_open(&t, "003_tab4.tsv"); tsv_row(&t); rows++) {
		const int dim = crossing(s, atoi(t.field[0]) - 1, binary(t.field[2]), -1);

		assert_int_equal(dim, t.field[4][0] == 'y' ? atoi(t.field[3]) : -1);
	}
	assert_int_equal(rows, 18);
	vcube_schedule_free(s);
}

static void
test_table_5(void **state)
{
	vcube_schedule *const s = build((struct vcube_schedule_plan){VCUBE_AAPC2, .dimensions = 4});
	struct tsv t;
	int rows = 0;

	(void)state;
	for (tsv_open(&t, "003_tab5.tsv"); tsv_row(&t); rows++)
		for (int step = 0; step < 8; step++)
			assert_int_equal(number(t.field[2 + step]),
					 crossing(s, step, binary(t.field[0]), binary(t.field[1])));
	assert_int_equal(rows, 8);
	vcube_schedule_free(s);
}

/* The mixed group: along the lines that are right for every d, and along diagonals. */
static void
test_table_7(void **state)
{
	static const char *const names[] = {"003_tab7_right.tsv", "003_tab7_left.tsv"};
	const struct vcube_schedule_plan plan = {VCUBE_AAPC4, .dimensions = 5};

	(void)state;
	for (int left = 0; left < 2; left++) {
		vcube_schedule *const s = left ? vcube_schedule_build_diagonal(&plan, NULL) : build(plan);
		struct tsv t;
		int rows = 0;

		for (tsv_open(&t, names[left]); tsv_row(&t); rows++) {
			for (int step = 0; step < 5; step++) {
				const int pair = strcmp(t.field[0], "00000+11111") == 0;
				const int dim = crossing(s, step, pair ? 31 : binary(t.field[0]), -1);

				assert_int_equal(dim, number(t.field[1 + step]));
			}
		}
		assert_int_equal(rows, 6);
		vcube_schedule_free(s);
	}
}

/* The diagonals are right for each d but 4, where they give only 0101 and 1010. */
static void
test_diagonals(void **state)
{
	struct vcube_error error;

	(void)state;
	for (int d = 1; d <= up_to(14, 9); d++) {
		vcube_schedule *const s = vcube_schedule_build_diagonal(
			&(struct vcube_schedule_plan){VCUBE_AAPC4, .dimensions = d}, &error);

		assert_non_null(s);
		if (d == 4)
			assert_int_equal(vcube_schedule_check(s, &error), VCUBE_EINVAL);
		else if (vcube_schedule_check(s, &error) != 0)
			fail_msg("d = %d: %s", d, error.text);
		vcube_schedule_free(s);
	}
	assert_null(vcube_schedule_build_diagonal(
		&(struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = 3}, &error));
	assert_non_null(strstr(error.text, "only aapc4"));
}

/* "R(00011)", or "C(11111)+R(01111)": the least address of the necklace */
static int
label(const char *field)
{
	return field[0] == '-' ? -1 : binary(strchr(field, 'R') + 2);
}

/* For an address of five bits; that of all ones goes with 01111. */
static int
necklace(int address)
{
	int least = address;

	for (int r = 1; r < 5; r++) {
		const int turned = (address << r | address >> (5 - r)) & 31;

		least = turned < least ? turned : least;
	}
	return least == 31 ? 15 : least;
}

/* Each block, entry by entry. */
static void
test_table_8(void **state)
{
	vcube_schedule *const s = build((struct vcube_schedule_plan){
		VCUBE_AAPC4, .dimensions = 5, .block = true});
	struct tsv t;
	int row = 0;

	(void)state;
	for (tsv_open(&t, "003_tab8.tsv"); tsv_row(&t); row++)
		for (int dim = 0; dim < 5; dim++) {
			int address[5], count = vcube_schedule_at(s, row, 0, dim, 0, address, 5);

			assert_int_equal(count, row == 0 ? 4 : 3);
			for (int i = 0; i < count; i++)
				assert_int_equal(necklace(address[i]), label(t.field[1 + i]));
		}
	assert_int_equal(row, 5);
	vcube_schedule_free(s);
}

/* What the table sends in a step, the schedule sends, in every dimension. */
static void
test_table_9(void **state)
{
	vcube_schedule *const s = build((struct vcube_schedule_plan){
		VCUBE_AAPC4, .dimensions = 5, .width = 3});
	unsigned theirs[6] = {0};
	struct tsv t;

	(void)state;
	for (tsv_open(&t, "003_tab9.tsv"); tsv_row(&t);)
		for (int i = 1; i < 9; i += 2)
			if (label(t.field[i]) >= 0)
				theirs[atoi(t.field[i + 1])] |= 1u << label(t.field[i]);
	assert_int_equal(vcube_schedule_steps(s), 6);
	for (int step = 0; step < 6; step++)
		for (int dim = 0; dim < 5; dim++) {
			int address[3], count = vcube_schedule_at(s, step, 0, dim, 0, address, 3);
			unsigned ours = 0;

			assert_int_equal(count, step < 5 ? 3 : 1);
			for (int i = 0; i < count; i++)
				ours |= 1u << necklace(address[i]);
			assert_int_equal(ours, theirs[step]);
		}
	vcube_schedule_free(s);
}

/* Printed tables. */

static char *
printed(struct vcube_schedule_plan plan, bool by_address)
{
	vcube_schedule *const s = build(plan);
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);

	assert_int_equal(vcube_schedule_print(s, by_address, out), 0);
	fclose(out);
	vcube_schedule_free(s);
	return text;
}

static void
test_tables_for_people(void **state)
{
	static const struct {
		struct vcube_schedule_plan plan;
		bool by_address;
		const char *lines;
	} tables[] = {
		{{VCUBE_AAPC4, .dimensions = 3}, false,
		 "  step    0    1    2\n"
		 "     0  011  110  111  necklace 011 and 1 cyclic pair\n"
		 "     1  111  011  101\n"
		 "     2  101  111  110\n"
		 "     3  001  010  100  necklace 001\n"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .addresses = 10}, false,
		 "     4  1:001  0:011"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .addresses = 16}, true,
		 "  0:011 0:100             0  1  2\n"
		 "  1:000 1:111             1  2  0\n"},
		{{VCUBE_AAPC2, .dimensions = 3}, true,
		 "  000 111    0  1  2  .\n"
		 "  001 110    .  0  1  2\n"
		 "  010 101    2  .  0  1\n"
		 "  011 100    1  2  .  0\n"},
		{{VCUBE_AAPC4, .dimensions = 3, .block = true}, true,
		 "  011    0  1  .\n"
		 "  110    1  .  2\n"},
		{{VCUBE_WINDOWS, .dimensions = 5}, false, "6 pairs in windows, here with z = 0\n"},
		{{VCUBE_AAPC5, .dimensions = 1, .addresses = 18, .successive = 6}, false,
		 /* the paper's Figure 4 */
		 "     0  v5  v6   .   .   .   1   2   3   4   5   .\n"
		 "     1   .  v5  v6   .   .   .   1   2   3   4   5\n"
		 "     2  v3  v4  v5  v6   .   .   .   1   2   3   .\n"
		 "     3   .  v3  v4  v5  v6   .   .   .   1   2   3\n"
		 "     4   1   2   3   4   5   6   .   .   .   .   .\n"
		 "     5   .   1   2   3   4   5   6   .   .   .   .\n"
		 "     6   .   .   1   2   3   4   5   6   .   .   .\n"
		 "     7   .   .   .   1   2   3   4   5   6   .   .\n"
		 "     8   .   .   .   .   1   2   3   4   5   6   .\n"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(tables); i++) {
		char *const text = printed(tables[i].plan, tables[i].by_address);

		if (strstr(text, tables[i].lines) == NULL)
			fail_msg("there is no\n%s\nin\n%s", tables[i].lines, text);
		free(text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_table_4),
		TEST(test_table_5),
		TEST(test_table_7),
		TEST(test_diagonals),
		TEST(test_table_8),
		TEST(test_table_9),
		TEST(test_tables_for_people),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes as an array: its shape, and exchanges in rows and columns, against figures of
 * Liu, Wang and Prasanna.
 */
#include <stdlib.h>
#include <string.h>
#include "folder.h"

enum { MOST = 400 };

/* From the definition: columns first, then one less if there are too few rows. */
static void
check_shape(int p)
{
	const struct vcube_array a = vcube_array_of(p);
	int s = 1;

	while (s * s < p)
		s++;
	assert_int_equal(a.nodes, p);
	assert_true(a.columns == s || (a.columns == s - 1 && p == s * (s - 1) - 1));
	assert_int_equal(a.last, p % a.columns);
	assert_true((a.rows - 1) * a.columns < p && p <= a.rows * a.columns);
	assert_true(a.last == 0 || a.rows - 1 >= a.last);
	assert_true(2 * (vcube_array_row_steps(&a) + vcube_array_column_steps(&a)) <= 4 * s + 2);
	for (int row = 0, sum = 0; row < a.rows; row++) {
		sum += vcube_array_width(&a, row);
		assert_true(row < a.rows - 1 || sum == p);
	}
	for (int column = 0, sum = 0; column < a.columns; column++) {
		sum += vcube_array_height(&a, column);
		assert_true(column < a.columns - 1 || sum == p);
	}
}

typedef int vcube_array_partner(const struct vcube_array *, int, int);

/* Counts how often each node sends to each column (or row); a step has no two messages to
 * one node, and sender and receiver agree. */
static int *
run_steps(const struct vcube_array *a, int steps, vcube_array_partner *to, vcube_array_partner *from,
	  bool in_rows)
{
	const int lines = in_rows ? a->columns : a->rows;
	int *const sent = calloc((size_t)(a->nodes * lines), sizeof *sent);

	for (int step = 1; step <= steps; step++) {
		int received = 0, kept = 0;

		for (int rank = 0; rank < a->nodes; rank++) {
			const int other = to(a, rank, step), sender = from(a, rank, step);

			received += sender != VCUBE_ARRAY_IDLE;
			kept += other != VCUBE_ARRAY_IDLE;
			if (other == VCUBE_ARRAY_IDLE)
				continue;
			assert_true(other >= 0 && other < a->nodes);
			assert_int_equal(from(a, other, step), rank);
			sent[rank * lines + (in_rows ? other % a->columns : other / a->columns)]++;
		}
		assert_int_equal(received, kept);
	}
	return sent;
}

static void
check_rows(int p)
{
	const struct vcube_array a = vcube_array_of(p);
	int *const sent = run_steps(&a, vcube_array_row_steps(&a), vcube_array_row_to,
				    vcube_array_row_from, true);

	for (int i = 0; i < p * a.columns; i++)
		assert_int_equal(sent[i], 1);
	free(sent);
}

static void
check_columns(int p)
{
	const struct vcube_array a = vcube_array_of(p);
	int *const sent = run_steps(&a, vcube_array_column_steps(&a), vcube_array_column_to,
				    vcube_array_column_from, false);

	for (int i = 0; i < p; i++)
		for (int row = 0; row < a.rows; row++)
			assert_int_equal(sent[i * a.rows + row],
					 row < vcube_array_height(&a, i % a.columns));
	free(sent);
}

static void
test_any_number_of_nodes(void **state)
{
	(void)state;
	for (int p = 1; p <= MOST; p++) {
		check_shape(p);
		check_rows(p);
		check_columns(p);
	}
	check_shape(VCUBE_NODES_MAX);
	check_rows(2500);
	check_columns(2500);
	check_rows(2501);
}

/* The arrays that the paper names. */
static void
test_rearranged(void **state)
{
	static const int nodes[] = {5, 11, 19, 29, 41, 55, 71, 89, 109, 131, 155, 181, 209, 239, 271,
				    305, 341, 379};

	(void)state;
	for (int p = 2, i = 0; p <= MOST; p++) {
		const struct vcube_array a = vcube_array_of(p);

		if (a.columns * a.columns >= p)
			continue;
		assert_int_equal(p, nodes[i++]);
		assert_int_equal(a.last, a.columns - 1);
		assert_int_equal(a.rows, a.columns + 1);
		assert_true(p < 379 || i == 18);
	}
}

/* Messages to columns that the incomplete row does not reach. */
static void
test_eighteen_nodes(void **state)
{
	const struct vcube_array a = vcube_array_of(18);
	static const int extra[][2] = {{15, 3}, {15, 4}, {16, 8}, {16, 9}, {17, 13}, {17, 14}};
	int found = 0;

	(void)state;
	assert_true(a.columns == 5 && a.rows == 4 && a.last == 3);
	for (int step = 1; step <= vcube_array_row_steps(&a); step++)
		for (int rank = 15; rank < 18; rank++) {
			const int to = vcube_array_row_to(&a, rank, step);

			for (int i = 0; to >= 0 && to / 5 != 3 && i < 6; i++)
				found += extra[i][0] == rank && extra[i][1] == to;
			assert_true(to < 0 || to / 5 == 3 || (to / 5 == rank % 5 && to % 5 >= 3));
		}
	assert_int_equal(found, 6);
}

/* The figures: row 2 of 61 nodes, and node 58 of the last. */

enum { STEPS = 9, NODES = 9 };
static const int figure_nodes[NODES] = {16, 17, 18, 19, 20, 21, 22, 23, 58};

/* "X": idle, "-": done */
static int
read_figure(const char *name, int cells[STEPS][NODES])
{
	FILE *const file = open_golden(name);
	char line[200];
	int rows = 0;

	while (fgets(line, sizeof line, file)) {
		char *rest = line;

		if (line[0] < '0' || line[0] > '9')
			continue;
		assert_int_equal(strtol(strsep(&rest, "\t"), NULL, 10), rows + 1);
		for (int i = 0; i < NODES; i++) {
			const char *const cell = strsep(&rest, "\t");

			assert_non_null(cell);
			cells[rows][i] = *cell == 'X' || *cell == '-' ? VCUBE_ARRAY_IDLE : atoi(cell);
		}
		rows++;
	}
	fclose(file);
	return rows;
}

static void
test_figure_10(void **state)
{
	const struct vcube_array a = vcube_array_of(61);
	int cells[STEPS][NODES];

	(void)state;
	assert_int_equal(read_figure("002_fig10.tsv", cells), STEPS);
	assert_int_equal(vcube_array_row_steps(&a), STEPS);
	for (int step = 1; step <= STEPS; step++)
		for (int i = 0; i < NODES; i++)
			assert_int_equal(vcube_array_row_to(&a, figure_nodes[i], step),
					 cells[step - 1][i]);
}

/* Without idle steps, this is the schedule in which messages collide. */
static void
test_figure_9(void **state)
{
	const struct vcube_array a = vcube_array_of(61);
	int cells[STEPS][NODES], meet = 0;

	(void)state;
	assert_int_equal(read_figure("002_fig09.tsv", cells), STEPS - 1);
	for (int i = 0; i < NODES; i++) {
		int sent = 0;

		for (int step = 1; step <= STEPS; step++) {
			const int to = vcube_array_row_to(&a, figure_nodes[i], step);

			if (to != VCUBE_ARRAY_IDLE)
				assert_int_equal(to, cells[sent++][i]);
		}
		assert_int_equal(sent, STEPS - 1);
	}
	for (int row = 0; row < STEPS - 1; row++)
		for (int i = 0; i < NODES; i++)
			for (int j = 0; j < i; j++)
				meet += cells[row][i] == cells[row][j];
	assert_int_equal(meet, 3);      /* node 58's with others, in steps 3, 4, 5 */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_any_number_of_nodes),
		TEST(test_rearranged),
		TEST(test_eighteen_nodes),
		TEST(test_figure_10),
		TEST(test_figure_9),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The partition of log p with the best predicted time, on Bokhari's three machines and
 * others, without a run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "partition.h"
#include "folder.h"

/* Unset, the parts are the best ones. */

static void
set_costs(struct vcube_desc *desc, int which)
{
	static const struct vcube_cost machines[] = {
		{.startup = 75000000, .per_byte = 11000, .reorder = 14000},
		{.startup = 70000000, .per_byte = 43000, .reorder = 4300},
		{.startup = 105000000, .per_byte = 25000, .reorder = 15300},
		{.startup = 1000, .per_byte = 1, .copy = 7},
	};

	desc->cost = machines[which];
	desc->cost.exchange_startup = desc->cost.exchange_all_startup = desc->cost.startup;
}

static void
test_unset_is_the_best(void **state)
{
	const size_t sizes[] = {0, 1, 25, 31, 37, 50, 100, 200, 500, 1000, 1500, 3000, 100000};
	struct vcube_desc desc;

	(void)state;
	vcube_desc_init(&desc);
	for (int d = 1; d <= 14; d++)
		for (int which = 0; which < 4; which++)
			for (size_t i = 0; i < COUNT(sizes); i++) {
				struct vcube_setting set[VCUBE_OPTIONS_MAX] = {0};
				vcube_time unset, least = INT64_MAX;

				set_costs(&desc, which);
				unset = partition_cost(&desc, 1 << d, sizes[i], set);
				for (unsigned cuts = 0; cuts < 1u << (d - 1); cuts++) {
					vcube_time c;

					set[PARTS] = composition(d, cuts);
					if (!ascends(&set[PARTS]))
						continue;
					c = partition_cost(&desc, 1 << d, sizes[i], set);
					least = c < least ? c : least;
				}
				assert_int_equal(unset, least);
			}
	vcube_desc_clear(&desc);
}

/* On more bits than a setting has numbers, phases are fewer. */
static void
test_many_bits(void **state)
{
	const struct vcube_terms terms = {.p = 1 << 20, .m = 1, .k = {.startup = 1000000}};
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {0};
	struct vcube_terms t = terms;
	int bits = 0;

	(void)state;
	t.set = set;
	multiphase()->resolve_options(&t, set);
	assert_int_equal(set[PARTS].count, VCUBE_NUMBERS_MAX);
	for (int i = 0; i < set[PARTS].count; i++)
		bits += set[PARTS].number[i];
	assert_int_equal(bits, 20);
}

/* Bokhari's three machines: which partition is best from which size on. The cost is linear
 * in m, so two values determine it. */

struct line {
	vcube_time at_zero, slope;
	struct vcube_setting parts;
};

struct row {
	char perm[20], barrier[20], machine[20], envelope[200];
	int d;
};

static vcube_time
picoseconds(double microseconds)
{
	return llround(microseconds * 1e6);
}

/* The machine's costs, and those of its barrier: slope per dimension and constant. */
static void
read_machine(const char *name, struct vcube_desc *desc, vcube_time *slope, vcube_time *rest)
{
	FILE *const file = open_golden("004_tab01.tsv");
	double rho, a, b, lambda, tau;
	char line[400], it[20];
	bool found = false;

	while (!found && fgets(line, sizeof line, file))
		found = sscanf(line, "%19s %lf %lf %lf %lf %lf", it, &rho, &a, &b, &lambda, &tau) == 6 &&
			strcmp(it, name) == 0;
	fclose(file);
	assert_true(found);
	memset(&desc->cost, 0, sizeof desc->cost);
	desc->cost.startup = picoseconds(lambda);
	desc->cost.per_byte = picoseconds(tau);
	desc->cost.reorder = picoseconds(rho);
	*slope = picoseconds(a);
	*rest = picoseconds(b);
}

static int
lines_of(const struct row *row, struct line *lines)
{
	const int p = 1 << row->d;
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {0};
	vcube_time slope, rest;
	struct vcube_desc desc;
	int n = 0;

	vcube_desc_init(&desc);
	read_machine(row->machine, &desc, &slope, &rest);
	for (unsigned cuts = 0; cuts < 1u << (row->d - 1); cuts++) {
		struct line *const l = &lines[n];
		const int k = (set[PARTS] = composition(row->d, cuts)).count;

		if (!ascends(&set[PARTS]))
			continue;
		l->parts = set[PARTS];
		l->at_zero = partition_cost(&desc, p, 0, set);
		l->slope = partition_cost(&desc, p, 1, set) - l->at_zero;
		if (k > 1 && strcmp(row->perm, "k-1") == 0)
			l->slope -= desc.cost.reorder * p;
		if (strcmp(row->barrier, "phase") == 0)
			l->at_zero += k * (slope * row->d + rest);
		n++;
	}
	vcube_desc_clear(&desc);
	return n;
}

/* Does `a` fall below `now` before `b` does? Of two, the flatter wins. */
static bool
crosses_before(const struct line *now, const struct line *a, const struct line *b)
{
	const vcube_time a_up = a->at_zero - now->at_zero, a_down = now->slope - a->slope;
	const vcube_time b_up = b->at_zero - now->at_zero, b_down = now->slope - b->slope;

	return a_up * b_down < b_up * a_down ||
	       (a_up * b_down == b_up * a_down && a->slope < b->slope);
}

static size_t
write_parts(const struct vcube_setting *parts, char *text, size_t room)
{
	size_t n = 0;

	for (int i = 0; i < parts->count; i++)
		n += (size_t)snprintf(text + n, room - n, "%s%d", i ? "," : "{", parts->number[i]);
	return n + (size_t)snprintf(text + n, room - n, "}");
}

/* "{2,3} | {5} from m=938.78" */
static void
write_envelope(const struct line *lines, int count, char *text, size_t room)
{
	const struct line *now = lines, *next = lines;
	size_t n;

	for (int i = 1; i < count; i++)
		if (lines[i].at_zero < now->at_zero ||
		    (lines[i].at_zero == now->at_zero && lines[i].slope < now->slope))
			now = &lines[i];
	n = write_parts(&now->parts, text, room);
	while (next != NULL) {
		next = NULL;
		for (int i = 0; i < count; i++)
			if (lines[i].slope < now->slope &&
			    (next == NULL || crosses_before(now, &lines[i], next)))
				next = &lines[i];
		if (next == NULL)
			break;
		n += (size_t)snprintf(text + n, room - n, " | ");
		n += write_parts(&next->parts, text + n, room - n);
		n += (size_t)snprintf(text + n, room - n, " from m=%.2f",
				      (double)(next->at_zero - now->at_zero) /
				      (double)(now->slope - next->slope));
		now = next;
	}
}

/* Over all partitions: the result also shows that only equipartitions are ever best. */
static void
test_best_partitions(void **state)
{
	FILE *const file = open_golden("004_crossovers.tsv");
	static struct line lines[1 << 7];
	char line[400], text[400];
	int rows = 0;

	(void)state;
	while (fgets(line, sizeof line, file)) {
		struct row row;

		if (sscanf(line, "%19[^\t]\t%19[^\t]\t%19[^\t]\t%d\t%199[^\t]\tsame", row.perm,
			   row.barrier, row.machine, &row.d, row.envelope) != 5)
			continue;
		write_envelope(lines, lines_of(&row, lines), text, sizeof text);
		assert_string_equal(text, row.envelope);
		rows++;
	}
	fclose(file);
	assert_int_equal(rows, 48);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_unset_is_the_best),
		TEST(test_many_bits),
		TEST(test_best_partitions),
	};

	return RUN_TESTS(tests);
}

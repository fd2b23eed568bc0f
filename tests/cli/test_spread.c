/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What repeated measurements show: the interval of the median is the narrowest pair of order
 * statistics that holds it in 95 of 100 samples, which all outcomes of small ones prove; and
 * the table's star, under the free clock, is for the one whose interval is below all others.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "output/record.h"
#include "support.h"
#include "base/spread.h"

enum { MOST = 20 };

/* Return in what share of samples the median of the distribution lies beyond `out` values at
 * either end: each value is below it or above, all 2^n samples alike. */
static double
missed(int n, int out)
{
	long misses = 0;

	for (unsigned below = 0; below < 1u << n; below++) {
		const int count = __builtin_popcount(below);

		misses += count <= out || n - count <= out;
	}
	return (double)misses / (double)(1u << n);
}

static void
test_interval(void **state)
{
	(void)state;
	for (int n = 1; n <= MOST; n++) {
		double sample[MOST];
		struct spread s;

		for (int i = 0; i < n; i++)
			sample[i] = (i * 7 + 3) % n;
		if (n % 7 == 0)
			for (int i = 0; i < n; i++)
				sample[i] = n - 1 - i;
		s = spread_of(sample, (size_t)n);
		assert_true(s.least == 0);
		assert_true(s.median == (n - 1) / 2.0);
		assert_int_equal(s.known, n >= 6);
		if (!s.known) {
			assert_true(missed(n, 0) > 0.05);
			continue;
		}
		assert_true(s.low + s.high == n - 1);
		assert_true(missed(n, (int)s.low) <= 0.05);
		assert_true(missed(n, (int)s.low + 1) > 0.05);
	}
}

/* Of many values, by the normal distribution: n/2 - 0.98 sqrt(n). */
static void
test_many(void **state)
{
	static double sample[10000];
	struct spread s;

	(void)state;
	for (int i = 0; i < 10000; i++)
		sample[i] = i;
	s = spread_of(sample, 10000);
	assert_true(s.known && s.low >= 4900 && s.low <= 4903 && s.low + s.high == 9999);
}

/* Host times of one call, in ns */
struct times {
	const char *name;
	int64_t low, median, high;
};

/* Print a table of these and return the name in the row with a star, or "". */
static const char *
starred(const struct times *times, int count)
{
	static char line[400], name[20];
	struct record records[4];
	struct vcube_desc desc;
	FILE *out = tmpfile();
	const int old = dup(STDOUT_FILENO);

	name[0] = '\0';
	vcube_desc_init(&desc);
	fflush(stdout);
	dup2(fileno(out), STDOUT_FILENO);
	output_table.begin(&desc, true, true);
	for (int i = 0; i < count; i++) {
		records[i] = record_empty();
		records[i].collective = "allgather";
		records[i].topology = "full:4";
		records[i].bytes = 8;
		records[i].status = "ran";
		records[i].algorithm = times[i].name;
		records[i].wall_ns = times[i].median;
		records[i].wall_low_ns = times[i].low;
		records[i].wall_high_ns = times[i].high;
		output_table.record(&records[i]);
	}
	output_table.end();
	fflush(stdout);
	dup2(old, STDOUT_FILENO);
	close(old);
	rewind(out);
	while (fgets(line, sizeof line, out))
		if (strstr(line, " * "))
			sscanf(line, strncmp(line, "full", 4) == 0 ? "%*s %*s %*s %19s" : "%19s", name);
	fclose(out);
	vcube_desc_clear(&desc);
	return name;
}

static void
test_star(void **state)
{
	const struct times apart[] = {{"slow", 200, 210, 220}, {"fast", 100, 110, 199}};
	const struct times meeting[] = {{"slow", 200, 210, 220}, {"fast", 100, 110, 200}};
	const struct times third[] = {{"slow", 200, 210, 220}, {"fast", 100, 110, 120},
				      {"noisy", 115, 300, 400}};
	const struct times unknown[] = {{"slow", 200, 210, 220}, {"fast", NONE, 110, NONE}};

	(void)state;
	assert_string_equal(starred(apart, 2), "fast");
	assert_string_equal(starred(meeting, 2), "");
	assert_string_equal(starred(third, 3), "");
	assert_string_equal(starred(unknown, 2), "");
	assert_string_equal(starred(apart, 1), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_interval),
		TEST(test_many),
		TEST(test_star),
	};

	return RUN_TESTS(tests);
}

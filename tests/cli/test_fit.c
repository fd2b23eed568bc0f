/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines fitted to times: a known line is found, no other line fits better, and neither
 * number is negative.
 */
#include <math.h>
#include "random.h"
#include "support.h"
#include "calibrate/fit.h"

enum { COUNT = 9 };

static void
assert_line(struct line found, double start, double slope)
{
	if (fabs(found.start - start) > 1e-6 * (start + slope) ||
	    fabs(found.slope - slope) > 1e-6 * (start + slope))
		fail_msg("%g + %g x, not %g + %g x", found.start, found.slope, start, slope);
}

static void
test_on_a_line(void **state)
{
	static const struct line lines[] = {{75, 0.011}, {200, 0}, {0, 3}, {1, 1000}};
	struct sample s[COUNT];

	(void)state;
	for (int i = 0; i < 4; i++) {
		for (int k = 0; k < COUNT; k++) {
			const double x = (double)(1 << 2 * k);

			s[k] = (struct sample){x, lines[i].start + lines[i].slope * x};
		}
		assert_line(fit(s, COUNT), lines[i].start, lines[i].slope);
		assert_true(fabs(residual(fit(s, COUNT), s[3])) < 1e-9);
	}
}

static double
squares(struct line line, const struct sample *s)
{
	double sum = 0;

	for (int k = 0; k < COUNT; k++)
		sum += residual(line, s[k]) * residual(line, s[k]);
	return sum;
}

/* Moved a little in any permitted direction, the line is no better. */
static void
test_least_squares(void **state)
{
	uint64_t random = seed;
	struct sample s[COUNT];

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct line best;

		for (int k = 0; k < COUNT; k++)
			s[k] = (struct sample){(double)(8 << 2 * k),
					       1 + (double)(vc_random(&random) % 100000)};
		best = fit(s, COUNT);
		assert_true(best.start >= 0 && best.slope >= 0);
		for (int move = 0; move < 9; move++) {
			struct line other = best;

			other.start += (move / 3 - 1) * (1 + best.start) * 1e-3;
			other.slope += (move % 3 - 1) * (1e-3 + best.slope) * 1e-3;
			if (other.start >= 0 && other.slope >= 0)
				assert_true(squares(other, s) >= squares(best, s) * (1 - 1e-12));
		}
	}
}

/* What would fall below 0 is 0. */
static void
test_bounds(void **state)
{
	const struct sample falling[] = {{1, 4}, {2, 3}, {3, 2}}, late[] = {{1, 1}, {2, 5}, {3, 9}};

	(void)state;
	assert_true(fit(falling, 3).slope == 0);
	assert_true(fit(falling, 3).start > 2 && fit(falling, 3).start < 4);
	assert_true(fit(late, 3).start == 0);
	assert_true(fit(late, 3).slope > 1 && fit(late, 3).slope < 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_on_a_line),
		TEST(test_least_squares),
		TEST(test_bounds),
	};

	return RUN_TESTS(tests);
}

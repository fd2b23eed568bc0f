/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Schedules pass their check, take the proved steps and span, and match the paper where
 * it leaves no choice.
 */
#include "plans.h"

enum { MOST = VCUBE_SCHEDULE_DIMENSIONS_MAX };

struct measures {
	int steps, span, largest;
	double use;
};

/* The proof of a schedule that must be valid. */
static struct measures
measure(struct vcube_schedule_plan plan)
{
	vcube_schedule *const s = build(plan);
	struct vcube_error error;
	struct measures m = {vcube_schedule_steps(s), vcube_schedule_span(s),
			     vcube_schedule_largest(s), vcube_schedule_use(s)};

	if (vcube_schedule_check(s, &error) != 0)
		fail_msg("%s, d = %d, K = %d, b = %d, block %d, s = %d: %s",
			 vcube_schedule_name((int)plan.algorithm), plan.dimensions, plan.addresses,
			 plan.width, plan.block, plan.successive, error.text);
	vcube_schedule_free(s);
	return m;
}

static int
over(int a, int b)
{
	return (a + b - 1) / b;
}

/* One exchange, an element at a time. */

static void
test_steps_and_span(void **state)
{
	(void)state;
	for (int d = 1; d <= up_to(MOST, 8); d++)
		for (int q = 1; q <= (d < 8 ? 5 : 1); q += 2) {
			const int k2 = q << d >> 1, tail = k2 > d ? d + k2 % d : d;
			struct vcube_schedule_plan plan = {.dimensions = d, .addresses = 2 * k2};
			struct measures m;

			plan.algorithm = VCUBE_AAPC1;
			m = measure(plan);
			assert_int_equal(m.steps, d * over(k2, d));
			assert_int_equal(m.span, d);
			plan.algorithm = VCUBE_AAPC2;
			m = measure(plan);
			assert_int_equal(m.steps, k2);
			assert_true(m.span <= k2 && (m.span == k2 || q > 1));
			assert_true(m.use == 1.0);
			plan.algorithm = VCUBE_AAPC3;
			m = measure(plan);
			assert_int_equal(m.steps, k2);
			assert_int_equal(m.span, tail);
			assert_true(m.use == 1.0);
			plan.algorithm = VCUBE_AAPC4;
			m = measure(plan);
			assert_int_equal(m.steps, k2);
			assert_true(m.span <= d);
			assert_true(m.use == 1.0 && m.largest == 1);
		}
}

static void
test_windows(void **state)
{
	(void)state;
	for (int d = 1; d <= up_to(MOST, 8); d++)
		for (int q = 1; q <= (d < 8 ? 7 : 1); q++) {
			const struct measures m = measure((struct vcube_schedule_plan){
				VCUBE_WINDOWS, .dimensions = d, .addresses = q << d});

			assert_int_equal(m.steps, q << d >> 1);
			assert_true(m.span <= d && m.use == 1.0);
		}
}

/* Any number of addresses; missing ones are left out. */
static void
test_any_number_of_addresses(void **state)
{
	(void)state;
	for (int a = VCUBE_AAPC1; a <= VCUBE_AAPC4; a++)
		for (int d = 1; d <= 5; d++)
			for (int k = 1; k <= 70; k++) {
				struct vcube_schedule_plan plan = {a, .dimensions = d, .addresses = k};

				measure(plan);
				plan.width = 2;
				measure(plan);
				plan.width = 0;
				plan.block = true;
				measure(plan);
			}
	assert_int_equal(measure((struct vcube_schedule_plan){
		VCUBE_AAPC1, .dimensions = 3, .addresses = 1}).steps, 0);
}

/* The same for successive exchanges, in which those that are missing depend on z. */
static void
test_any_number_of_addresses_successive(void **state)
{
	(void)state;
	for (int a = VCUBE_AAPC1; a <= VCUBE_AAPC4; a++)
		for (int d = 1; d <= 4; d++)
			for (int k = 1; k <= 40; k++)
				for (int s = 2; s <= 3; s++)
					measure((struct vcube_schedule_plan){
						a, .dimensions = d, .addresses = k, .successive = s});
}

/* Section 5: as many blocks as the span, none longer than necessary. */
static void
test_blocks(void **state)
{
	(void)state;
	for (int d = 1; d <= up_to(MOST, 8); d++) {
		const int k2 = 1 << d >> 1, tail = k2 > d ? d + k2 % d : d;
		struct vcube_schedule_plan plan = {.dimensions = d, .block = true};
		const int rows[] = {[VCUBE_AAPC1] = d, [VCUBE_AAPC2] = k2, [VCUBE_AAPC3] = tail,
				    [VCUBE_AAPC4] = d};

		for (int a = VCUBE_AAPC1; a <= VCUBE_AAPC4; a++) {
			struct measures m;

			plan.algorithm = (enum vcube_schedules)a;
			m = measure(plan);
			assert_int_equal(m.steps, rows[a]);
			assert_int_equal(m.largest, over(k2, rows[a]));
			assert_true(m.use == 1.0 || a == VCUBE_AAPC1);
		}
	}
}

/* Section 6, with Lemma 5 corrected. */
static void
test_widths(void **state)
{
	(void)state;
	for (int d = 2; d <= up_to(MOST, 8); d++) {
		const int k2 = 1 << d >> 1, least = k2 / d;

		for (int b = 2; b <= least + 2; b += d < 9 ? 1 : 1 + least / 8) {
			const struct measures m = measure((struct vcube_schedule_plan){
				VCUBE_AAPC4, .dimensions = d, .width = b});

			assert_int_equal(m.steps, b <= least ? over(k2, b) : d);
			assert_true(m.largest <= b);
		}
		measure((struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = d, .width = 3});
		measure((struct vcube_schedule_plan){VCUBE_AAPC2, .dimensions = d, .width = 2});
		measure((struct vcube_schedule_plan){VCUBE_AAPC3, .dimensions = d, .width = 3});
	}
}

/* Successive exchanges. */

static void
test_successive(void **state)
{
	(void)state;
	for (int d = 1; d <= 7; d++)
		for (int s = 2; s <= 4; s++) {
			const int k2 = 1 << d >> 1, tail = k2 > d ? d + k2 % d : d;
			const int steps[] = {
				[VCUBE_AAPC1] = d * over(k2, d) + (s - 1) * d, [VCUBE_AAPC2] = s * k2,
				[VCUBE_AAPC3] = k2 + (s - 1) * tail, [VCUBE_AAPC4] = s * k2,
				[VCUBE_WINDOWS] = k2 + (s - 1) * d,
			};

			for (int a = VCUBE_AAPC1; a <= VCUBE_WINDOWS; a++)
				assert_int_equal(steps[a], measure((struct vcube_schedule_plan){
					a, .dimensions = d, .successive = s}).steps);
		}
	assert_int_equal(measure((struct vcube_schedule_plan){
		VCUBE_WINDOWS, .dimensions = 10, .successive = 3}).steps, 512 + 20);
	assert_int_equal(measure((struct vcube_schedule_plan){
		VCUBE_WINDOWS, .dimensions = 3, .addresses = 80, .successive = 14}).steps, 40 + 39);
}

/* Corollary 2 of the paper does not hold for Algorithm 4: the least delay is that without
 * overlap. */
static void
test_corollary_2_fails(void **state)
{
	struct vcube_error error;

	(void)state;
	for (int d = 2; d <= 5; d++)
		for (int delay = 1; delay <= 1 << d >> 1; delay++) {
			vcube_schedule *const s = build((struct vcube_schedule_plan){
				VCUBE_AAPC4, .dimensions = d, .successive = 2, .delay = delay});
			const int code = vcube_schedule_check(s, &error);

			assert_int_equal(code, delay < 1 << d >> 1 ? VCUBE_EINVAL : 0);
			if (code != 0)
				error_has(&error, VCUBE_EINVAL, "while other nodes may still move it");
			vcube_schedule_free(s);
		}
}

/* Theorem 2, for any K; all of its steps are needed if there are many blocks. */
static void
test_algorithm_5(void **state)
{
	(void)state;
	for (int s = 2; s <= VCUBE_SCHEDULE_SUCCESSIVE_MAX; s++)
		for (size_t i = first_case((uint64_t)s, 20); i < 20; i += next_case()) {
			const int q = (int)i + 1, d = 1 + q % 7, k2 = q << d >> 1;
			const struct measures m = measure((struct vcube_schedule_plan){
				VCUBE_AAPC5, .dimensions = d, .addresses = 2 * k2, .successive = s});
			const int theorem = s <= 3 || k2 <= 4 * d ? k2 + (s - 1) * d
				: k2 <= (s + 1) * d ? (s + 3) * d : k2 + 2 * d;

			assert_true(m.steps <= theorem);
			if (k2 > (s + 1) * d && s > 2)
				assert_int_equal(m.steps, k2 + 2 * d);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_steps_and_span),
		TEST(test_windows),
		TEST(test_any_number_of_addresses),
		TEST(test_any_number_of_addresses_successive),
		TEST(test_blocks),
		TEST(test_widths),
		TEST(test_successive),
		TEST(test_corollary_2_fails),
		TEST(test_algorithm_5),
	};

	return RUN_TESTS(tests);
}

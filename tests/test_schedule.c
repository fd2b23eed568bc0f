/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Schedules: every one passes its check, which sees what is wrong; it takes the
 * steps and the span that are proved; and it is the paper's where the paper
 * leaves no choice.
 */
#include "tests/plans.h"
#include "tests/tsv.h"

enum { MOST = VCUBE_SCHEDULE_DIMENSIONS_MAX };

struct measures {
	int steps, span, largest;
	double use;
};

/* Of one that must be right. */
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

/* Any number of addresses, with what is missing left out. */
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

/* Section 5: as many blocks as the span, and none longer than it must be. */
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

/* Section 6, with Lemma 5 as it must read. */
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

/* Exchanges one after the other. */

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

/* What the paper's Corollary 2 says of Algorithm 4 does not hold: the least delay
 * is that of no overlap. */
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

/* Theorem 2, and the totals of the macro schedule where it has many blocks. */
static void
test_algorithm_5(void **state)
{
	(void)state;
	for (int s = 2; s <= VCUBE_SCHEDULE_SUCCESSIVE_MAX; s++)
		for (int q = 1; q <= 20; q++) {
			const int d = 1 + q % 3, k2 = q << d >> 1, blocks = over(k2, d);
			const struct measures m = measure((struct vcube_schedule_plan){
				VCUBE_AAPC5, .dimensions = d, .addresses = 2 * k2, .successive = s});
			const int theorem = s <= 3 || blocks <= 4 ? blocks + s - 1
				: blocks <= s + 1 ? s + 3 : blocks + 2;

			assert_true(m.steps <= d * theorem);
			if (blocks > s && s > 2)
				assert_int_equal(m.steps, d * (blocks + 2));
		}
}

/* The check sees what is wrong. */

static void
is_seen(vcube_schedule *s, const char *words)
{
	struct vcube_error error;

	assert_int_equal(vcube_schedule_check(s, &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, words);
	vcube_schedule_free(s);
}

static void
swap(int *a, int *b)
{
	const int c = *a;

	*a = *b;
	*b = c;
}

static int *
place_of(vcube_schedule *s, int frame)
{
	int i = 0;

	while (s->order[i] != frame)
		i++;
	return &s->order[i];
}

static void
test_wrong_schedules_are_seen(void **state)
{
	const struct vcube_schedule_plan plan = {VCUBE_AAPC4, .dimensions = 5};
	vcube_schedule *s;

	(void)state;
	s = build(plan);
	s->unit[5 * 5] = -1;            /* step 5: 00011 stays where it is */
	is_seen(s, "address 3 crosses the dimensions 0x2 of axis 0, not 0x3");
	s = build(plan);
	swap(&s->unit[5 * 5], &s->unit[5 * 5 + 1]);
	is_seen(s, "address 6 crosses dimension 0 of axis 0 for nothing, in step 5");
	s = build(plan);
	s->unit[6 * 5] = 3;
	is_seen(s, "address 3 crosses dimension 0 of axis 0 again, in step 6");
	s = build(plan);
	s->unit[6 * 5] = 32;
	is_seen(s, "step 6 moves address 32; there are 0 to 31");
	s = build(plan);
	s->span = 6;
	is_seen(s, "under way for 6 steps, and 5 are proved");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC4, .dimensions = 5, .block = true});
	swap(place_of(s, 6), place_of(s, 10));  /* both of R(00011) in row 0 */
	is_seen(s, "address 3 moves twice in step 0");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = 4, .width = 2});
	s->plan.width = 1;
	is_seen(s, "carries 2 elements in step 0, and can 1");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = 4});
	s->steps--;
	is_seen(s, "address");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC3, .dimensions = 5, .successive = 2, .delay = 5});
	is_seen(s, "begins to move along axis 1");
	s = build((struct vcube_schedule_plan){VCUBE_WINDOWS, .dimensions = 5, .successive = 2});
	s->window[s->group[s->groups - 1].frames * 5 * 7] ^= 1;         /* of z = 7 alone */
	is_seen(s, "with z = 7");
}

static void
test_wrong_sets_are_seen(void **state)
{
	const struct vcube_schedule_plan plan = {
		VCUBE_AAPC5, .dimensions = 3, .addresses = 64, .successive = 4},
		placed = {VCUBE_AAPC5, .dimensions = 2, .addresses = 32, .successive = 5};
	vcube_schedule *s;

	(void)state;
	s = build(plan);
	s->sets[1 * 4 + 1] = -1;                /* block 2 leaves axis 1 out */
	is_seen(s, "goes along axis 2 after 0");
	s = build(plan);
	for (int time = 0; time < s->times; time++)
		for (int axis = 0; axis < 4; axis++)
			if (s->sets[time * 4 + axis] == 5 && axis == 3)
				s->sets[time * 4 + axis] = -1;
	is_seen(s, "goes along 3 axes from axis 0 on");
	s = build(plan);
	swap(&s->unit[0], &s->unit[3]);
	is_seen(s, "amiss");
	/* by addresses, where the blocks are made of some */
	s = build(placed);
	swap(&s->low[0][0], &s->low[0][4]);     /* begin on other axes than they go on along */
	is_seen(s, "address");
	s = build(placed);
	s->low[1][0] ^= 1;
	is_seen(s, "address");
	s = build(placed);
	s->begins[s->low[1][0]] = 0;
	is_seen(s, "is aligned for axis 0");
}

/* Names, and what is refused. */

static void
test_names(void **state)
{
	struct vcube_error error;

	(void)state;
	for (int a = 0; a < VCUBE_SCHEDULES_COUNT; a++) {
		assert_int_equal(vcube_schedule_parse(vcube_schedule_name(a), &error), a);
		assert_true(vcube_schedule_text(a)[0] != '\0');
	}
	assert_null(vcube_schedule_name(-1));
	assert_null(vcube_schedule_text(VCUBE_SCHEDULES_COUNT));
	assert_int_equal(vcube_schedule_parse("aapc6", &error), -1);
	error_has(&error, VCUBE_EUNKNOWN, "'aapc6'; there are aapc1, aapc2, ");
	error_has(&error, VCUBE_EUNKNOWN, "aapc5; did you mean aapc1?");
}

static void
test_refusals(void **state)
{
	static const struct {
		struct vcube_schedule_plan plan;
		const char *words;
	} refused[] = {
		{{.algorithm = 17, .dimensions = 3}, "no schedule has number 17"},
		{{.algorithm = VCUBE_AAPC1}, "1 to 14 dimensions, not 0"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 15}, "not 15"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .addresses = -1}, "1 to 1048576 local addresses, not -1"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .addresses = 1 << 21}, "not 2097152"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .width = -2}, "at least 1 element wide, not -2"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 15}, "1 to 14 exchanges follow each other"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 2, .delay = -1}, "delay of -1 steps"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .delay = 3}, "not of one exchange"},
		{{VCUBE_AAPC5, .dimensions = 3, .successive = 3, .delay = 3}, "not aapc5"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .width = 2, .block = true}, "not both"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 2, .block = true}, "blocking is for one"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 2, .width = 2}, "a width is for one"},
		{{VCUBE_AAPC5, .dimensions = 3}, "two or more, not 1"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .addresses = 12, .successive = 2}, "multiple of 2^3 = 8"},
		{{VCUBE_WINDOWS, .dimensions = 3, .addresses = 12}, "addresses, not 12"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		struct vcube_error error = {0};

		assert_null(vcube_schedule_build(&refused[i].plan, &error));
		error_has(&error, VCUBE_EINVAL, refused[i].words);
	}
	vcube_schedule_free(NULL);
}

/* Nothing is where nothing can be. */
static void
test_out_of_range(void **state)
{
	vcube_schedule *const s = build((struct vcube_schedule_plan){VCUBE_AAPC4, .dimensions = 3});
	int address = 77;

	(void)state;
	assert_int_equal(vcube_schedule_at(s, -1, 0, 0, 0, &address, 1), 0);
	assert_int_equal(vcube_schedule_at(s, 4, 0, 0, 0, &address, 1), 0);
	assert_int_equal(vcube_schedule_at(s, 0, 1, 0, 0, &address, 1), 0);
	assert_int_equal(vcube_schedule_at(s, 0, 0, 3, 0, &address, 1), 0);
	assert_int_equal(vcube_schedule_at(s, 0, 0, 0, 0, NULL, 0), 1);
	assert_int_equal(address, 77);
	assert_int_equal(vcube_schedule_planned(s)->addresses, 8);
	vcube_schedule_free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_steps_and_span),
		TEST(test_windows),
		TEST(test_any_number_of_addresses),
		TEST(test_blocks),
		TEST(test_widths),
		TEST(test_successive),
		TEST(test_corollary_2_fails),
		TEST(test_algorithm_5),
		TEST(test_wrong_schedules_are_seen),
		TEST(test_wrong_sets_are_seen),
		TEST(test_names),
		TEST(test_refusals),
		TEST(test_out_of_range),
	};

	return RUN_TESTS(tests);
}

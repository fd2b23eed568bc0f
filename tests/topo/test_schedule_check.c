/* SPDX-License-Identifier: BSD-2-Clause */
/* The check of a schedule finds errors, and impossible plans are refused. */
#include "plans.h"

/* The check finds errors. */

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
	s->unit[5 * 5] = -1;            /* step 5: 00011 does not move */
	is_seen(s, "address 3 crosses the dimensions 0x2 of axis 0, not 0x3");
	s = build(plan);
	swap(&s->unit[5 * 5], &s->unit[5 * 5 + 1]);
	is_seen(s, "address 6 crosses dimension 0 of axis 0 without need, in step 5");
	s = build(plan);
	s->unit[6 * 5] = 3;
	is_seen(s, "address 3 crosses dimension 0 of axis 0 again, in step 6");
	s = build(plan);
	s->unit[6 * 5] = 32;
	is_seen(s, "step 6 moves address 32; there are 0 to 31");
	s = build(plan);
	s->span = 6;
	is_seen(s, "in flight for 6 steps, but 5 are proved");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC4, .dimensions = 5, .block = true});
	swap(place_of(s, 6), place_of(s, 10));  /* both of R(00011) in row 0 */
	is_seen(s, "address 3 moves twice in step 0");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = 4, .width = 2});
	s->plan.width = 1;
	is_seen(s, "carries 2 elements in step 0, but at most 1 can cross");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC1, .dimensions = 4});
	s->steps--;
	is_seen(s, "address");
	s = build((struct vcube_schedule_plan){VCUBE_AAPC3, .dimensions = 5, .successive = 2, .delay = 5});
	is_seen(s, "begins to move along axis 1");
	s = build((struct vcube_schedule_plan){VCUBE_WINDOWS, .dimensions = 5, .successive = 2});
	s->window[s->group[s->groups - 1].frames * 5 * 7] ^= 1;         /* for z = 7 only */
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
	s->sets[1 * 4 + 1] = -1;                /* block 2 skips axis 1 */
	is_seen(s, "goes along axis 2 after 0");
	s = build(plan);
	for (int time = 0; time < s->times; time++)
		for (int axis = 0; axis < 4; axis++)
			if (s->sets[time * 4 + axis] == 5 && axis == 3)
				s->sets[time * 4 + axis] = -1;
	is_seen(s, "goes along 3 axes from axis 0 on");
	s = build(plan);
	swap(&s->unit[0], &s->unit[3]);
	is_seen(s, "wrongly crosses");
	s = build(plan);
	s->window[s->group[s->groups - 1].frames * 3 * 2] ^= 1;         /* for z = 2 only */
	is_seen(s, "with z = 2");
	s = build(plan);
	s->late = 0;                            /* what follows the group takes its last steps */
	is_seen(s, "wrongly crosses");
	/* by addresses, if the blocks consist of some */
	s = build(placed);
	swap(&s->low[0][0], &s->low[0][4]);     /* they begin on other axes than they continue on */
	is_seen(s, "address");
	s = build(placed);
	s->low[1][0] ^= 1;
	is_seen(s, "address");
	s = build(placed);
	s->begins[s->low[1][0]] = 0;
	is_seen(s, "is aligned for axis 0");
}

/* Names and refusals. */

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
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 15}, "1 to 14 successive exchanges"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 2, .delay = -1}, "delay of -1 steps"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .delay = 3}, "not of one exchange"},
		{{VCUBE_AAPC5, .dimensions = 3, .successive = 3, .delay = 3}, "not aapc5"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .width = 2, .block = true}, "not both"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 2, .block = true}, "blocking is for one"},
		{{.algorithm = VCUBE_AAPC1, .dimensions = 3, .successive = 2, .width = 2}, "a width is for one"},
		{{VCUBE_AAPC5, .dimensions = 3}, "two or more, not 1"},
		{{.algorithm = VCUBE_WINDOWS, .dimensions = 3, .addresses = 12, .successive = 2}, "multiple of 2^3 = 8"},
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

/* Out of range there is nothing. */
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
		TEST(test_wrong_schedules_are_seen),
		TEST(test_wrong_sets_are_seen),
		TEST(test_names),
		TEST(test_refusals),
		TEST(test_out_of_range),
	};

	return RUN_TESTS(tests);
}

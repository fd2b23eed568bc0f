/* SPDX-License-Identifier: BSD-2-Clause */
/* The exchanges of a schedule move data as the paper says. */
#include <stdlib.h>
#include <string.h>
#include "plans.h"
#include "tsv.h"

/*
 * The data, moved as the schedule says: element (a_s .. a_1 | a_0), aligned,
 * exchanged along each axis, and realigned, is at (a_(s-1) .. a_0 | a_s).
 */
struct cube {
	int d, s, nodes, k;
	const int *orders;      /* of the axes; NULL: d each */
	int *element, *next;    /* [node][address]: the element, node * k + address */
};

static int
order(const struct cube *c, int axis)
{
	return c->orders != NULL ? c->orders[axis] : c->d;
}

/* Returns the first dimension of an axis. */
static int
base(const struct cube *c, int axis)
{
	int sum = 0;

	for (int before = 0; before < axis; before++)
		sum += order(c, before);
	return sum;
}

static int
coordinate(const struct cube *c, int node, int axis)
{
	return node >> base(c, axis) & ((1 << order(c, axis)) - 1);
}

/* Exclusive or of the coordinates without one axis; -1: of all */
static int
mix(const struct cube *c, int node, int but)
{
	int z = 0;

	for (int axis = 0; axis < c->s; axis++)
		if (axis != but)
			z ^= coordinate(c, node, axis);
	return z;
}

static struct cube
fill_cube(int d, int s, const int *orders)
{
	struct cube c = {d, s, 0, 1 << d, orders, NULL, NULL};

	c.nodes = 1 << base(&c, s);
	c.element = malloc((size_t)(c.nodes * c.k) * sizeof *c.element);
	c.next = malloc((size_t)(c.nodes * c.k) * sizeof *c.next);
	assert_true(c.element != NULL && c.next != NULL);
	for (int i = 0; i < c.nodes * c.k; i++)
		c.element[i] = i;
	return c;
}

static void
empty_cube(struct cube *c)
{
	free(c->element);
	free(c->next);
}

static void
take_next(struct cube *c)
{
	int *const old = c->element;

	c->element = c->next;
	c->next = old;
}

static void
align(struct cube *c)
{
	for (int i = 0; i < c->nodes * c->k; i++)
		c->next[i] = c->element[i ^ mix(c, i / c->k, -1)];
	take_next(c);
}

static void
move(struct cube *c, const vcube_schedule *schedule, int step)
{
	memcpy(c->next, c->element, (size_t)(c->nodes * c->k) * sizeof *c->next);
	for (int node = 0; node < c->nodes; node++)
		for (int axis = 0; axis < c->s; axis++)
			for (int dim = 0; dim < order(c, axis); dim++) {
				const int peer = node ^ 1 << (base(c, axis) + dim);
				int a;

				if (vcube_schedule_at(schedule, step, axis, dim,
						      (unsigned)mix(c, node, axis), &a, 1) > 0)
					c->next[peer * c->k + a] = c->element[node * c->k + a];
			}
	take_next(c);
}

/* Returns where the element was at first: (a_s .. a_1 | a_0), from (a_(s-1) .. a_0 | a_s) */
static int
origin(const struct cube *c, int node, int address)
{
	const int from = address << (c->s - 1) * c->d | node >> c->d;

	return from * c->k + coordinate(c, node, 0);
}

static void
test_data_of_successive(void **state)
{
	(void)state;
	for (int d = 1; d <= 6; d++)
		for (int s = 1; s * d <= up_to(12, 9); s++)
			for (int a = VCUBE_AAPC1; a <= VCUBE_WINDOWS; a++) {
				struct cube c = fill_cube(d, s, NULL);
				vcube_schedule *const schedule = build((struct vcube_schedule_plan){
					a, .dimensions = d, .successive = s});

				align(&c);
				for (int t = 0; t < vcube_schedule_steps(schedule); t++)
					move(&c, schedule, t);
				align(&c);
				for (int i = 0; i < c.nodes * c.k; i++)
					assert_int_equal(c.element[i], origin(&c, i / c.k, i % c.k));
				vcube_schedule_free(schedule);
				empty_cube(&c);
			}
}

/* Returns the element of an address before all exchanges, which swap the low bits of the address
 * with an axis's coordinate, one axis after the other. */
static int
swapped_back(const struct cube *c, int node, int address)
{
	for (int axis = c->s - 1; axis >= 0; axis--) {
		const int low = (1 << order(c, axis)) - 1;
		const int differ = (coordinate(c, node, axis) ^ address) & low;

		node ^= differ << base(c, axis);
		address ^= differ;
	}
	return node * c->k + address;
}

/* Section 4.1: no exchange begins earlier or later than its blocks allow, and all data arrive. */
static void
test_data_of_different_orders(void **state)
{
	static const struct { int orders[4], steps; } trials[] = {
		/* K/2 = 4 and 8: the last starts after d + d' - gcd(d, d') at most */
		{{3, 3}, 9}, {{3, 2}, 8}, {{3, 1}, 7}, {{4, 3}, 14}, {{4, 2}, 12}, {{4, 3, 2}, 17},
		{{4, 2, 2, 1}, 16}, {{5, 3}, 25}, {{5, 4, 3}, 32}, {{6, 4}, 40}, {{1, 1, 1, 1}, 4},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(trials); i++) {
		const int *const orders = trials[i].orders;
		int s = 0;

		while (s < 4 && orders[s] > 0)
			s++;
		struct cube c = fill_cube(orders[0], s, orders);
		struct vcube_error error;
		vcube_schedule *const schedule = vcube_schedule_build_orders(
			&(struct vcube_schedule_plan){VCUBE_AAPC1, .successive = s}, orders, &error);

		assert_non_null(schedule);
		if (vcube_schedule_check(schedule, &error) != 0)
			fail_msg("%s", error.text);
		for (int axis = 0; axis <= s; axis++)
			assert_int_equal(vcube_schedule_order(schedule, axis), axis < s ? orders[axis] : 0);
		align(&c);
		for (int t = 0; t < vcube_schedule_steps(schedule); t++)
			move(&c, schedule, t);
		align(&c);
		for (int e = 0; e < c.nodes * c.k; e++)
			assert_int_equal(c.element[e], swapped_back(&c, e / c.k, e % c.k));
		assert_int_equal(vcube_schedule_steps(schedule), trials[i].steps);
		vcube_schedule_free(schedule);
		empty_cube(&c);
	}
}

static void
refuse_orders(struct vcube_schedule_plan plan, const int *orders, const char *why)
{
	struct vcube_error error;

	assert_null(vcube_schedule_build_orders(&plan, orders, &error));
	assert_non_null(strstr(error.text, why));
}

static void
test_orders_refused(void **state)
{
	(void)state;
	refuse_orders((struct vcube_schedule_plan){VCUBE_AAPC1, .successive = 2}, (const int[]){2, 3},
		      "do not increase; exchange 1 has 3");
	refuse_orders((struct vcube_schedule_plan){VCUBE_AAPC1, .successive = 2}, (const int[]){2, 0},
		      "exchange 1 has 0");
	refuse_orders((struct vcube_schedule_plan){VCUBE_AAPC4, .successive = 2}, (const int[]){3, 2},
		      "not by aapc4");
	refuse_orders((struct vcube_schedule_plan){VCUBE_AAPC1, .successive = 2, .block = true},
		      (const int[]){3, 2}, "no block, width or delay");
	refuse_orders((struct vcube_schedule_plan){VCUBE_AAPC1, .successive = 15}, (const int[15]){1},
		      "1 to 14 successive exchanges, not 15");
	refuse_orders((struct vcube_schedule_plan){VCUBE_AAPC1, .successive = -1}, (const int[]){1},
		      "1 to 14 successive exchanges, not -1");
}

/* As elsewhere in a plan, 0 successive exchanges are one. */
static void
test_one_order(void **state)
{
	struct vcube_error error;
	vcube_schedule *const s = vcube_schedule_build_orders(
		&(struct vcube_schedule_plan){.algorithm = VCUBE_AAPC1}, (const int[]){3}, &error);

	(void)state;
	if (s == NULL)
		fail_msg("%s", error.text);
	assert_int_equal(vcube_schedule_planned(s)->successive, 1);
	assert_int_equal(vcube_schedule_order(s, 0), 3);
	assert_int_equal(vcube_schedule_steps(s), 6);
	assert_int_equal(vcube_schedule_check(s, &error), 0);
	vcube_schedule_free(s);
}

/* Table 3: two axes of two dimensions, phase by phase. */

static void
compare_phase(struct tsv *t, const struct cube *c, const char *phase)
{
	for (int address = 0; address < c->k; address++) {
		assert_true(tsv_row(t));
		assert_string_equal(t->field[0], phase);
		for (int node = 0; node < c->nodes; node++)
			assert_int_equal(atoi(t->field[2 + node]), c->element[node * c->k + address]);
	}
}

static void
test_table_3(void **state)
{
	struct cube c = fill_cube(2, 2, NULL);
	vcube_schedule *const s = build((struct vcube_schedule_plan){
		VCUBE_AAPC1, .dimensions = 2, .successive = 2});
	struct tsv t;

	(void)state;
	tsv_open(&t, "003_tab3.tsv");
	assert_true(tsv_row(&t));
	compare_phase(&t, &c, "initial");
	align(&c);
	compare_phase(&t, &c, "align1");
	move(&c, s, 0);
	move(&c, s, 1);
	compare_phase(&t, &c, "aapc1");
	move(&c, s, 2);
	move(&c, s, 3);
	compare_phase(&t, &c, "aapc2");
	align(&c);
	compare_phase(&t, &c, "align2");
	assert_false(tsv_row(&t));
	vcube_schedule_free(s);
	empty_cube(&c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_data_of_successive),
		TEST(test_data_of_different_orders),
		TEST(test_orders_refused),
		TEST(test_one_order),
		TEST(test_table_3),
	};

	return RUN_TESTS(tests);
}

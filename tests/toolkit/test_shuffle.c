/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shuffles by schedules, and exchanges in several parts: correct, in the steps of the
 * paper, and refusals.
 */
#include <stdio.h>
#include "support.h"

/* --- shuffles ---------------------------------------------------------------------- */

enum { P = 8 };

/* Element (a_s .. a_1 | a_0) to (a_(s-1) .. a_0 | a_s). */

struct shuffle {
	int s;
	const char *how;
};

static int
shuffle_numbers(vcube_node *self, void *arg)
{
	const struct shuffle *const what = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int k = 1 << vcube_log2((unsigned)p) / what->s;
	const size_t room = (size_t)k * sizeof(int32_t);
	int32_t *const in = take_block(self, room), *const out = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	for (int i = 0; i < k; i++)
		in[i] = me * k + i;
	vcube_shuffle(self, NULL, in, out, 1, VCUBE_INT32, what->s, what->how);
	/* place i of node me has the number (i, me) in digits, which was (me, i) before */
	for (int i = 0; i < k; i++)
		CHECK(self, out[i] == i * p + me);
	return vcube_failed(self);
}

static void
test_shuffles(void **state)
{
	static const struct { int s, d; } grids[] = {
		{1, 0}, {1, 3}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 1}, {3, 2}, {3, 3}, {4, 2}, {5, 1},
	};
	static const char *const hows[] = {"aapc1", "aapc2", "aapc3", "aapc4", "windows", NULL};
	char text[100];

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++)
		for (size_t h = first_case(g, COUNT(hows)); h < COUNT(hows); h += next_case()) {
			struct shuffle what = {grids[g].s, hows[h]};

			snprintf(text, sizeof text, "hypercube:%d routing=none heap=64KiB%s",
				 grids[g].s * grids[g].d, h % 2 ? " clock=virtual ports=all" : "");
			try_well(text, shuffle_numbers, &what);
		}
}

/* In successive transfers of an element. */
static void
test_steps_of_shuffles(void **state)
{
	static const struct { int s, d; } grids[] = {
		{2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 2}, {3, 3}, {4, 2},
	};

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++) {
		if (grids[g].s * grids[g].d > up_to(10, 6))
			continue;
		const int s = grids[g].s, d = grids[g].d, half = 1 << d >> 1;
		const int tail = half > d ? d + half % d : d;
		const struct { const char *how; int steps; } wanted[] = {
			{"aapc1", (half + d - 1) / d * d + (s - 1) * d}, {"aapc2", s * half},
			{"aapc3", half + (s - 1) * tail}, {"aapc4", s * half},
			{"windows", half + (s - 1) * d},
		};

		for (size_t h = 0; h < COUNT(wanted); h++) {
			struct shuffle what = {s, wanted[h].how};
			vcube_machine *const m = open_machine("hypercube:%d clock=virtual threads=one routing=none ports=all "
				"startup=0 per_byte=1ps heap=64KiB", s * d);

			run_well(m, shuffle_numbers, &what);
			assert_int_equal(vcube_run_time(m), 4 * wanted[h].steps);
			vcube_close(m);
		}
	}
}

/* Everything that a node has is visible. */
static int
look_at_numbers(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct vcube_watched w;

	(void)step;
	(void)name;
	for (int r = 0; r < P; r++)
		*(bool *)arg &= find_watched(machine, r, "in", &w) && w.count == P &&
				find_watched(machine, r, "out", &w) && w.count == P;
	return 0;
}

static void
test_shuffles_are_seen(void **state)
{
	vcube_machine *const m = open_machine("hypercube:3");
	struct shuffle what = {1, "aapc1"};
	bool seen = true;

	(void)state;
	vcube_on_step(m, look_at_numbers, &seen);
	run_well(m, shuffle_numbers, &what);
	assert_true(seen);
	vcube_close(m);
}

static int
shuffle_amiss(vcube_node *self, void *arg)
{
	int32_t all[2 * P] = {0};

	switch (*(const char *)arg) {
	case 'o':
		return vcube_shuffle(self, NULL, all, all + 1, 1, VCUBE_INT32, 1, NULL);
	case 'n':
		return vcube_shuffle(self, NULL, all, NULL, 1, VCUBE_INT32, 1, NULL);
	case 't':
		return vcube_shuffle(self, NULL, all, all + P, 1, 63, 1, NULL);
	case 'm':
		return vcube_shuffle(self, NULL, all, all + P, SIZE_MAX / 2, VCUBE_INT32, 1, NULL);
	case 'z':
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32, 0, NULL);
	case 'g':
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32, 2, NULL);
	case 'd':
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32,
				     vcube_rank(self) == 3 ? 3 : 1, "aapc1");
	default:
		return vcube_shuffle(self, NULL, all, all + P, 1, VCUBE_INT32, 3, arg);
	}
}

static void
test_refusals(void **state)
{
	(void)state;
	run_refused("hypercube:3", shuffle_amiss, "overlap", VCUBE_EINVAL, "overlap");
	run_refused("hypercube:3", shuffle_amiss, "null", VCUBE_EINVAL, "out is NULL, 32 bytes");
	run_refused("hypercube:3", shuffle_amiss, "type", VCUBE_EINVAL, "there is no type 63");
	run_refused("hypercube:3", shuffle_amiss, "much", VCUBE_EINVAL, "more than memory holds");
	run_refused("hypercube:3", shuffle_amiss, "zero", VCUBE_EINVAL, "along 1 to 14 axes, not 0");
	run_refused("hypercube:3", shuffle_amiss, "grid", VCUBE_EPRECOND, "a power of 4; there are 8");
	run_refused("hypercube:3", shuffle_amiss, "differ", VCUBE_EMISMATCH, "alltoall");
	run_refused("hypercube:3", shuffle_amiss, "aapc5", VCUBE_EINVAL,
	       "needs a multiple of 2 parts, not 1; windows needs none");
	run_refused("hypercube:3", shuffle_amiss, "standard", VCUBE_EUNKNOWN, "no schedule 'standard'");
}

/* --- exchanges in several parts ---------------------------------------------------- */

struct successive {
	int s, parts;
	const char *how;
	bool works;
	vcube_time time;        /* of the work on a part */
};

/* The parts of what a node has for each other one, in order: part, place, number. */
static int32_t
element(const struct successive *what, int part, int place)
{
	return part + what->parts * place;
}

/* Value t on the local axis is that of the axis that is local now: axis `made`. */
static void
count_local(vcube_node *self, int made, int part, void *const *block, void *arg)
{
	const struct successive *const what = arg;
	const int p = vcube_size(self), d = vcube_log2((unsigned)p) / what->s, k = 1 << d;
	const int me = vcube_rank(self), low = me & ((1 << made * d) - 1);
	const int high = me >> made * d << (made + 1) * d;

	/* axes above `made` are the element's own; each below has the value of the one
	 * before it */
	for (int t = 0; t < k; t++) {
		int32_t *const x = block[t];

		if (x[0] != element(what, part, high | t << made * d | low) || x[1] != made)
			vcube_fail(self, "part %d after %d exchanges: place %d holds %d", part, made, t,
				   x[0]);
		x[1]++;
	}
	vcube_compute(self, what->time);
}

static int
exchange_parts(vcube_node *self, void *arg)
{
	struct successive *const what = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int k = 1 << vcube_log2((unsigned)p) / what->s;
	const size_t room = (size_t)(k * what->parts) * sizeof(int32_t[2]);
	int32_t (*const in)[2] = take_block(self, room), (*const out)[2] = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	for (int part = 0; part < what->parts; part++)
		for (int i = 0; i < k; i++) {
			in[part * k + i][0] = element(what, part, me * k + i);
			in[part * k + i][1] = 0;
		}
	vcube_successive(self, NULL, &(struct vcube_successive){
		.in = in, .out = out, .count = 2, .type = VCUBE_INT32, .axes = what->s,
		.parts = what->parts, .how = what->how, .local = what->works ? count_local : NULL,
		.arg = what,
	});
	for (int part = 0; part < what->parts; part++)
		for (int i = 0; i < k; i++)
			CHECK(self, out[part * k + i][0] == element(what, part, i * p + me) &&
			      out[part * k + i][1] == (what->works ? what->s + 1 : 0));
	return vcube_failed(self);
}

static void
test_parts(void **state)
{
	static const struct { int s, d; } grids[] = {{1, 0}, {1, 3}, {2, 2}, {2, 3}, {3, 1}, {3, 2}};
	static const char *const hows[] = {"aapc1", "aapc2", "aapc3", "aapc4", NULL, "aapc1:block=yes",
		"aapc4:block=yes", "aapc4:width=2"};
	char text[100];

	(void)state;
	for (size_t g = 0; g < COUNT(grids); g++)
		for (size_t h = 0; h < COUNT(hows); h++)
			for (int works = h >= 5; works < 2; works++) {
				struct successive what = {grids[g].s, 1 + 2 * (int)(h % 2), hows[h], works, 1000};

				snprintf(text, sizeof text, "hypercube:%d routing=none heap=64KiB%s",
					 grids[g].s * grids[g].d, h % 2 ? " clock=virtual ports=all" : "");
				try_well(text, exchange_parts, &what);
			}
}

/* In successive transfers of an element; K is parts 2^d. */
static void
take_steps(const struct successive *what, int d, int steps, vcube_time more)
{
	vcube_machine *const m = open_machine("hypercube:%d clock=virtual routing=none ports=all startup=0 "
		"per_byte=1ps heap=64KiB", what->s * d);

	run_well(m, exchange_parts, (void *)what);
	assert_int_equal(vcube_run_time(m), 8 * steps + more);
	vcube_close(m);
}

static void
test_steps_of_parts(void **state)
{
	static const struct { int s, d, parts; } trials[] = {
		{2, 1, 3}, {2, 3, 2}, {2, 3, 5}, {3, 2, 3}, {3, 3, 2}, {4, 2, 2},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(trials); i++) {
		if (trials[i].s * trials[i].d > up_to(10, 6))
			continue;
		const int s = trials[i].s, d = trials[i].d, n = trials[i].parts, half = n << d >> 1;
		const int tail = half > d ? d + half % d : d;
		const struct { const char *how; int steps; } wanted[] = {
			{"aapc1", (half + d - 1) / d * d + (s - 1) * d}, {"aapc2", s * half},
			{"aapc3", half + (s - 1) * tail}, {"aapc4", s * half},
			{"windows", half + (s - 1) * d},
		};

		for (size_t h = 0; h < COUNT(wanted); h++)
			take_steps(&(struct successive){s, n, wanted[h].how, false, 0}, d, wanted[h].steps, 0);
		/* with work: n + s - 1 successive exchanges of K/2 steps, and n (s + 1)
		 * times the work, without overlap */
		take_steps(&(struct successive){s, n, "aapc4", true, 1000}, d,
			   (n + s - 1) << d >> 1, n * (s + 1) * 1000);
	}
}

/* Algorithm 5: as many steps as its schedule has, those of Theorem 2 or fewer; K is parts
 * times 2^d. */
static void
test_concurrent_exchanges(void **state)
{
	static const struct { int s, d, parts, steps; } trials[] = {
		/* K/2 + (s-1) d: s <= 3, or K <= 8 d */
		{2, 1, 2, 3}, {2, 2, 4, 10}, {3, 1, 2, 4}, {3, 1, 8, 10}, {3, 2, 8, 20}, {4, 1, 4, 7},
		/* (s+3) d */
		{6, 1, 6, 9}, {7, 1, 8, 10}, {7, 1, 6, 10},
		/* K/2 + 2 d: K >= 2 (s+1) d */
		{4, 1, 6, 8}, {4, 2, 8, 20}, {5, 1, 6, 8}, {5, 1, 16, 18}, {6, 1, 8, 10}, {7, 1, 10, 12},
		{5, 2, 8, 20},
		/* d does not divide K/2 */
		{3, 3, 8, 38}, {4, 3, 8, 38},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(trials); i++) {
		const int s = trials[i].s, d = trials[i].d;
		struct vcube_schedule_plan plan = {VCUBE_AAPC5, .dimensions = d, .successive = s,
			.addresses = trials[i].parts << d};
		vcube_schedule *const schedule = vcube_schedule_build(&plan, NULL);
		struct vcube_schedule_proof proof;

		vcube_schedule_proof(schedule, &proof);
		assert_int_equal(vcube_schedule_steps(schedule), trials[i].steps);
		assert_true(trials[i].steps <= proof.steps);
		vcube_schedule_free(schedule);
		if (s * d <= up_to(10, 7))
			take_steps(&(struct successive){s, trials[i].parts, "aapc5", false, 0}, d,
				   trials[i].steps, 0);
	}
}

static int
part_amiss(vcube_node *self, void *arg)
{
	int32_t all[2 * P] = {0};
	struct vcube_successive what = {
		.in = all, .out = all + P, .count = 1, .type = VCUBE_INT32, .axes = 3, .how = arg,
	};

	switch (*(const char *)arg) {
	case 'n':
		what.parts = -1;
		break;
	case 'm':
		what.parts = 1 << 20;
		break;
	case 'd':
		what.local = count_local;
	}
	return vcube_successive(self, NULL, &what);
}

/* Along axes of different orders: the command's test moves the data
 * (tests/cli/test_subcommands.sh); here, what is refused. */
static int
orders_amiss(vcube_node *self, void *arg)
{
	static const int right[] = {2, 1}, up[] = {1, 2}, large[] = {2, 2};
	const char *const wrong = arg;
	int32_t all[2 * P] = {0};
	const struct vcube_successive what = {
		.in = all, .out = all + P, .count = 1, .type = VCUBE_INT32, .axes = 2,
		.how = *wrong == 'a' ? wrong : NULL, .local = *wrong == 'w' ? count_local : NULL,
	};

	return vcube_successive_orders(self, NULL, &what, *wrong == 'n' ? NULL : *wrong == 'u' ? up
		: *wrong == 'l' ? large : right);
}

static void
test_orders_refused(void **state)
{
	(void)state;
	run_refused("hypercube:3", orders_amiss, "null", VCUBE_EINVAL, "orders is NULL");
	run_refused("hypercube:3", orders_amiss, "up", VCUBE_EINVAL, "do not increase; axis 1 has 2");
	run_refused("hypercube:3", orders_amiss, "large", VCUBE_EPRECOND, "need 2^4 members; there are 8");
	run_refused("hypercube:3", orders_amiss, "aapc4", VCUBE_EINVAL, "not by aapc4");
	run_refused("hypercube:3", orders_amiss, "work", VCUBE_EINVAL, "no work between exchanges");
	try_well("hypercube:3", orders_amiss, "right");
}

static void
test_parts_refused(void **state)
{
	(void)state;
	run_refused("hypercube:3", part_amiss, "negative", VCUBE_EINVAL, "1 to 524288 parts of 2 blocks, not -1");
	run_refused("hypercube:3", part_amiss, "many", VCUBE_EINVAL, "of 2 blocks, not 1048576");
	run_refused("hypercube:3", part_amiss, "direct", VCUBE_EINVAL,
	       "vcube_successive: alltoall.direct has no schedule");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_shuffles),
		TEST(test_steps_of_shuffles),
		TEST(test_shuffles_are_seen),
		TEST(test_refusals),
		TEST(test_parts),
		TEST(test_steps_of_parts),
		TEST(test_concurrent_exchanges),
		TEST(test_orders_refused),
		TEST(test_parts_refused),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Shuffles by schedules: right, in the steps of the paper, and what is refused. */
#include <stdio.h>
#include "support.h"

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
	/* place i of node me is number (i, me) in digits, as (me, i) was before */
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
		for (size_t h = 0; h < COUNT(hows); h++) {
			struct shuffle what = {grids[g].s, hows[h]};

			snprintf(text, sizeof text, "hypercube:%d routing=none heap=64KiB%s",
				 grids[g].s * grids[g].d, h % 2 ? " clock=virtual ports=all" : "");
			try_well(text, shuffle_numbers, &what);
		}
}

/* In transfers of an element, one after the other. */
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
			vcube_machine *const m = open_machine("hypercube:%d clock=virtual routing=none ports=all "
				"startup=0 per_byte=1ps heap=64KiB", s * d);

			run_well(m, shuffle_numbers, &what);
			assert_int_equal(vcube_run_time(m), 4 * wanted[h].steps);
			vcube_close(m);
		}
	}
}

/* All that a node has is shown. */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_shuffles),
		TEST(test_steps_of_shuffles),
		TEST(test_shuffles_are_seen),
		TEST(test_refusals),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual time of a node's own work, for each kind of work. */
#include <string.h>
#include "support.h"

#define US ((vcube_time)1000000)
#define NS ((vcube_time)1000)

static char bytes[2000];

/* Local work, by kind and amount; the free clock charges nothing. */
static int
work(vcube_node *self, void *arg)
{
	const bool timed = *(const bool *)arg;
	char copy[100];
	vcube_time t = 0;

	vcube_charge(self, VCUBE_WORK_COPY, 7);
	CHECK(self, vcube_now(self) == (t += timed * 7 * NS));
	vcube_charge(self, VCUBE_WORK_REORDER, 7);
	CHECK(self, vcube_now(self) == (t += timed * 14 * NS));
	vcube_charge(self, VCUBE_WORK_INDEX, 7);
	CHECK(self, vcube_now(self) == (t += timed * 21 * NS));
	vcube_charge(self, VCUBE_WORK_COMBINE, 7);
	CHECK(self, vcube_now(self) == (t += timed * 28 * NS));
	vcube_charge(self, VCUBE_WORK_FLOP, 7);
	CHECK(self, vcube_now(self) == (t += timed * 35 * NS));
	vcube_charge(self, VCUBE_WORK_REORDER_STARTUP, 7);
	CHECK(self, vcube_now(self) == (t += timed * 42 * NS));
	vcube_charge(self, VCUBE_WORK_REORDER_BLOCK, 7);
	CHECK(self, vcube_now(self) == (t += timed * 49 * NS));
	vcube_charge(self, VCUBE_WORK_SCATTER, 7);
	CHECK(self, vcube_now(self) == (t += timed * 56 * NS));
	vcube_charge(self, VCUBE_WORK_SCATTER_BLOCK, 7);
	CHECK(self, vcube_now(self) == (t += timed * 63 * NS));
	vcube_charge(self, VCUBE_WORK_INDEX_STARTUP, 7);
	CHECK(self, vcube_now(self) == (t += timed * 70 * NS));
	vcube_charge(self, VCUBE_WORK_INDEX_PIECE, 7);
	CHECK(self, vcube_now(self) == (t += timed * 77 * NS));
	vcube_charge(self, VCUBE_WORK_INDEX_ODD, 7);
	CHECK(self, vcube_now(self) == (t += timed * 84 * NS));
	vcube_charge(self, VCUBE_WORK_COMBINE_STARTUP, 7);
	CHECK(self, vcube_now(self) == (t += timed * 91 * NS));
	vcube_charge(self, VCUBE_WORK_FLOP, 0);
	vcube_copy(self, copy, bytes, sizeof copy);
	CHECK(self, vcube_now(self) == (t += timed * 100 * NS));
	CHECK(self, memcmp(copy, bytes, sizeof copy) == 0);
	vcube_copy(self, copy, bytes, 0);
	vcube_copy(self, copy, copy, sizeof copy);
	vcube_compute(self, 0);
	vcube_compute(self, 3);
	CHECK(self, vcube_now(self) == (t += timed * 3));
	vcube_compute(self, -1);
	CHECK(self, vcube_failed(self) == VCUBE_EINVAL && vcube_now(self) == t);
	return 0;
}

#define WORK_COSTS " copy=1ns reorder=2ns index=3ns combine=4ns flop=5ns reorder_startup=6ns" \
	" reorder_block=7ns scatter=8ns scatter_block=9ns index_startup=10ns index_piece=11ns" \
	" index_odd=12ns combine_startup=13ns"

static void
test_local_work(void **state)
{
	bool yes = true, no = false;

	(void)state;
	try_for("linear:1 clock=virtual" WORK_COSTS, work, &yes, VCUBE_EINVAL);
	try_for("linear:1" WORK_COSTS, work, &no, VCUBE_EINVAL);
	try_for("linear:1 clock=virtual", work, &no, VCUBE_EPROGRAM);
}

/* The last run's charges of each node, by kind. */
static int
charge_some(vcube_node *self, void *arg)
{
	const uint64_t amount = *(const uint64_t *)arg;

	vcube_charge(self, VCUBE_WORK_COPY, amount + (uint64_t)vcube_rank(self));
	vcube_charge(self, VCUBE_WORK_FLOP, 2);
	vcube_charge(self, VCUBE_WORK_FLOP, amount);
	vcube_compute(self, 77);
	return vcube_failed(self);
}

static void
test_work_by_kind(void **state)
{
	vcube_machine *m = open_machine("ring:3 clock=virtual" WORK_COSTS);

	(void)state;
	for (uint64_t amount = 9; amount > 0; amount -= 3) {
		run_well(m, charge_some, &amount);
		for (int r = 0; r < 3; r++) {
			assert_int_equal(vcube_run_work(m, r, VCUBE_WORK_COPY), 1000 * (amount + (uint64_t)r));
			assert_int_equal(vcube_run_work(m, r, VCUBE_WORK_FLOP), 5000 * (amount + 2));
			assert_int_equal(vcube_run_work(m, r, VCUBE_WORK_INDEX), 0);
			assert_int_equal(vcube_run_work(m, r, -1), 0);
			assert_int_equal(vcube_run_work(m, r, VCUBE_WORK_FLOP + 1), 0);
		}
	}
	vcube_close(m);
	m = open_machine("ring:3" WORK_COSTS);
	run_well(m, charge_some, &(uint64_t){9});
	assert_int_equal(vcube_run_work(m, 1, VCUBE_WORK_COPY), 0);
	vcube_close(m);
}

/* Three runs of each of some lengths, from places 20 bytes apart to places 30 apart. */
static int
copy_runs(vcube_node *self, void *arg)
{
	static const size_t lengths[] = {1, 8, 13};
	char *const from = vcube_alloc(self, 60), *const to = vcube_alloc(self, 90);
	const vcube_time begin = vcube_now(self);
	size_t moved = 0;

	(void)arg;
	for (int i = 0; !vcube_failed(self) && i < 60; i++)
		from[i] = (char)(i + 1);
	for (size_t k = 0; !vcube_failed(self) && k < COUNT(lengths); k++) {
		memset(to, 0, 90);
		vcube_copy_strided(self, to, 30, from, 20, lengths[k], 3);
		moved += 3 * lengths[k];
		for (size_t i = 0; i < 90; i++)
			CHECK(self, to[i] == (i % 30 < lengths[k] ? from[i / 30 * 20 + i % 30] : 0));
	}
	CHECK(self, vcube_now(self) == begin + (vcube_time)moved * 2 * NS);
	vcube_copy_strided(self, NULL, 30, from, 20, 0, 3);
	vcube_copy_strided(self, NULL, 30, from, 20, 5, 0);
	CHECK(self, vcube_now(self) == begin + (vcube_time)moved * 2 * NS);
	vcube_copy_strided(self, to, 30, NULL, 20, 5, 3);
	return 0;
}

static void
test_copy_strided(void **state)
{
	vcube_machine *m = open_machine("full:1 clock=virtual reorder=2ns");

	(void)state;
	run_for(m, copy_runs, NULL, VCUBE_EINVAL);
	error_has(vcube_run_error(m), VCUBE_EINVAL,
		  "vcube_copy_strided: from is NULL, but 3 runs of 5 bytes are requested");
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_local_work),
		TEST(test_work_by_kind),
		TEST(test_copy_strided),
	};

	memset(bytes, 'b', sizeof bytes);
	return RUN_TESTS(tests);
}

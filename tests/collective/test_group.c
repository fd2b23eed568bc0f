/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups: their members, their order, and their rendezvous. */
#include "support.h"

#define US ((vcube_time)1000000)

/* Is it the group of these nodes, and does it carry messages? Each sends to the next rank
 * of the group. */
static int
check_group(vcube_node *self, vcube_group *group, const int *members, int size)
{
	const int me = vcube_group_rank(self, group);
	struct vcube_status status;
	int word[2] = {vcube_rank(self), size}, got[2];

	CHECK(self, vcube_group_size(self, group) == size);
	CHECK(self, me >= 0 && me < size && members[me] == vcube_rank(self));
	for (int r = 0; r < size; r++)
		CHECK(self, vcube_group_node(self, group, r) == members[r]);
	CHECK(self, vcube_group_node(self, group, -1) == -1);
	CHECK(self, vcube_group_node(self, group, size) == -1);
	vcube_sendrecv(self, group, (me + 1) % size, word, sizeof word,
		       (me + size - 1) % size, got, sizeof got, &status);
	CHECK(self, vcube_failed(self) || (got[0] == members[(me + size - 1) % size] &&
					   got[1] == size && status.from == (me + size - 1) % size));
	return vcube_failed(self);
}

/* Rows and columns of an array of q columns; rows also in reverse order. */
static int
rows_and_columns(vcube_node *self, void *arg)
{
	const int q = *(const int *)arg, p = vcube_size(self), me = vcube_rank(self);
	const int row = me / q, column = me % q, rows = p / q;
	int members[64];
	vcube_group *group, *world;

	vcube_split(self, NULL, row, me, &group);
	for (int i = 0; i < q; i++)
		members[i] = row * q + i;
	check_group(self, group, members, q);
	vcube_group_free(self, group);

	vcube_split(self, NULL, column, me, &group);
	for (int i = 0; i < rows; i++)
		members[i] = i * q + column;
	check_group(self, group, members, rows);

	vcube_split(self, NULL, row, -me, &group);
	for (int i = 0; i < q; i++)
		members[i] = row * q + q - 1 - i;
	check_group(self, group, members, q);

	/* all keys equal: the order of the parent group */
	vcube_split(self, group, 0, 7, &world);
	check_group(self, world, members, q);
	return vcube_failed(self);
}

static void
test_rows_and_columns(void **state)
{
	int columns[] = {1, 3, 4, 12};

	(void)state;
	for (int i = 0; i < 4; i++)
		try_everywhere("full:12", rows_and_columns, &columns[i]);
}

/* Halves a cube along each dimension in turn, down to single nodes; in every group ranks
 * count from 0 in the order of the remaining bits. */
static int
subcubes(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *group = NULL, *half;
	int members[64];

	(void)arg;
	for (int bit = p / 2; bit >= 1; bit /= 2) {
		const int mask = p - bit;       /* the bits fixed so far */
		int size = 0;

		vcube_split(self, group, (me & bit) != 0, vcube_group_rank(self, group), &half);
		for (int r = 0; r < p; r++)
			if ((r & mask) == (me & mask))
				members[size++] = r;
		if (check_group(self, half, members, size) != 0)
			break;
		vcube_group_free(self, group);
		group = half;
	}
	return vcube_failed(self);
}

static void
test_nested_subcubes(void **state)
{
	(void)state;
	try_everywhere("full:16", subcubes, NULL);
}

/* Members without a colour get no group, but take part in the rendezvous. */
static int
some_without(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *group = (vcube_group *)(uintptr_t)16, *third;
	int members[64], size = 0;

	(void)arg;
	for (int r = 1; r < p; r += 3)
		members[size++] = r;
	vcube_split(self, NULL, me % 3 == 1 ? INT32_MAX : VCUBE_NO_COLOR, 0, &group);
	CHECK(self, vcube_failed(self) || (group != NULL) == (me % 3 == 1));
	if (group == NULL)
		return vcube_failed(self);
	check_group(self, group, members, size);
	vcube_split(self, group, VCUBE_NO_COLOR, 0, &third);
	CHECK(self, third == NULL);
	vcube_group_free(self, NULL);
	return vcube_failed(self);
}

static void
test_no_color(void **state)
{
	(void)state;
	try_everywhere("full:8", some_without, NULL);
	try_everywhere("full:2", some_without, NULL);
}

/* All leave a rendezvous at the clock of the latest member, and of no other node. */
static int
meeting_time(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	vcube_group *group, *again;

	(void)arg;
	vcube_compute(self, me * US);
	vcube_split(self, NULL, me / 4, me, &group);
	CHECK(self, vcube_now(self) == 7 * US);
	vcube_compute(self, me * US);
	vcube_align(self, group);
	CHECK(self, vcube_now(self) == (me < 4 ? 10 : 14) * US);
	vcube_split(self, group, 0, me, &again);
	CHECK(self, vcube_now(self) == (me < 4 ? 10 : 14) * US);
	vcube_align(self, NULL);
	CHECK(self, vcube_now(self) == 14 * US);
	return vcube_failed(self);
}

static void
test_time_of_a_meeting(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) {
		try_well("hypercube:3 clock=virtual", meeting_time, NULL);
		try_well("hypercube:3 clock=virtual fuzz=5", meeting_time, NULL);
	}
}

/* Nobody leaves before all have come: their earlier writes are visible. */
static int
nobody_early(vcube_node *self, void *arg)
{
	int *board = arg;
	const int me = vcube_rank(self), p = vcube_size(self);

	for (int round = 1; round <= 100; round++) {
		board[me] = round;
		vcube_align(self, NULL);
		for (int r = 0; r < p; r++)
			CHECK(self, vcube_failed(self) || board[r] == round);
		vcube_align(self, NULL);
	}
	return vcube_failed(self);
}

static void
test_nobody_leaves_early(void **state)
{
	int board[8] = {0};

	(void)state;
	try_well("full:8", nobody_early, board);
	host_busy();
	try_well("full:3 pin=no", nobody_early, board);
	host_idle();
}

/* Thousands of groups, some freed and some left over, in any order. */
static int
thousands(vcube_node *self, void *arg)
{
	enum { COUNT = 2000, HELD = 50 };
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *held[HELD] = {NULL};

	(void)arg;
	for (int i = 0; i < COUNT && !vcube_failed(self); i++) {
		const int slot = (int)(vcube_random(self) % HELD);

		vcube_group_free(self, held[slot]);
		vcube_split(self, NULL, (me + i) % 3, i % 2 ? me : -me, &held[slot]);
		if (i % 100 == 0)
			vcube_align(self, held[slot]);
		CHECK(self, vcube_failed(self) || vcube_group_size(self, held[slot]) >= p / 3);
	}
	return vcube_failed(self);
}

static void
test_thousands_of_groups(void **state)
{
	vcube_machine *machine = open_machine("full:4");

	(void)state;
	for (int i = 0; i < 3; i++)
		run_well(machine, thousands, NULL);
	vcube_close(machine);
}

/* A member that does not come: 0 it fails, 1 its program ends, 2 its colour is not
 * permitted. */
static int
absent(vcube_node *self, void *arg)
{
	const int how = *(const int *)arg, me = vcube_rank(self);
	vcube_group *group, *part;

	vcube_split(self, NULL, 0, me, &group);
	if (me == 2 && how == 0)
		return vcube_fail(self, "I am not coming");
	if (me == 2 && how == 1)
		return 0;
	return vcube_split(self, group, me == 2 ? -2 : me % 2, 0, &part);
}

static void
test_one_does_not_come(void **state)
{
	static const int codes[] = {VCUBE_EPROGRAM, VCUBE_EDEADLOCK, VCUBE_EINVAL};
	static const int others[] = {VCUBE_EPEER, VCUBE_EDEADLOCK, VCUBE_EPEER};
	int board[8];

	(void)state;
	for (int how = 0; how < 3; how++) {
		vcube_machine *machine = open_machine("full:4 %s", how ? "clock=virtual" : "");

		run_for(machine, absent, &how, codes[how]);
		report_has(machine, "for the other members of a group, now node 2");
		for (int r = 0; r < 4; r++)
			if (r != 2)
				assert_int_equal(vcube_run_failure(machine, r)->code, others[how]);
		run_well(machine, nobody_early, board);
		vcube_close(machine);
	}
}

/* Stopped in the middle: a node that does not get its group leaks none. */
static int
split_for_ever(vcube_node *self, void *arg)
{
	vcube_group *group;

	(void)arg;
	while (!vcube_failed(self)) {
		vcube_split(self, NULL, vcube_rank(self) % 2, 0, &group);
		vcube_group_free(self, group);
	}
	return vcube_failed(self);
}

static void
test_stopped_while_splitting(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++)
		try_for(i % 2 ? "full:16 limit=5ms" : "full:4 limit=5ms", split_for_ever, NULL,
			VCUBE_ELIMIT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_rows_and_columns),
		TEST(test_nested_subcubes),
		TEST(test_no_color),
		TEST(test_time_of_a_meeting),
		TEST(test_nobody_leaves_early),
		TEST(test_thousands_of_groups),
		TEST(test_one_does_not_come),
		TEST(test_stopped_while_splitting),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual time of one-sided calls: what they cost, and that who gets a contended lock, a ticket
 * or the last word is the same in whatever order the host runs the nodes. */
#include <string.h>
#include "ranks.h"

enum { RANKS = 6, ROUNDS = 4, RUNS = 8, STARTUP = 1000, PER_BYTE = 3, PER_HOP = 50, NOTES = 16 };

static __thread int me, size;
static __thread MPI_Win win;
static __thread int *memory;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_Win_allocate(1000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
	memset(memory, 0, 1000);
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static int
end(void)
{
	WELL(MPI_Win_free(&win));
	return MPI_Finalize();
}

static vcube_time
now(void)
{
	return vcube_now(vcube_mpi_node());
}

/* Of a message over so many links */
static vcube_time
message(int hops, int bytes)
{
	return STARTUP + hops * PER_HOP + bytes * PER_BYTE;
}

/* From rank 0 of a ring of six to one `to` links away */
static void
try_costs(int to)
{
	char data[500] = {0}, got[500];
	const int one = 1;
	int fetched;
	vcube_time since = now();

	WELL(MPI_Win_lock(MPI_LOCK_SHARED, to, MPI_MODE_NOCHECK, win));
	EXPECT(now() == since);
	WELL(MPI_Put(data, 500, MPI_CHAR, to, 0, 500, MPI_CHAR, win));
	EXPECT(now() == since);
	WELL(MPI_Win_flush(to, win));
	EXPECT(now() - since == message(to, 500));

	/* One port, so that the second leaves after the first */
	since = now();
	WELL(MPI_Get(got, 100, MPI_CHAR, to, 0, 100, MPI_CHAR, win));
	WELL(MPI_Get(got, 100, MPI_CHAR, to, 100, 100, MPI_CHAR, win));
	WELL(MPI_Win_flush_all(win));
	EXPECT(now() - since == 2 * message(to, 100));

	/* Work beside the access hides it. */
	since = now();
	WELL(MPI_Put(data, 500, MPI_CHAR, to, 0, 500, MPI_CHAR, win));
	vcube_compute(vcube_mpi_node(), 100000);
	WELL(MPI_Win_flush_local(to, win));
	EXPECT(now() - since == 100000);

	/* There and back, and the poll by which it takes its turn */
	since = now();
	WELL(MPI_Fetch_and_op(&one, &fetched, MPI_INT, to, 0, MPI_SUM, win));
	WELL(MPI_Win_flush(to, win));
	EXPECT(now() - since == 2 * message(to, sizeof(int)) + 1);
	WELL(MPI_Win_unlock(to, win));

	/* A lock that is free: a request and a grant; its release: one message more */
	since = now();
	WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win));
	EXPECT(now() - since == 2 * message(to, 0) + 1);
	since = now();
	WELL(MPI_Win_unlock(to, win));
	EXPECT(now() - since == message(to, 0) + 1);
}

static int
costs(int argc, char **argv)
{
	begin(&argc, &argv);
	for (int to = 1; me == 0 && to <= 3; to++)
		try_costs(to);
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	return end();
}

static void
test_costs(void **state)
{
	(void)state;
	run_ranks("ring:6 routing=any clock=virtual startup=1000 per_byte=3 per_hop=50 poll=1", costs);
}

/* --- the same in every order */

struct notes {
	int count;
	int64_t note[NOTES * ROUNDS];
};
static struct notes noted[RANKS], first[RANKS];

static void
note(int64_t what)
{
	struct notes *n = &noted[me];

	EXPECT(n->count < (int)COUNT(n->note));
	n->note[n->count++] = what;
	n->note[n->count++] = now();
}

/* Locks, tickets, real sums (whose order shows in the last bits) and the last word, all
 * contended; ranks come at different times, some at the same. */
static int
contended(int argc, char **argv)
{
	const int one = 1, mine = me;
	double third;
	int drawn;

	begin(&argc, &argv);
	noted[me].count = 0;
	third = 1.0 / (me + 3);
	for (int i = 0; i < ROUNDS; i++) {
		vcube_compute(vcube_mpi_node(), (me * 7 + i) % 4 * 500);
		WELL(MPI_Win_lock(me % 3 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, i % 2, 0, win));
		note(1);
		WELL(MPI_Fetch_and_op(&one, &drawn, MPI_INT, i % 2, 0, MPI_SUM, win));
		WELL(MPI_Accumulate(&third, 1, MPI_DOUBLE, i % 2, 8, 1, MPI_DOUBLE, MPI_SUM, win));
		WELL(MPI_Accumulate(&mine, 1, MPI_INT, i % 2, 16, 1, MPI_INT, MPI_REPLACE, win));
		WELL(MPI_Win_unlock(i % 2, win));
		note(drawn);
	}
	WELL(MPI_Win_lock_all(0, win));
	note(2);
	WELL(MPI_Win_unlock_all(win));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	note(memory[4]);
	note(*(int64_t *)(memory + 2));
	return end();
}

static void
test_same_in_every_order(void **state)
{
	static const char *const machines[] = {
		"full:6 clock=virtual poll=1 routing=none", "ring:6 routing=any clock=virtual poll=1",
	};

	(void)state;
	for (size_t k = 0; k < COUNT(machines); k++)
		for (int run = 0; run < RUNS; run++) {
			char text[96];

			snprintf(text, sizeof text, "%s fuzz=%d", machines[k], run);
			run_ranks(text, contended);
			if (run == 0)
				memcpy(first, noted, sizeof first);
			assert_memory_equal(first, noted, sizeof first);
		}
}

/* Ranks draw numbers in the order of their times, however close these are. */
static int
turns(int argc, char **argv)
{
	const int one = 1;
	int drawn[2];

	begin(&argc, &argv);
	WELL(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
	for (int i = 0; i < 2; i++) {
		vcube_compute(vcube_mpi_node(), me == 0 || i > 0 ? 200 : 100);
		WELL(MPI_Fetch_and_op(&one, &drawn[i], MPI_INT, 0, 0, MPI_SUM, win));
	}
	WELL(MPI_Win_unlock_all(win));
	EXPECT(drawn[0] == 1 - me && drawn[1] == 3 - me);
	return end();
}

static void
test_turns(void **state)
{
	(void)state;
	run_ranks("full:2 clock=virtual poll=1 routing=none", turns);
	run_ranks("full:2 clock=virtual poll=1", turns);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_costs),
		TEST(test_same_in_every_order),
		TEST(test_turns),
	};

	return RUN_TESTS(tests);
}

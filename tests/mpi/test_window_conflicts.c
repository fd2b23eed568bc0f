/* SPDX-License-Identifier: BSD-2-Clause */
/* Strict machines report accesses to MPI's windows that conflict, and no others: of every two
 * kinds, of one origin and of two, in each kind of epoch, on bytes that meet and that do not. */
#include "ranks.h"

enum { INTS = 8, GETS = 4 };

static __thread int memory[INTS], data[INTS], got[GETS][INTS];
static __thread unsigned gets;
static __thread int me;
static __thread MPI_Win win;

static void
begin(int *argc, char ***argv)
{
	MPI_Init(argc, argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	WELL(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
	WELL(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
}

static int
end(void)
{
	WELL(MPI_Win_free(&win));
	return MPI_Finalize();
}

static int
put(int at)
{
	return MPI_Put(data, 2, MPI_INT, 0, at, 2, MPI_INT, win);
}

/* Pending gets have memory of their own. */
static int
get(int at)
{
	return MPI_Get(got[gets++ % GETS], 2, MPI_INT, 0, at, 2, MPI_INT, win);
}

static int
add(int at)
{
	return MPI_Accumulate(data, 2, MPI_INT, 0, at, 2, MPI_INT, MPI_SUM, win);
}

/* Ints 0, 2 and 4 from `at` on */
static int
put_spread(int at)
{
	MPI_Datatype spread;
	int code;

	WELL(MPI_Type_vector(3, 1, 2, MPI_INT, &spread));
	WELL(MPI_Type_commit(&spread));
	code = MPI_Put(data, 3, MPI_INT, 0, at, 1, spread, win);
	WELL(MPI_Type_free(&spread));
	return code;
}

static const struct {
	int (*first)(int at), (*second)(int at);
	int at;                 /* the second; the first is at 0 */
	bool conflict;
} pairs[] = {
	{put, put, 1, true}, {put, put, 2, false}, {put, get, 0, true}, {get, put, 1, true},
	{get, get, 0, false}, {add, add, 1, false}, {add, put, 1, true}, {add, get, 1, true},
	{get, add, 1, true}, {get, add, 2, false}, {put_spread, put_spread, 1, false},
	{put_spread, put_spread, 2, true}, {put_spread, get, 4, true}, {put_spread, get, 5, false},
};

/* The second access, by this rank or by another, while the first is not complete */
static void
try_pairs(bool by_another, void (*open)(void), void (*close)(void))
{
	for (size_t i = 0; i < COUNT(pairs); i++) {
		const int wanted = pairs[i].conflict ? MPI_ERR_RMA_CONFLICT : MPI_SUCCESS;

		open();
		if (me == 0)
			WELL(pairs[i].first(0));
		WELL(MPI_Barrier(MPI_COMM_WORLD));
		if (me == by_another)
			EXPECT(pairs[i].second(pairs[i].at) == wanted);
		WELL(MPI_Barrier(MPI_COMM_WORLD));
		close();
		/* the epoch is over: what met then does not now */
		open();
		if (me == by_another)
			WELL(pairs[i].second(pairs[i].at));
		close();
	}
}

static void
fence(void)
{
	WELL(MPI_Win_fence(0, win));
}

static void
lock_all(void)
{
	WELL(MPI_Win_lock_all(0, win));
}

static void
unlock_all(void)
{
	WELL(MPI_Win_unlock_all(win));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static void
start(void)
{
	MPI_Group world;

	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	WELL(MPI_Win_post(world, 0, win));
	WELL(MPI_Win_start(world, 0, win));
	WELL(MPI_Group_free(&world));
}

static void
complete(void)
{
	WELL(MPI_Win_complete(win));
	WELL(MPI_Win_wait(win));
}

static int
every_pair(int argc, char **argv)
{
	begin(&argc, &argv);
	for (int by_another = 0; by_another < 2; by_another++) {
		try_pairs(by_another, lock_all, unlock_all);
		try_pairs(by_another, start, complete);
		WELL(MPI_Win_fence(0, win));
		try_pairs(by_another, fence, fence);
		WELL(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
	}
	return end();
}

/* A flush separates, also from what another rank does after it hears of that. */
static int
flushes(int argc, char **argv)
{
	begin(&argc, &argv);
	WELL(MPI_Win_lock_all(0, win));
	if (me == 0) {
		WELL(put(0));
		WELL(MPI_Win_flush_local(0, win));
		EXPECT(put(0) == MPI_ERR_RMA_CONFLICT);
		WELL(MPI_Win_flush(0, win));
		WELL(put(0));
		WELL(MPI_Win_flush_all(win));
	}
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	if (me == 1)
		WELL(put(0));
	WELL(MPI_Win_unlock_all(win));
	return end();
}

static int
fatal(int argc, char **argv)
{
	begin(&argc, &argv);
	WELL(MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL));
	WELL(MPI_Win_set_name(win, "halo"));
	WELL(MPI_Win_fence(0, win));
	if (me == 1)
		WELL(put(1));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	if (me == 0)
		WELL(get(2));
	return end();
}

static void
test_conflicts(void **state)
{
	(void)state;
	run_ranks("full:2 strict=yes", every_pair);
	run_ranks("full:2 strict=yes clock=virtual", every_pair);
	run_ranks("full:2 strict=yes", flushes);
	run_ranks_refused("full:2 strict=yes", fatal, "window halo: the call reads rank 0's memory "
			  "at byte 8, which rank 1 writes with MPI_Put at test_window_conflicts.c:32 in "
			  "the same epoch");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_conflicts),
	};

	return RUN_TESTS(tests);
}

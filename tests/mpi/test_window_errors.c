/* SPDX-License-Identifier: BSD-2-Clause */
/* What calls on MPI's windows refuse: arguments, memory outside of the window, and calls out of
 * any epoch; each with its class, and a report of the window if the error ends the run. */
#include <stddef.h>
#include "ranks.h"

enum { INTS = 8 };

static __thread int memory[INTS], data[2 * INTS], other[2 * INTS];
static __thread MPI_Win win;

static void
begin(int *argc, char ***argv)
{
	MPI_Init(argc, argv);
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
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
creation(int argc, char **argv)
{
	MPI_Comm world = MPI_COMM_WORLD;
	MPI_Info none = MPI_INFO_NULL;
	MPI_Aint size;
	void *base;
	int unit;

	begin(&argc, &argv);
	EXPECT(MPI_Win_create(memory, -1, 1, none, world, &win) == MPI_ERR_SIZE);
	EXPECT(MPI_Win_create(memory, 8, 0, none, world, &win) == MPI_ERR_DISP);
	EXPECT(MPI_Win_create(NULL, 8, 1, none, world, &win) == MPI_ERR_BASE);
	EXPECT(MPI_Win_create(memory, 8, 1, none, MPI_COMM_NULL, &win) == MPI_ERR_COMM);
	EXPECT(MPI_Win_create(memory, 8, 1, (MPI_Info)world, world, &win) == MPI_ERR_INFO);
	EXPECT(MPI_Win_allocate(8, 1, none, world, NULL, &win) == MPI_ERR_ARG);
	EXPECT(MPI_Win_allocate(8, 1, none, world, &base, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Win_allocate_shared(-8, 1, none, world, &base, &win) == MPI_ERR_SIZE);
	EXPECT(MPI_Win_fence(0, MPI_WIN_NULL) == MPI_ERR_WIN);
	EXPECT(MPI_Win_fence(0, (MPI_Win)MPI_COMM_WORLD) == MPI_ERR_WIN);
	EXPECT(MPI_Win_attach(win, memory, 8) == MPI_ERR_RMA_FLAVOR);
	EXPECT(MPI_Win_detach(win, memory) == MPI_ERR_RMA_FLAVOR);
	EXPECT(MPI_Win_set_attr(win, MPI_WIN_SIZE, NULL) == MPI_ERR_KEYVAL);
	EXPECT(MPI_Win_delete_attr(win, MPI_WIN_BASE) == MPI_ERR_KEYVAL);
	EXPECT(MPI_Win_shared_query(win, 9, &size, &unit, &base) == MPI_ERR_RANK);
	return end();
}

RANKS_TEST(test_creation, 3, creation)

static int
put(int count, MPI_Datatype type, int rank, MPI_Aint disp, int target_count)
{
	return MPI_Put(data, count, type, rank, disp, target_count, MPI_INT, win);
}

static int
accumulate(MPI_Datatype from, MPI_Datatype to, MPI_Op op)
{
	return MPI_Accumulate(data, 4, from, 0, 0, 4, to, op, win);
}

static void
add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)in, (void)inout, (void)count, (void)type;
}

static int
arguments(int argc, char **argv)
{
	const int lengths[] = {1, 1};
	const MPI_Aint places[] = {0, 8};
	const MPI_Datatype parts[] = {MPI_INT, MPI_FLOAT};
	MPI_Datatype open, mixed;
	MPI_Op own;

	begin(&argc, &argv);
	WELL(MPI_Type_contiguous(2, MPI_INT, &open));
	WELL(MPI_Type_create_struct(2, lengths, places, parts, &mixed));
	WELL(MPI_Type_commit(&mixed));
	WELL(MPI_Op_create(add, 1, &own));
	WELL(MPI_Win_fence(0, win));
	EXPECT(put(1, MPI_INT, 1, 0, 1) == MPI_ERR_RANK);
	EXPECT(put(1, MPI_INT, -7, 0, 1) == MPI_ERR_RANK);
	EXPECT(put(-1, MPI_INT, 0, 0, 1) == MPI_ERR_COUNT);
	EXPECT(put(1, MPI_INT, 0, 0, -1) == MPI_ERR_COUNT);
	EXPECT(put(1, MPI_DATATYPE_NULL, 0, 0, 1) == MPI_ERR_TYPE);
	EXPECT(put(1, open, 0, 0, 2) == MPI_ERR_TYPE);
	EXPECT(put(1, MPI_INT, 0, 0, 2) == MPI_ERR_TYPE);
	EXPECT(MPI_Get(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win) == MPI_ERR_BUFFER);
	EXPECT(put(1, MPI_INT, 0, -1, 1) == MPI_ERR_DISP);
	EXPECT(put(1, MPI_INT, 0, INTS, 1) == MPI_ERR_RMA_RANGE);
	EXPECT(put(2, MPI_INT, 0, INTS - 1, 2) == MPI_ERR_RMA_RANGE);
	EXPECT(put(1, MPI_INT, 0, PTRDIFF_MAX / 2, 1) == MPI_ERR_RMA_RANGE);
	WELL(put(1, MPI_INT, 0, INTS - 1, 1));
	WELL(put(0, MPI_INT, 0, 2 * INTS, 0));
	WELL(put(1, MPI_INT, MPI_PROC_NULL, 2 * INTS, 1));
	EXPECT(accumulate(MPI_INT, MPI_INT, MPI_OP_NULL) == MPI_ERR_OP);
	EXPECT(accumulate(MPI_INT, MPI_INT, own) == MPI_ERR_OP);
	EXPECT(accumulate(MPI_FLOAT, MPI_FLOAT, MPI_BAND) == MPI_ERR_OP);
	EXPECT(accumulate(MPI_INT, MPI_FLOAT, MPI_SUM) == MPI_ERR_TYPE);
	EXPECT(accumulate(mixed, mixed, MPI_SUM) == MPI_ERR_TYPE);
	EXPECT(MPI_Compare_and_swap(data, data, other, MPI_FLOAT, 0, 0, win) == MPI_ERR_TYPE);
	EXPECT(MPI_Get_accumulate(data, 1, MPI_INT, other, 2, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win)
	       == MPI_ERR_TYPE);
	EXPECT(MPI_Fetch_and_op(data, NULL, MPI_INT, 0, 0, MPI_SUM, win) == MPI_ERR_BUFFER);
	EXPECT(MPI_Win_fence(1, win) == MPI_ERR_ASSERT);
	WELL(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
	WELL(MPI_Op_free(&own));
	WELL(MPI_Type_free(&mixed));
	WELL(MPI_Type_free(&open));
	return end();
}

RANKS_TEST(test_arguments, 1, arguments)

static int
regions(int argc, char **argv)
{
	MPI_Aint place;

	begin(&argc, &argv);
	WELL(MPI_Win_free(&win));
	WELL(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
	WELL(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
	WELL(MPI_Get_address(memory, &place));
	WELL(MPI_Win_attach(win, memory, 8));
	WELL(MPI_Win_attach(win, memory + 2, 8));
	EXPECT(MPI_Win_attach(win, memory + 1, 8) == MPI_ERR_RMA_ATTACH);
	EXPECT(MPI_Win_attach(win, memory, -1) == MPI_ERR_SIZE);
	EXPECT(MPI_Win_attach(win, NULL, 1) == MPI_ERR_BASE);
	WELL(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
	WELL(put(4, MPI_INT, 0, place, 4));
	EXPECT(put(5, MPI_INT, 0, place, 5) == MPI_ERR_RMA_RANGE);
	EXPECT(put(1, MPI_INT, 0, place - 1, 1) == MPI_ERR_RMA_RANGE);
	WELL(MPI_Win_detach(win, memory));
	EXPECT(put(1, MPI_INT, 0, place, 1) == MPI_ERR_RMA_RANGE);
	EXPECT(MPI_Win_detach(win, memory) == MPI_ERR_BASE);
	WELL(MPI_Win_unlock(0, win));
	return end();
}

RANKS_TEST(test_regions, 1, regions)

/* Calls out of turn; each is refused, and leaves the window as it was. */
static int
no_epoch(void)
{
	EXPECT(put(1, MPI_INT, 0, 0, 1) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_unlock(0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_unlock_all(win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_complete(win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_wait(win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_test(win, &other[0]) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_flush(0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_flush_local_all(win) == MPI_ERR_RMA_SYNC);
	return 0;
}

static int
epochs(int argc, char **argv)
{
	MPI_Request request;
	MPI_Group world, none;

	begin(&argc, &argv);
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	WELL(MPI_Group_incl(world, 0, NULL, &none));
	no_epoch();
	WELL(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
	EXPECT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_lock_all(0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_start(world, 0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_fence(0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_free(&win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_unlock_all(win) == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_unlock(0, win));
	EXPECT(MPI_Win_lock(0, 0, 0, win) == MPI_ERR_LOCKTYPE);
	EXPECT(MPI_Win_lock(MPI_LOCK_SHARED, 5, 0, win) == MPI_ERR_RANK);
	EXPECT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 1, win) == MPI_ERR_ASSERT);
	WELL(MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win));
	EXPECT(put(1, MPI_INT, 0, 0, 1) == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_unlock(MPI_PROC_NULL, win));
	WELL(MPI_Win_lock_all(0, win));
	EXPECT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_unlock_all(win));

	WELL(MPI_Win_start(none, 0, win));
	EXPECT(put(1, MPI_INT, 0, 0, 1) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_complete(win));
	WELL(MPI_Win_post(none, 0, win));
	EXPECT(MPI_Win_post(none, 0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_fence(0, win) == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_wait(win));
	EXPECT(MPI_Win_start(MPI_GROUP_NULL, 0, win) == MPI_ERR_GROUP);

	WELL(MPI_Win_fence(0, win));
	WELL(put(1, MPI_INT, 0, 0, 1));
	EXPECT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Rput(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request) == MPI_ERR_RMA_SYNC);
	EXPECT(MPI_Win_fence(MPI_MODE_NOPRECEDE, win) == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
	no_epoch();
	WELL(MPI_Group_free(&none));
	WELL(MPI_Group_free(&world));
	return end();
}

RANKS_TEST(test_epochs, 1, epochs)

/* --- reports of runs that end */

static int
fatal(int argc, char **argv)
{
	begin(&argc, &argv);
	WELL(MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL));
	WELL(MPI_Win_set_name(win, "halo"));
	WELL(MPI_Win_fence(0, win));
	put(1, MPI_INT, 1, INTS, 1);
	return end();
}

static int
held_for_ever(int argc, char **argv)
{
	int me;

	begin(&argc, &argv);
	WELL(MPI_Win_set_name(win, "halo"));
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	if (me == 0)
		WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	if (me == 0)
		WELL(MPI_Recv(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
	WELL(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win));
	return end();
}

static int
never_posted(int argc, char **argv)
{
	MPI_Group world;
	int me;

	begin(&argc, &argv);
	WELL(MPI_Win_set_name(win, "halo"));
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	if (me == 0)
		WELL(MPI_Win_start(world, 0, win));
	if (me == 0)
		WELL(MPI_Win_complete(win));
	WELL(MPI_Group_free(&world));
	return end();
}

static void
test_reports(void **state)
{
	static const char *const clocks[] = {"full:2", "full:2 clock=virtual", "full:2 fuzz=3"};

	(void)state;
	for (size_t i = 0; i < COUNT(clocks); i++) {
		run_ranks_refused(clocks[i], fatal, "window halo: 4 bytes at displacement 8, in units "
				  "of 4, exceed the 32 bytes of rank 1 (MPI_ERR_RMA_RANGE)");
		run_ranks_refused(clocks[i], held_for_ever,
				  "MPI_Win_lock(window halo, a lock that another rank holds) at ");
		run_ranks_refused(clocks[i], never_posted,
				  "MPI_Win_complete(window halo, rank 0 to post) at ");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_creation),
		TEST(test_arguments),
		TEST(test_regions),
		TEST(test_epochs),
		TEST(test_reports),
	};

	return RUN_TESTS(tests);
}

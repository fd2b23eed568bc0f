/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's windows: every access, in each kind of epoch, between all pairs of ranks, through types
 * that differ on both sides. Each flavor of window has the kinds of epochs in turn. */
#include <stdlib.h>
#include <string.h>
#include "ranks.h"

enum { MOST = 17, EACH = 4, ROUNDS = 5 };

/* Of this rank */
static __thread int me, size;
static __thread MPI_Win win;
static __thread MPI_Group all;
static __thread int *memory;            /* EACH for every rank */
static __thread MPI_Aint base[MOST];    /* displacement of each rank's memory */

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &all));
}

/* --- epochs with all ranks */

static void
fence_open(void)
{
	WELL(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
}

static void
fence_close(void)
{
	WELL(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
}

static void
start_open(void)
{
	WELL(MPI_Win_start(all, 0, win));
	WELL(MPI_Win_post(all, 0, win));
}

static void
start_close(void)
{
	int done = 0;

	WELL(MPI_Win_complete(win));
	while (me % 2 == 0 && !done)
		WELL(MPI_Win_test(win, &done));
	if (!done)
		WELL(MPI_Win_wait(win));
}

/* All in the same order, or exclusive locks would be a deadlock. */
static void
lock_open(int type)
{
	for (int i = 0; i < size; i++)
		WELL(MPI_Win_lock(type, i, 0, win));
}

static void
shared_open(void)
{
	lock_open(MPI_LOCK_SHARED);
}

static void
exclusive_open(void)
{
	lock_open(MPI_LOCK_EXCLUSIVE);
}

static void
lock_close(void)
{
	for (int i = size; i-- > 0;)
		WELL(MPI_Win_unlock(i, win));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static void
all_open(void)
{
	WELL(MPI_Win_lock_all(0, win));
}

static void
all_close(void)
{
	WELL(MPI_Win_flush(me, win));
	WELL(MPI_Win_flush_all(win));
	WELL(MPI_Win_unlock_all(win));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static const struct {
	void (*open)(void), (*close)(void);
} epochs[] = {
	{fence_open, fence_close},
	{start_open, start_close},
	{shared_open, lock_close},
	{exclusive_open, lock_close},
	{all_open, all_close},
};

/* --- windows of EACH ints for every rank */

static void
create(void)
{
	const MPI_Aint bytes = (MPI_Aint)(size * EACH * (int)sizeof(int));

	memory = malloc((size_t)bytes);
	WELL(MPI_Win_create(memory, bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
}

static void
allocate(void)
{
	WELL(MPI_Win_allocate(size * EACH * (int)sizeof(int), sizeof(int), MPI_INFO_NULL,
			      MPI_COMM_WORLD, &memory, &win));
}

/* A displacement unit of the rank's own */
static void
allocate_shared(void)
{
	WELL(MPI_Win_allocate_shared(size * EACH * (int)sizeof(int), 1 + me % 2 * 3, MPI_INFO_NULL,
				     MPI_COMM_WORLD, &memory, &win));
}

static void
create_dynamic(void)
{
	MPI_Aint mine;

	memory = malloc((size_t)(size * EACH) * sizeof(int));
	WELL(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
	WELL(MPI_Win_attach(win, memory, size * EACH * (int)sizeof(int)));
	WELL(MPI_Get_address(memory, &mine));
	WELL(MPI_Allgather(&mine, 1, MPI_AINT, base, 1, MPI_AINT, MPI_COMM_WORLD));
}

static const struct {
	void (*create)(void);
	int flavor;
	bool freed;             /* by the window */
} flavors[] = {
	{create, MPI_WIN_FLAVOR_CREATE, false},
	{allocate, MPI_WIN_FLAVOR_ALLOCATE, true},
	{allocate_shared, MPI_WIN_FLAVOR_SHARED, true},
	{create_dynamic, MPI_WIN_FLAVOR_DYNAMIC, false},
};

/* The displacement of int `i` of a rank's memory */
static MPI_Aint
at(int flavor, int rank, int i)
{
	if (flavor == MPI_WIN_FLAVOR_DYNAMIC)
		return base[rank] + i * (int)sizeof(int);
	if (flavor == MPI_WIN_FLAVOR_SHARED && rank % 2 == 0)
		return i * (int)sizeof(int);
	return i;
}

/* --- accesses; a round is set up, made in an epoch, and looked at */

static void
clear(void)
{
	for (int i = 0; i < size * EACH; i++)
		memory[i] = 100 * me + i;
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static int
value(int from, int to, int i)
{
	return 1000 * from + 10 * to + i;
}

/* Every other int of the rank's own EACH, in reverse order at the target */
static MPI_Datatype
reversed(void)
{
	const int places[EACH] = {3, 2, 1, 0};
	MPI_Datatype type;

	WELL(MPI_Type_create_indexed_block(EACH, 1, places, MPI_INT, &type));
	WELL(MPI_Type_commit(&type));
	return type;
}

static MPI_Datatype
spread(void)
{
	MPI_Datatype type;

	WELL(MPI_Type_vector(EACH, 1, 2, MPI_INT, &type));
	WELL(MPI_Type_commit(&type));
	return type;
}

static void
puts_and_gets(int flavor, int e)
{
	MPI_Datatype back = reversed(), wide = spread();
	int mine[MOST][2 * EACH], got[MOST][2 * EACH];

	clear();
	for (int to = 0; to < size; to++)
		for (int i = 0; i < 2 * EACH; i++)
			mine[to][i] = value(me, to, i);
	epochs[e].open();
	for (int to = 0; to < size; to++)
		WELL(MPI_Put(mine[to], 1, wide, to, at(flavor, to, me * EACH), 1, back, win));
	epochs[e].close();
	for (int from = 0; from < size; from++)
		for (int i = 0; i < EACH; i++)
			EXPECT(memory[from * EACH + 3 - i] == value(from, me, 2 * i));
	epochs[e].open();
	for (int to = 0; to < size; to++)
		WELL(MPI_Get(got[to], 1, wide, to, at(flavor, to, me * EACH), EACH, MPI_INT, win));
	epochs[e].close();
	for (int to = 0; to < size; to++)
		for (int i = 0; i < EACH; i++)
			EXPECT(got[to][2 * i] == value(me, to, 6 - 2 * i));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_Type_free(&back));
	WELL(MPI_Type_free(&wide));
}

/* Sums at element 0, the last writer at 1, the largest at 2; element 3 is only fetched. */
static void
accumulates(int flavor, int e)
{
	MPI_Datatype back = reversed();
	const int ours[EACH] = {1, 2, 3, me + 1}, none[EACH] = {0};
	int fetched[MOST][EACH];

	clear();
	epochs[e].open();
	for (int to = 0; to < size; to++) {
		WELL(MPI_Accumulate(ours, EACH, MPI_INT, to, at(flavor, to, 0), 1, back, MPI_SUM,
				    win));
		WELL(MPI_Accumulate(&me, 1, MPI_INT, to, at(flavor, to, 1), 1, MPI_INT,
				    MPI_REPLACE, win));
		WELL(MPI_Get_accumulate(none, EACH, MPI_INT, fetched[to], EACH, MPI_INT, to,
					at(flavor, to, 0), EACH, MPI_INT, MPI_NO_OP, win));
	}
	epochs[e].close();
	EXPECT(memory[0] == 100 * me + size * (size + 1) / 2);
	EXPECT(memory[1] >= 0 && memory[1] < size);
	EXPECT(memory[2] == 100 * me + 2 + 2 * size && memory[3] == 100 * me + 3 + size);
	for (int to = 0; to < size; to++) {
		EXPECT(fetched[to][0] >= 100 * to + me + 1
		       && fetched[to][0] <= 100 * to + size * (size + 1) / 2);
		EXPECT(fetched[to][3] > 100 * to + 3 && fetched[to][3] <= 100 * to + 3 + size);
	}
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_Type_free(&back));
}

/* Each rank draws tickets of every rank, by adding and by swapping. */
static void
tickets(int flavor, int e)
{
	int drawn[2][MOST], others[2][MOST][MOST];
	const int one = 1;

	clear();
	epochs[e].open();
	for (int to = 0; to < size; to++) {
		int seen = 100 * to + 1, next;

		WELL(MPI_Fetch_and_op(&one, &drawn[0][to], MPI_INT, to, at(flavor, to, 0), MPI_SUM,
				      win));
		do {
			drawn[1][to] = seen;
			next = seen + 1;
			WELL(MPI_Compare_and_swap(&next, &drawn[1][to], &seen, MPI_INT, to,
						  at(flavor, to, 1), win));
		} while (seen != drawn[1][to]);
	}
	epochs[e].close();
	for (int k = 0; k < 2; k++) {
		bool taken[MOST] = {false};

		EXPECT(memory[k] == 100 * me + k + size);
		WELL(MPI_Alltoall(drawn[k], 1, MPI_INT, others[k], 1, MPI_INT, MPI_COMM_WORLD));
		for (int from = 0; from < size; from++) {
			const int number = others[k][0][from] - 100 * me - k;

			EXPECT(number >= 0 && number < size && !taken[number]);
			taken[number] = true;
		}
	}
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static void
with_requests(int flavor)
{
	MPI_Request requests[4];
	int got[EACH], fetched, put[EACH];
	const int to = (me + 1) % size, one = 1;

	clear();
	for (int i = 0; i < EACH; i++)
		put[i] = value(me, to, i);
	WELL(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
	WELL(MPI_Rput(put, EACH - 1, MPI_INT, to, at(flavor, to, me * EACH), EACH - 1, MPI_INT, win,
		      &requests[0]));
	WELL(MPI_Raccumulate(&one, 1, MPI_INT, to, at(flavor, to, me * EACH + 3), 1, MPI_INT,
			     MPI_SUM, win, &requests[1]));
	WELL(MPI_Rget_accumulate(&one, 1, MPI_INT, &fetched, 1, MPI_INT, to,
				 at(flavor, to, me * EACH + 3), 1, MPI_INT, MPI_SUM, win,
				 &requests[2]));
	WELL(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
	WELL(MPI_Win_flush(to, win));
	WELL(MPI_Rget(got, EACH, MPI_INT, to, at(flavor, to, me * EACH), EACH, MPI_INT, win,
		      &requests[3]));
	WELL(MPI_Wait(&requests[3], MPI_STATUS_IGNORE));
	WELL(MPI_Win_flush_local(to, win));
	WELL(MPI_Win_flush_local_all(win));
	WELL(MPI_Win_unlock_all(win));
	EXPECT(memcmp(got, put, sizeof put - sizeof put[0]) == 0);
	EXPECT(fetched == 100 * to + me * EACH + 4 && got[3] == fetched + 1);
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static void
expect_attributes(int flavor)
{
	void *value;
	int flag;

	WELL(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag));
	EXPECT(flag && *(int *)value == flavor);
	WELL(MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag));
	EXPECT(flag && *(int *)value == MPI_WIN_UNIFIED);
	WELL(MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag));
	EXPECT(flag && value == (flavor == MPI_WIN_FLAVOR_DYNAMIC ? MPI_BOTTOM : memory));
	WELL(MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag));
	EXPECT(flag && *(MPI_Aint *)value == (flavor == MPI_WIN_FLAVOR_DYNAMIC ? 0
					      : size * EACH * (int)sizeof(int)));
	WELL(MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag));
	EXPECT(flag && *(int *)value == (flavor == MPI_WIN_FLAVOR_SHARED ? 1 + me % 2 * 3
					 : flavor == MPI_WIN_FLAVOR_DYNAMIC ? 1 : (int)sizeof(int)));
}

/* Another rank's memory, addressed without a call; shared parts touch. */
static void
expect_shared(int flavor)
{
	MPI_Aint bytes;
	int unit, *theirs;
	const int other = (me + 1) % size;

	if (flavor == MPI_WIN_FLAVOR_DYNAMIC)
		return;
	clear();
	WELL(MPI_Win_shared_query(win, other, &bytes, &unit, &theirs));
	EXPECT(bytes == size * EACH * (int)sizeof(int) && theirs[1] == 100 * other + 1);
	if (flavor == MPI_WIN_FLAVOR_SHARED && other > 0)
		EXPECT(theirs == memory + size * EACH);
	WELL(MPI_Barrier(MPI_COMM_WORLD));
}

static int
every_access(int argc, char **argv)
{
	MPI_Group group;
	int compared;

	begin(&argc, &argv);
	for (size_t f = 0; f < COUNT(flavors); f++) {
		const int flavor = flavors[f].flavor;

		flavors[f].create();
		WELL(MPI_Win_get_group(win, &group));
		WELL(MPI_Group_compare(group, all, &compared));
		EXPECT(compared == MPI_IDENT);
		WELL(MPI_Group_free(&group));
		expect_attributes(flavor);
		expect_shared(flavor);
		for (int e = 0; e < (int)COUNT(epochs); e++) {
			if (f > 0 && (size + e) % (int)COUNT(epochs) != (int)f)
				continue;
			puts_and_gets(flavor, e);
			accumulates(flavor, e);
			tickets(flavor, e);
		}
		with_requests(flavor);
		if (flavor == MPI_WIN_FLAVOR_DYNAMIC)
			WELL(MPI_Win_detach(win, memory));
		WELL(MPI_Win_free(&win));
		EXPECT(win == MPI_WIN_NULL);
		if (!flavors[f].freed)
			free(memory);
	}
	WELL(MPI_Group_free(&all));
	return MPI_Finalize();
}

RANKS_TEST(test_every_access, MOST, every_access)

/* A counter behind an exclusive lock, read and written without atomic calls */
static int
exclusive_counter(int argc, char **argv)
{
	int count;

	begin(&argc, &argv);
	create();
	memory[0] = 0;
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	for (int i = 0; i < ROUNDS; i++) {
		const int to = i % size;

		WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win));
		WELL(MPI_Get(&count, 1, MPI_INT, to, 0, 1, MPI_INT, win));
		WELL(MPI_Win_flush(to, win));
		count++;
		WELL(MPI_Put(&count, 1, MPI_INT, to, 0, 1, MPI_INT, win));
		WELL(MPI_Win_unlock(to, win));
	}
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win));
	EXPECT(memory[0] % size == 0 && memory[0] / size == ROUNDS / size + (me < ROUNDS % size));
	WELL(MPI_Win_unlock(me, win));
	WELL(MPI_Win_free(&win));
	free(memory);
	WELL(MPI_Group_free(&all));
	return MPI_Finalize();
}

RANKS_TEST(test_exclusive_counter, MOST, exclusive_counter)

/* Epochs of one rank with the next: it posts to the one before, and starts with the one behind. */
static int
ring_of_epochs(int argc, char **argv)
{
	MPI_Group left, right;
	int before, behind, done = 0;

	begin(&argc, &argv);
	create();
	before = (me + size - 1) % size;
	behind = (me + 1) % size;
	WELL(MPI_Group_incl(all, 1, &before, &left));
	WELL(MPI_Group_incl(all, 1, &behind, &right));
	for (int i = 0; i < ROUNDS; i++) {
		memory[0] = -1;
		WELL(MPI_Win_post(left, 0, win));
		WELL(MPI_Win_start(right, 0, win));
		WELL(MPI_Put(&me, 1, MPI_INT, behind, 0, 1, MPI_INT, win));
		WELL(MPI_Win_complete(win));
		for (done = 0; !done;)
			WELL(MPI_Win_test(win, &done));
		EXPECT(memory[0] == before);
	}
	WELL(MPI_Group_free(&left));
	WELL(MPI_Group_free(&right));
	WELL(MPI_Group_free(&all));
	WELL(MPI_Win_free(&win));
	free(memory);
	return MPI_Finalize();
}

RANKS_TEST(test_ring_of_epochs, MOST, ring_of_epochs)

/* A program may leave its window to MPI_Finalize(). */
static int
window_left(int argc, char **argv)
{
	begin(&argc, &argv);
	create();
	WELL(MPI_Win_post(all, 0, win));
	WELL(MPI_Win_start(all, 0, win));
	WELL(MPI_Win_complete(win));
	WELL(MPI_Win_wait(win));
	WELL(MPI_Group_free(&all));
	free(memory);
	return MPI_Finalize();
}

/* Neither post nor complete waits for the other side to listen. */
static void
test_epochs_without_room(void **state)
{
	static const char *const machines[] = {
		"full:3 capacity=0", "full:3 capacity=0 clock=virtual", "full:1 capacity=0",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		run_ranks(machines[i], ring_of_epochs);
		run_ranks(machines[i], window_left);
	}
}

/* Every predefined operator on a type that it takes: b op a at the target. */
static const struct {
	MPI_Op op;
	int result;
} operators[] = {
	{MPI_SUM, 18}, {MPI_PROD, 72}, {MPI_MIN, 6}, {MPI_MAX, 12}, {MPI_BAND, 4}, {MPI_BOR, 14},
	{MPI_BXOR, 10}, {MPI_LAND, 1}, {MPI_LOR, 1}, {MPI_LXOR, 0}, {MPI_REPLACE, 6},
	{MPI_NO_OP, 12},
};

static int
operators_at_the_target(int argc, char **argv)
{
	struct { double value; int place; } pair = {2, 7}, *pairs;
	const int six = 6;
	MPI_Win pair_win;
	MPI_Datatype two;

	begin(&argc, &argv);
	create();
	WELL(MPI_Win_allocate(4 * sizeof *pairs, sizeof *pairs, MPI_INFO_NULL, MPI_COMM_WORLD,
			      &pairs, &pair_win));
	for (size_t i = 0; i < COUNT(operators); i++) {
		memory[0] = 12;
		WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win));
		WELL(MPI_Accumulate(&six, 1, MPI_INT, me, 0, 1, MPI_INT, operators[i].op, win));
		WELL(MPI_Win_unlock(me, win));
		EXPECT(memory[0] == operators[i].result);
	}
	/* elements with a gap, at a target whose type has another one between them */
	WELL(MPI_Type_vector(2, 1, 2, MPI_DOUBLE_INT, &two));
	WELL(MPI_Type_commit(&two));
	for (int i = 0; i < 4; i++) {
		pairs[i].value = i;
		pairs[i].place = 10 + i;
	}
	WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, pair_win));
	WELL(MPI_Accumulate(&pair, 1, MPI_DOUBLE_INT, me, 2, 1, MPI_DOUBLE_INT, MPI_MAXLOC,
			    pair_win));
	EXPECT(pairs[2].value == 2 && pairs[2].place == 7);
	WELL(MPI_Accumulate(pairs, 1, two, me, 1, 1, two, MPI_MINLOC, pair_win));
	WELL(MPI_Win_unlock(me, pair_win));
	EXPECT(pairs[1].value == 0 && pairs[1].place == 10);
	EXPECT(pairs[2].value == 2 && pairs[2].place == 7);
	EXPECT(pairs[3].value == 2 && pairs[3].place == 7);
	WELL(MPI_Type_free(&two));
	WELL(MPI_Win_free(&pair_win));
	WELL(MPI_Win_free(&win));
	free(memory);
	WELL(MPI_Group_free(&all));
	return MPI_Finalize();
}

RANKS_TEST(test_operators, 2, operators_at_the_target)

/* --- names, hints, attributes and handlers */

static __thread int deleted, raised;

static int
note_deletion(MPI_Win w, int keyval, void *value, void *extra)
{
	(void)w, (void)keyval, (void)extra;
	deleted += (int)(intptr_t)value;
	return MPI_SUCCESS;
}

static void
note_error(MPI_Win *w, int *code, ...)
{
	raised = *w == win ? *code : -1;
}

static int
objects(int argc, char **argv)
{
	char name[MPI_MAX_OBJECT_NAME];
	MPI_Errhandler handler, same;
	int keyval, length, flag;
	MPI_Info info;
	void *value;

	begin(&argc, &argv);
	create();
	deleted = 0;
	WELL(MPI_Win_get_name(win, name, &length));
	EXPECT(length == 0 && name[0] == '\0');
	WELL(MPI_Win_set_name(win, "halo"));
	WELL(MPI_Win_get_name(win, name, &length));
	EXPECT(length == 4 && strcmp(name, "halo") == 0);

	WELL(MPI_Info_create(&info));
	WELL(MPI_Info_set(info, "mpi_x", "1"));
	WELL(MPI_Win_set_info(win, info));
	WELL(MPI_Info_free(&info));
	WELL(MPI_Win_get_info(win, &info));
	WELL(MPI_Info_get_nkeys(info, &length));
	EXPECT(length == 1);
	WELL(MPI_Info_free(&info));

	WELL(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, note_deletion, &keyval, NULL));
	WELL(MPI_Win_get_attr(win, keyval, &value, &flag));
	EXPECT(!flag);
	WELL(MPI_Win_set_attr(win, keyval, (void *)(intptr_t)2));
	WELL(MPI_Win_get_attr(win, keyval, &value, &flag));
	EXPECT(flag && (intptr_t)value == 2);
	WELL(MPI_Win_delete_attr(win, keyval));
	EXPECT(deleted == 2);
	WELL(MPI_Win_set_attr(win, keyval, (void *)(intptr_t)5));
	WELL(MPI_Win_free_keyval(&keyval));

	WELL(MPI_Win_create_errhandler(note_error, &handler));
	WELL(MPI_Win_set_errhandler(win, handler));
	WELL(MPI_Win_get_errhandler(win, &same));
	EXPECT(same == handler);
	WELL(MPI_Errhandler_free(&same));
	WELL(MPI_Errhandler_free(&handler));
	WELL(MPI_Win_call_errhandler(win, MPI_ERR_OTHER));
	EXPECT(raised == MPI_ERR_OTHER);
	EXPECT(MPI_Win_unlock(0, win) == MPI_ERR_RMA_SYNC && raised == MPI_ERR_RMA_SYNC);
	WELL(MPI_Win_free(&win));
	EXPECT(deleted == 7);
	free(memory);
	WELL(MPI_Group_free(&all));
	return MPI_Finalize();
}

RANKS_TEST(test_objects, 3, objects)

/* Blocks without elements are no part of a type: what they would be of need not agree. */
static int
blocks_without_elements(int argc, char **argv)
{
	const MPI_Aint at[] = {0, 0, sizeof(int), 2 * sizeof(int)};
	const int lengths[] = {0, 1, 1, 2}, ours[] = {3, 4};
	MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT, MPI_INT, MPI_CHAR}, ints;

	begin(&argc, &argv);
	create();
	WELL(MPI_Type_contiguous(0, MPI_CHAR, &types[3]));
	WELL(MPI_Type_create_struct(COUNT(types), lengths, at, types, &ints));
	WELL(MPI_Type_commit(&ints));
	memory[0] = 10;
	memory[1] = 20;
	WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win));
	WELL(MPI_Accumulate(ours, 1, ints, me, 0, 2, MPI_INT, MPI_SUM, win));
	WELL(MPI_Accumulate(ours, 2, MPI_INT, me, 0, 1, ints, MPI_PROD, win));
	WELL(MPI_Win_unlock(me, win));
	EXPECT(memory[0] == 39 && memory[1] == 96);
	WELL(MPI_Type_free(&ints));
	WELL(MPI_Type_free(&types[3]));
	WELL(MPI_Win_free(&win));
	free(memory);
	WELL(MPI_Group_free(&all));
	return MPI_Finalize();
}

RANKS_TEST(test_blocks_without_elements, 2, blocks_without_elements)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_access),
		TEST(test_exclusive_counter),
		TEST(test_ring_of_epochs),
		TEST(test_epochs_without_room),
		TEST(test_operators),
		TEST(test_objects),
		TEST(test_blocks_without_elements),
	};

	return RUN_TESTS(tests);
}

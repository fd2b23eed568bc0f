/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's reads and writes of files: all forms lay down the same bytes and find them again, and
 * those by the shared pointer and in order take places of their own. */
#include <string.h>
#include "folder.h"
#include "ranks.h"

enum { MOST = 17, EACH = 3 };

/* Of this rank */
static __thread int me, size;
static __thread MPI_File file;

/* Opens a file that is empty. */
static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_File_open(MPI_COMM_WORLD, in_folder("access"), MPI_MODE_CREATE | MPI_MODE_RDWR
			   | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file));
	WELL(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
}

static int
end(void)
{
	WELL(MPI_File_close(&file));
	EXPECT(file == MPI_FILE_NULL);
	return MPI_Finalize();
}

/* One form of access, of EACH ints at an offset; what it does not give, it seeks. */
typedef void form(MPI_Offset at, int *data, MPI_Status *status);

static void
seek_shared(MPI_Offset to)
{
	WELL(MPI_File_seek_shared(file, to, MPI_SEEK_SET));
}

/* Ranks come one after the other. */
static void
in_turn(int (*access)(MPI_File, void *, int, MPI_Datatype, MPI_Status *), int *data,
	MPI_Status *status)
{
	seek_shared(0);
	for (int i = 0; i < size; i++) {
		if (i == me)
			WELL(access(file, data, EACH, MPI_INT, status));
		WELL(MPI_Barrier(MPI_COMM_WORLD));
	}
}

#define GIVEN(name) \
	static void name(MPI_Offset at, int *data, MPI_Status *status) \
	{ WELL(MPI_File_##name(file, at, data, EACH, MPI_INT, status)); }
#define OWN(name) \
	static void name##_own(MPI_Offset at, int *data, MPI_Status *status) \
	{ \
		MPI_Offset behind; \
		WELL(MPI_File_seek(file, at, MPI_SEEK_SET)); \
		WELL(MPI_File_##name(file, data, EACH, MPI_INT, status)); \
		WELL(MPI_File_get_position(file, &behind)); \
		EXPECT(behind == at + EACH); \
	}
#define IN_TURN(name) \
	static int name##_any(MPI_File f, void *data, int n, MPI_Datatype type, MPI_Status *s) \
	{ return MPI_File_##name(f, data, n, type, s); } \
	static void name(MPI_Offset at, int *data, MPI_Status *status) \
	{ (void)at; in_turn(name##_any, data, status); }
#define STARTED_IN_TURN(name) \
	static int name##_any(MPI_File f, void *data, int n, MPI_Datatype type, MPI_Status *s) \
	{ \
		MPI_Request r; \
		WELL(MPI_File_##name(f, data, n, type, &r)); \
		return MPI_Wait(&r, s); \
	} \
	static void name(MPI_Offset at, int *data, MPI_Status *status) \
	{ (void)at; in_turn(name##_any, data, status); }
#define ORDERED(name) \
	static void name(MPI_Offset at, int *data, MPI_Status *status) \
	{ (void)at; seek_shared(0); WELL(MPI_File_##name(file, data, EACH, MPI_INT, status)); }
#define STARTED_GIVEN(name) \
	static void name(MPI_Offset at, int *data, MPI_Status *status) \
	{ \
		MPI_Request r; \
		WELL(MPI_File_##name(file, at, data, EACH, MPI_INT, &r)); \
		WELL(MPI_Wait(&r, status)); \
	}
#define STARTED_OWN(name) \
	static void name##_own(MPI_Offset at, int *data, MPI_Status *status) \
	{ \
		MPI_Request r; \
		WELL(MPI_File_seek(file, at, MPI_SEEK_SET)); \
		WELL(MPI_File_##name(file, data, EACH, MPI_INT, &r)); \
		WELL(MPI_Wait(&r, status)); \
		EXPECT(r == MPI_REQUEST_NULL); \
	}
#define SPLIT(name, before, ...) \
	static void name##_split(MPI_Offset at, int *data, MPI_Status *status) \
	{ \
		(void)at; \
		before; \
		WELL(MPI_File_##name##_begin(file, __VA_ARGS__, EACH, MPI_INT)); \
		WELL(MPI_File_##name##_end(file, data, status)); \
	}
#define FORMS(verb) \
	GIVEN(verb##_at) GIVEN(verb##_at_all) OWN(verb) OWN(verb##_all) IN_TURN(verb##_shared) \
	ORDERED(verb##_ordered) STARTED_GIVEN(i##verb##_at) STARTED_GIVEN(i##verb##_at_all) \
	STARTED_OWN(i##verb) STARTED_OWN(i##verb##_all) STARTED_IN_TURN(i##verb##_shared) \
	SPLIT(verb##_at_all, (void)0, at, data) \
	SPLIT(verb##_all, WELL(MPI_File_seek(file, at, MPI_SEEK_SET)), data) \
	SPLIT(verb##_ordered, seek_shared(0), data)
FORMS(read)
FORMS(write)

#define ROWS(verb) { \
	verb##_at, verb##_at_all, verb##_own, verb##_all_own, verb##_shared, verb##_ordered, \
	i##verb##_at, i##verb##_at_all, i##verb##_own, i##verb##_all_own, i##verb##_shared, \
	verb##_at_all_split, verb##_all_split, verb##_ordered_split}
static form *const reads[] = ROWS(read), *const writes[] = ROWS(write);

static void
expect_count(const MPI_Status *status, int expected)
{
	int count;

	WELL(MPI_Get_count(status, MPI_INT, &count));
	EXPECT(count == expected);
}

/* Each form of write, and in turn two forms of read: by the same rank, and by its neighbour. */
static int
forms(int argc, char **argv)
{
	begin(&argc, &argv);
	for (int w = 0; w < (int)COUNT(writes); w++) {
		int data[EACH], back[EACH] = {0};
		const int other = (me + 1) % size;
		MPI_Status status;

		for (int i = 0; i < EACH; i++)
			data[i] = w * 1000 + me * 10 + i;
		writes[w]((MPI_Offset)me * EACH, data, &status);
		expect_count(&status, EACH);
		WELL(MPI_Barrier(MPI_COMM_WORLD));
		reads[w]((MPI_Offset)me * EACH, back, &status);
		expect_count(&status, EACH);
		EXPECT(memcmp(back, data, sizeof data) == 0);
		WELL(MPI_File_read_at(file, (MPI_Offset)other * EACH, back, EACH, MPI_INT, &status));
		for (int i = 0; i < EACH; i++)
			EXPECT(back[i] == w * 1000 + other * 10 + i);
		WELL(MPI_Barrier(MPI_COMM_WORLD));
	}
	return end();
}

/* Whoever comes when, each access has a place of its own, and those in order follow all that
 * were before. */
static int
shared_pointer(int argc, char **argv)
{
	int seen[MOST * 2] = {0}, all[MOST], prefix;
	MPI_Offset behind;

	begin(&argc, &argv);
	for (int i = 0; i < 2; i++)
		WELL(MPI_File_write_shared(file, &(int){me * 2 + i}, 1, MPI_INT, MPI_STATUS_IGNORE));
	/* me + 1 ints of rank me, without a barrier before */
	for (int i = 0; i <= me; i++)
		all[i] = 100 + me;
	WELL(MPI_File_write_ordered(file, all, me + 1, MPI_INT, MPI_STATUS_IGNORE));
	WELL(MPI_File_get_position_shared(file, &behind));
	EXPECT(behind == 2 * size + size * (size + 1) / 2);
	for (int i = 0; i < 2 * size; i++) {
		int value;

		WELL(MPI_File_read_at(file, i, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
		EXPECT(value >= 0 && value < 2 * size && seen[value]++ == 0);
	}
	prefix = 2 * size + me * (me + 1) / 2;
	for (int i = 0; i <= me; i++) {
		int value = 0;

		WELL(MPI_File_read_at(file, prefix + i, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
		EXPECT(value == 100 + me);
	}
	return end();
}

/* A read ends where the file does; requests of files can be tested, freed and asked. */
static int
short_reads(int argc, char **argv)
{
	int data[4] = {1, 2, 3, 4}, back[4], flag;
	MPI_Request request;
	MPI_Status status;

	begin(&argc, &argv);
	if (me == 0)
		WELL(MPI_File_write_at(file, 0, data, 3, MPI_INT, MPI_STATUS_IGNORE));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_File_read_at(file, 1, back, 4, MPI_INT, &status));
	expect_count(&status, 2);
	EXPECT(back[0] == 2 && back[1] == 3);
	WELL(MPI_File_read_at(file, 100, back, 4, MPI_INT, &status));
	expect_count(&status, 0);
	WELL(MPI_File_iread_at(file, 2, back, 4, MPI_INT, &request));
	WELL(MPI_Request_get_status(request, &flag, &status));
	EXPECT(flag);
	expect_count(&status, 1);
	WELL(MPI_Cancel(&request));             /* too late */
	WELL(MPI_Test(&request, &flag, &status));
	EXPECT(flag && request == MPI_REQUEST_NULL);
	expect_count(&status, 1);
	WELL(MPI_File_iread_at(file, 0, back, 0, MPI_INT, &request));
	WELL(MPI_Request_free(&request));
	return end();
}

/* Memory with gaps, under a lock that all ranks share. */
static int
atomic_mode(int argc, char **argv)
{
	int data[6] = {0}, back[6] = {0}, flag;
	MPI_Datatype gaps;

	begin(&argc, &argv);
	WELL(MPI_Type_vector(3, 1, 2, MPI_INT, &gaps));
	WELL(MPI_Type_commit(&gaps));
	WELL(MPI_File_get_atomicity(file, &flag));
	EXPECT(!flag);
	WELL(MPI_File_set_atomicity(file, 1));
	WELL(MPI_File_get_atomicity(file, &flag));
	EXPECT(flag);
	for (int i = 0; i < 6; i++)
		data[i] = me;
	for (int i = 0; i < 20; i++) {
		WELL(MPI_File_write_at(file, 0, data, 1, gaps, MPI_STATUS_IGNORE));
		WELL(MPI_File_read_at(file, 0, back, 1, gaps, MPI_STATUS_IGNORE));
		EXPECT(back[0] == back[2] && back[0] == back[4] && back[1] == 0);
	}
	WELL(MPI_Type_free(&gaps));
	return end();
}

RANKS_TEST(test_forms, MOST, forms)
RANKS_TEST(test_shared_pointer, MOST, shared_pointer)
RANKS_TEST(test_short_reads, 3, short_reads)
RANKS_TEST(test_atomic_mode, 6, atomic_mode)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_forms),
		TEST(test_shared_pointer),
		TEST(test_short_reads),
		TEST(test_atomic_mode),
	};

	return RUN_IN_FOLDER(tests);
}

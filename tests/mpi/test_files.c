/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's files as a whole: access modes, sizes, groups, ends without a close, and what is
 * refused, each by its class. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "folder.h"
#include "ranks.h"

enum { MOST = 17, RDWR = MPI_MODE_CREATE | MPI_MODE_RDWR };

static __thread int me, size;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

static MPI_File
open_file(MPI_Comm comm, const char *name, int mode)
{
	MPI_File file;

	WELL(MPI_File_open(comm, in_folder(name), mode, MPI_INFO_NULL, &file));
	return file;
}

static MPI_Offset
size_of(MPI_File file)
{
	MPI_Offset bytes;

	WELL(MPI_File_get_size(file, &bytes));
	return bytes;
}

static void
expect_start(MPI_File file, MPI_Offset expected)
{
	MPI_Offset own, shared;

	WELL(MPI_File_get_position(file, &own));
	WELL(MPI_File_get_position_shared(file, &shared));
	EXPECT(own == expected && shared == expected);
}

/* One file of all, and each rank's own at the same time. */
static int
life(int argc, char **argv)
{
	char name[20];
	struct stat status;
	MPI_Group group;
	MPI_File all, own;
	MPI_Info info;
	int mode, result;

	begin(&argc, &argv);
	snprintf(name, sizeof name, "own-%d", me);
	all = open_file(MPI_COMM_WORLD, "all", RDWR);
	own = open_file(MPI_COMM_SELF, name, RDWR | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE);
	WELL(MPI_File_get_amode(own, &mode));
	EXPECT(mode == (RDWR | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE));
	WELL(MPI_File_get_group(all, &group));
	WELL(MPI_Group_size(group, &result));
	EXPECT(result == size);
	WELL(MPI_Group_free(&group));
	WELL(MPI_File_get_info(all, &info));
	WELL(MPI_File_set_info(all, info));
	WELL(MPI_Info_free(&info));

	WELL(MPI_File_set_size(all, 1000));
	EXPECT(size_of(all) == 1000);
	WELL(MPI_File_preallocate(all, 500));
	EXPECT(size_of(all) == 1000);
	WELL(MPI_File_preallocate(all, 2000));
	EXPECT(size_of(all) == 2000);
	WELL(MPI_File_set_size(all, 12));
	EXPECT(size_of(all) == 12 && size_of(own) == 0);
	WELL(MPI_File_sync(all));
	WELL(MPI_File_close(&all));
	EXPECT(all == MPI_FILE_NULL);
	WELL(MPI_File_close(&own));
	EXPECT(stat(in_folder(name), &status) != 0);

	all = open_file(MPI_COMM_WORLD, "all", MPI_MODE_RDONLY);
	expect_start(all, 0);
	WELL(MPI_File_close(&all));
	all = open_file(MPI_COMM_WORLD, "all", MPI_MODE_WRONLY | MPI_MODE_APPEND);
	expect_start(all, 12);
	WELL(MPI_File_close(&all));
	if (me == 0)
		WELL(MPI_File_delete(in_folder("all"), MPI_INFO_NULL));
	return MPI_Finalize();
}

/* Only the shared pointer moves. */
static int
sequential(int argc, char **argv)
{
	MPI_File file;
	int sum = 0, all, data;

	begin(&argc, &argv);
	file = open_file(MPI_COMM_WORLD, "in-turn", MPI_MODE_CREATE | MPI_MODE_WRONLY
			 | MPI_MODE_SEQUENTIAL);
	WELL(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
			       MPI_INFO_NULL));
	WELL(MPI_File_write_shared(file, &me, 1, MPI_INT, MPI_STATUS_IGNORE));
	EXPECT(MPI_File_write(file, &me, 1, MPI_INT, MPI_STATUS_IGNORE)
	       == MPI_ERR_UNSUPPORTED_OPERATION);
	EXPECT(MPI_File_write_at(file, 0, &me, 1, MPI_INT, MPI_STATUS_IGNORE)
	       == MPI_ERR_UNSUPPORTED_OPERATION);
	EXPECT(MPI_File_seek(file, 0, MPI_SEEK_SET) == MPI_ERR_UNSUPPORTED_OPERATION);
	EXPECT(MPI_File_set_size(file, 0) == MPI_ERR_UNSUPPORTED_OPERATION);
	EXPECT(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL)
	       == MPI_ERR_DISP);
	/* from where the shared pointer is: what follows lies behind */
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
			       MPI_INFO_NULL));
	WELL(MPI_File_write_ordered(file, &me, 1, MPI_INT, MPI_STATUS_IGNORE));
	WELL(MPI_File_close(&file));

	file = open_file(MPI_COMM_WORLD, "in-turn", MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL
			 | MPI_MODE_DELETE_ON_CLOSE);
	WELL(MPI_File_read_shared(file, &sum, 1, MPI_INT, MPI_STATUS_IGNORE));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_File_read_ordered(file, &data, 4, MPI_BYTE, MPI_STATUS_IGNORE));
	EXPECT(data == me);
	WELL(MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	WELL(MPI_File_close(&file));
	EXPECT(all == size * (size - 1) / 2);
	return MPI_Finalize();
}

static const struct {
	const char *name;
	int mode, class;
} openings[] = {
	{"missing", MPI_MODE_RDONLY, MPI_ERR_NO_SUCH_FILE},
	{"there", RDWR | MPI_MODE_EXCL, MPI_ERR_FILE_EXISTS},
	{"there/below", RDWR, MPI_ERR_BAD_FILE},
	{".", MPI_MODE_WRONLY, MPI_ERR_BAD_FILE},
	{"there", 0, MPI_ERR_AMODE},
	{"there", MPI_MODE_RDONLY | MPI_MODE_WRONLY, MPI_ERR_AMODE},
	{"there", MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_ERR_AMODE},
	{"there", MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_ERR_AMODE},
	{"there", MPI_MODE_RDONLY | MPI_MODE_EXCL, MPI_ERR_AMODE},
	{"there", MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_ERR_AMODE},
	{"there", MPI_MODE_RDWR | 0x1000, MPI_ERR_AMODE},
};

static int
open_refused(int argc, char **argv)
{
	MPI_File file = MPI_FILE_NULL;

	begin(&argc, &argv);
	for (size_t i = 0; i < COUNT(openings); i++)
		EXPECT(MPI_File_open(MPI_COMM_WORLD, in_folder(openings[i].name), openings[i].mode,
				     MPI_INFO_NULL, &file) == openings[i].class);
	EXPECT(MPI_File_open(MPI_COMM_WORLD, "", RDWR, MPI_INFO_NULL, &file) == MPI_ERR_BAD_FILE);
	EXPECT(MPI_File_open(MPI_COMM_NULL, "x", RDWR, MPI_INFO_NULL, &file) == MPI_ERR_COMM);
	EXPECT(MPI_File_open(MPI_COMM_WORLD, "x", RDWR, (MPI_Info)(void *)&file, &file)
	       == MPI_ERR_INFO);
	EXPECT(MPI_File_delete(in_folder("missing"), MPI_INFO_NULL) == MPI_ERR_NO_SUCH_FILE);
	EXPECT(file == MPI_FILE_NULL);
	/* all learn of arguments that differ */
	if (size > 1)
		EXPECT(MPI_File_open(MPI_COMM_WORLD, in_folder("there"), me == 0 ? MPI_MODE_RDWR
				     : MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_ERR_NOT_SAME);
	return MPI_Finalize();
}

static int
calls_refused(int argc, char **argv)
{
	char data[8] = {0};
	MPI_Datatype raw;
	MPI_Offset at;
	MPI_Request request;
	MPI_File file, other;

	begin(&argc, &argv);
	file = open_file(MPI_COMM_WORLD, "there", MPI_MODE_RDONLY);
	WELL(MPI_Type_contiguous(2, MPI_BYTE, &raw));
	EXPECT(MPI_File_write(file, data, 1, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_ERR_READ_ONLY);
	EXPECT(MPI_File_set_size(file, 0) == MPI_ERR_READ_ONLY);
	EXPECT(MPI_File_preallocate(file, 0) == MPI_ERR_READ_ONLY);
	EXPECT(MPI_File_read(file, data, -1, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_ERR_COUNT);
	EXPECT(MPI_File_read(file, NULL, 1, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_ERR_BUFFER);
	EXPECT(MPI_File_read(file, data, 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE) == MPI_ERR_TYPE);
	EXPECT(MPI_File_read(file, data, 1, raw, MPI_STATUS_IGNORE) == MPI_ERR_TYPE);
	EXPECT(MPI_File_read_at(file, -1, data, 1, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_ERR_ARG);
	EXPECT(MPI_File_iread_at(file, INT64_MAX, data, 1, MPI_BYTE, &request) == MPI_ERR_ARG);
	EXPECT(MPI_File_seek(file, -1, MPI_SEEK_SET) == MPI_ERR_ARG);
	EXPECT(MPI_File_seek(file, 0, 17) == MPI_ERR_ARG);
	EXPECT(MPI_File_seek(file, INT64_MAX, MPI_SEEK_END) == MPI_ERR_ARG);
	EXPECT(MPI_File_seek_shared(file, -1, MPI_SEEK_CUR) == MPI_ERR_ARG);
	EXPECT(MPI_File_get_byte_offset(file, -1, &at) == MPI_ERR_ARG);
	EXPECT(MPI_File_set_info(file, (MPI_Info)(void *)data) == MPI_ERR_INFO);
	if (size > 1)
		EXPECT(MPI_File_set_atomicity(file, me == 0) == MPI_ERR_NOT_SAME);
	/* split accesses: one at a time, ended as begun */
	EXPECT(MPI_File_read_all_end(file, data, MPI_STATUS_IGNORE) == MPI_ERR_IO);
	WELL(MPI_File_read_all_begin(file, data, 1, MPI_BYTE));
	EXPECT(MPI_File_read_at_all_begin(file, 0, data, 1, MPI_BYTE) == MPI_ERR_IO);
	EXPECT(MPI_File_read_at_all_end(file, data, MPI_STATUS_IGNORE) == MPI_ERR_IO);
	EXPECT(MPI_File_read_all_end(file, data + 1, MPI_STATUS_IGNORE) == MPI_ERR_BUFFER);
	EXPECT(MPI_File_close(&file) == MPI_ERR_IO);
	WELL(MPI_File_read_all_end(file, data, MPI_STATUS_IGNORE));
	other = file;
	WELL(MPI_File_close(&file));
	EXPECT(MPI_File_close(&file) == MPI_ERR_FILE && MPI_File_sync(other) == MPI_ERR_FILE);

	file = open_file(MPI_COMM_WORLD, "there", MPI_MODE_WRONLY);
	EXPECT(MPI_File_read_shared(file, data, 1, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_ERR_ACCESS);
	EXPECT(MPI_File_set_size(file, -1) == MPI_ERR_ARG);
	WELL(MPI_File_close(&file));
	WELL(MPI_Type_free(&raw));
	return MPI_Finalize();
}

static __thread int calls, seen;
static __thread MPI_File on;

static void
note(MPI_File *file, int *code, ...)
{
	calls++;
	seen = *code;
	on = *file;
}

static int
handlers(int argc, char **argv)
{
	MPI_Errhandler mine, got;
	MPI_File file;

	calls = 0;
	begin(&argc, &argv);
	WELL(MPI_File_get_errhandler(MPI_FILE_NULL, &got));
	EXPECT(got == MPI_ERRORS_RETURN);
	WELL(MPI_File_create_errhandler(note, &mine));
	WELL(MPI_File_set_errhandler(MPI_FILE_NULL, mine));
	EXPECT(MPI_File_open(MPI_COMM_SELF, in_folder("missing"), MPI_MODE_RDONLY, MPI_INFO_NULL,
			     &file) == MPI_ERR_NO_SUCH_FILE);
	EXPECT(calls == 1 && seen == MPI_ERR_NO_SUCH_FILE && on == MPI_FILE_NULL);
	file = open_file(MPI_COMM_WORLD, "there", MPI_MODE_RDONLY);     /* inherits */
	WELL(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
	WELL(MPI_File_get_errhandler(file, &got));
	EXPECT(got == mine);
	WELL(MPI_File_call_errhandler(file, MPI_ERR_QUOTA));
	EXPECT(calls == 2 && seen == MPI_ERR_QUOTA && on == file);
	EXPECT(MPI_File_seek(file, -1, MPI_SEEK_SET) == MPI_ERR_ARG && calls == 3);
	WELL(MPI_Errhandler_free(&got));
	WELL(MPI_Errhandler_free(&mine));
	WELL(MPI_File_close(&file));
	EXPECT(MPI_File_get_errhandler((MPI_File)(void *)&calls, &got) == MPI_ERR_FILE);
	return MPI_Finalize();
}

/* Errors that are fatal have a sentence. */
static int
fatal(int argc, char **argv)
{
	MPI_File file;

	begin(&argc, &argv);
	WELL(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL));
	MPI_File_open(MPI_COMM_WORLD, in_folder("missing"), MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
	return 0;
}

static void
test_fatal(void **state)
{
	(void)state;
	run_ranks_refused("full:3", fatal, "the host cannot open it: No such file or directory "
			  "(MPI_ERR_NO_SUCH_FILE)");
}

static int
some_leave_open(int argc, char **argv)
{
	begin(&argc, &argv);
	open_file(MPI_COMM_WORLD, "left", RDWR);
	open_file(MPI_COMM_SELF, "left", RDWR);
	return me == 0 ? MPI_Abort(MPI_COMM_WORLD, 3) : MPI_Barrier(MPI_COMM_WORLD);
}

static int
first_misses_sync(int argc, char **argv)
{
	MPI_File file;
	int word;

	begin(&argc, &argv);
	file = open_file(MPI_COMM_WORLD, "left", RDWR);
	return me > 0 ? MPI_File_sync(file)
		: MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int
all_leave_open(int argc, char **argv)
{
	begin(&argc, &argv);
	open_file(MPI_COMM_WORLD, "left", RDWR);
	return MPI_Finalize();
}

/* The descriptors of a run are closed, whether it ends well or not. */
static void
test_ends_without_close(void **state)
{
	const int before = dup(0);

	(void)state;
	close(before);
	run_ranks_refused("full:4", some_leave_open, "aborted");
	run_ranks_refused("full:4", first_misses_sync, "MPI_File_sync(file /tmp/");
	run_ranks("full:4", all_leave_open);
	run_ranks_refused("full:2 strict=yes", all_leave_open, "file created at");
	assert_int_equal(dup(0), before);
	close(before);
}

RANKS_TEST(test_life, MOST, life)
RANKS_TEST(test_sequential, MOST, sequential)
RANKS_TEST(test_open_refused, 5, open_refused)
RANKS_TEST(test_calls_refused, 5, calls_refused)
RANKS_TEST(test_handlers, 3, handlers)

static int
make_file(void **state)
{
	if (make_folder(state) != 0)
		return 1;
	write_text("there", "twelve bytes");
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_life),
		TEST(test_sequential),
		TEST(test_open_refused),
		TEST(test_calls_refused),
		TEST(test_handlers),
		TEST(test_fatal),
		TEST(test_ends_without_close),
	};

	begin_tests();
	return cmocka_run_group_tests(tests, make_file, remove_folder);
}

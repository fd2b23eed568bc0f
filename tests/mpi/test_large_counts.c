/* SPDX-License-Identifier: BSD-2-Clause */
/* Large forms of MPI's functions: they do what their twins do, and take what no int counts. */
#include <stdint.h>
#include <stdlib.h>
#include "folder.h"
#include "ranks.h"

enum { BLOCK = 3 };
/* As an int it would be 1, or a place within the block. */
#define BEYOND (((MPI_Count)1 << 32) + 1)

static __thread int me, size;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
}

static bool
is(int code, int class)
{
	int found;

	WELL(MPI_Error_class(code, &found));
	return found == class;
}

/* A buffer that has room for more than an int counts takes a short message. */
static int
messages(int argc, char **argv)
{
	int data[BLOCK] = {1, 2, 3}, got[BLOCK] = {0};
	MPI_Request requests[2];
	MPI_Status status;
	MPI_Count count;
	int near;

	begin(&argc, &argv);
	WELL(MPI_Isend_c(data, BLOCK, MPI_INT, (me + 1) % size, 5, MPI_COMM_WORLD, &requests[0]));
	WELL(MPI_Recv_c(got, BEYOND, MPI_INT, (me + size - 1) % size, 5, MPI_COMM_WORLD, &status));
	WELL(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
	WELL(MPI_Get_count_c(&status, MPI_INT, &count));
	EXPECT(count == BLOCK && got[2] == 3);
	WELL(MPI_Irecv_c(got, BEYOND, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &requests[1]));
	WELL(MPI_Sendrecv_c(data, 1, MPI_INT, (me + 1) % size, 6, got, BEYOND, MPI_INT,
			    MPI_PROC_NULL, 6, MPI_COMM_WORLD, &status));
	WELL(MPI_Wait(&requests[1], &status));
	WELL(MPI_Get_elements_c(&status, MPI_INT, &count));
	EXPECT(count == 1);
	WELL(MPI_Status_set_elements_c(&status, MPI_BYTE, BEYOND));
	WELL(MPI_Get_count_c(&status, MPI_BYTE, &count));
	WELL(MPI_Get_count(&status, MPI_BYTE, &near));
	EXPECT(count == BEYOND && near == MPI_UNDEFINED);
	EXPECT(is(MPI_Send_c(data, -BEYOND, MPI_INT, me, 5, MPI_COMM_WORLD), MPI_ERR_COUNT));
	EXPECT(is(MPI_Send_c(data, INT64_MAX, MPI_INT, me, 5, MPI_COMM_WORLD), MPI_ERR_COUNT));
	return MPI_Finalize();
}

/* Offsets that no int holds lead back into the block. */
static int
far_blocks(int argc, char **argv)
{
	MPI_Count *counts;
	MPI_Aint *places;
	MPI_Datatype *types;
	MPI_Request request;
	char *all, *base;
	const char own = (char)me;
	int near = 7, sum = 0;

	begin(&argc, &argv);
	counts = calloc((size_t)size, sizeof *counts);
	places = calloc((size_t)size, sizeof *places);
	types = calloc((size_t)size, sizeof *types);
	all = calloc((size_t)size, 1);
	base = (char *)((uintptr_t)all - (uintptr_t)BEYOND);
	for (int i = 0; i < size; i++) {
		counts[i] = 1;
		places[i] = BEYOND + i;
		types[i] = MPI_CHAR;
	}
	WELL(MPI_Allgatherv_c(&(char){(char)me}, 1, MPI_CHAR, base, counts, places, MPI_CHAR,
			      MPI_COMM_WORLD));
	for (int i = 0; i < size; i++)
		EXPECT(all[i] == i);
	WELL(MPI_Ialltoallw_c(MPI_IN_PLACE, NULL, NULL, NULL, base, counts, places, types,
			      MPI_COMM_SELF, &request));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	WELL(MPI_Allreduce_c(&near, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	EXPECT(sum == 7 * size && own >= 0);
	counts[0] = -BEYOND;
	EXPECT(is(MPI_Allgatherv_c(&own, 1, MPI_CHAR, base, counts, places, MPI_CHAR,
				   MPI_COMM_WORLD), MPI_ERR_COUNT));
	free(counts);
	free(places);
	free(types);
	free(all);
	return MPI_Finalize();
}

static void
add(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
	(void)type;
	for (MPI_Count i = 0; i < *count; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

static int
operators(int argc, char **argv)
{
	int mine[2] = {1, 2}, sums[2];
	MPI_Op op;

	begin(&argc, &argv);
	WELL(MPI_Op_create_c(add, 1, &op));
	WELL(MPI_Reduce_c(mine, sums, 2, MPI_INT, op, 0, MPI_COMM_WORLD));
	EXPECT(me > 0 || (sums[0] == size && sums[1] == 2 * size));
	WELL(MPI_Reduce_local_c(mine, mine + 1, 1, MPI_INT, op));
	EXPECT(mine[1] == 3);
	EXPECT(is(MPI_Reduce_local_c(mine, mine + 1, -BEYOND, MPI_INT, op), MPI_ERR_COUNT));
	WELL(MPI_Op_free(&op));
	return MPI_Finalize();
}

/* Constructors take their lists, and no number that is beyond an int. */
static int
datatypes(int argc, char **argv)
{
	const MPI_Count lengths[2] = {1, 2}, places[2] = {0, 8};
	const MPI_Count far_lengths[2] = {1, BEYOND};
	MPI_Count integers, addresses, larges, types, bytes, at = 0, lb, extent;
	int data[4] = {1, 2, 3, 4}, packed[4], combiner, numbers[3];
	MPI_Aint displacements[2];
	MPI_Datatype made, inner[1], large;

	begin(&argc, &argv);
	WELL(MPI_Type_create_hindexed_c(2, lengths, places, MPI_INT, &made));
	WELL(MPI_Type_commit(&made));
	WELL(MPI_Type_size_c(made, &bytes));
	WELL(MPI_Type_get_extent_c(made, &lb, &extent));
	EXPECT(bytes == 12 && lb == 0 && extent == 16);
	WELL(MPI_Type_get_envelope_c(made, &integers, &addresses, &larges, &types, &combiner));
	EXPECT(integers == 3 && addresses == 2 && larges == 0 && types == 1);
	EXPECT(combiner == MPI_COMBINER_HINDEXED);
	WELL(MPI_Type_get_contents_c(made, 3, 2, 0, 1, numbers, displacements, NULL, inner));
	EXPECT(numbers[2] == 2 && displacements[1] == 8 && inner[0] == MPI_INT);
	WELL(MPI_Pack_size_c(BEYOND, MPI_INT, MPI_COMM_WORLD, &bytes));
	EXPECT(bytes == 4 * BEYOND);
	WELL(MPI_Pack_c(data, 1, made, packed, BEYOND, &at, MPI_COMM_WORLD));
	EXPECT(at == 12 && packed[0] == 1 && packed[2] == 4);
	at = 0;
	WELL(MPI_Unpack_c(packed, BEYOND, &at, data, 2, MPI_INT, MPI_COMM_WORLD));
	EXPECT(at == 8 && data[1] == 3);
	EXPECT(is(MPI_Type_contiguous_c(BEYOND, MPI_INT, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_create_hindexed_c(2, far_lengths, places, MPI_INT, &large),
		  MPI_ERR_COUNT));
	WELL(MPI_Type_free(&made));
	return MPI_Finalize();
}

static int
windows_and_files(int argc, char **argv)
{
	int *memory, value, got[BLOCK] = {0};
	MPI_Aint unit, bytes;
	MPI_Count count;
	MPI_Status status;
	MPI_File file;
	MPI_Win win;
	void *base;

	begin(&argc, &argv);
	WELL(MPI_Win_allocate_shared_c(sizeof *memory, sizeof *memory, MPI_INFO_NULL,
				       MPI_COMM_WORLD, &memory, &win));
	WELL(MPI_Win_shared_query_c(win, 0, &bytes, &unit, &base));
	EXPECT(unit == sizeof *memory && bytes == sizeof *memory);
	WELL(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
	value = 10 + me;
	WELL(MPI_Win_fence(0, win));
	WELL(MPI_Put_c(&value, 1, MPI_INT, (me + 1) % size, 0, 1, MPI_INT, win));
	WELL(MPI_Win_fence(0, win));
	EXPECT(*memory == 10 + (me + size - 1) % size);
	EXPECT(is(MPI_Put_c(&value, 1, MPI_INT, me, 0, -BEYOND, MPI_INT, win), MPI_ERR_COUNT));
	WELL(MPI_Win_free(&win));

	WELL(MPI_File_open(MPI_COMM_SELF, me == 0 ? "large" : "/dev/null",
			   MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file));
	WELL(MPI_File_write_at_c(file, 0, &(int[]){4, 5, 6}, BLOCK, MPI_INT, MPI_STATUS_IGNORE));
	WELL(MPI_File_read_at_c(file, 0, got, BLOCK, MPI_INT, &status));
	WELL(MPI_Get_count_c(&status, MPI_INT, &count));
	EXPECT(me > 0 || (count == BLOCK && got[2] == 6));
	EXPECT(is(MPI_File_read_at_c(file, 0, got, -BEYOND, MPI_INT, &status), MPI_ERR_COUNT));
	WELL(MPI_File_close(&file));
	return MPI_Finalize();
}

/* A communicator's own buffer is taken before that of the process. */
static int
buffers(int argc, char **argv)
{
	static char room[MPI_BSEND_OVERHEAD + 8];
	const char data[64] = "";
	char got[64];
	MPI_Count bytes;
	MPI_Comm comm;
	void *memory;

	begin(&argc, &argv);
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
	EXPECT(is(MPI_Bsend(data, 8, MPI_CHAR, me, 0, comm), MPI_ERR_BUFFER));
	WELL(MPI_Comm_attach_buffer_c(comm, room, sizeof room));
	WELL(MPI_Buffer_attach_c(MPI_BUFFER_AUTOMATIC, BEYOND));
	WELL(MPI_Bsend_c(data, 8, MPI_CHAR, (me + 1) % size, 0, comm));
	WELL(MPI_Recv(got, 64, MPI_CHAR, (me + size - 1) % size, 0, comm, MPI_STATUS_IGNORE));
	WELL(MPI_Comm_flush_buffer(comm));
	EXPECT(is(MPI_Bsend(data, 64, MPI_CHAR, me, 0, comm), MPI_ERR_BUFFER));
	WELL(MPI_Comm_detach_buffer_c(comm, &memory, &bytes));
	EXPECT(memory == room && bytes == sizeof room);
	EXPECT(is(MPI_Comm_detach_buffer_c(comm, &memory, &bytes), MPI_ERR_BUFFER));
	WELL(MPI_Bsend(data, 64, MPI_CHAR, (me + 1) % size, 0, comm));
	WELL(MPI_Recv(got, 64, MPI_CHAR, (me + size - 1) % size, 0, comm, MPI_STATUS_IGNORE));
	WELL(MPI_Buffer_detach_c(&memory, &bytes));
	WELL(MPI_Comm_free(&comm));
	return MPI_Finalize();
}

RANKS_TEST(test_messages, 4, messages)
RANKS_TEST(test_far_blocks, 5, far_blocks)
RANKS_TEST(test_operators, 4, operators)
RANKS_TEST(test_datatypes, 1, datatypes)
RANKS_TEST(test_windows_and_files, 3, windows_and_files)
RANKS_TEST(test_buffers, 3, buffers)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_messages),
		TEST(test_far_blocks),
		TEST(test_operators),
		TEST(test_datatypes),
		TEST(test_windows_and_files),
		TEST(test_buffers),
	};

	return RUN_IN_FOLDER(tests);
}

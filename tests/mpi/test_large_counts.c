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

/* The arguments of a type that a large form made are large counts, which its twin does not tell. */
static void
expect_counts(MPI_Datatype type, int wanted_combiner, int wanted_integers, int wanted_counts,
	      const MPI_Count *wanted)
{
	MPI_Count integers, addresses, larges, types, counts[16];
	int near[3], numbers[16], combiner;
	MPI_Datatype inner[4];

	WELL(MPI_Type_get_envelope_c(type, &integers, &addresses, &larges, &types, &combiner));
	EXPECT(integers == wanted_integers && addresses == 0 && larges == wanted_counts);
	EXPECT(combiner == wanted_combiner && types <= 4);
	EXPECT(is(MPI_Type_get_envelope(type, &near[0], &near[1], &near[2], &combiner), MPI_ERR_TYPE));
	EXPECT(is(MPI_Type_get_contents(type, 16, 16, 4, numbers, NULL, inner), MPI_ERR_TYPE));
	EXPECT(is(MPI_Type_get_contents_c(type, 16, 0, larges - 1, 4, numbers, NULL, counts, inner),
		  MPI_ERR_ARG));
	WELL(MPI_Type_get_contents_c(type, 16, 0, 16, 4, numbers, NULL, counts, inner));
	for (int i = 0; i < wanted_counts; i++)
		EXPECT(counts[i] == wanted[i]);
	EXPECT(inner[0] == MPI_INT);
}

/* Expects these bytes, from `first` to `last`, and frees the type. */
static void
expect_bytes(MPI_Datatype *type, MPI_Count wanted, MPI_Count first, MPI_Count last)
{
	MPI_Count bytes, lb, extent;
	int near;

	WELL(MPI_Type_commit(type));
	WELL(MPI_Type_size_c(*type, &bytes));
	WELL(MPI_Type_size(*type, &near));
	EXPECT(bytes == wanted && near == (wanted > INT32_MAX ? MPI_UNDEFINED : wanted));
	WELL(MPI_Type_get_true_extent_c(*type, &lb, &extent));
	EXPECT(lb == first && lb + extent == last);
	WELL(MPI_Type_free(type));
}

/* Each constructor with numbers beyond an int */
static int
constructors(int argc, char **argv)
{
	const MPI_Count far[2] = {1, BEYOND}, places[2] = {-BEYOND, BEYOND}, each = 4;
	const MPI_Count array[2] = {3, BEYOND}, part[2] = {2, BEYOND - 1}, begins[2] = {1, 1};
	const MPI_Datatype ints[2] = {MPI_INT, MPI_INT};
	const int blocks[1] = {MPI_DISTRIBUTE_BLOCK}, all[1] = {MPI_DISTRIBUTE_DFLT_DARG}, two[1] = {2};
	MPI_Datatype made;

	begin(&argc, &argv);
	WELL(MPI_Type_contiguous_c(BEYOND, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_CONTIGUOUS, 0, 1, &far[1]);
	expect_bytes(&made, each * BEYOND, 0, each * BEYOND);
	WELL(MPI_Type_vector_c(2, BEYOND, -2 * BEYOND, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_VECTOR, 0, 3, (MPI_Count[]){2, BEYOND, -2 * BEYOND});
	expect_bytes(&made, 2 * each * BEYOND, -2 * each * BEYOND, each * BEYOND);
	WELL(MPI_Type_create_hvector_c(BEYOND, 1, 2, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_HVECTOR, 0, 3, (MPI_Count[]){BEYOND, 1, 2});
	expect_bytes(&made, each * BEYOND, 0, 2 * (BEYOND - 1) + each);
	WELL(MPI_Type_indexed_c(2, far, places, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_INDEXED, 0, 5, (MPI_Count[]){2, 1, BEYOND, -BEYOND, BEYOND});
	expect_bytes(&made, each * (BEYOND + 1), -each * BEYOND, 2 * each * BEYOND);
	WELL(MPI_Type_create_hindexed_c(2, far, places, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_HINDEXED, 0, 5, (MPI_Count[]){2, 1, BEYOND, -BEYOND, BEYOND});
	expect_bytes(&made, each * (BEYOND + 1), -BEYOND, BEYOND + each * BEYOND);
	WELL(MPI_Type_create_indexed_block_c(2, BEYOND, places, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_INDEXED_BLOCK, 0, 4, (MPI_Count[]){2, BEYOND, -BEYOND, BEYOND});
	expect_bytes(&made, 2 * each * BEYOND, -each * BEYOND, 2 * each * BEYOND);
	WELL(MPI_Type_create_hindexed_block_c(2, BEYOND, places, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_HINDEXED_BLOCK, 0, 4, (MPI_Count[]){2, BEYOND, -BEYOND, BEYOND});
	expect_bytes(&made, 2 * each * BEYOND, -BEYOND, BEYOND + each * BEYOND);
	WELL(MPI_Type_create_struct_c(2, far, places, ints, &made));
	expect_counts(made, MPI_COMBINER_STRUCT, 0, 5, (MPI_Count[]){2, 1, BEYOND, -BEYOND, BEYOND});
	expect_bytes(&made, each * (BEYOND + 1), -BEYOND, BEYOND + each * BEYOND);
	WELL(MPI_Type_create_resized_c(MPI_INT, -BEYOND, BEYOND, &made));
	expect_counts(made, MPI_COMBINER_RESIZED, 0, 2, places);
	expect_bytes(&made, each, 0, each);
	WELL(MPI_Type_create_subarray_c(2, array, part, begins, MPI_ORDER_C, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_SUBARRAY, 2, 6,
		      (MPI_Count[]){3, BEYOND, 2, BEYOND - 1, 1, 1});
	expect_bytes(&made, 2 * each * (BEYOND - 1), each * (BEYOND + 1), 3 * each * BEYOND);
	WELL(MPI_Type_create_darray_c(2, 1, 1, &far[1], blocks, all, two, MPI_ORDER_C, MPI_INT, &made));
	expect_counts(made, MPI_COMBINER_DARRAY, 7, 1, &far[1]);
	expect_bytes(&made, each * (BEYOND / 2), each * (BEYOND / 2 + 1), each * BEYOND);
	return MPI_Finalize();
}

/* What exceeds 2^63 is refused, whichever number it comes from. */
static int
refused_types(int argc, char **argv)
{
	const MPI_Count most = INT64_MAX, half = INT64_MAX / 2, one = 1, negative = -BEYOND;
	MPI_Datatype huge, large;

	begin(&argc, &argv);
	WELL(MPI_Type_create_resized_c(MPI_INT, 0, half, &huge));
	EXPECT(is(MPI_Type_contiguous_c(half, MPI_INT, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_contiguous_c(most, huge, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_vector_c(most, most, most, huge, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_vector_c(half, half, 1, MPI_CHAR, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_create_hvector_c(most, 1, -half, MPI_INT, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_indexed_c(1, &one, &most, huge, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_create_subarray_c(1, &most, &one, &one, MPI_ORDER_C, MPI_INT, &large),
		  MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_contiguous_c(-BEYOND, MPI_INT, &large), MPI_ERR_COUNT));
	EXPECT(is(MPI_Type_vector_c(1, -BEYOND, 1, MPI_INT, &large), MPI_ERR_ARG));
	EXPECT(is(MPI_Type_indexed_c(1, &negative, &one, MPI_INT, &large), MPI_ERR_ARG));
	WELL(MPI_Type_free(&huge));
	return MPI_Finalize();
}

/* Data at places beyond an int; an element that has more than a message brings */
static int
datatypes(int argc, char **argv)
{
	const MPI_Count lengths[2] = {1, 2}, places[2] = {BEYOND, BEYOND + 8};
	MPI_Count integers, addresses, larges, types, bytes, at = 0, count;
	int data[4] = {1, 2, 3, 4}, packed[4], combiner, numbers[3], near;
	int *const base = (int *)((uintptr_t)data - (uintptr_t)BEYOND);
	MPI_Aint displacements[2];
	MPI_Datatype made, inner[1], large;
	MPI_Status status;

	begin(&argc, &argv);
	WELL(MPI_Type_create_hindexed_c(2, lengths, places, MPI_INT, &made));
	WELL(MPI_Type_commit(&made));
	WELL(MPI_Pack_size_c(BEYOND, MPI_INT, MPI_COMM_WORLD, &bytes));
	EXPECT(bytes == 4 * BEYOND);
	WELL(MPI_Pack_c(base, 1, made, packed, BEYOND, &at, MPI_COMM_WORLD));
	EXPECT(at == 12 && packed[0] == 1 && packed[2] == 4);
	at = 0;
	WELL(MPI_Unpack_c(packed, BEYOND, &at, data, 2, MPI_INT, MPI_COMM_WORLD));
	EXPECT(at == 8 && data[1] == 3);
	WELL(MPI_Type_free(&made));

	WELL(MPI_Type_create_hindexed(2, (int[]){1, 2}, (MPI_Aint[]){0, 8}, MPI_INT, &made));
	WELL(MPI_Type_get_envelope_c(made, &integers, &addresses, &larges, &types, &combiner));
	EXPECT(integers == 3 && addresses == 2 && larges == 0 && types == 1);
	EXPECT(combiner == MPI_COMBINER_HINDEXED);
	WELL(MPI_Type_get_contents_c(made, 3, 2, 0, 1, numbers, displacements, NULL, inner));
	EXPECT(numbers[2] == 2 && displacements[1] == 8 && inner[0] == MPI_INT);
	WELL(MPI_Type_free(&made));

	WELL(MPI_Type_contiguous_c(BEYOND, MPI_INT, &large));
	WELL(MPI_Type_commit(&large));
	WELL(MPI_Sendrecv(data, 3, MPI_INT, 0, 7, packed, 1, large, 0, 7, MPI_COMM_SELF, &status));
	WELL(MPI_Get_elements(&status, large, &near));
	WELL(MPI_Get_count_c(&status, large, &count));
	EXPECT(near == 3 && count == MPI_UNDEFINED && packed[1] == data[1]);
	WELL(MPI_Type_free(&large));
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
	const char data[sizeof room] = "";
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
	EXPECT(is(MPI_Bsend(data, sizeof data, MPI_CHAR, me, 0, comm), MPI_ERR_BUFFER));
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
RANKS_TEST(test_constructors, 1, constructors)
RANKS_TEST(test_refused_types, 1, refused_types)
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
		TEST(test_constructors),
		TEST(test_refused_types),
		TEST(test_datatypes),
		TEST(test_windows_and_files),
		TEST(test_buffers),
	};

	return RUN_IN_FOLDER(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles become integers and come back, of every kind; statuses become arrays; what is no handle
 * stays none. */
#include <string.h>
#include "ranks.h"

/* There and back by both pairs of functions; distinct objects have distinct integers. */
#define BOTH_WAYS(Kind, handle) \
	do { \
		EXPECT(MPI_##Kind##_fromint(MPI_##Kind##_toint(handle)) == (handle)); \
		EXPECT(MPI_##Kind##_f2c(MPI_##Kind##_c2f(handle)) == (handle)); \
		EXPECT(MPI_##Kind##_c2f(handle) == MPI_##Kind##_toint(handle)); \
	} while (0)
#define PREDEFINED(Kind, handle) \
	do { \
		BOTH_WAYS(Kind, handle); \
		EXPECT(MPI_##Kind##_toint(handle) == (int)(intptr_t)(handle)); \
	} while (0)

static int
predefined(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	PREDEFINED(Comm, MPI_COMM_NULL);
	PREDEFINED(Comm, MPI_COMM_WORLD);
	PREDEFINED(Errhandler, MPI_ERRORS_RETURN);
	PREDEFINED(File, MPI_FILE_NULL);
	PREDEFINED(Group, MPI_GROUP_EMPTY);
	PREDEFINED(Info, MPI_INFO_NULL);
	PREDEFINED(Message, MPI_MESSAGE_NO_PROC);
	PREDEFINED(Op, MPI_MAXLOC);
	PREDEFINED(Request, MPI_REQUEST_NULL);
	PREDEFINED(Type, MPI_DOUBLE_PRECISION);
	PREDEFINED(Win, MPI_WIN_NULL);
	EXPECT(MPI_Comm_toint(MPI_COMM_WORLD) == 257);
	return MPI_Finalize();
}

RANKS_TEST(test_predefined, 2, predefined)

static void
add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *count; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

static int
objects(int argc, char **argv)
{
	MPI_Comm comm;
	MPI_Group group;
	MPI_Info info;
	MPI_Op op;
	MPI_Request request;
	MPI_Datatype type;
	int flag;

	MPI_Init(&argc, &argv);
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
	WELL(MPI_Comm_group(comm, &group));
	WELL(MPI_Info_create(&info));
	WELL(MPI_Op_create(add, 1, &op));
	WELL(MPI_Type_contiguous(3, MPI_INT, &type));
	WELL(MPI_Irecv(&flag, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request));
	BOTH_WAYS(Comm, comm);
	BOTH_WAYS(Group, group);
	BOTH_WAYS(Info, info);
	BOTH_WAYS(Op, op);
	BOTH_WAYS(Type, type);
	BOTH_WAYS(Request, request);
	WELL(MPI_Cancel(&request));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	WELL(MPI_Comm_free(&comm));
	WELL(MPI_Group_free(&group));
	WELL(MPI_Info_free(&info));
	WELL(MPI_Op_free(&op));
	WELL(MPI_Type_free(&type));
	return MPI_Finalize();
}

RANKS_TEST(test_objects, 3, objects)

enum { MANY = 1000 };

/* As many as take several of the library's blocks of objects, of two kinds in turn */
static int
many(int argc, char **argv)
{
	static MPI_Info infos[MANY];
	static MPI_Datatype types[MANY];
	int gone;

	MPI_Init(&argc, &argv);
	for (int i = 0; i < MANY; i++) {
		WELL(MPI_Info_create(&infos[i]));
		WELL(MPI_Type_contiguous(i + 1, MPI_INT, &types[i]));
	}
	for (int i = 0; i < MANY; i++) {
		BOTH_WAYS(Info, infos[i]);
		BOTH_WAYS(Type, types[i]);
		for (int k = 0; k < i; k++)
			EXPECT(MPI_Info_c2f(infos[k]) != MPI_Info_c2f(infos[i]));
	}
	gone = MPI_Info_toint(infos[0]);
	for (int i = 0; i < MANY; i++) {
		WELL(MPI_Info_free(&infos[i]));
		WELL(MPI_Type_free(&types[i]));
	}
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Info_set(MPI_Info_fromint(gone), "key", "value") == MPI_ERR_INFO);
	return MPI_Finalize();
}

static void
test_many(void **state)
{
	(void)state;
	run_ranks("full:1", many);
}

static int
no_handles(int argc, char **argv)
{
	static const MPI_Fint numbers[] = {-1, 0x7fffffff, 0x10000};
	int size;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (size_t i = 0; i < COUNT(numbers); i++) {
		EXPECT(MPI_Comm_size(MPI_Comm_f2c(numbers[i]), &size) == MPI_ERR_COMM);
		EXPECT(MPI_Type_size(MPI_Type_f2c(numbers[i]), &size) == MPI_ERR_TYPE);
	}
	/* A number of another kind of object */
	EXPECT(MPI_Comm_size(MPI_Comm_f2c(MPI_Type_c2f(MPI_INT)), &size) == MPI_ERR_COMM);
	return MPI_Finalize();
}

RANKS_TEST(test_no_handles, 1, no_handles)

static int
statuses(int argc, char **argv)
{
	MPI_Fint of_fortran[MPI_F_STATUS_SIZE];
	MPI_Status status, back;
	int data = 5, got[2], count;

	MPI_Init(&argc, &argv);
	WELL(MPI_Sendrecv(&data, 1, MPI_INT, 0, 7, got, 2, MPI_INT, 0, 7, MPI_COMM_SELF, &status));
	status.MPI_ERROR = MPI_ERR_OTHER;
	WELL(MPI_Status_c2f(&status, of_fortran));
	EXPECT(of_fortran[MPI_F_SOURCE] == 0 && of_fortran[MPI_F_TAG] == 7);
	EXPECT(of_fortran[MPI_F_ERROR] == MPI_ERR_OTHER);
	WELL(MPI_Status_f2c(of_fortran, &back));
	WELL(MPI_Get_count(&back, MPI_INT, &count));
	EXPECT(back.MPI_TAG == 7 && count == 1);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Status_c2f(MPI_STATUS_IGNORE, of_fortran) == MPI_ERR_ARG);
	EXPECT(MPI_Status_f2c(MPI_F_STATUS_IGNORE, &back) == MPI_ERR_ARG);
	EXPECT(MPI_Status_f2c(of_fortran, NULL) == MPI_ERR_ARG);
	return MPI_Finalize();
}

RANKS_TEST(test_statuses, 1, statuses)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_predefined),
		TEST(test_objects),
		TEST(test_many),
		TEST(test_no_handles),
		TEST(test_statuses),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of communicators: the predefined ones, keys, and the program's functions. */
#include <limits.h>
#include "ranks.h"

static int
predefined(int argc, char **argv)
{
	const struct {
		int keyval, value;
	} known[] = {
		{MPI_TAG_UB, INT_MAX},
		{MPI_HOST, MPI_PROC_NULL},
		{MPI_IO, MPI_ANY_SOURCE},
		{MPI_WTIME_IS_GLOBAL, 1},
		{MPI_APPNUM, 0},
		{MPI_UNIVERSE_SIZE, vcube_size(vcube_mpi_node())},
		{MPI_LASTUSEDCODE, MPI_ERR_LASTCODE},
	};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (size_t i = 0; i < COUNT(known); i++) {
		int *value, flag;

		WELL(MPI_Comm_get_attr(MPI_COMM_WORLD, known[i].keyval, &value, &flag));
		EXPECT(flag && *value == known[i].value);
		EXPECT(MPI_Comm_set_attr(MPI_COMM_WORLD, known[i].keyval, value) == MPI_ERR_KEYVAL);
		EXPECT(MPI_Comm_delete_attr(MPI_COMM_WORLD, known[i].keyval) == MPI_ERR_KEYVAL);
	}
	return MPI_Finalize();
}

RANKS_TEST(test_predefined, 3, predefined)

static __thread int deleted[8], deletions;

static int
note(MPI_Comm comm, int keyval, void *value, void *extra)
{
	EXPECT(comm == MPI_COMM_SELF && extra == deleted && keyval != MPI_KEYVAL_INVALID);
	deleted[deletions++] = *(int *)value;
	return MPI_SUCCESS;
}

static int
keys(int argc, char **argv)
{
	static int values[] = {0, 10, 20, 30};
	int keyval[3], *value, flag, old;

	deletions = 0;
	MPI_Init(&argc, &argv);
	for (int i = 0; i < 3; i++) {
		WELL(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, note, &keyval[i], deleted));
		WELL(MPI_Comm_get_attr(MPI_COMM_SELF, keyval[i], &value, &flag));
		EXPECT(!flag);
		WELL(MPI_Comm_set_attr(MPI_COMM_SELF, keyval[i], &values[i + 1]));
	}
	WELL(MPI_Comm_set_attr(MPI_COMM_SELF, keyval[1], &values[0]));
	EXPECT(deletions == 1 && deleted[0] == 20);
	WELL(MPI_Comm_get_attr(MPI_COMM_SELF, keyval[1], &value, &flag));
	EXPECT(flag && value == &values[0]);
	WELL(MPI_Comm_delete_attr(MPI_COMM_SELF, keyval[0]));
	EXPECT(deletions == 2 && deleted[1] == 10);
	WELL(MPI_Comm_get_attr(MPI_COMM_SELF, keyval[0], &value, &flag));
	EXPECT(!flag);

	/* a key that is freed stays with what has it */
	old = keyval[2];
	WELL(MPI_Comm_free_keyval(&keyval[2]));
	EXPECT(keyval[2] == MPI_KEYVAL_INVALID);
	keyval[2] = old;
	WELL(MPI_Comm_free_keyval(&keyval[2]));
	WELL(MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &keyval[2], NULL));
	EXPECT(keyval[2] != old);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Comm_get_attr(MPI_COMM_SELF, old, &value, &flag) == MPI_ERR_KEYVAL);
	EXPECT(MPI_Comm_set_attr(MPI_COMM_SELF, MPI_KEYVAL_INVALID, NULL) == MPI_ERR_KEYVAL);
	EXPECT(MPI_Type_free_keyval(&keyval[0]) == MPI_ERR_KEYVAL);

	/* the end deletes what is left, the latest first */
	WELL(MPI_Finalize());
	EXPECT(deletions == 4 && deleted[2] == 30 && deleted[3] == 0);
	return 0;
}

RANKS_TEST(test_keys, 2, keys)

static int
refuse(MPI_Comm comm, int keyval, void *value, void *extra)
{
	(void)comm, (void)keyval, (void)value, (void)extra;
	return MPI_ERR_OTHER;
}

static int
failing_delete(int argc, char **argv)
{
	int keyval, *value, flag;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse, &keyval, NULL));
	WELL(MPI_Attr_put(MPI_COMM_WORLD, keyval, &argc));
	EXPECT(MPI_Attr_delete(MPI_COMM_WORLD, keyval) == MPI_ERR_OTHER);
	EXPECT(MPI_Attr_put(MPI_COMM_WORLD, keyval, &flag) == MPI_ERR_OTHER);
	WELL(MPI_Attr_get(MPI_COMM_WORLD, keyval, &value, &flag));
	EXPECT(flag && value == &argc);
	return MPI_Finalize();
}

RANKS_TEST(test_failing_delete, 1, failing_delete)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_predefined),
		TEST(test_keys),
		TEST(test_failing_delete),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's info objects: keys in their order, copies, lengths, and what is refused. */
#include <string.h>
#include "ranks.h"

static int
keys(int argc, char **argv)
{
	static const char *const pairs[][2] = {{"one", "1"}, {"two", "2"}, {"three", ""}};
	char key[MPI_MAX_INFO_KEY], value[8];
	MPI_Info info, copy;
	int count, flag, length;

	(void)argc, (void)argv;         /* infos work before MPI_Init */
	WELL(MPI_Info_create(&info));
	for (size_t i = 0; i < COUNT(pairs); i++)
		WELL(MPI_Info_set(info, pairs[i][0], pairs[i][1]));
	WELL(MPI_Info_dup(info, &copy));
	WELL(MPI_Info_delete(info, "one"));
	WELL(MPI_Info_get_nkeys(info, &count));
	EXPECT(count == 2);
	WELL(MPI_Info_get(info, "one", 7, value, &flag));
	EXPECT(!flag);
	WELL(MPI_Info_get_nkeys(copy, &count));
	EXPECT(count == 3);
	for (int i = 0; i < 3; i++) {
		WELL(MPI_Info_get_nthkey(copy, i, key));
		EXPECT(strcmp(key, pairs[i][0]) == 0);
		WELL(MPI_Info_get(copy, key, 7, value, &flag));
		EXPECT(flag && strcmp(value, pairs[i][1]) == 0);
	}
	WELL(MPI_Info_set(copy, "two", "twenty-two"));
	WELL(MPI_Info_get_valuelen(copy, "two", &length, &flag));
	EXPECT(flag && length == 10);
	WELL(MPI_Info_get(copy, "two", 6, value, &flag));
	EXPECT(flag && strcmp(value, "twenty") == 0);
	length = 4;
	WELL(MPI_Info_get_string(copy, "two", &length, value, &flag));
	EXPECT(flag && length == 11 && strcmp(value, "twe") == 0);
	WELL(MPI_Info_free(&info));
	WELL(MPI_Info_free(&copy));
	EXPECT(info == MPI_INFO_NULL && copy == MPI_INFO_NULL);
	WELL(MPI_Info_get_nkeys(MPI_INFO_ENV, &count));
	EXPECT(count > 0);
	return 0;
}

RANKS_TEST(test_keys, 2, keys)

static int
of_communicators(int argc, char **argv)
{
	MPI_Info info, got;
	char value[8];
	int flag, count;

	MPI_Init(&argc, &argv);
	WELL(MPI_Comm_get_info(MPI_COMM_WORLD, &got));
	WELL(MPI_Info_get_nkeys(got, &count));
	EXPECT(count == 0);
	WELL(MPI_Info_free(&got));
	WELL(MPI_Info_create(&info));
	WELL(MPI_Info_set(info, "mpi_assert_no_any_tag", "yes"));
	WELL(MPI_Info_set(info, "color_of_the_cables", "blue"));        /* ignored */
	WELL(MPI_Comm_set_info(MPI_COMM_WORLD, info));
	WELL(MPI_Info_free(&info));
	WELL(MPI_Comm_get_info(MPI_COMM_WORLD, &got));
	WELL(MPI_Info_get_nkeys(got, &count));
	EXPECT(count == 1);
	WELL(MPI_Info_get(got, "mpi_assert_no_any_tag", 7, value, &flag));
	EXPECT(flag && strcmp(value, "yes") == 0);
	WELL(MPI_Info_free(&got));
	return MPI_Finalize();
}

RANKS_TEST(test_of_communicators, 2, of_communicators)

static int
refused(int argc, char **argv)
{
	char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
	MPI_Info info, freed;
	int count;

	memset(key, 'k', sizeof key - 1);
	key[sizeof key - 1] = '\0';
	memset(value, 'v', sizeof value - 1);
	value[sizeof value - 1] = '\0';
	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Info_create(&info));
	EXPECT(MPI_Info_set(info, key, "x") == MPI_ERR_INFO_KEY);
	EXPECT(MPI_Info_set(info, "", "x") == MPI_ERR_INFO_KEY);
	EXPECT(MPI_Info_set(info, "x", value) == MPI_ERR_INFO_VALUE);
	EXPECT(MPI_Info_delete(info, "x") == MPI_ERR_INFO_NOKEY);
	EXPECT(MPI_Info_get_nthkey(info, 0, key) == MPI_ERR_ARG);
	EXPECT(MPI_Info_get_nkeys(MPI_INFO_NULL, &count) == MPI_ERR_INFO);
	freed = info;
	WELL(MPI_Info_free(&info));
	EXPECT(MPI_Info_get_nkeys(freed, &count) == MPI_ERR_INFO);
	return MPI_Finalize();
}

RANKS_TEST(test_refused, 1, refused)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_keys),
		TEST(test_of_communicators),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}

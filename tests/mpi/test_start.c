/* SPDX-License-Identifier: BSD-2-Clause */
/* Start and end of MPI programs: phases, exit statuses, clocks, and calls at the wrong time. */
#include <stdlib.h>
#include <string.h>
#include "ranks.h"

static int
phases(int argc, char **argv)
{
	int flag, provided, rank, size, version, subversion, length;
	char name[MPI_MAX_LIBRARY_VERSION_STRING];

	WELL(MPI_Initialized(&flag));
	EXPECT(!flag);
	WELL(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided));
	EXPECT(provided == MPI_THREAD_SERIALIZED);
	WELL(MPI_Query_thread(&flag));
	EXPECT(flag == provided);
	WELL(MPI_Is_thread_main(&flag));
	EXPECT(flag);
	WELL(MPI_Initialized(&flag));
	EXPECT(flag);
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	EXPECT(rank == vcube_rank(vcube_mpi_node()) && size == vcube_size(vcube_mpi_node()));
	WELL(MPI_Comm_rank(MPI_COMM_SELF, &rank));
	WELL(MPI_Comm_size(MPI_COMM_SELF, &size));
	EXPECT(rank == 0 && size == 1);
	WELL(MPI_Get_version(&version, &subversion));
	EXPECT(version == MPI_VERSION && subversion == MPI_SUBVERSION);
	WELL(MPI_Get_library_version(name, &length));
	EXPECT(strncmp(name, "libvcube-mpi", 12) == 0 && strlen(name) == (size_t)length);
	WELL(MPI_Get_processor_name(name, &length));
	EXPECT(length > 0 && strlen(name) == (size_t)length);
	WELL(MPI_Finalize());
	WELL(MPI_Finalized(&flag));
	EXPECT(flag);
	return 0;
}

RANKS_TEST(test_phases, 5, phases)

/* The info has the key with this value. */
static void
has(MPI_Info info, const char *key, const char *value)
{
	char found[16] = "";
	int room = sizeof found, flag;

	WELL(MPI_Info_get_string(info, key, &room, found, &flag));
	EXPECT(flag && strcmp(found, value) == 0);
}

union logical {
	int8_t one;
	int16_t two;
	int32_t four;
	int64_t eight, sixteen[2];
};

static int64_t
value_of(const union logical *l, int size)
{
	switch (size) {
	case 1:
		return l->one;
	case 2:
		return l->two;
	case 4:
		return l->four;
	case 8:
		return l->eight;
	default:
		return l->sixteen[0] | l->sixteen[1];
	}
}

static int
abi(int argc, char **argv)
{
	union logical yes, no;
	int set, keys;
	MPI_Info info;

	WELL(MPI_Abi_get_info(&info));
	has(info, "mpi_aint_size", "8");
	has(info, "mpi_count_size", "8");
	has(info, "mpi_offset_size", "8");
	WELL(MPI_Info_free(&info));
	WELL(MPI_Abi_get_fortran_info(&info));
	has(info, "mpi_logical_size", "4");
	has(info, "mpi_double_precision_size", "8");
	has(info, "mpi_real16_supported", "true");
	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	EXPECT(MPI_Abi_set_fortran_info(info) == MPI_ERR_ABI);
	WELL(MPI_Info_free(&info));
	for (int size = 1; size <= 16; size *= 2) {
		WELL(MPI_Abi_get_fortran_booleans(size, &yes, &no, &set));
		EXPECT(set && value_of(&yes, size) == 1 && value_of(&no, size) == 0);
	}
	EXPECT(MPI_Abi_get_fortran_booleans(3, &yes, &no, &set) == MPI_ERR_ARG);
	EXPECT(MPI_Abi_get_fortran_booleans(32, &yes, &no, &set) == MPI_ERR_ARG);
	EXPECT(MPI_Abi_get_fortran_booleans(4, NULL, &no, &set) == MPI_ERR_ARG);
	EXPECT(MPI_Abi_set_fortran_booleans(4, &yes, &no) == MPI_ERR_ABI);
	WELL(MPI_Get_hw_resource_info(&info));
	WELL(MPI_Info_get_nkeys(info, &keys));
	EXPECT(keys == 0);
	WELL(MPI_Info_free(&info));
	return MPI_Finalize();
}

RANKS_TEST(test_abi, 2, abi)

static int
wait_a_microsecond(int argc, char **argv)
{
	const double before = MPI_Wtime();

	(void)argc, (void)argv;
	vcube_compute(vcube_mpi_node(), 1000000);
	EXPECT(MPI_Wtime() - before > 0.99e-6 && MPI_Wtime() - before < 1.01e-6);
	EXPECT(MPI_Wtick() == 1e-12);
	return 0;
}

static int
host_time_passes(int argc, char **argv)
{
	const double before = MPI_Wtime();

	(void)argc, (void)argv;
	while (MPI_Wtime() <= before)
		;
	EXPECT(MPI_Wtick() > 0 && MPI_Wtick() < 1e-3);
	return 0;
}

/* As benchmarks compute while a call goes on */
static int
compute_until(int argc, char **argv)
{
	const double begin = MPI_Wtime();
	int readings = 0;

	(void)argc, (void)argv;
	while (MPI_Wtime() - begin < 5e-6)
		readings++;
	EXPECT(readings > 1000 && readings < 2000);
	return 0;
}

static void
test_clocks(void **state)
{
	(void)state;
	run_ranks("full:2 clock=virtual", compute_until);
	run_ranks("full:2 clock=virtual", wait_a_microsecond);
	run_ranks("full:2", host_time_passes);
}

static int
abort_at_rank_1(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 1)
		MPI_Abort(MPI_COMM_WORLD, 42);
	MPI_Finalize();
	return 0;
}

static int
status_of_rank(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Finalize();
	if (rank == 2)
		vcube_mpi_exit(atoi(argv[1]));
	return rank > 2 ? 9 : 0;
}

static void
test_exit_status(void **state)
{
	char name[] = "test", seven[] = "7", *argv[] = {name, seven, NULL};

	(void)state;
	assert_int_equal(vcube_mpi_run("full:2", status_of_rank, 2, argv), 0);
	assert_int_equal(vcube_mpi_run("full:4", status_of_rank, 2, argv), 7);
	assert_int_equal(vcube_mpi_run("full:3", abort_at_rank_1, 1, argv), 42);
	assert_int_equal(vcube_mpi_run("sphere:4", status_of_rank, 2, argv), 1);
}

static int
init_twice(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Init(&argc, &argv);
	return 0;
}

static int
no_init(int argc, char **argv)
{
	int rank;

	(void)argc, (void)argv;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return 0;
}

static int
after_the_end(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Finalize();
	MPI_Comm_size(MPI_COMM_WORLD, &argc);
	return 0;
}

static int
missing(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	return MPI_Comm_spawn("x", argv, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, NULL, NULL);
}

static int
no_communicator(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	return MPI_Comm_size((MPI_Comm)MPI_INT, &argc);
}

static int
give_up(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	return 3;
}

static const struct {
	vcube_mpi_program *main;
	const char *words;
} refused[] = {
	{abort_at_rank_1, "node 1 aborted the run with code 42"},
	{init_twice, "MPI_Init on rank 0: MPI is already initialized"},
	{no_init, "MPI_Comm_rank on rank 0: it was called before MPI_Init"},
	{after_the_end, "MPI_Comm_size on rank 0: it was called after MPI_Finalize"},
	{missing, "MPI_Comm_spawn on rank 0: communicator MPI_COMM_WORLD: libvcube-mpi does not provide "
		"MPI_Comm_spawn (MPI_ERR_UNSUPPORTED_OPERATION)"},
	{no_communicator, "the handle is not a communicator or has been freed (MPI_ERR_COMM)"},
	{give_up, "rank 0 ended with status 3 between MPI_Init and MPI_Finalize"},
};

static void
test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++)
		run_ranks_refused("full:2", refused[i].main, refused[i].words);
}

static void
test_not_explored(void **state)
{
	(void)state;
	run_ranks_refused("full:2 explore=both", give_up, "vcube_explore_apart() explores them");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_phases),
		TEST(test_abi),
		TEST(test_clocks),
		TEST(test_exit_status),
		TEST(test_refused),
		TEST(test_not_explored),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks that this rank has a process for itself: globals, static and thread-local variables,
 * and the state that libc keeps once a process. Ends with 1 at the first thing that is wrong.
 */
#include <getopt.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int initialized = 17, zeros[5000], *address = &initialized;
__thread int of_thread = 5;
static int constructed;

static int rank, rank_before = -1;

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "rank %d: wrong: %s\n", rank, #condition); \
			exit(1); \
		} \
	} while (0)

__attribute__((constructor)) static void
construct(void)
{
	constructed++;
}

/* Let other ranks run. */
static void
yield(void)
{
	for (int i = 0; i < 20; i++)
		sched_yield();
}

static int
calls(void)
{
	static int count;

	return ++count;
}

static void
check_variables(void)
{
	CHECK(constructed == 1 && initialized == 17 && zeros[4999] == 0 && of_thread == 5);
	CHECK(address == &initialized);
	for (int i = 0; i < 100; i++) {
		initialized = zeros[4999] = of_thread = rank;
		yield();
		CHECK(initialized == rank && zeros[4999] == rank && of_thread == rank && *address == rank);
		CHECK(calls() == i + 1);
	}
}

static void *
in_thread(void *arg)
{
	(void)arg;
	of_thread = -1;
	initialized = 1000 + rank;
	return NULL;
}

static void
check_thread(void)
{
	pthread_t thread;

	CHECK(pthread_create(&thread, NULL, in_thread, NULL) == 0 && pthread_join(thread, NULL) == 0);
	CHECK(of_thread == rank && initialized == 1000 + rank);
}

/* Rank r is given "-v" r times, among other words. */
static void
check_options(void)
{
	static const struct option longs[] = {
		{ "name", required_argument, NULL, 'n' }, { "verbose", no_argument, NULL, 'v' }, { 0 }
	};
	char *argv[64] = { "own", "first" }, name[24];
	int argc = 2, verbose = 0, names = 0, option;

	for (int i = 0; i < rank % 40; i++)
		argv[argc++] = i % 2 ? "-v" : "--verb";
	snprintf(name, sizeof name, "--name=%d", rank);
	argv[argc++] = name;
	argv[argc++] = "last";
	while ((option = getopt_long(argc, argv, "n:v", longs, NULL)) != -1) {
		yield();
		verbose += option == 'v';
		names += option == 'n' && atoi(optarg) == rank;
	}
	CHECK(verbose == rank % 40 && names == 1 && optind == argc - 2);
	CHECK(strcmp(argv[optind], "first") == 0 && strcmp(argv[optind + 1], "last") == 0);
}

/* The numbers of a process that runs alone */
static void
check_random(void)
{
	struct random_data data = { 0 };
	char state[128];
	int32_t wanted;

	initstate_r(1, state, sizeof state, &data);
	for (int i = 0; i < 50; i++) {
		random_r(&data, &wanted);
		CHECK(i % 2 ? rand() == wanted : random() == wanted);
		yield();
	}
	srand((unsigned)rank + 1);
	srandom_r((unsigned)rank + 1, &data);
	random_r(&data, &wanted);
	yield();
	CHECK(rand() == wanted);
}

static void
check_drand48(void)
{
	struct drand48_data data = { 0 };
	double wanted;

	srand48(rank);
	srand48_r(rank, &data);
	for (int i = 0; i < 50; i++) {
		drand48_r(&data, &wanted);
		yield();
		CHECK(drand48() == wanted);
	}
}

static void
check_words(void)
{
	char text[] = "one two three four", expected[4][8] = { "one", "two", "three", "four" };
	char *word = strtok(text, " ");

	for (int i = 0; i < 4; i++, word = strtok(NULL, " ")) {
		yield();
		CHECK(word && strcmp(word, expected[i]) == 0);
	}
	CHECK(word == NULL);
}

/* Commands have the environment of the rank, in OWN its number. */
static void
check_commands(void)
{
	FILE *pipe = popen("echo $OWN", "r");
	int printed = -1, status = -1;
	pid_t child;

	CHECK(pipe && fscanf(pipe, "%d", &printed) == 1 && printed == rank && pclose(pipe) == 0);
	CHECK(WEXITSTATUS(system("exit $((OWN + 1))")) == rank + 1);
	child = fork();
	if (child == 0)
		execlp("sh", "sh", "-c", "exit $((OWN + 2))", NULL);
	CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == rank + 2);
	child = fork();
	if (child == 0)
		execv("/bin/sh", (char *[]){ "sh", "-c", "exit $((OWN + 3))", NULL });
	CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == rank + 3);
}

static void
check_environment(void)
{
	char mine[24], put[32];
	int found = 0;

	CHECK(getenv("PATH") && !getenv("OWN") && strcmp(getenv("GIVEN"), "before") == 0);
	snprintf(mine, sizeof mine, "%d", rank);
	snprintf(put, sizeof put, "PUT=%d", rank);
	CHECK(setenv("OWN", mine, 1) == 0 && setenv("OWN", "no", 0) == 0 && putenv(put) == 0);
	CHECK(setenv("GIVEN", mine, 1) == 0);
	yield();
	CHECK(strcmp(getenv("OWN"), mine) == 0 && strcmp(getenv("PUT"), mine) == 0);
	CHECK(strcmp(getenv("GIVEN"), mine) == 0);
	check_commands();
	CHECK(unsetenv("OWN") == 0 && !getenv("OWN"));
	for (char **e = environ; *e; e++)
		found += strcmp(*e, put) == 0;
	CHECK(found == 1);
	CHECK(clearenv() == 0 && !getenv("PATH"));
}

/* What launchers set for programs that need their rank before MPI_Init() */
static void
check_rank_variables(void)
{
	const char *const ranks[] = { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "PMI_RANK",
				      "MPI_LOCALRANKID" };
	const char *const sizes[] = { "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_SIZE",
				      "MPI_LOCALNRANKS" };
	int size;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	CHECK(rank_before == rank);
	for (int i = 0; i < 4; i++) {
		CHECK(getenv(ranks[i]) && atoi(getenv(ranks[i])) == rank);
		CHECK(getenv(sizes[i]) && atoi(getenv(sizes[i])) == size);
	}
}

static void
check_time(void)
{
	const time_t time = rank * 86400L;
	const struct tm *broken_down = gmtime(&time);

	yield();
	CHECK(broken_down->tm_yday == rank % 365);
}

int
main(int argc, char **argv)
{
	if (getenv("PMI_RANK"))
		rank_before = atoi(getenv("PMI_RANK"));
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	check_rank_variables();
	check_variables();
	check_thread();
	check_options();
	check_random();
	check_drand48();
	check_words();
	check_environment();
	check_time();
	MPI_Finalize();
	printf("fine\n");
	return 0;
}

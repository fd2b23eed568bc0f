/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ends HOW [RANK]: ends as its first word says, in this rank, by default 1; the others return 0.
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
handler(void)
{
	printf("handler\n");
}

__attribute__((destructor)) static void
destroy(void)
{
	printf("destructor\n");
}

/* Use up the stack. */
static int
descend(volatile int depth)
{
	volatile char room[4096] = { 0 };

	return depth < 0 ? 0 : descend(depth + 1) + room[depth % 4096];
}

static void *
exit_7(void *arg)
{
	(void)arg;
	exit(7);
}

static void
die(void *value)
{
	(void)value;
	abort();
}

static void
end(const char *how)
{
	pthread_key_t key;
	pthread_t thread;
	pid_t child;
	int status;

	if (strcmp(how, "unfinished") == 0)
		exit(4);
	if (strcmp(how, "leave") == 0)
		exit(0);
	if (strcmp(how, "exit") == 0 && MPI_Finalize() == MPI_SUCCESS)
		exit(5);
	if (strcmp(how, "_exit") == 0 && MPI_Finalize() == MPI_SUCCESS)
		_exit(6);
	if (strcmp(how, "pthread_exit") == 0)
		pthread_exit(NULL);
	if (strcmp(how, "fork") == 0) {
		child = fork();
		if (child == 0)
			exit(3);
		if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3)
			printf("child\n");
	}
	if (strcmp(how, "segv") == 0)
		raise(SIGSEGV);
	if (strcmp(how, "overflow") == 0)
		descend(0);
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "term") == 0)
		raise(SIGTERM);
	while (strcmp(how, "kill") == 0 && kill(getpid(), SIGTERM) == 0)
		pause();
	/* the destructor runs at the end of the thread */
	if (strcmp(how, "later") == 0 && pthread_key_create(&key, die) == 0)
		pthread_setspecific(key, how);
	if (strcmp(how, "assert") == 0)
		assert(how == NULL);
	if (strncmp(how, "MPI_Abort", 9) == 0)
		MPI_Abort(MPI_COMM_WORLD, how[9] ? atoi(how + 9) : 9);
	if (strcmp(how, "thread") == 0 && pthread_create(&thread, NULL, exit_7, NULL) == 0)
		pthread_join(thread, NULL);
}

int
main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	atexit(handler);
	if (rank == (argc > 2 ? atoi(argv[2]) : 1)) {
		end(argv[1]);
		MPI_Finalize();
		return atoi(argv[1]);
	}
	if (strncmp(argv[1], "MPI_Abort", 9) == 0 || strcmp(argv[1], "leave") == 0)
		for (;;)
			pause();
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* wrong WHAT: does what its first word says in rank 1, for sanitizers to see. */
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int numbers[10], counter;

static void *
count(void *arg)
{
	for (int i = 0; i < 1000; i++)
		counter++;
	return arg;
}

static void
do_wrong(const char *what)
{
	int *block = malloc(10 * sizeof *block);
	volatile int past = 10, most = INT_MAX;
	pthread_t thread;

	if (strcmp(what, "heap") == 0)
		block[past] = 1;
	if (strcmp(what, "global") == 0)
		numbers[past] = 1;
	if (strcmp(what, "overflow") == 0)
		most += past;
	if (strcmp(what, "race") == 0 && pthread_create(&thread, NULL, count, NULL) == 0) {
		count(NULL);
		pthread_join(thread, NULL);
	}
	free(block);
}

/* Messages of several lengths, in which nothing is wrong */
static void
exchange(int rank, int size)
{
	enum { MOST = 50000 };
	int *out = malloc(MOST * sizeof *out), *in = malloc(MOST * sizeof *in), sum;

	for (int length = 1; length <= MOST; length *= 10) {
		for (int i = 0; i < length; i++)
			out[i] = rank + i;
		MPI_Sendrecv(out, length, MPI_INT, (rank + 1) % size, 5, in, length, MPI_INT,
			     (rank + size - 1) % size, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Allreduce(in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		if (sum != size * (size - 1) / 2)
			MPI_Abort(MPI_COMM_WORLD, 2);
	}
	free(out);
	free(in);
}

int
main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	exchange(rank, size);
	do_wrong(rank == 1 ? argv[1] : "nothing");
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * races HOW: rank 0 receives from all others, any first; if that is not rank 1, it does what the
 * first word says. It prints in which order they came, unless the word is `same`.
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_MOST = 16 };

static int begun;

static int
receive(int source)
{
	int word;

	MPI_Recv(&word, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	return word;
}

static void
go_wrong(const char *how, int first)
{
	if (strcmp(how, "assert") == 0)
		assert(first == 1);
	if (strcmp(how, "abort") == 0)
		MPI_Abort(MPI_COMM_WORLD, 9);
	if (strcmp(how, "segv") == 0)
		*(volatile int *)8 = 1;
	if (strcmp(how, "hang") == 0)
		receive(1);
	if (strcmp(how, "exit") == 0)
		exit(3);
}

static int
take(const char *how, int count)
{
	int came[RANKS_MOST];

	for (int i = 0; i < count; i++)
		came[i] = receive(MPI_ANY_SOURCE);
	for (int i = 0; i < count && strcmp(how, "same") != 0; i++)
		printf("%d ", came[i]);
	printf("came\n");
	if (came[0] != 1)
		go_wrong(how, came[0]);
	return came[0];
}

/* Also what is left of the input is the same in each order. */
static void
read_input(void)
{
	int number;

	printf("read %d\n", scanf("%d", &number) == 1 ? number : -1);
}

int
main(int argc, char **argv)
{
	const char *const how = argc > 1 ? argv[1] : "";
	int rank, size, first = 1;

	assert(begun++ == 0);
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0)
		MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	else
		first = take(how, size - 1);
	if (rank == 0 && strcmp(how, "read") == 0)
		read_input();
	if (strcmp(how, "head-on") == 0) {
		MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
		MPI_Recv(&rank, 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return strcmp(how, "return") == 0 && first != 1 ? 4 : 0;
}

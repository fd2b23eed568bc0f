/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lab, exercise 9: a program for any MPI. Each rank passes a vector to its right and adds
 * up what comes from its left.
 *
 *   around [COUNT]          numbers in the vector, by default 1000
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double
add_up(const double *numbers, int count)
{
	double sum = 0;

	for (int i = 0; i < count; i++)
		sum += numbers[i];
	return sum;
}

int
main(int argc, char **argv)
{
	const int count = argc > 1 ? atoi(argv[1]) : 1000;
	double *mine = calloc((size_t)count, sizeof *mine);
	double *theirs = calloc((size_t)count, sizeof *theirs);
	int rank, size, right, left;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	right = (rank + 1) % size;
	left = (rank + size - 1) % size;
	for (int i = 0; i < count; i++)
		mine[i] = rank;

	MPI_Send(mine, count, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
	MPI_Recv(theirs, count, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

	if (rank == 0)
		printf("rank 0 got %g\n", add_up(theirs, count) / count);
	free(mine);
	free(theirs);
	return MPI_Finalize();
}

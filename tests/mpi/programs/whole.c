/* SPDX-License-Identifier: BSD-2-Clause */
/* A program of two files: prints what the other one returns. */
#include <mpi.h>
#include <stdio.h>

int part(int number);
extern int part_value;

int
main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	printf("rank %d of %d: %d %d\n", rank, size, part(rank), part_value);
	MPI_Finalize();
	return 0;
}

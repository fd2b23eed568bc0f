/* SPDX-License-Identifier: BSD-2-Clause */
/* Gathers a vector of every rank at all, and prints whether it is right and how long it took. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 75 };

int
main(int argc, char **argv)
{
	int rank, size, in[COUNT], *out, wrong = 0;
	double start;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	out = malloc((size_t)size * sizeof in);
	for (int i = 0; i < COUNT; i++)
		in[i] = rank * COUNT + i;
	for (int round = 0; round < 2; round++) {
		start = MPI_Wtime();
		MPI_Allgather(in, COUNT, MPI_INT, out, COUNT, MPI_INT, MPI_COMM_WORLD);
		start = MPI_Wtime() - start;
	}
	for (int i = 0; i < size * COUNT; i++)
		wrong += out[i] != i;
	if (rank == 0)
		printf("%s after %.1f us\n", wrong ? "wrong" : "right", start * 1e6);
	free(out);
	return MPI_Finalize();
}

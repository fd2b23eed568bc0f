/* SPDX-License-Identifier: BSD-2-Clause */
/* A matrix in strips of rows is transposed by a complete exchange of its blocks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 4 };                     /* rows and columns of a block */

static double
value(int row, int column)
{
	return row * 1000 + column;
}

int
main(int argc, char **argv)
{
	int rank, size, wrong = 0, all;
	double *out, *in, begin, end;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	out = malloc((size_t)size * BLOCK * BLOCK * sizeof *out);
	in = malloc((size_t)size * BLOCK * BLOCK * sizeof *in);
	for (int to = 0; to < size; to++)
		for (int i = 0; i < BLOCK * BLOCK; i++)
			out[to * BLOCK * BLOCK + i] =
				value(rank * BLOCK + i % BLOCK, to * BLOCK + i / BLOCK);
	begin = MPI_Wtime();
	MPI_Alltoall(out, BLOCK * BLOCK, MPI_DOUBLE, in, BLOCK * BLOCK, MPI_DOUBLE, MPI_COMM_WORLD);
	end = MPI_Wtime();
	for (int from = 0; from < size; from++)
		for (int i = 0; i < BLOCK * BLOCK; i++)
			wrong += in[from * BLOCK * BLOCK + i] !=
				 value(from * BLOCK + i % BLOCK, rank * BLOCK + i / BLOCK);
	MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0)
		printf("a matrix of %d by %d: %d elements wrong, %.3f us\n", size * BLOCK,
		       size * BLOCK, all, (end - begin) * 1e6);
	free(out);
	free(in);
	MPI_Finalize();
	return all != 0;
}

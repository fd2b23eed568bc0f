/* SPDX-License-Identifier: BSD-2-Clause */
/* A token passes by every rank; each adds its number. */
#include <mpi.h>
#include <stdio.h>

int
main(int argc, char **argv)
{
	int rank, size, token = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0)
		MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	token += rank;
	if (size > 1)
		MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
	if (rank == 0) {
		if (size > 1)
			MPI_Recv(&token, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		printf("the ranks sum to %d, as they should: %d\n", token, size * (size - 1) / 2);
	}
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* mistakes WHAT: deadlock, race, buffering, or none of these. The lines are marked for the test. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int
receive(int source, int tag)
{
	int got;

	return MPI_Recv(&got, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);    /* in a function */
}

int
main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (strcmp(what, "deadlock") == 0)
		receive((rank + 1) % 3, 7);
	if (strcmp(what, "buffering") == 0) {
		MPI_Send(&rank, 1, MPI_INT, (rank + 1) % 3, 8, MPI_COMM_WORLD);     /* in main */
		receive((rank + 2) % 3, 8);
	}
	if (strcmp(what, "race") == 0 && rank > 0)
		MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	if (strcmp(what, "race") == 0 && rank == 0) {
		receive(MPI_ANY_SOURCE, 9);
		receive(MPI_ANY_SOURCE, 9);
	}
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks the library of serves.c in each rank, one after the other; with BETWEEN, through another. */
#include <mpi.h>
#include <stdio.h>

int given(void);
int serves(void);
int between(void);
const char *served(void);

static int rank;

int
given(void)
{
	return rank;
}

int
main(int argc, char **argv)
{
	int size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < size; i++) {
		MPI_Barrier(MPI_COMM_WORLD);
		if (i != rank)
			continue;
#ifdef BETWEEN
		printf("%d ", between());
		printf("%d\n", serves());
#else
		printf("%d %s\n", serves(), served());
#endif
		fflush(stdout);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}

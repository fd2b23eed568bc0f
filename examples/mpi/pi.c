/* SPDX-License-Identifier: BSD-2-Clause */
/* Pi as an integral: each rank sums every size-th strip. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

int
main(int argc, char **argv)
{
	const double exact = 3.14159265358979323846;
	int rank, size, strips = 1000000;
	double sum = 0, pi;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Bcast(&strips, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int i = rank; i < strips; i += size) {
		const double x = (i + 0.5) / strips;

		sum += 4 / (1 + x * x) / strips;
	}
	MPI_Reduce(&sum, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("pi is about %.9f, off by less than 1e-9: %s\n", pi,
		       fabs(pi - exact) < 1e-9 ? "yes" : "no");
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes between two calls of MPI. Prints the time that this took of the rank's clock: in
 * times the processor's, if it is at least that; and what it has charged. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vcube/mpi.h>

static double
cpu(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int
main(int argc, char **argv)
{
	const double scale = argc > 1 ? atof(argv[1]) : 0;
	double start, begin, took, charged;

	MPI_Init(&argc, &argv);
	start = MPI_Wtime();
	for (begin = cpu(); cpu() - begin < 0.01;)
		continue;
	took = cpu() - begin;
	charged = MPI_Wtime();
	took = (charged - start) / took;
	start = charged;
	MPI_Pcontrol(1);
	MPI_Pcontrol(VCUBE_MPI_WORK, 2.5);
	charged = MPI_Wtime() - start;
	printf("%s, charged %.1f\n", took == 0 ? "nothing" : took >= scale ? "enough" : "too little", charged);
	return MPI_Finalize();
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Rank 0 hands out numbers to whoever is idle; the others tell which are prime. */
#include <mpi.h>
#include <stdio.h>

enum { FIRST = 2, LAST = 200 };
enum { IDLE, PRIME, WORK, STOP };       /* tags */

static int
is_prime(int n)
{
	for (int d = 2; d * d <= n; d++)
		if (n % d == 0)
			return 0;
	return 1;
}

static int
hand_out(int workers)
{
	int next = FIRST, primes = 0, number;
	MPI_Status status;

	while (workers > 0) {
		MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
		primes += status.MPI_TAG == PRIME;
		if (next > LAST)
			workers--;
		MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, next > LAST ? STOP : WORK,
			 MPI_COMM_WORLD);
		next++;
	}
	return primes;
}

static void
work(void)
{
	int number = 0, tag = IDLE;
	MPI_Status status;

	for (;;) {
		MPI_Send(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
		MPI_Recv(&number, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
		if (status.MPI_TAG == STOP)
			return;
		tag = is_prime(number) ? PRIME : IDLE;
	}
}

int
main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (size < 2) {
		fprintf(stderr, "workers needs 2 ranks or more: vcuberun -n 2 workers\n");
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
	if (rank == 0)
		printf("%d primes up to %d\n", hand_out(size - 1), LAST);
	else
		work();
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives beside the program: two that overlap, one twice from a persistent request, and one
 * in between that blocks. */
#include <mpi.h>

int
main(int argc, char **argv)
{
	int mine = 1, sum, most, data[4] = {0}, all[64];
	MPI_Request request[2], again;

	MPI_Init(&argc, &argv);
	MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[0]);
	MPI_Ibcast(data, 4, MPI_INT, 1, MPI_COMM_WORLD, &request[1]);
	MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	MPI_Allgather_init(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &again);
	for (int i = 0; i < 2; i++) {
		MPI_Start(&again);
		MPI_Wait(&again, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&again);
	return MPI_Finalize();
}

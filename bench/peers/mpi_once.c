/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs one complete exchange, for simulators of MPI: mpi_once BYTES. Has no static data, so
 * that ranks may be threads of one process.
 */
#include <mpi.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
	const int bytes = argc > 1 ? atoi(argv[1]) : 8;
	int nodes;
	char *in, *out;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &nodes);
	in = calloc((size_t)nodes, (size_t)bytes);
	out = calloc((size_t)nodes, (size_t)bytes);
	if (in == NULL || out == NULL)
		MPI_Abort(MPI_COMM_WORLD, 2);
	MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
	free(in);
	free(out);
	MPI_Finalize();
	return 0;
}

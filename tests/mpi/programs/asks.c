/* SPDX-License-Identifier: BSD-2-Clause */
/* Each rank has an environment of its own, which libraries see: prints what says.c answers. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

const char *says(const char *name);

int
main(int argc, char **argv)
{
	char name[16], value[16];
	const char *mine, *other;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	snprintf(name, sizeof name, "NAME_%d", rank);
	snprintf(value, sizeof value, "value %d", rank);
	setenv(name, value, 1);
	MPI_Barrier(MPI_COMM_WORLD);
	other = says(rank ? "NAME_0" : "NAME_1");
	mine = says(name);
	MPI_Barrier(MPI_COMM_WORLD);
	printf("%s, %s, %s\n", mine ? mine : "nothing", getenv("SAID"), other ? other : "nothing");
	MPI_Finalize();
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A shared library that calls MPI, its program, and keeps state. */
#include <mpi.h>
#include <stdlib.h>

int given(void);        /* by the program */
int serves(void);
const char *served(void);

int
serves(void)
{
	static int calls;
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return 100 * rank + 10 * given() + ++calls;
}

const char *
served(void)
{
	return getenv("GIVEN");
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the variable WORD, the number of words that the program is given, and its folder. */
#include <libgen.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	const char *word = getenv("WORD");
	char folder[4096] = "";

	MPI_Init(&argc, &argv);
	if (!getcwd(folder, sizeof folder))
		MPI_Abort(MPI_COMM_WORLD, 1);
	printf("%s, %d words in %s\n", word ? word : "none", argc, basename(folder));
	MPI_Finalize();
	return 0;
}

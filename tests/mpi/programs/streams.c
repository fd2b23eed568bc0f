/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes lines in pieces to both streams, and what standard input has for this rank.
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	char line[100];
	int rank, number;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	setvbuf(stdout, NULL, _IOFBF, 1 << 16);
	for (int i = 0; i < 100; i++) {
		printf("line ");
		putchar('0' + i / 10);
		fputc('0' + i % 10, stdout);
		printf(" of %d", rank);
		puts(" here");
	}
	fprintf(stderr, "error of ");
	fprintf(stderr, "%d\n", rank);
	printf("files %d %d\n", fileno(stdout), fileno(stderr));
	if (fgets(line, sizeof line, stdin) && scanf("%d", &number) == 1)
		printf("read %s%d and %d\n", line, number, getchar());
	else
		printf("nothing to read\n");
	MPI_Finalize();
	fclose(stdin);
	if (fclose(stdout) != 0)
		return 1;
	return 0;
}

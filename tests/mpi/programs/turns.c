/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * turns FOLDER: each rank has its own folder and umask there, and turns its standard output and
 * error to files of its own: by freopen(), and by dup2() for a while. Ends with 1 at the first
 * thing that is wrong.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int rank;

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "rank %d: wrong: %s\n", rank, #condition); \
			MPI_Abort(MPI_COMM_WORLD, 1); \
		} \
	} while (0)

/* Does the file have this text and no more? */
static void
check_file(const char *name, const char *text)
{
	char line[100] = "";
	FILE *file = fopen(name, "r");
	size_t bytes;

	CHECK(file);
	bytes = fread(line, 1, sizeof line - 1, file);
	fclose(file);
	CHECK(bytes == strlen(text) && strcmp(line, text) == 0);
}

static void
check_folder(const char *folder)
{
	char mine[32], here[4096];
	struct stat status;
	mode_t mask = rank % 2 ? 077 : 027;

	CHECK(chdir(folder) == 0);
	snprintf(mine, sizeof mine, "rank%d", rank);
	CHECK(mkdir(mine, 0700) == 0 && chdir(mine) == 0);
	umask(mask);
	MPI_Barrier(MPI_COMM_WORLD);
	CHECK(getcwd(here, sizeof here) && strcmp(strrchr(here, '/') + 1, mine) == 0);
	CHECK(mkdir("inner", 0777) == 0 && stat("inner", &status) == 0);
	CHECK((status.st_mode & 0777) == (0777 & ~mask));
}

static void
check_dup2(void)
{
	const int kept = dup(STDOUT_FILENO), file = open("dup2", O_CREAT | O_WRONLY | O_TRUNC, 0600);

	CHECK(kept >= 0 && file >= 0);
	printf("before ");
	CHECK(dup2(file, STDOUT_FILENO) == STDOUT_FILENO && close(file) == 0);
	MPI_Barrier(MPI_COMM_WORLD);
	printf("in a file, ");
	CHECK(write(STDOUT_FILENO, "as this\n", 8) == 8);
	fflush(stdout);
	check_file("dup2", "in a file, as this\n");
	CHECK(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO && close(kept) == 0);
	CHECK(dup2(-1, STDOUT_FILENO) == -1);
	printf("after\n");
}

static void
check_freopen(void)
{
	char line[32];
	FILE *input;

	CHECK(freopen("/nowhere/file", "w", stdout) == NULL);
	CHECK(freopen("out", "w", stdout) == stdout);
	CHECK(freopen("err", "w", stderr) == stderr);
	MPI_Barrier(MPI_COMM_WORLD);
	printf("output of ");
	printf("%d\n", rank);
	fprintf(stderr, "error\n");
	fflush(stdout);
	snprintf(line, sizeof line, "output of %d\n", rank);
	check_file("out", line);
	check_file("err", "error\n");
	input = freopen("err", "r", stdin);
	CHECK(input && fgets(line, sizeof line, stdin) && strcmp(line, "error\n") == 0);
	printf("the end");
}

int
main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	CHECK(argc == 2);
	check_folder(argv[1]);
	check_dup2();
	check_freopen();
	MPI_Finalize();
	return 0;
}

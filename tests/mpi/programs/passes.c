/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes data in every way: short and long messages, blocking or not, collectives, an operator
 * of its own, memory that comes and goes. For sanitizers, which should find nothing. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 5, MOST = 4096 };

static long table[MOST];
static int rank, size;

static void
add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *count; i++)
		((long *)inout)[i] += ((long *)in)[i];
}

static void
expect(int holds, const char *what)
{
	if (!holds) {
		fprintf(stderr, "rank %d: %s is wrong\n", rank, what);
		exit(1);
	}
}

static void
pass_on(long *got, int count, int round)
{
	const int left = (rank + size - 1) % size;
	MPI_Request requests[2];

	for (int i = 0; i < count; i++)
		table[i] = rank * 1000 + i + round;
	MPI_Irecv(got, count, MPI_LONG, left, 3, MPI_COMM_WORLD, &requests[0]);
	MPI_Isend(table, count, MPI_LONG, (rank + 1) % size, 3, MPI_COMM_WORLD, &requests[1]);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	for (int i = 0; i < count; i++)
		expect(got[i] == left * 1000 + i + round, "what came round");
}

static void
combine(long *got, int count, MPI_Op op)
{
	MPI_Request request;

	MPI_Allreduce(table, got, count, MPI_LONG, op, MPI_COMM_WORLD);
	memcpy(table, got, (size_t)count * sizeof *got);
	MPI_Iallreduce(table, got, count, MPI_LONG, op, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(got[0] == table[0] * size, "the sum");
	table[0] = 0;
	MPI_Bcast(got, count, MPI_LONG, count % size, MPI_COMM_WORLD);
}

static void
collect(void)
{
	char *text = strdup("hello from there");
	MPI_Status status;
	int length;

	if (rank > 0)
		MPI_Send(text, (int)strlen(text) + 1, MPI_CHAR, 0, 9, MPI_COMM_WORLD);
	text[0] = 'H';
	for (int i = 1; rank == 0 && i < size; i++) {
		char *other;

		MPI_Probe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &status);
		MPI_Get_count(&status, MPI_CHAR, &length);
		other = malloc((size_t)length);
		MPI_Recv(other, length, MPI_CHAR, status.MPI_SOURCE, 9, MPI_COMM_WORLD, &status);
		expect(strcmp(other + 1, text + 1) == 0, "a text");
		free(other);
	}
	free(text);
}

int
main(int argc, char **argv)
{
	MPI_Op op;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Op_create(add, 1, &op);
	for (int round = 0; round < ROUNDS; round++)
		for (int count = 1; count <= MOST; count *= 16) {
			long *got = malloc((size_t)count * sizeof *got);

			pass_on(got, count, round);
			combine(got, count, op);
			collect();
			free(got);
		}
	MPI_Op_free(&op);
	printf("rank %d is done\n", rank);
	return MPI_Finalize();
}

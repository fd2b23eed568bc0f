/* SPDX-License-Identifier: BSD-2-Clause */
/* mistakes WHAT: a mistake of those below, or none. The lines are marked for the test. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int
receive(int source, int tag)
{
	int got;

	return MPI_Recv(&got, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);    /* in a function */
}

/* Rank 0 takes a message of any rank; that of rank 2 may come first, unless it is an answer. */
static void
race_with_late(int rank, int answers)
{
	if (rank == 1)
		MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
	if (rank == 2 && answers)
		receive(0, 10);
	if (rank == 2)
		MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
	if (rank != 0)
		return;
	receive(MPI_ANY_SOURCE, 9);
	if (answers)
		MPI_Send(&rank, 1, MPI_INT, 2, 10, MPI_COMM_WORLD);
	receive(MPI_ANY_SOURCE, 9);
}

/* Rank 0 probes for messages of any rank, or has a request for them. */
static void
race_of_others(int rank, int probes)
{
	MPI_Request request;
	MPI_Status status;
	int data;

	if (rank > 0)
		MPI_Send(&rank, 1, MPI_INT, 0, 11, MPI_COMM_WORLD);
	for (int i = 0; rank == 0 && i < 2; i++) {
		if (probes) {
			MPI_Probe(MPI_ANY_SOURCE, 11, MPI_COMM_WORLD, &status);         /* probed */
			receive(status.MPI_SOURCE, 11);
			continue;
		}
		MPI_Irecv(&data, 1, MPI_INT, MPI_ANY_SOURCE, 11, MPI_COMM_WORLD, &request);     /* posted */
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
}

/* Sends that would wait for ever, but for a receive that takes any message. */
static void
send_first(int rank)
{
	if (rank == 0) {
		receive(MPI_ANY_SOURCE, 9);
		receive(MPI_ANY_SOURCE, 9);
	}
	if (rank == 1) {
		MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
		receive(2, 8);
	}
	if (rank == 2) {
		MPI_Send(&rank, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
		MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
	}
}

/* Rank 0 sends what rank 1 receives after a barrier. */
static void
send_before_all(int rank)
{
	if (rank == 0)
		MPI_Send(&rank, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);      /* before all */
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 1)
		receive(0, 9);
}

/* Rank 0 fails after a race. */
static void
fail_after_race(int rank)
{
	race_with_late(rank, 0);
	if (rank == 0)
		MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
}

static void
free_pending(int rank)
{
	int data[2] = {rank, 0};
	MPI_Request requests[2];

	MPI_Irecv(&data[1], 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[1]);
	MPI_Isend(&data[0], 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[0]);
	MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
	MPI_Request_free(&requests[0]);         /* freed */
}

static void
lock_between_fences(int first)
{
	int memory = 0;
	MPI_Win win;

	MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_fence(first, win);
	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);       /* locked */
	MPI_Win_unlock(0, win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

/* Errors of files return, and nobody looks. */
static void
write_to_what_is_read(const char *name)
{
	const int data = 1;
	MPI_File file;

	MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
	MPI_File_write(file, &data, 1, MPI_INT, MPI_STATUS_IGNORE);     /* refused */
	MPI_File_close(&file);
}

int
main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (strcmp(what, "deadlock") == 0)
		receive((rank + 1) % 3, 7);
	if (strcmp(what, "buffering") == 0) {
		MPI_Send(&rank, 1, MPI_INT, (rank + 1) % 3, 8, MPI_COMM_WORLD);     /* in main */
		receive((rank + 2) % 3, 8);
	}
	if (strcmp(what, "late") == 0 || strcmp(what, "answer") == 0)
		race_with_late(rank, *what == 'a');
	if (strcmp(what, "probed") == 0 || strcmp(what, "posted") == 0)
		race_of_others(rank, what[1] == 'r');
	if (strcmp(what, "sends") == 0)
		send_first(rank);
	if (strcmp(what, "before") == 0)
		send_before_all(rank);
	if (strcmp(what, "fails") == 0)
		fail_after_race(rank);
	if (strcmp(what, "freed") == 0)
		free_pending(rank);
	if (strcmp(what, "locked") == 0 || strcmp(what, "nosucceed") == 0)
		lock_between_fences(*what == 'n' ? MPI_MODE_NOSUCCEED : 0);
	if (strcmp(what, "left") == 0 && rank > 0) {
		MPI_Comm made;

		MPI_Comm_dup(MPI_COMM_SELF, &made);     /* left */
	}
	if (strcmp(what, "refused") == 0)
		write_to_what_is_read(argv[0]);
	if (strcmp(what, "race") == 0 && rank > 0)
		MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD);
	if (strcmp(what, "race") == 0 && rank == 0) {
		receive(MPI_ANY_SOURCE, 9);
		receive(MPI_ANY_SOURCE, 9);
	}
	MPI_Finalize();
	return 0;
}

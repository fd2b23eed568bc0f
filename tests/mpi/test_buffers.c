/* SPDX-License-Identifier: BSD-2-Clause */
/* Buffers for buffered sends: of sessions, and flushes that do not block. */
#include "ranks.h"

enum { MOST = 4, BIG = 1 << 20, LITTLE = 96 };   /* MPICH's overhead */

static MPI_Comm
comm_of(MPI_Session session)
{
	MPI_Group group;
	MPI_Comm comm;

	WELL(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
	WELL(MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
	WELL(MPI_Group_free(&group));
	return comm;
}

/* Sends to the right and receives from the left. */
static void
shift(MPI_Comm comm, int count)
{
	static const char data[64] = "data";
	char got[64] = "";
	int rank, size;

	WELL(MPI_Comm_rank(comm, &rank));
	WELL(MPI_Comm_size(comm, &size));
	WELL(MPI_Bsend(data, count, MPI_CHAR, (rank + 1) % size, 0, comm));
	WELL(MPI_Recv(got, count, MPI_CHAR, (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE));
	EXPECT(got[0] == 'd');
}

/* A session's buffer serves its communicators and those made of them, unless they have one. */
static int
of_session(int argc, char **argv)
{
	static char room[MPI_BSEND_OVERHEAD + 8], wide[2 * MPI_BSEND_OVERHEAD];
	MPI_Session session, none = MPI_SESSION_NULL;
	MPI_Comm comm, copy;
	MPI_Request request;
	MPI_Count bytes;
	void *memory;
	int size;

	(void)argc, (void)argv;
	WELL(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
	comm = comm_of(session);
	WELL(MPI_Comm_dup(comm, &copy));
	WELL(MPI_Session_attach_buffer(session, room, sizeof room));
	shift(comm, 8);
	WELL(MPI_Session_flush_buffer(session));
	shift(copy, 8);
	WELL(MPI_Session_iflush_buffer(session, &request));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(MPI_Bsend(wide, sizeof room, MPI_CHAR, 0, 0, comm) == MPI_ERR_BUFFER);
	WELL(MPI_Comm_attach_buffer(copy, wide, sizeof wide));
	shift(copy, 64);
	WELL(MPI_Comm_detach_buffer(copy, &memory, &size));
	WELL(MPI_Session_detach_buffer(session, &memory, &size));
	EXPECT(memory == room && size == sizeof room);
	WELL(MPI_Init(NULL, NULL));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	EXPECT(MPI_Session_detach_buffer(session, &memory, &size) == MPI_ERR_BUFFER);
	EXPECT(MPI_Session_attach_buffer(none, room, 8) == MPI_ERR_SESSION);
	EXPECT(MPI_Session_detach_buffer(none, &memory, &size) == MPI_ERR_SESSION);
	EXPECT(MPI_Session_flush_buffer(none) == MPI_ERR_SESSION);
	EXPECT(MPI_Session_iflush_buffer(none, &request) == MPI_ERR_SESSION);
	WELL(MPI_Session_attach_buffer_c(session, MPI_BUFFER_AUTOMATIC, 0));
	shift(comm, 64);
	EXPECT(MPI_Bsend(wide, 64, MPI_CHAR, 0, 0, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	WELL(MPI_Session_detach_buffer_c(session, &memory, &bytes));
	EXPECT(memory == MPI_BUFFER_AUTOMATIC);
	WELL(MPI_Finalize());
	WELL(MPI_Comm_free(&copy));
	WELL(MPI_Comm_free(&comm));
	return MPI_Session_finalize(&session);
}

/* The first rank's flush lasts until the last one has the message. */
static void
flush_beside(int rank, int last, MPI_Comm comm, int (*iflush)(MPI_Request *request))
{
	static const char data[BIG] = "x";
	static char got[MOST][BIG];
	MPI_Request request;
	int flag;

	if (rank == 0) {
		WELL(MPI_Bsend(data, BIG, MPI_CHAR, last, 0, comm));
		WELL(iflush(&request));
		WELL(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
		EXPECT(!flag);
		WELL(MPI_Send(&rank, 1, MPI_INT, last, 1, comm));
		WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
		EXPECT(request == MPI_REQUEST_NULL);
	}
	if (rank == last) {
		WELL(MPI_Recv(&flag, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE));
		WELL(MPI_Recv(got[rank], BIG, MPI_CHAR, 0, 0, comm, MPI_STATUS_IGNORE));
		EXPECT(got[rank][0] == 'x');
	}
}

static __thread MPI_Comm flushed;

static int
iflush_comm(MPI_Request *request)
{
	return MPI_Comm_iflush_buffer(flushed, request);
}

static int
beside(int argc, char **argv)
{
	MPI_Request request;
	int rank, size, bytes;
	void *memory;
	MPI_Comm none = MPI_COMM_NULL;

	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &flushed));
	WELL(MPI_Buffer_iflush(&request));              /* of nothing */
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(MPI_Comm_iflush_buffer(none, &request) == MPI_ERR_COMM);
	EXPECT(MPI_Buffer_iflush(NULL) == MPI_ERR_ARG);
	WELL(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
	flush_beside(rank, size - 1, MPI_COMM_WORLD, MPI_Buffer_iflush);
	WELL(MPI_Comm_attach_buffer(flushed, MPI_BUFFER_AUTOMATIC, 0));
	flush_beside(rank, size - 1, flushed, iflush_comm);
	WELL(MPI_Comm_free(&flushed));
	WELL(MPI_Buffer_detach(&memory, &bytes));
	return MPI_Finalize();
}

/* A flush that blocks, and detaching, wait for flushes that do not; those may be freed. */
static int
both(int argc, char **argv)
{
	static char room[MPI_BSEND_OVERHEAD + 4];
	MPI_Request request, freed;
	int rank, number, size;
	void *memory;

	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	for (int i = 0; i < 3; i++) {
		if (rank == 1) {
			WELL(MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
			EXPECT(number == i);
			continue;
		}
		WELL(MPI_Buffer_attach(room, sizeof room));
		WELL(MPI_Bsend(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD));
		WELL(MPI_Buffer_iflush(&freed));
		WELL(MPI_Buffer_iflush(&request));
		if (i == 1)
			WELL(MPI_Buffer_flush());
		if (i == 2)
			WELL(MPI_Request_free(&freed));
		WELL(MPI_Buffer_detach(&memory, &size));
		EXPECT(memory == room && size == sizeof room);
		WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
		WELL(MPI_Wait(&freed, MPI_STATUS_IGNORE));
	}
	return MPI_Finalize();
}

static void
test_beside(void **state)
{
	(void)state;
	run_ranks("full:2 capacity=0", beside);
	run_ranks("full:4 capacity=0 clock=virtual", beside);
	run_ranks("full:4 capacity=0 strict=yes", beside);
}

static void
test_both(void **state)
{
	(void)state;
	run_ranks("full:2", both);
	run_ranks("full:2 capacity=0", both);
	run_ranks("full:2 capacity=0 clock=virtual", both);
	run_ranks("full:2 capacity=0 fuzz=3", both);
}

/* A buffer without as much room as MPI_BSEND_OVERHEAD asks for. */
static int
too_little(int argc, char **argv)
{
	static char room[3 * (LITTLE + sizeof(int))];
	int rank, number = 0, size;
	void *memory;

	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	if (rank == 0) {
		WELL(MPI_Buffer_attach(room, sizeof room));
		for (int i = 0; i < 3; i++)
			WELL(MPI_Bsend(&i, 1, MPI_INT, 1, i, MPI_COMM_WORLD));
		WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
		EXPECT(MPI_Bsend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	}
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	for (int i = 0; rank == 1 && i < 3; i++) {
		WELL(MPI_Recv(&number, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
		EXPECT(number == i);
	}
	if (rank == 0)
		WELL(MPI_Buffer_detach(&memory, &size));
	return MPI_Finalize();
}

static void
test_overhead(void **state)
{
	(void)state;
	run_ranks("full:2 capacity=0", too_little);
	run_ranks("full:2 capacity=0 clock=virtual", too_little);
	run_ranks_refused("full:2 capacity=0 strict=yes", too_little, "with its overhead of 512, and 300 are free");
}

/* The report names the flush. */
static int
never_received(int argc, char **argv)
{
	MPI_Request request;
	int rank, bytes;
	void *memory;

	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	if (rank == 0) {
		WELL(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
		WELL(MPI_Bsend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD));
		WELL(MPI_Buffer_iflush(&request));
		WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
		WELL(MPI_Buffer_detach(&memory, &bytes));
	}
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	return MPI_Finalize();
}

static void
test_refused(void **state)
{
	(void)state;
	run_ranks_refused("full:2 capacity=0", never_received, "MPI_Buffer_iflush");
}

RANKS_TEST(test_of_session, MOST, of_session)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_of_session),
		TEST(test_beside),
		TEST(test_both),
		TEST(test_overhead),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Partitioned messages: parts that are ready in any order, from threads as well; refusals. */
#include <string.h>
#include "ranks.h"

enum { PARTS = 6, EACH = 50, TAG = 4, LARGE_TAG = 1 << 20, MANY = 5 };

static __thread int me, size;

static void
begin(int level)
{
	int provided;

	WELL(MPI_Init_thread(NULL, NULL, level, &provided));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
}

static bool
is(int code, int class)
{
	int found;

	WELL(MPI_Error_class(code, &found));
	return found == class;
}

/* The message of a part; the receiver has half as many parts, and a type with gaps. */
static int
round_of(int argc, char **argv)
{
	const int list[] = {0, PARTS - 1};
	int out[PARTS * EACH], in[2 * PARTS * EACH], other = -1, count, arrived;
	MPI_Request requests[2];
	MPI_Status statuses[2];
	MPI_Datatype gaps;

	(void)argc;
	(void)argv;
	begin(MPI_THREAD_SINGLE);
	WELL(MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gaps));
	WELL(MPI_Type_commit(&gaps));
	WELL(MPI_Psend_init(out, PARTS, EACH, MPI_INT, (me + 1) % size, TAG, MPI_COMM_WORLD,
			    MPI_INFO_NULL, &requests[0]));
	WELL(MPI_Precv_init(in, PARTS / 2, 2 * EACH, gaps, (me + size - 1) % size, TAG,
			    MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
	for (int round = 0; round < 3; round++) {
		memset(in, 0, sizeof in);
		WELL(MPI_Startall(2, requests));
		/* An ordinary message of the same tag is another one. */
		WELL(MPI_Sendrecv(&round, 1, MPI_INT, (me + 1) % size, TAG, &other, 1, MPI_INT,
				  MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
		EXPECT(other == round);
		WELL(MPI_Parrived(requests[1], 0, &arrived));
		for (int i = 0; i < PARTS * EACH; i++)
			out[i] = 1000 * round + i;
		WELL(MPI_Pready_range(1, PARTS - 2, requests[0]));
		WELL(MPI_Pready_list(2, list, requests[0]));
		WELL(MPI_Waitall(2, requests, statuses));
		WELL(MPI_Get_count(&statuses[1], gaps, &count));
		EXPECT(count == PARTS * EACH && statuses[1].MPI_SOURCE == (me + size - 1) % size);
		for (int i = 0; i < PARTS * EACH; i++)
			EXPECT(in[2 * i] == 1000 * round + i && in[2 * i + 1] == 0);
		WELL(MPI_Parrived(requests[1], 0, &arrived));
		EXPECT(arrived);
	}
	WELL(MPI_Request_free(&requests[0]));
	WELL(MPI_Request_free(&requests[1]));
	WELL(MPI_Type_free(&gaps));
	return MPI_Finalize();
}

/* Of requests with the same rank and tag, the nth sends to the nth, whichever is ready first, also
 * if those before are free; on an intercommunicator, too. */
static void
expect_order(MPI_Comm comm, int to, int from, int tag)
{
	int out[MANY][PARTS], in[MANY][PARTS] = {{0}}, arrived;
	MPI_Request sends[MANY], receives[MANY];
	MPI_Status status;

	for (int i = 0; i < MANY; i++) {
		WELL(MPI_Psend_init(out[i], i + 1, 1, MPI_INT, to, tag, comm, MPI_INFO_NULL, &sends[i]));
		WELL(MPI_Precv_init(in[i], 1, i + 1, MPI_INT, from, tag, comm, MPI_INFO_NULL, &receives[i]));
	}
	for (int round = 0; round < 2; round++) {
		WELL(MPI_Startall(MANY, receives));
		WELL(MPI_Startall(MANY, sends));
		for (int i = MANY - 1; i >= 0; i--) {
			for (int k = 0; k <= i; k++)
				out[i][k] = 100 * round + 10 * i + k;
			WELL(MPI_Pready_range(0, i, sends[i]));
			WELL(MPI_Wait(&receives[i], &status));
			EXPECT(status.MPI_SOURCE == from && status.MPI_TAG == tag);
			for (int k = 0; k <= i; k++)
				EXPECT(in[i][k] == 100 * round + 10 * i + k);
			WELL(MPI_Parrived(receives[i], 0, &arrived));
			EXPECT(arrived);
		}
		WELL(MPI_Waitall(MANY, sends, MPI_STATUSES_IGNORE));
	}
	for (int i = 0; i < MANY; i++) {
		WELL(MPI_Request_free(&sends[i]));
		WELL(MPI_Request_free(&receives[i]));
	}
}

static int
in_order(int argc, char **argv)
{
	MPI_Comm half, inter;

	(void)argc;
	(void)argv;
	begin(MPI_THREAD_SINGLE);
	for (int i = 0; i < 3; i++) {
		expect_order(MPI_COMM_WORLD, (me + 1) % size, (me + size - 1) % size, TAG);
		expect_order(MPI_COMM_WORLD, (me + 2) % size, (me + size - 2) % size, LARGE_TAG - 1);
	}
	if (size % 2 != 0)
		return MPI_Finalize();
	WELL(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half));
	WELL(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 7, &inter));
	expect_order(inter, me / 2, me / 2, TAG);
	WELL(MPI_Comm_free(&inter));
	WELL(MPI_Comm_free(&half));
	return MPI_Finalize();
}

/* More of them, one after the other, than there may be at a time */
static int
one_by_one(int argc, char **argv)
{
	int out = 0, in = -1;
	MPI_Request requests[2];

	(void)argc;
	(void)argv;
	begin(MPI_THREAD_SINGLE);
	for (; out < 5000; out++) {
		WELL(MPI_Psend_init(&out, 1, 1, MPI_INT, (me + 1) % size, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
				    &requests[0]));
		WELL(MPI_Precv_init(&in, 1, 1, MPI_INT, (me + size - 1) % size, TAG, MPI_COMM_WORLD,
				    MPI_INFO_NULL, &requests[1]));
		WELL(MPI_Startall(2, requests));
		WELL(MPI_Pready(0, requests[0]));
		WELL(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
		EXPECT(in == out);
		WELL(MPI_Request_free(&requests[0]));
		WELL(MPI_Request_free(&requests[1]));
	}
	return MPI_Finalize();
}

static int
refusals(int argc, char **argv)
{
	int data[2] = {0}, arrived = 0;
	MPI_Request send, receive, large, none = MPI_REQUEST_NULL;

	(void)argc;
	(void)argv;
	begin(MPI_THREAD_SINGLE);
	WELL(MPI_Psend_init(data, 2, 1, MPI_INT, me, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &send));
	WELL(MPI_Precv_init(data, 2, 1, MPI_INT, MPI_PROC_NULL, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
			    &receive));
	EXPECT(is(MPI_Pready(0, send), MPI_ERR_REQUEST));
	EXPECT(is(MPI_Pready(0, receive), MPI_ERR_REQUEST));
	EXPECT(is(MPI_Parrived(send, 0, data), MPI_ERR_REQUEST));
	EXPECT(is(MPI_Parrived(receive, 2, data), MPI_ERR_ARG));
	WELL(MPI_Parrived(receive, 1, &arrived));
	EXPECT(arrived);
	arrived = 0;
	WELL(MPI_Parrived(none, 0, &arrived));
	EXPECT(arrived);
	WELL(MPI_Psend_init(data, 1, 2, MPI_INT, me, LARGE_TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &large));
	EXPECT(is(MPI_Psend_init(data, 1, 2, MPI_INT, me, LARGE_TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
				 &none), MPI_ERR_UNSUPPORTED_OPERATION));
	WELL(MPI_Request_free(&large));
	EXPECT(is(MPI_Psend_init(data, 0, 2, MPI_INT, me, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
				 &none), MPI_ERR_ARG));
	EXPECT(is(MPI_Psend_init(data, 2, INT64_MAX, MPI_INT, me, 5, MPI_COMM_WORLD,
				 MPI_INFO_NULL, &none), MPI_ERR_COUNT));
	EXPECT(is(MPI_Precv_init(data, 1, 2, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
				 MPI_INFO_NULL, &none), MPI_ERR_ARG));
	WELL(MPI_Start(&receive));
	WELL(MPI_Wait(&receive, MPI_STATUS_IGNORE));
	WELL(MPI_Precv_init(data, 1, 2, MPI_INT, me, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &large));
	WELL(MPI_Start(&large));
	EXPECT(is(MPI_Request_free(&large), MPI_ERR_REQUEST));
	EXPECT(is(MPI_Cancel(&large), MPI_ERR_REQUEST));
	WELL(MPI_Start(&send));
	WELL(MPI_Pready_range(0, 1, send));
	WELL(MPI_Wait(&send, MPI_STATUS_IGNORE));
	WELL(MPI_Wait(&large, MPI_STATUS_IGNORE));
	WELL(MPI_Request_free(&large));
	WELL(MPI_Request_free(&receive));
	WELL(MPI_Request_free(&send));
	return MPI_Finalize();
}

static int
never_ready(int argc, char **argv)
{
	int data[2] = {0};
	MPI_Request request;

	(void)argc;
	(void)argv;
	begin(MPI_THREAD_SINGLE);
	MPI_Psend_init(data, 2, 1, MPI_INT, me, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	MPI_Start(&request);
	MPI_Pready(1, request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return MPI_Finalize();
}

static void
test_never_ready(void **state)
{
	(void)state;
	run_ranks_refused("full:1", never_ready, "MPI_Wait waits for a partitioned send of which "
			  "only 1 of 2 partitions are ready");
}

static void *
call_ready(void *request)
{
	WELL(MPI_Pready(0, *(MPI_Request *)request));
	return NULL;
}

/* A thread says that the part is ready, for which another may wait already. */
static int
by_thread(int argc, char **argv)
{
	int out = 10, in = 0;
	MPI_Request requests[2];
	pthread_t thread;

	(void)argc;
	(void)argv;
	begin(MPI_THREAD_MULTIPLE);
	WELL(MPI_Psend_init(&out, 1, 1, MPI_INT, (me + 1) % size, TAG, MPI_COMM_WORLD,
			    MPI_INFO_NULL, &requests[0]));
	WELL(MPI_Precv_init(&in, 1, 1, MPI_INT, (me + size - 1) % size, TAG, MPI_COMM_WORLD,
			    MPI_INFO_NULL, &requests[1]));
	WELL(MPI_Startall(2, requests));
	EXPECT(vcube_mpi_thread_create(pthread_create, &thread, NULL, call_ready, requests) == 0);
	WELL(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
	EXPECT(in == 10);
	EXPECT(vcube_mpi_thread_join(pthread_join, thread, NULL) == 0);
	WELL(MPI_Request_free(&requests[0]));
	WELL(MPI_Request_free(&requests[1]));
	return MPI_Finalize();
}

static void
test_by_thread(void **state)
{
	(void)state;
	run_ranks("full:3", by_thread);
}

RANKS_TEST(test_round_of, 4, round_of)
RANKS_TEST(test_in_order, 4, in_order)
RANKS_TEST(test_one_by_one, 2, one_by_one)
RANKS_TEST(test_refusals, 2, refusals)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_round_of),
		TEST(test_in_order),
		TEST(test_one_by_one),
		TEST(test_refusals),
		TEST(test_never_ready),
		TEST(test_by_thread),
	};

	return RUN_TESTS(tests);
}

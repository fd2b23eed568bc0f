/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's messages: every mode of sending with every way to receive, wildcards, order, probes. */
#include <stdlib.h>
#include <string.h>
#include "ranks.h"

enum { MOST = 40000, TAG = 7 };

static const int counts[] = {0, 1, 5, 100, MOST};

/* Of this rank */
static __thread int me, size, left, right;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	left = (me + size - 1) % size;
	right = (me + 1) % size;
}

static void
set(int *data, int count, int from)
{
	for (int i = 0; i < count; i++)
		data[i] = from * 1000 + i;
}

static bool
is_set(const int *data, int count, int from)
{
	for (int i = 0; i < count; i++)
		if (data[i] != from * 1000 + i)
			return false;
	return true;
}

/* Ways to send: each leaves a request. */
typedef int send(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

/* Ways to receive */
static void
by_recv(int *data, int count, int from, int tag, MPI_Status *status)
{
	WELL(MPI_Recv(data, count, MPI_INT, from, tag, MPI_COMM_WORLD, status));
}

static void
by_irecv(int *data, int count, int from, int tag, MPI_Status *status)
{
	MPI_Request request;

	WELL(MPI_Irecv(data, count, MPI_INT, from, tag, MPI_COMM_WORLD, &request));
	EXPECT(request != MPI_REQUEST_NULL);
	WELL(MPI_Wait(&request, status));
	EXPECT(request == MPI_REQUEST_NULL);
}

static void
by_test(int *data, int count, int from, int tag, MPI_Status *status)
{
	MPI_Request request;
	int flag = 0;

	WELL(MPI_Irecv(data, count, MPI_INT, from, tag, MPI_COMM_WORLD, &request));
	while (!flag)
		WELL(MPI_Test(&request, &flag, status));
	EXPECT(request == MPI_REQUEST_NULL);
}

static void
by_persistent(int *data, int count, int from, int tag, MPI_Status *status)
{
	MPI_Request request;

	WELL(MPI_Recv_init(data, count, MPI_INT, from, tag, MPI_COMM_WORLD, &request));
	WELL(MPI_Start(&request));
	WELL(MPI_Wait(&request, status));
	EXPECT(request != MPI_REQUEST_NULL);
	WELL(MPI_Request_free(&request));
	EXPECT(request == MPI_REQUEST_NULL);
}

static void
by_probe(int *data, int count, int from, int tag, MPI_Status *status)
{
	MPI_Status probed;
	int got;

	WELL(MPI_Probe(from, tag, MPI_COMM_WORLD, &probed));
	WELL(MPI_Get_count(&probed, MPI_INT, &got));
	EXPECT(got <= count);
	WELL(MPI_Recv(data, got, MPI_INT, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD, status));
	EXPECT(status->MPI_SOURCE == probed.MPI_SOURCE && status->MPI_TAG == probed.MPI_TAG);
}

static void
by_matched_probe(int *data, int count, int from, int tag, MPI_Status *status)
{
	MPI_Message message;

	WELL(MPI_Mprobe(from, tag, MPI_COMM_WORLD, &message, status));
	EXPECT(message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC);
	WELL(MPI_Mrecv(data, count, MPI_INT, &message, status));
	EXPECT(message == MPI_MESSAGE_NULL);
}

static void
by_imrecv(int *data, int count, int from, int tag, MPI_Status *status)
{
	MPI_Message message;
	MPI_Request request;
	int flag = 0;

	while (!flag)
		WELL(MPI_Improbe(from, tag, MPI_COMM_WORLD, &flag, &message, status));
	WELL(MPI_Imrecv(data, count, MPI_INT, &message, &request));
	WELL(MPI_Wait(&request, status));
}

static void
by_iprobe(int *data, int count, int from, int tag, MPI_Status *status)
{
	int flag = 0;

	while (!flag)
		WELL(MPI_Iprobe(from, tag, MPI_COMM_WORLD, &flag, status));
	WELL(MPI_Recv(data, count, MPI_INT, from, tag, MPI_COMM_WORLD, status));
}

static send *const sends[] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend,
	MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};
static void (*const receives[])(int *, int, int, int, MPI_Status *) = {by_recv, by_irecv, by_test,
	by_persistent, by_probe, by_matched_probe, by_imrecv, by_iprobe};

/* Ready sends are right here too: that there is no receive yet cannot be told from outside. */
static void
exchange(size_t way_out, size_t way_in, int count, bool any)
{
	static __thread int out[MOST], in[MOST];
	MPI_Request request;
	MPI_Status status;
	int got, flag;

	set(out, count, me);
	memset(in, 0, sizeof in);
	WELL(sends[way_out](out, count, MPI_INT, right, TAG, MPI_COMM_WORLD, &request));
	if (way_out >= COUNT(sends) / 2)
		WELL(MPI_Start(&request));
	receives[way_in](in, MOST, any ? MPI_ANY_SOURCE : left, any ? MPI_ANY_TAG : TAG, &status);
	EXPECT(status.MPI_SOURCE == left && status.MPI_TAG == TAG);
	WELL(MPI_Get_count(&status, MPI_INT, &got));
	EXPECT(got == count && is_set(in, count, left));
	WELL(MPI_Test_cancelled(&status, &flag));
	EXPECT(!flag);
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT((request == MPI_REQUEST_NULL) == (way_out < COUNT(sends) / 2));
	if (request != MPI_REQUEST_NULL)
		WELL(MPI_Request_free(&request));
}

static int
every_way(int argc, char **argv)
{
	static __thread char buffer[MOST * sizeof(int) + MPI_BSEND_OVERHEAD];
	char *detached;
	int bytes;

	begin(&argc, &argv);
	WELL(MPI_Buffer_attach(buffer, sizeof buffer));
	for (size_t i = 0; i < COUNT(sends); i++)
		for (size_t k = 0; k < COUNT(receives); k++)
			for (size_t n = 0; n < COUNT(counts); n++) {
				exchange(i, k, counts[n], n % 2);
				WELL(MPI_Buffer_detach(&detached, &bytes));
				EXPECT(detached == buffer && bytes == sizeof buffer);
				WELL(MPI_Buffer_attach(buffer, sizeof buffer));
			}
	return MPI_Finalize();
}

/* A receive that was freed gets its message, though that is sent once its process has nothing more
 * to do than to wait for the others in MPI_Finalize(). */
static int
freed_receive(int argc, char **argv)
{
	static const double late = 1e-3;
	int rank, sent = 5;
	static int got;
	MPI_Request request;

	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	if (rank == 0) {
		MPI_Pcontrol(VCUBE_MPI_WORK, late);
		WELL(MPI_Send(&sent, 1, MPI_INT, 1, 3, MPI_COMM_WORLD));
		return MPI_Finalize();
	}
	got = 0;
	WELL(MPI_Irecv(&got, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request));
	WELL(MPI_Request_free(&request));
	WELL(MPI_Finalize());
	EXPECT(got == sent);
	return 0;
}

static void
test_freed_receive(void **state)
{
	(void)state;
	run_ranks("full:2 clock=virtual", freed_receive);
	run_ranks("full:2", freed_receive);
}

RANKS_TEST(test_every_way, 4, every_way)

static int
blocking_modes(int argc, char **argv)
{
	static int (*const modes[])(const void *, int, MPI_Datatype, int, int, MPI_Comm) = {
		MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend
	};
	static __thread int out[MOST], in[MOST];
	static __thread char buffer[MOST * sizeof(int) + MPI_BSEND_OVERHEAD];
	MPI_Request request;
	char *detached;
	int bytes;

	begin(&argc, &argv);
	WELL(MPI_Buffer_attach(buffer, sizeof buffer));
	for (size_t i = 0; i < COUNT(modes) && size % 2 == 0; i++)
		for (size_t n = 0; n < COUNT(counts); n++) {
			const int peer = me ^ 1;

			set(out, counts[n], me);
			if (me % 2 == 0)
				WELL(modes[i](out, counts[n], MPI_INT, peer, (int)n, MPI_COMM_WORLD));
			WELL(MPI_Recv(in, MOST, MPI_INT, peer, (int)n, MPI_COMM_WORLD,
				      MPI_STATUS_IGNORE));
			EXPECT(is_set(in, counts[n], peer));
			if (me % 2 == 1)
				WELL(modes[i](out, counts[n], MPI_INT, peer, (int)n, MPI_COMM_WORLD));
			WELL(MPI_Sendrecv(out, counts[n], MPI_INT, right, 3, in, MOST, MPI_INT, left, 3,
					  MPI_COMM_WORLD, MPI_STATUS_IGNORE));
			EXPECT(is_set(in, counts[n], left));
			WELL(MPI_Sendrecv_replace(out, counts[n], MPI_INT, left, 4, right, 4,
						  MPI_COMM_WORLD, MPI_STATUS_IGNORE));
			EXPECT(is_set(out, counts[n], right));

			set(out, counts[n], me);
			WELL(MPI_Isendrecv(out, counts[n], MPI_INT, right, 3, in, MOST, MPI_INT, left, 3,
					   MPI_COMM_WORLD, &request));
			WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
			EXPECT(is_set(in, counts[n], left));
			WELL(MPI_Isendrecv_replace(out, counts[n], MPI_INT, left, 4, right, 4,
						   MPI_COMM_WORLD, &request));
			WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
			EXPECT(is_set(out, counts[n], right));
			WELL(MPI_Buffer_detach(&detached, &bytes));
			WELL(MPI_Buffer_attach(buffer, sizeof buffer));
		}
	return MPI_Finalize();
}

RANKS_TEST(test_blocking_modes, 4, blocking_modes)

/* Of messages of one source and tag, the first comes first; tags are taken in any order. */
static int
order(int argc, char **argv)
{
	enum { EACH = 20, TAGS = 3 };
	MPI_Request requests[EACH * TAGS];
	int out[EACH * TAGS], in;

	begin(&argc, &argv);
	for (int i = 0; i < EACH * TAGS; i++) {
		out[i] = i;
		WELL(MPI_Isend(&out[i], 1, MPI_INT, right, i % TAGS, MPI_COMM_WORLD, &requests[i]));
	}
	for (int tag = TAGS; tag-- > 0;)
		for (int i = 0; i < EACH; i++) {
			WELL(MPI_Recv(&in, 1, MPI_INT, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
			EXPECT(in == i * TAGS + tag);
		}
	WELL(MPI_Waitall(EACH * TAGS, requests, MPI_STATUSES_IGNORE));
	return MPI_Finalize();
}

RANKS_TEST(test_order, 5, order)

/* All requests, in the four ways to wait for several and the three to test them. */
enum { WAITALL, WAITANY, WAITSOME, TESTALL, TESTANY, TESTSOME, WAYS };

static void
finish(int way, int count, MPI_Request *requests, MPI_Status *statuses)
{
	int done = 0, flag, index, some, indices[32];
	MPI_Status status[32];

	while (done < count) {
		flag = 1;
		some = 0;
		switch (way) {
		case WAITALL:
			WELL(MPI_Waitall(count, requests, statuses));
			return;
		case TESTALL:
			WELL(MPI_Testall(count, requests, &flag, statuses));
			done = flag ? count : 0;
			continue;
		case WAITANY:
			WELL(MPI_Waitany(count, requests, &index, status));
			break;
		case TESTANY:
			WELL(MPI_Testany(count, requests, &index, &flag, status));
			EXPECT(flag || index == MPI_UNDEFINED);
			break;
		case WAITSOME:
			WELL(MPI_Waitsome(count, requests, &some, indices, status));
			EXPECT(some > 0);
			break;
		case TESTSOME:
			WELL(MPI_Testsome(count, requests, &some, indices, status));
			break;
		}
		if (way == WAITANY || way == TESTANY) {
			some = flag;
			indices[0] = index;
		}
		for (int i = 0; i < some; i++)
			statuses[indices[i]] = status[i];
		done += some;
	}
	for (int i = 0; i < count; i++)
		EXPECT(requests[i] == MPI_REQUEST_NULL);
	WELL(MPI_Waitany(count, requests, &index, status));
	EXPECT(index == MPI_UNDEFINED);
	WELL(MPI_Testsome(count, requests, &some, indices, status));
	EXPECT(some == MPI_UNDEFINED);
}

static int
several(int argc, char **argv)
{
	enum { EACH = 16 };
	MPI_Request in_requests[EACH], out_requests[EACH];
	MPI_Status statuses[EACH];
	int in[EACH], out[EACH];

	begin(&argc, &argv);
	for (int way = 0; way < WAYS; way++) {
		for (int i = 0; i < EACH; i++) {
			out[i] = me * 100 + i;
			in[i] = -1;
			WELL(MPI_Irecv(&in[i], 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : left, i,
				       MPI_COMM_WORLD, &in_requests[i]));
		}
		for (int i = EACH; i-- > 0;)
			WELL(MPI_Isend(&out[i], 1, MPI_INT, right, i, MPI_COMM_WORLD,
				       &out_requests[i]));
		finish(way, EACH, in_requests, statuses);
		for (int i = 0; i < EACH; i++)
			EXPECT(in[i] == left * 100 + i && statuses[i].MPI_TAG == i
			       && statuses[i].MPI_SOURCE == left);
		finish(way, EACH, out_requests, statuses);
	}
	return MPI_Finalize();
}

RANKS_TEST(test_several, 4, several)

/* Asked for their statuses, requests stay. */
static int
asked(int argc, char **argv)
{
	enum { NONE, FIRST, LATE, SECOND, COUNT };
	int data[COUNT], flag, index, count, indices[COUNT];
	MPI_Request requests[COUNT] = {MPI_REQUEST_NULL}, none = MPI_REQUEST_NULL;
	MPI_Status status, statuses[COUNT];

	begin(&argc, &argv);
	for (int i = FIRST; i < COUNT; i++)
		WELL(MPI_Irecv(&data[i], 1, MPI_INT, me, i, MPI_COMM_WORLD, &requests[i]));
	WELL(MPI_Request_get_status_any(COUNT, requests, &index, &flag, &status));
	EXPECT(!flag && index == MPI_UNDEFINED);
	WELL(MPI_Request_get_status_some(COUNT, requests, &count, indices, statuses));
	EXPECT(count == 0);
	for (int i = FIRST; i < COUNT; i += 2)
		WELL(MPI_Send(&me, 1, MPI_INT, me, i, MPI_COMM_WORLD));
	for (flag = 0; !flag;)
		WELL(MPI_Request_get_status(requests[SECOND], &flag, &status));
	for (int again = 0; again < 2; again++) {
		WELL(MPI_Request_get_status_any(COUNT, requests, &index, &flag, &status));
		EXPECT(flag && index == FIRST && status.MPI_TAG == FIRST && status.MPI_SOURCE == me);
		WELL(MPI_Request_get_status_some(COUNT, requests, &count, indices, statuses));
		EXPECT(count == 2 && indices[0] == FIRST && indices[1] == SECOND);
		EXPECT(statuses[0].MPI_TAG == FIRST && statuses[1].MPI_TAG == SECOND);
		WELL(MPI_Request_get_status_all(COUNT, requests, &flag, statuses));
		EXPECT(!flag);
	}
	WELL(MPI_Send(&me, 1, MPI_INT, me, LATE, MPI_COMM_WORLD));
	for (flag = 0; !flag;)
		WELL(MPI_Request_get_status_all(COUNT, requests, &flag, statuses));
	EXPECT(statuses[NONE].MPI_SOURCE == MPI_ANY_SOURCE && statuses[LATE].MPI_TAG == LATE);
	WELL(MPI_Request_get_status_all(COUNT, requests, &flag, MPI_STATUSES_IGNORE));
	EXPECT(flag && requests[LATE] != MPI_REQUEST_NULL);
	WELL(MPI_Waitall(COUNT, requests, MPI_STATUSES_IGNORE));

	WELL(MPI_Request_get_status_any(1, &none, &index, &flag, &status));
	EXPECT(flag && index == MPI_UNDEFINED && status.MPI_TAG == MPI_ANY_TAG);
	WELL(MPI_Request_get_status_some(1, &none, &count, indices, statuses));
	EXPECT(count == MPI_UNDEFINED);
	WELL(MPI_Request_get_status_all(0, NULL, &flag, NULL));
	EXPECT(flag);
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	EXPECT(MPI_Request_get_status_all(-1, requests, &flag, statuses) == MPI_ERR_COUNT);
	EXPECT(MPI_Request_get_status_any(-1, requests, &index, &flag, &status) == MPI_ERR_COUNT);
	requests[0] = (MPI_Request)MPI_INT;
	EXPECT(MPI_Request_get_status_some(1, requests, &count, indices, statuses) == MPI_ERR_REQUEST);
	return MPI_Finalize();
}

RANKS_TEST(test_asked, 3, asked)

static int
nobody(int argc, char **argv)
{
	int data = 5, count, flag;
	MPI_Message message;
	MPI_Request request;
	MPI_Status status;

	begin(&argc, &argv);
	WELL(MPI_Send(&data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
	WELL(MPI_Recv(&data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status));
	EXPECT(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && data == 5);
	WELL(MPI_Get_count(&status, MPI_INT, &count));
	EXPECT(count == 0);
	WELL(MPI_Irecv(&data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request));
	WELL(MPI_Test(&request, &flag, &status));
	EXPECT(flag && status.MPI_SOURCE == MPI_PROC_NULL);
	WELL(MPI_Issend(&data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	WELL(MPI_Iprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &status));
	EXPECT(flag && status.MPI_SOURCE == MPI_PROC_NULL);
	WELL(MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status));
	EXPECT(message == MPI_MESSAGE_NO_PROC);
	WELL(MPI_Mrecv(&data, 1, MPI_INT, &message, &status));
	EXPECT(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
	request = MPI_REQUEST_NULL;
	WELL(MPI_Wait(&request, &status));
	EXPECT(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
	return MPI_Finalize();
}

RANKS_TEST(test_nobody, 2, nobody)

static int
cancelled(int argc, char **argv)
{
	MPI_Request request;
	MPI_Status status;
	int data = 3, flag;

	begin(&argc, &argv);
	WELL(MPI_Irecv(&data, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &request));
	WELL(MPI_Cancel(&request));
	WELL(MPI_Wait(&request, &status));
	WELL(MPI_Test_cancelled(&status, &flag));
	EXPECT(flag && data == 3);
	WELL(MPI_Recv_init(&data, 1, MPI_INT, left, 98, MPI_COMM_WORLD, &request));
	WELL(MPI_Start(&request));
	WELL(MPI_Cancel(&request));
	WELL(MPI_Wait(&request, &status));
	WELL(MPI_Test_cancelled(&status, &flag));
	EXPECT(flag && request != MPI_REQUEST_NULL);
	WELL(MPI_Request_free(&request));

	/* one that nobody completes */
	WELL(MPI_Irecv(&data, 1, MPI_INT, left, 97, MPI_COMM_WORLD, &request));
	WELL(MPI_Cancel(&request));
	return MPI_Finalize();
}

RANKS_TEST(test_cancelled, 3, cancelled)

/* A column of a matrix goes to a row, and back to a column. */
static int
derived(int argc, char **argv)
{
	enum { N = 5 };
	int matrix[N][N], row[N], back[N][N] = {{0}}, count, elements;
	MPI_Datatype column;
	MPI_Request request;
	MPI_Status status;

	begin(&argc, &argv);
	for (int i = 0; i < N * N; i++)
		matrix[i / N][i % N] = me * 100 + i;
	WELL(MPI_Type_vector(N, 1, N, MPI_INT, &column));
	WELL(MPI_Type_commit(&column));
	WELL(MPI_Isend(&matrix[0][2], 1, column, right, 0, MPI_COMM_WORLD, &request));
	WELL(MPI_Recv(row, N, MPI_INT, left, 0, MPI_COMM_WORLD, &status));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	for (int i = 0; i < N; i++)
		EXPECT(row[i] == left * 100 + i * N + 2);
	WELL(MPI_Get_count(&status, column, &count));
	EXPECT(count == 1);

	/* three of five numbers: no whole element */
	WELL(MPI_Send(row, 3, MPI_INT, left, 1, MPI_COMM_WORLD));
	WELL(MPI_Irecv(&back[0][2], 1, column, right, 1, MPI_COMM_WORLD, &request));
	WELL(MPI_Type_free(&column));           /* the receive still has it */
	WELL(MPI_Wait(&request, &status));
	for (int i = 0; i < N * N; i++)
		EXPECT(back[i / N][i % N] == (i % N == 2 && i / N < 3 ? me * 100 + i : 0));
	WELL(MPI_Get_elements(&status, MPI_INT, &elements));
	EXPECT(elements == 3);
	return MPI_Finalize();
}

RANKS_TEST(test_derived, 3, derived)

static __thread int queried, freed, cancel_calls;

static int
query(void *extra, MPI_Status *status)
{
	queried++;
	WELL(MPI_Status_set_elements(status, MPI_INT, *(int *)extra));
	WELL(MPI_Status_set_cancelled(status, 0));
	status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
	return MPI_SUCCESS;
}

static int
release(void *extra)
{
	(void)extra;
	freed++;
	return MPI_SUCCESS;
}

static int
cancel(void *extra, int complete)
{
	(void)extra;
	EXPECT(!complete);
	cancel_calls++;
	return MPI_SUCCESS;
}

static int
generalized(int argc, char **argv)
{
	MPI_Request request, handle;
	MPI_Status status;
	int flag, count = 12, got;

	queried = freed = cancel_calls = 0;
	begin(&argc, &argv);
	WELL(MPI_Grequest_start(query, release, cancel, &count, &request));
	WELL(MPI_Test(&request, &flag, &status));
	EXPECT(!flag);
	WELL(MPI_Cancel(&request));
	EXPECT(cancel_calls == 1);
	WELL(MPI_Grequest_complete(request));
	WELL(MPI_Wait(&request, &status));
	WELL(MPI_Get_count(&status, MPI_INT, &got));
	EXPECT(queried == 1 && freed == 1 && got == 12 && request == MPI_REQUEST_NULL);

	WELL(MPI_Grequest_start(query, release, cancel, &count, &request));
	handle = request;
	WELL(MPI_Request_free(&request));
	EXPECT(freed == 1);
	WELL(MPI_Grequest_complete(handle));
	EXPECT(freed == 2);
	return MPI_Finalize();
}

RANKS_TEST(test_generalized, 2, generalized)

/* MPI_Waitall() on requests of every kind, each kind first in the list once, fills in each
 * status. */
enum mixed { PLAIN, NONE, NOBODY, SHORT, SENT, AGAIN, CANCELLED, LONG, KINDS };

static void
begin_mixed(enum mixed kind, int *in, MPI_Request *request)
{
	const int from = kind == NOBODY ? MPI_PROC_NULL : kind == LONG ? MPI_ANY_SOURCE : left;

	*request = MPI_REQUEST_NULL;
	if (kind == SENT)
		WELL(MPI_Isend(&me, 1, MPI_INT, right, PLAIN, MPI_COMM_WORLD, request));
	else if (kind == AGAIN)
		WELL(MPI_Recv_init(in, 1, MPI_INT, from, kind, MPI_COMM_WORLD, request));
	else if (kind != NONE)
		WELL(MPI_Irecv(in, kind == LONG ? MOST : 4, MPI_INT, from, kind, MPI_COMM_WORLD, request));
	if (kind == AGAIN)
		WELL(MPI_Start(request));
	if (kind == CANCELLED)
		WELL(MPI_Cancel(request));
}

static void
check_mixed(enum mixed kind, const MPI_Status *status)
{
	static const int due[KINDS] = {[PLAIN] = 1, [SHORT] = 2, [AGAIN] = 1, [LONG] = MOST};
	const bool comes = due[kind] > 0;
	int count, cancelled;

	WELL(MPI_Get_count(status, MPI_INT, &count));
	WELL(MPI_Test_cancelled(status, &cancelled));
	EXPECT(count == due[kind] && (cancelled != 0) == (kind == CANCELLED));
	EXPECT(status->MPI_SOURCE == (comes ? left : kind == NOBODY ? MPI_PROC_NULL : MPI_ANY_SOURCE));
	EXPECT(status->MPI_TAG == (comes ? (int)kind : MPI_ANY_TAG));
}

static int
mixed(int argc, char **argv)
{
	int (*in)[MOST] = calloc(KINDS, sizeof *in), *out = calloc(MOST, sizeof *out);
	MPI_Request requests[KINDS];
	MPI_Status statuses[KINDS];

	begin(&argc, &argv);
	set(out, MOST, me);
	for (int first = 0; first < KINDS; first++) {
		for (int i = 0; i < KINDS; i++)
			begin_mixed((i + first) % KINDS, in[(i + first) % KINDS], &requests[i]);
		WELL(MPI_Send(out, 1, MPI_INT, right, AGAIN, MPI_COMM_WORLD));
		WELL(MPI_Send(out, 2, MPI_INT, right, SHORT, MPI_COMM_WORLD));
		WELL(MPI_Send(out, MOST, MPI_INT, right, LONG, MPI_COMM_WORLD));
		WELL(MPI_Waitall(KINDS, requests, statuses));
		EXPECT(in[PLAIN][0] == left && is_set(in[SHORT], 2, left));
		EXPECT(is_set(in[AGAIN], 1, left) && is_set(in[LONG], MOST, left));
		for (int i = 0; i < KINDS; i++) {
			const enum mixed kind = (i + first) % KINDS;

			check_mixed(kind, &statuses[i]);
			EXPECT((requests[i] != MPI_REQUEST_NULL) == (kind == AGAIN));
			if (kind == AGAIN)
				WELL(MPI_Request_free(&requests[i]));
		}
	}
	free(in);
	free(out);
	return MPI_Finalize();
}

RANKS_TEST(test_mixed, 3, mixed)

/* The receiver goes on with what fits. */
static int
too_long(int argc, char **argv)
{
	int out[4] = {1, 2, 3, 4}, in[4] = {0};
	MPI_Request requests[2];
	MPI_Status statuses[2];

	begin(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < 4; i++)
		WELL(MPI_Send(out, 4, MPI_INT, right, i, MPI_COMM_WORLD));
	EXPECT(MPI_Recv(in, 2, MPI_INT, left, 0, MPI_COMM_WORLD, statuses) == MPI_ERR_TRUNCATE);
	EXPECT(in[0] == 1 && in[1] == 2 && in[2] == 0);
	WELL(MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]));
	EXPECT(MPI_Wait(&requests[0], MPI_STATUS_IGNORE) == MPI_ERR_TRUNCATE);
	WELL(MPI_Irecv(in, 4, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[0]));
	WELL(MPI_Irecv(in, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &requests[1]));
	EXPECT(MPI_Waitall(2, requests, statuses) == MPI_ERR_IN_STATUS);
	EXPECT(statuses[0].MPI_ERROR == MPI_SUCCESS && statuses[1].MPI_ERROR == MPI_ERR_TRUNCATE);
	EXPECT(statuses[1].MPI_SOURCE == left && statuses[1].MPI_TAG == 3);

	/* the call that finds the message is not the one that learns of it */
	WELL(MPI_Irecv(in, 1, MPI_INT, left, 4, MPI_COMM_WORLD, &requests[0]));
	WELL(MPI_Send(out, 4, MPI_INT, right, 4, MPI_COMM_WORLD));
	WELL(MPI_Send(out, 1, MPI_INT, right, 5, MPI_COMM_WORLD));
	WELL(MPI_Recv(in + 1, 1, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	EXPECT(MPI_Wait(&requests[0], statuses) == MPI_ERR_TRUNCATE);

	/* three bytes are no int */
	for (int i = 0; i < 2; i++)
		WELL(MPI_Send(out, 3, MPI_BYTE, right, 6, MPI_COMM_WORLD));
	EXPECT(MPI_Recv(in, 4, MPI_INT, left, 6, MPI_COMM_WORLD, statuses) == MPI_ERR_TYPE);
	WELL(MPI_Irecv(in, 4, MPI_INT, left, 6, MPI_COMM_WORLD, &requests[0]));
	EXPECT(MPI_Wait(&requests[0], statuses) == MPI_ERR_TYPE);
	return MPI_Finalize();
}

RANKS_TEST(test_too_long, 2, too_long)

static int
wrong_arguments(int argc, char **argv)
{
	static long no_request[4];
	MPI_Request request = (MPI_Request)no_request;
	MPI_Datatype vector;
	int data = 0;

	begin(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Send(&data, 1, MPI_INT, size, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
	EXPECT(MPI_Send(&data, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
	EXPECT(MPI_Recv(&data, 1, MPI_INT, -7, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_ERR_RANK);
	EXPECT(MPI_Send(&data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_COUNT);
	EXPECT(MPI_Send(&data, 1, MPI_INT, 0, -5, MPI_COMM_WORLD) == MPI_ERR_TAG);
	EXPECT(MPI_Send(&data, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD) == MPI_ERR_TAG);
	EXPECT(MPI_Send(&data, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
	EXPECT(MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_NULL) == MPI_ERR_COMM);
	EXPECT(MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	WELL(MPI_Type_vector(2, 1, 2, MPI_INT, &vector));
	EXPECT(MPI_Irecv(&data, 1, vector, 0, 0, MPI_COMM_WORLD, &request) == MPI_ERR_TYPE);
	WELL(MPI_Type_free(&vector));
	EXPECT(MPI_Bsend(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	WELL(MPI_Buffer_attach(&data, 4));
	EXPECT(MPI_Bsend(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Buffer_attach(&data, 4) == MPI_ERR_BUFFER);
	EXPECT(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_ERR_REQUEST);
	WELL(MPI_Send_init(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
	EXPECT(MPI_Cancel(&request) == MPI_ERR_REQUEST);
	WELL(MPI_Request_free(&request));
	return MPI_Finalize();
}

RANKS_TEST(test_wrong_arguments, 2, wrong_arguments)

static int
fatal(int argc, char **argv)
{
	begin(&argc, &argv);
	return MPI_Send(&me, 1, MPI_INT, 9, 0, MPI_COMM_WORLD);
}

static void
test_fatal(void **state)
{
	(void)state;
	run_ranks_refused("full:2", fatal, "MPI_Send on rank 0: communicator MPI_COMM_WORLD: "
			  "destination 9 is not in 0 .. 1 (MPI_ERR_RANK)");
}

/* Receives from rank 2, and waits for it in one of several ways. */
enum { RECEIVES = 5 };

static int
receive_by(int way)
{
	MPI_Request request;
	int got = 0, index, done = 0;

	if (way == 1)
		MPI_Probe(2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	while (way == 3 && !done)
		MPI_Iprobe(2, 0, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
	MPI_Irecv(&got, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
	if (way == 2)
		MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
	for (done = 0; way == 4 && !done;)
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return got;
}

/* A send that waits for its receive goes on, though the receiver waits for another rank. */
static int
posted_first(int argc, char **argv)
{
	int one = 1, two = 2, got;
	MPI_Request request;

	begin(&argc, &argv);
	for (int i = 0; i < 2 * RECEIVES; i++) {
		if (me == 0) {
			MPI_Irecv(&got, 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : 1, 1, MPI_COMM_WORLD, &request);
			EXPECT(receive_by(i / 2) == two);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
			EXPECT(got == one);
		} else if (me == 1) {
			MPI_Ssend(&one, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
			MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
		} else {
			MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Send(&two, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
		}
	}
	return MPI_Finalize();
}

static void
test_posted_first(void **state)
{
	(void)state;
	run_ranks("full:3", posted_first);
	run_ranks("full:3 capacity=0", posted_first);
	run_ranks("full:3 fuzz=5", posted_first);
	run_ranks("full:3 strict=yes", posted_first);
	run_ranks("full:3 clock=wall", posted_first);
	run_ranks("full:3 clock=virtual capacity=0", posted_first);
	run_ranks("full:3 clock=virtual", posted_first);
	run_ranks("full:3 clock=virtual routing=none", posted_first);
}

/* Each rank only tests its requests; the send, which waits for room, ends once the peer has
 * received. */
static int
only_tests(int argc, char **argv)
{
	MPI_Request requests[2];
	int got, done;

	begin(&argc, &argv);
	for (int send_first = 0; send_first < 2; send_first++) {
		MPI_Irecv(&got, 1, MPI_INT, send_first ? MPI_ANY_SOURCE : 1 - me, 0, MPI_COMM_WORLD,
			  &requests[0]);
		MPI_Isend(&me, 1, MPI_INT, 1 - me, 0, MPI_COMM_WORLD, &requests[1]);
		for (done = !send_first; !done;)
			MPI_Test(&requests[1], &done, MPI_STATUS_IGNORE);
		for (done = 0; !done;)
			MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
		EXPECT(got == 1 - me);
	}
	return MPI_Finalize();
}

static void
test_only_tests(void **state)
{
	(void)state;
	run_ranks("full:2 capacity=0", only_tests);
	run_ranks("full:2 capacity=0 fuzz=3", only_tests);
	run_ranks("full:2 capacity=0 strict=yes", only_tests);
	run_ranks("full:2 capacity=0 clock=wall", only_tests);
	run_ranks("full:2 capacity=0 clock=virtual", only_tests);
	run_ranks("full:2 capacity=0 clock=virtual routing=none", only_tests);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_freed_receive),
		TEST(test_every_way),
		TEST(test_blocking_modes),
		TEST(test_order),
		TEST(test_several),
		TEST(test_asked),
		TEST(test_nobody),
		TEST(test_cancelled),
		TEST(test_derived),
		TEST(test_generalized),
		TEST(test_mixed),
		TEST(test_too_long),
		TEST(test_wrong_arguments),
		TEST(test_fatal),
		TEST(test_posted_first),
		TEST(test_only_tests),
	};

	return RUN_TESTS(tests);
}

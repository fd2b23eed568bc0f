/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Wrong MPI programs are told, with the kind of mistake, calls, ranks and lines; right ones are
 * not.
 *
 * Each case is a program that makes a mistake if `wrong`, and none otherwise. Its row says on
 * how many ranks, on what kind of machine, and what the report has; beside these words it has
 * the lines that the program has marked, each of which calls MPI.
 */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "op.h"
#include "ranks.h"

#define WORLD MPI_COMM_WORLD
#define NO_STATUS MPI_STATUS_IGNORE
enum { MARKS = 4 };

/* Ranks of wrong programs end within calls, and what these had is lost. */
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

static bool wrong;
static atomic_int marks[MARKS];
static _Thread_local int x[64], y[64];
static _Thread_local int rank, size;

/* The report has this line: the call of MPI is on the same. */
#define MARK(i) atomic_store_explicit(&marks[i], __LINE__, memory_order_relaxed)
#define CASE(name) static void name(void)

/* --- matching of calls */

CASE(reduce_for_bcast)
{
	if (rank == 1 && wrong)
		MARK(0), MPI_Reduce(x, y, 1, MPI_INT, MPI_SUM, 0, WORLD);
	else
		MARK(1), MPI_Bcast(x, 1, MPI_INT, 0, WORLD);
}

CASE(order_of_two)
{
	if (rank == 0 && wrong) {
		MARK(0), MPI_Barrier(WORLD);
		MPI_Allreduce(x, y, 1, MPI_INT, MPI_MAX, WORLD);
	} else {
		MARK(1), MPI_Allreduce(x, y, 1, MPI_INT, MPI_MAX, WORLD);
		MPI_Barrier(WORLD);
	}
}

CASE(missing_barrier)
{
	if (rank != 1 || !wrong)
		MARK(0), MPI_Barrier(WORLD);
}

CASE(one_more_allgather)
{
	for (int i = 0; i < (wrong && rank == 2 ? 3 : 2); i++)
		MARK(0), MPI_Allgather(x, 1, MPI_INT, y, 1, MPI_INT, WORLD);
}

CASE(ibarrier_for_barrier)
{
	MPI_Request request;

	if (rank == 0 && wrong) {
		MARK(0), MPI_Ibarrier(WORLD, &request);
		MPI_Wait(&request, NO_STATUS);
	} else {
		MARK(1), MPI_Barrier(WORLD);
	}
}

CASE(split_for_dup)
{
	MPI_Comm made;

	if (rank == 0 && wrong)
		MARK(0), MPI_Comm_split(WORLD, 0, 0, &made);
	else
		MARK(1), MPI_Comm_dup(WORLD, &made);
	MPI_Comm_free(&made);
}

CASE(scatter_for_gather)
{
	if (rank == 1 && wrong)
		MARK(0), MPI_Scatter(x, 1, MPI_INT, y, 1, MPI_INT, 0, WORLD);
	else
		MARK(1), MPI_Gather(x, 1, MPI_INT, y, 1, MPI_INT, 0, WORLD);
}

CASE(receive_first)
{
	if (rank == 0 || wrong) {
		MARK(0), MPI_Recv(x, 1, MPI_INT, 1 - rank, 7, WORLD, NO_STATUS);
		MPI_Send(y, 1, MPI_INT, 1 - rank, 7, WORLD);
	} else {
		MPI_Send(y, 1, MPI_INT, 1 - rank, 7, WORLD);
		MPI_Recv(x, 1, MPI_INT, 1 - rank, 7, WORLD, NO_STATUS);
	}
}

CASE(receive_in_ring)
{
	const int left = (rank + size - 1) % size, right = (rank + 1) % size;

	if (rank == 0 && !wrong)
		MPI_Send(y, 1, MPI_INT, right, 5, WORLD);
	MARK(0), MPI_Recv(x, 1, MPI_INT, left, 5, WORLD, NO_STATUS);
	if (rank != 0 || wrong)
		MPI_Send(y, 1, MPI_INT, right, 5, WORLD);
}

CASE(synchronous_sends)
{
	if (rank == 0 || wrong) {
		MARK(0), MPI_Ssend(x, 1, MPI_INT, 1 - rank, 7, WORLD);
		MPI_Recv(x, 1, MPI_INT, 1 - rank, 7, WORLD, NO_STATUS);
	} else {
		MPI_Recv(x, 1, MPI_INT, 1 - rank, 7, WORLD, NO_STATUS);
		MPI_Ssend(x, 1, MPI_INT, 1 - rank, 7, WORLD);
	}
}

CASE(no_send)
{
	MPI_Request request;

	if (rank == 0) {
		MARK(0), MPI_Irecv(x, 1, MPI_INT, 1, 3, WORLD, &request);
		MARK(1), MPI_Wait(&request, NO_STATUS);
	} else if (!wrong) {
		MPI_Send(x, 1, MPI_INT, 0, 3, WORLD);
	}
}

CASE(receive_before_barrier)
{
	if (rank == 0) {
		if (wrong)
			MARK(0), MPI_Recv(x, 1, MPI_INT, 1, 3, WORLD, NO_STATUS);
		MPI_Barrier(WORLD);
		if (!wrong)
			MPI_Recv(x, 1, MPI_INT, 1, 3, WORLD, NO_STATUS);
	} else {
		MARK(1), MPI_Barrier(WORLD);
		MPI_Send(x, 1, MPI_INT, 0, 3, WORLD);
	}
}

CASE(probe_for_none)
{
	MPI_Status status;

	if (rank == 0) {
		MARK(0), MPI_Probe(1, 4, WORLD, &status);
		MPI_Recv(x, 1, MPI_INT, 1, 4, WORLD, NO_STATUS);
	} else if (!wrong) {
		MPI_Send(x, 1, MPI_INT, 0, 4, WORLD);
	}
}

CASE(unreceived)
{
	if (rank == 1)
		MARK(0), MPI_Send(x, 3, MPI_INT, 0, 9, WORLD);
	if (rank == 0 && !wrong)
		MPI_Recv(x, 3, MPI_INT, 1, 9, WORLD, NO_STATUS);
}

CASE(waitall_for_one)
{
	MPI_Request requests[2];

	MPI_Irecv(x, 1, MPI_INT, 1 - rank, 1, WORLD, &requests[0]);
	MARK(0), MPI_Irecv(y, 1, MPI_INT, 1 - rank, 2, WORLD, &requests[1]);
	MPI_Send(&rank, 1, MPI_INT, 1 - rank, 1, WORLD);
	if (!wrong)
		MPI_Send(&rank, 1, MPI_INT, 1 - rank, 2, WORLD);
	MARK(1), MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* Calls with a root, and scans, may wait for all members, too. */
CASE(bcast_before_send)
{
	if (rank == 0) {
		MARK(0), MPI_Bcast(x, 1, MPI_INT, 0, WORLD);
		MPI_Send(y, 1, MPI_INT, 1, 3, WORLD);
		return;
	}
	if (wrong)
		MARK(1), MPI_Recv(y, 1, MPI_INT, 0, 3, WORLD, NO_STATUS);
	MPI_Bcast(x, 1, MPI_INT, 0, WORLD);
	if (!wrong)
		MPI_Recv(y, 1, MPI_INT, 0, 3, WORLD, NO_STATUS);
}

CASE(scan_before_send)
{
	MPI_Request request = MPI_REQUEST_NULL;

	if (rank == 1)
		MARK(0), MPI_Irecv(y, 1, MPI_INT, 0, 3, WORLD, &request);
	if (wrong)
		MARK(1), MPI_Wait(&request, NO_STATUS);
	MPI_Scan(x, y + 1, 1, MPI_INT, MPI_SUM, WORLD);
	if (rank == 0)
		MPI_Send(y, 1, MPI_INT, 1, 3, WORLD);
	MPI_Wait(&request, NO_STATUS);
}

/* --- matching of communicators */

static MPI_Comm
copy_of_world(const char *name)
{
	MPI_Comm made;

	MPI_Comm_dup(WORLD, &made);
	MPI_Comm_set_name(made, name);
	return made;
}

CASE(send_on_other)
{
	MPI_Comm rows = copy_of_world("rows");

	if (rank == 1)
		MPI_Send(x, 1, MPI_INT, 0, 1, wrong ? rows : WORLD);
	else
		MARK(0), MPI_Recv(x, 1, MPI_INT, 1, 1, WORLD, NO_STATUS);
	MPI_Comm_free(&rows);
}

CASE(crossed_barriers)
{
	MPI_Comm rows = copy_of_world("rows"), columns = copy_of_world("columns");

	if (rank == 0 || !wrong) {
		MARK(0), MPI_Barrier(rows);
		MPI_Barrier(columns);
	} else {
		MARK(1), MPI_Barrier(columns);
		MPI_Barrier(rows);
	}
	MPI_Comm_free(&rows);
	MPI_Comm_free(&columns);
}

CASE(bcast_on_other)
{
	MPI_Comm rows = copy_of_world("rows");

	MARK(0), MPI_Bcast(x, 1, MPI_INT, rank == 0 || !wrong ? 0 : 1, rank == 0 || !wrong ? rows : WORLD);
	MPI_Comm_free(&rows);
}

CASE(freed_comm)
{
	MPI_Comm rows = copy_of_world("rows"), same = rows;

	if (wrong)
		MPI_Comm_free(&rows);
	MARK(0), MPI_Barrier(same);
	MPI_Comm_free(&rows);
}

CASE(null_comm)
{
	MARK(0), MPI_Send(x, 1, MPI_INT, MPI_PROC_NULL, 0, wrong ? MPI_COMM_NULL : WORLD);
}

CASE(unreceived_on_part)
{
	MPI_Comm rows = copy_of_world("rows");

	if (rank == 1)
		MARK(0), MPI_Send(x, 1, MPI_DOUBLE, 0, 2, rows);
	if (rank == 0 && !wrong)
		MPI_Recv(x, 1, MPI_DOUBLE, 1, 2, rows, NO_STATUS);
	MPI_Comm_free(&rows);
}

/* --- tags, roots, operators */

CASE(other_tag)
{
	if (rank == 1)
		MPI_Send(x, 1, MPI_INT, 0, wrong ? 2 : 3, WORLD);
	else
		MARK(0), MPI_Recv(x, 1, MPI_INT, 1, 3, WORLD, NO_STATUS);
}

CASE(negative_tag)
{
	MPI_Request request;

	MARK(0), MPI_Isend(&rank, 1, MPI_INT, 1 - rank, wrong ? -5 : 5, WORLD, &request);
	MPI_Recv(x, 1, MPI_INT, 1 - rank, 5, WORLD, NO_STATUS);
	MPI_Wait(&request, NO_STATUS);
}

CASE(any_tag_sent)
{
	if (rank == 1)
		MARK(0), MPI_Send(x, 1, MPI_INT, 0, wrong ? MPI_ANY_TAG : 0, WORLD);
	else
		MPI_Recv(x, 1, MPI_INT, 1, MPI_ANY_TAG, WORLD, NO_STATUS);
}

CASE(root_of_bcast)
{
	MARK(0), MPI_Bcast(x, 1, MPI_INT, wrong ? rank : 1, WORLD);
}

CASE(root_of_gather)
{
	MARK(0), MPI_Gather(x, 1, MPI_INT, y, 1, MPI_INT, wrong && rank == 2 ? 1 : 0, WORLD);
}

CASE(root_of_reduce)
{
	MARK(0), MPI_Reduce(x, y, 1, MPI_INT, MPI_SUM, wrong && rank == 0 ? 1 : 0, WORLD);
}

CASE(root_of_scatterv)
{
	const int counts[] = {1, 1, 1}, places[] = {0, 1, 2};

	MARK(0), MPI_Scatterv(x, counts, places, MPI_INT, y, 1, MPI_INT, wrong && rank == 2, WORLD);
}

CASE(no_root)
{
	MARK(0), MPI_Bcast(x, 1, MPI_INT, wrong ? size : 0, WORLD);
}

CASE(negative_root)
{
	MARK(0), MPI_Reduce(x, y, 1, MPI_INT, MPI_SUM, wrong ? -3 : 0, WORLD);
}

CASE(op_of_reduce)
{
	MARK(0), MPI_Reduce(x, y, 1, MPI_INT, wrong && rank == 1 ? MPI_MAX : MPI_SUM, 0, WORLD);
}

CASE(op_of_allreduce)
{
	MARK(0), MPI_Allreduce(x, y, 1, MPI_INT, wrong && rank == 0 ? MPI_PROD : MPI_SUM, WORLD);
}

CASE(op_of_scan)
{
	MARK(0), MPI_Scan(x, y, 1, MPI_INT, wrong && rank == 2 ? MPI_BAND : MPI_BOR, WORLD);
}

CASE(null_op)
{
	MARK(0), MPI_Allreduce(x, y, 1, MPI_INT, wrong ? MPI_OP_NULL : MPI_SUM, WORLD);
}

CASE(op_for_type)
{
	MARK(0), MPI_Allreduce(x, y, 1, wrong ? MPI_DOUBLE : MPI_INT, MPI_BXOR, WORLD);
}

static void
add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *count; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

CASE(freed_op)
{
	MPI_Op op, same;

	MPI_Op_create(add, 1, &op);
	same = op;
	if (wrong)
		MPI_Op_free(&op);
	MARK(0), MPI_Allreduce(x, y, 1, MPI_INT, same, WORLD);
	MPI_Op_free(&op);
}

/* --- types */

/* A message of these from rank 1 to rank 0; both lines are told. */
static void
move(int count, MPI_Datatype sent, int room, MPI_Datatype received)
{
	if (rank == 1)
		MARK(0), MPI_Send(x, count, sent, 0, 1, WORLD);
	else
		MARK(1), MPI_Recv(x, room, received, 1, 1, WORLD, NO_STATUS);
}

CASE(float_for_int)
{
	move(4, MPI_INT, 4, wrong ? MPI_FLOAT : MPI_INT);
}

CASE(byte_for_int)
{
	move(wrong ? 4 : 1, wrong ? MPI_BYTE : MPI_INT, 1, MPI_INT);
}

CASE(long_for_ints)
{
	move(2, MPI_INT, wrong ? 1 : 3, wrong ? MPI_LONG : MPI_INT);
}

static MPI_Datatype
pair(MPI_Datatype first, MPI_Datatype second)
{
	const MPI_Aint places[] = {0, 8};
	const MPI_Datatype types[] = {first, second};
	const int lengths[] = {1, 1};
	MPI_Datatype made;

	MPI_Type_create_struct(2, lengths, places, types, &made);
	MPI_Type_commit(&made);
	return made;
}

CASE(order_in_struct)
{
	MPI_Datatype one = pair(MPI_INT, MPI_DOUBLE);
	MPI_Datatype other = pair(wrong ? MPI_DOUBLE : MPI_INT, wrong ? MPI_INT : MPI_DOUBLE);

	move(3, one, 3, other);
	MPI_Type_free(&one);
	MPI_Type_free(&other);
}

CASE(type_of_irecv)
{
	MPI_Request request;

	if (rank == 0)
		MPI_Irecv(x, 2, wrong ? MPI_UNSIGNED : MPI_INT, 1, 6, WORLD, &request);
	else
		MARK(1), MPI_Isend(x, 2, MPI_INT, 0, 6, WORLD, &request);
	MARK(0), MPI_Wait(&request, NO_STATUS);
}

CASE(type_of_sendrecv)
{
	MARK(0), MPI_Sendrecv(x, 1, MPI_INT, 1 - rank, 0, y, 1, wrong ? MPI_FLOAT : MPI_INT, 1 - rank, 0,
			      WORLD, NO_STATUS);
}

CASE(type_of_bsend)
{
	static _Thread_local char buffer[4096];
	int room;

	MPI_Buffer_attach(buffer, sizeof buffer);
	if (rank == 1)
		MARK(0), MPI_Bsend(x, 1, MPI_INT, 0, 0, WORLD);
	else
		MPI_Recv(x, 1, wrong ? MPI_FLOAT : MPI_INT, 1, 0, WORLD, NO_STATUS);
	MPI_Buffer_detach(&(void *){NULL}, &room);
}

CASE(type_of_mrecv)
{
	MPI_Message message;

	if (rank == 1) {
		MARK(0), MPI_Send(x, 1, MPI_INT, 0, 0, WORLD);
	} else {
		MPI_Mprobe(1, 0, WORLD, &message, NO_STATUS);
		MARK(1), MPI_Mrecv(x, 1, wrong ? MPI_FLOAT : MPI_INT, &message, NO_STATUS);
	}
}

CASE(type_of_bcast)
{
	MARK(0), MPI_Bcast(x, 1, wrong && rank == 1 ? MPI_FLOAT : MPI_INT, 0, WORLD);
}

CASE(count_of_bcast)
{
	MARK(0), MPI_Bcast(x, wrong && rank == 1 ? 2 : 1, MPI_INT, 0, WORLD);
}

CASE(count_of_reduce)
{
	MARK(0), MPI_Reduce(x, y, wrong && rank == 2 ? 1 : 4, MPI_INT, MPI_SUM, 0, WORLD);
}

CASE(count_of_allgather)
{
	MARK(0), MPI_Allgather(x, 1, MPI_INT, y, wrong ? 2 : 1, MPI_INT, WORLD);
}

CASE(type_of_gather)
{
	MARK(0), MPI_Gather(x, 1, MPI_INT, y, 1, wrong && rank == 0 ? MPI_FLOAT : MPI_INT, 0, WORLD);
}

CASE(count_of_scatter)
{
	MARK(0), MPI_Scatter(x, 2, MPI_INT, y, wrong && rank == 1 ? 3 : 2, MPI_INT, 0, WORLD);
}

CASE(type_of_alltoall)
{
	const MPI_Datatype type = wrong && rank == 0 ? MPI_UNSIGNED : MPI_INT;

	MARK(0), MPI_Alltoall(x, 2, type, y, 2, type, WORLD);
}

CASE(counts_of_allgatherv)
{
	const int counts[] = {1, wrong && rank == 0 ? 2 : 1, 1}, places[] = {0, 4, 8};

	MARK(0), MPI_Allgatherv(x, 1, MPI_INT, y, counts, places, MPI_INT, WORLD);
}

CASE(counts_of_reduce_scatter)
{
	const int counts[] = {1, 1, wrong && rank == 1 ? 2 : 1};

	MARK(0), MPI_Reduce_scatter(x, y, counts, MPI_INT, MPI_SUM, WORLD);
}

CASE(type_of_iallreduce)
{
	const MPI_Datatype type = wrong && rank == 1 ? MPI_FLOAT : MPI_INT;
	MPI_Request request;

	MARK(0), MPI_Iallreduce(x, y, 1, type, MPI_SUM, WORLD, &request);
	MPI_Wait(&request, NO_STATUS);
}

CASE(too_long)
{
	if (rank == 1)
		MPI_Send(x, 4, MPI_INT, 0, 1, WORLD);
	else
		MARK(0), MPI_Recv(x, wrong ? 2 : 4, MPI_INT, 1, 1, WORLD, NO_STATUS);
}

CASE(one_of_all_too_long)
{
	MPI_Request requests[2];

	if (rank == 1) {
		MPI_Send(x, 2, MPI_INT, 0, 1, WORLD);
		MARK(0), MPI_Send(x, 4, MPI_INT, 0, 2, WORLD);
		return;
	}
	MPI_Irecv(x, 2, MPI_INT, 1, 1, WORLD, &requests[0]);
	MARK(1), MPI_Irecv(y, wrong ? 2 : 4, MPI_INT, 1, 2, WORLD, &requests[1]);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

CASE(null_type)
{
	MARK(0), MPI_Bcast(x, 1, wrong ? MPI_DATATYPE_NULL : MPI_INT, 0, WORLD);
}

CASE(uncommitted)
{
	MPI_Datatype type;

	MPI_Type_vector(2, 1, 2, MPI_INT, &type);
	if (!wrong)
		MPI_Type_commit(&type);
	MARK(0), MPI_Sendrecv(x, 1, type, rank, 0, y, 1, type, rank, 0, WORLD, NO_STATUS);
	MPI_Type_free(&type);
}

CASE(freed_type)
{
	MPI_Datatype type, same;

	MPI_Type_contiguous(2, MPI_INT, &type);
	MPI_Type_commit(&type);
	same = type;
	if (wrong)
		MPI_Type_free(&type);
	MARK(0), MPI_Bcast(x, 1, same, 0, WORLD);
	MPI_Type_free(&type);
}

/* --- arguments */

CASE(no_destination)
{
	MPI_Request request;

	MARK(0), MPI_Isend(&rank, 1, MPI_INT, wrong ? size : rank, 0, WORLD, &request);
	MPI_Recv(x, 1, MPI_INT, rank, 0, WORLD, NO_STATUS);
	MPI_Wait(&request, NO_STATUS);
}

CASE(no_source)
{
	MPI_Send(x, 1, MPI_INT, rank, 0, WORLD);
	MARK(0), MPI_Recv(x, 1, MPI_INT, wrong ? -7 : rank, 0, WORLD, NO_STATUS);
}

CASE(negative_count)
{
	MARK(0), MPI_Bcast(x, wrong ? -1 : 1, MPI_INT, 0, WORLD);
}

CASE(null_buffer)
{
	MARK(0), MPI_Allreduce(wrong ? NULL : x, y, 1, MPI_INT, MPI_SUM, WORLD);
}

CASE(sends_in_place)
{
	MARK(0), MPI_Sendrecv(wrong ? MPI_IN_PLACE : x, 1, MPI_INT, rank, 0, y, 1, MPI_INT, rank, 0, WORLD,
			      NO_STATUS);
}

CASE(negative_color)
{
	MPI_Comm made;

	MARK(0), MPI_Comm_split(WORLD, wrong ? -2 : rank, 0, &made);
	MPI_Comm_free(&made);
}

CASE(no_member)
{
	MPI_Group all, one;

	MPI_Comm_group(WORLD, &all);
	MARK(0), MPI_Group_incl(all, 1, (int[]){wrong ? size : 0}, &one);
	MPI_Group_free(&all);
	MPI_Group_free(&one);
}

CASE(in_place_beside_root)
{
	MARK(0), MPI_Reduce(wrong || rank == 0 ? MPI_IN_PLACE : x, y, 1, MPI_INT, MPI_SUM, 0, WORLD);
}

CASE(large_grid)
{
	MPI_Comm grid;

	MARK(0), MPI_Cart_create(WORLD, 1, (int[]){wrong ? size + 1 : size}, (int[]){0}, 0, &grid);
	MPI_Comm_free(&grid);
}

/* --- requests */

CASE(send_not_waited_for)
{
	MPI_Request request;

	if (rank == 0) {
		MARK(0), MPI_Isend(x, 1, MPI_INT, 1, 0, WORLD, &request);
		if (!wrong)
			MPI_Wait(&request, NO_STATUS);
	} else {
		MPI_Recv(x, 1, MPI_INT, 0, 0, WORLD, NO_STATUS);
	}
}

CASE(send_of_nothing_received)
{
	MPI_Request request;

	if (rank == 0)
		MPI_Issend(x, 1, MPI_INT, 1, 0, WORLD, &request);
	if (!wrong && rank == 0)
		MPI_Wait(&request, NO_STATUS);
	if (!wrong && rank == 1)
		MPI_Recv(x, 1, MPI_INT, 0, 0, WORLD, NO_STATUS);
}

CASE(receive_not_waited_for)
{
	MPI_Request request;

	MARK(0), MPI_Irecv(x, 1, MPI_INT, rank, 0, WORLD, &request);
	MPI_Send(y, 1, MPI_INT, rank, 0, WORLD);
	if (!wrong)
		MPI_Wait(&request, NO_STATUS);
}

CASE(bcast_not_waited_for)
{
	MPI_Request request;

	MARK(0), MPI_Ibcast(x, 1, MPI_INT, 0, WORLD, &request);
	if (!wrong)
		MPI_Wait(&request, NO_STATUS);
}

CASE(started_twice)
{
	MPI_Request request;

	MPI_Recv_init(x, 1, MPI_INT, rank, 0, WORLD, &request);
	MPI_Start(&request);
	if (wrong)
		MARK(0), MPI_Start(&request);
	MPI_Send(y, 1, MPI_INT, rank, 0, WORLD);
	MPI_Wait(&request, NO_STATUS);
	MPI_Request_free(&request);
}

CASE(start_of_isend)
{
	MPI_Request request;

	MPI_Irecv(x, 1, MPI_INT, rank, 0, WORLD, &request);
	if (wrong)
		MARK(0), MPI_Start(&request);
	MPI_Send(y, 1, MPI_INT, rank, 0, WORLD);
	MPI_Wait(&request, NO_STATUS);
}

CASE(not_started)
{
	MPI_Request request;

	if (rank == 0) {
		MPI_Send_init(x, 1, MPI_INT, 1, 8, WORLD, &request);
		if (!wrong)
			MPI_Start(&request);
		MPI_Wait(&request, NO_STATUS);
		MPI_Request_free(&request);
	} else {
		MARK(0), MPI_Recv(x, 1, MPI_INT, 0, 8, WORLD, NO_STATUS);
	}
}

CASE(idle_while_waiting)
{
	MPI_Request request;

	MARK(0), MPI_Send_init(x, 1, MPI_INT, 1 - rank, 8, WORLD, &request);
	if (!wrong)
		MPI_Start(&request);
	MARK(1), MPI_Recv(y, 1, MPI_INT, 1 - rank, 8, WORLD, NO_STATUS);
	MPI_Wait(&request, NO_STATUS);
	MPI_Request_free(&request);
}

CASE(started_by_root_alone)
{
	MPI_Request request;

	MPI_Bcast_init(x, 1, MPI_INT, 0, WORLD, MPI_INFO_NULL, &request);
	if (!wrong || rank == 0)
		MARK(0), MPI_Start(&request);
	MPI_Wait(&request, NO_STATUS);
	MPI_Request_free(&request);
}

CASE(not_freed)
{
	MPI_Request request;

	MARK(0), MPI_Send_init(x, 1, MPI_INT, MPI_PROC_NULL, 8, WORLD, &request);
	MPI_Start(&request);
	MPI_Wait(&request, NO_STATUS);
	if (!wrong)
		MPI_Request_free(&request);
}

CASE(waited_for_twice)
{
	MPI_Request request, same;

	MPI_Irecv(x, 1, MPI_INT, rank, 0, WORLD, &request);
	MPI_Send(y, 1, MPI_INT, rank, 0, WORLD);
	same = request;
	MPI_Wait(&request, NO_STATUS);
	MARK(0), MPI_Wait(wrong ? &same : &request, NO_STATUS);
}

/* --- resources */

CASE(comm_left)
{
	MPI_Comm made;

	MARK(0), MPI_Comm_dup(WORLD, &made);
	if (!wrong)
		MPI_Comm_free(&made);
}

CASE(grid_left)
{
	MPI_Comm made;

	MARK(0), MPI_Cart_create(WORLD, 1, (int[]){size}, (int[]){0}, 0, &made);
	if (!wrong)
		MPI_Comm_free(&made);
}

CASE(type_left)
{
	MPI_Datatype inner, type;

	MPI_Type_contiguous(2, MPI_INT, &inner);
	MARK(0), MPI_Type_contiguous(2, inner, &type);
	MPI_Type_free(&inner);
	if (!wrong)
		MPI_Type_free(&type);
}

CASE(group_left)
{
	MPI_Group group, empty;

	MARK(0), MPI_Comm_group(WORLD, &group);
	MPI_Group_difference(group, group, &empty);     /* nothing to free */
	if (!wrong)
		MPI_Group_free(&group);
}

CASE(op_left)
{
	MPI_Op op;

	MARK(0), MPI_Op_create(add, 1, &op);
	if (!wrong)
		MPI_Op_free(&op);
}

static void
handle(MPI_Comm *comm, int *code, ...)
{
	(void)comm, (void)code;
}

CASE(errhandler_left)
{
	MPI_Errhandler handler;

	MARK(0), MPI_Comm_create_errhandler(handle, &handler);
	MPI_Comm_set_errhandler(WORLD, handler);
	if (!wrong)
		MPI_Errhandler_free(&handler);
}

CASE(info_left)
{
	MPI_Info info;

	MARK(0), MPI_Info_create(&info);
	if (!wrong)
		MPI_Info_free(&info);
}

CASE(memory_left)
{
	void *memory;

	MARK(0), MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
	if (!wrong)
		MPI_Free_mem(memory);
}

CASE(memory_freed_twice)
{
	void *memory;

	MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
	MPI_Free_mem(memory);
	if (wrong)
		MARK(0), MPI_Free_mem(memory);
}

CASE(group_freed_twice)
{
	MPI_Group group, same;

	MPI_Comm_group(WORLD, &group);
	same = group;
	MPI_Group_free(&group);
	if (wrong)
		MARK(0), MPI_Group_free(&same);
}

CASE(key_left)
{
	int key;

	MARK(0), MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
	MPI_Comm_set_attr(WORLD, key, NULL);
	if (!wrong)
		MPI_Comm_free_keyval(&key);
}

CASE(comm_freed_twice)
{
	MPI_Comm rows = copy_of_world("rows"), same = rows;

	MPI_Comm_free(&rows);
	if (wrong)
		MARK(0), MPI_Comm_free(&same);
}

CASE(type_freed_twice)
{
	MPI_Datatype type, same;

	MPI_Type_contiguous(2, MPI_INT, &type);
	same = type;
	MPI_Type_free(&type);
	if (wrong)
		MARK(0), MPI_Type_free(&same);
}

CASE(world_freed)
{
	MPI_Comm world = WORLD, rows = copy_of_world("rows");

	MARK(0), MPI_Comm_free(wrong ? &world : &rows);
}

CASE(predefined_type_freed)
{
	MPI_Datatype type = MPI_INT;

	if (!wrong)
		MPI_Type_contiguous(2, MPI_INT, &type);
	MARK(0), MPI_Type_free(&type);
}

CASE(no_finalize)
{
	if (wrong && rank == 1)
		vcube_mpi_exit(0);
}

CASE(init_twice)
{
	if (wrong)
		MARK(0), MPI_Init(NULL, NULL);
}

CASE(after_finalize)
{
	if (wrong) {
		MPI_Finalize();
		MARK(0), MPI_Barrier(WORLD);
	}
}

/* --- buffers */

CASE(sent_data_changed)
{
	MPI_Request request;

	MARK(0), MPI_Isend(x, 4, MPI_INT, rank, 0, WORLD, &request);
	(wrong ? x : y)[2] = 77;
	MPI_Recv(y, 4, MPI_INT, rank, 0, WORLD, NO_STATUS);
	MARK(1), MPI_Wait(&request, NO_STATUS);
}

CASE(two_receives)
{
	MPI_Request requests[2];

	MARK(0), MPI_Irecv(x, 4, MPI_INT, rank, 0, WORLD, &requests[0]);
	MARK(1), MPI_Irecv(wrong ? x + 3 : x + 4, 4, MPI_INT, rank, 1, WORLD, &requests[1]);
	MPI_Send(y, 4, MPI_INT, rank, 0, WORLD);
	MPI_Send(y, 4, MPI_INT, rank, 1, WORLD);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

CASE(sends_what_arrives)
{
	MPI_Request request;

	MARK(0), MPI_Irecv(x, 4, MPI_INT, rank, 0, WORLD, &request);
	MARK(1), MPI_Send(wrong ? x : y, 1, MPI_INT, rank, 0, WORLD);
	MPI_Wait(&request, NO_STATUS);
}

CASE(receives_what_leaves)
{
	MPI_Request request;

	MARK(0), MPI_Isend(x, 4, MPI_INT, rank, 0, WORLD, &request);
	MARK(1), MPI_Recv(wrong ? x + 1 : y, 4, MPI_INT, rank, 0, WORLD, NO_STATUS);
	MPI_Wait(&request, NO_STATUS);
}

CASE(sendrecv_of_one)
{
	MARK(0), MPI_Sendrecv(x, 2, MPI_INT, rank, 0, wrong ? x : y, 2, MPI_INT, rank, 0, WORLD, NO_STATUS);
}

CASE(allreduce_of_one)
{
	MARK(0), MPI_Allreduce(x, wrong ? x : y, 2, MPI_INT, MPI_SUM, WORLD);
}

CASE(received_data_changed)
{
	MPI_Request request;

	MARK(0), MPI_Irecv(x, 4, MPI_INT, rank, 0, WORLD, &request);
	MPI_Send(y, 4, MPI_INT, rank, 0, WORLD);
	(wrong ? x : y)[3]++;
	MARK(1), MPI_Wait(&request, NO_STATUS);
}

CASE(result_changed)
{
	MPI_Request request;

	MARK(0), MPI_Iallreduce(x, y, 4, MPI_INT, MPI_SUM, WORLD, &request);
	(wrong ? y : x + 8)[3]++;
	MARK(1), MPI_Wait(&request, NO_STATUS);
	(void)y[0];
}

CASE(operand_changed)
{
	MPI_Request request;

	MARK(0), MPI_Iallgather(x, 4, MPI_INT, y, 4, MPI_INT, WORLD, &request);
	x[wrong ? 0 : 4]++;
	MARK(1), MPI_Wait(&request, NO_STATUS);
}

CASE(block_changed)
{
	const int counts[] = {1, 2}, gaps[] = {8, 2};
	MPI_Request request;

	MARK(0), MPI_Ialltoallv(x, rank == 0 ? counts : (int[]){2, 2}, gaps, MPI_INT,
				y, rank == 0 ? (int[]){1, 2} : (int[]){2, 2}, gaps, MPI_INT, WORLD,
				&request);
	y[wrong ? 3 : 5]++;
	MARK(1), MPI_Wait(&request, NO_STATUS);
}

CASE(started_data_changed)
{
	MPI_Request request;

	MPI_Bcast_init(x, 4, MPI_INT, 0, WORLD, MPI_INFO_NULL, &request);
	for (int i = 0; i < 2; i++) {
		MPI_Start(&request);
		if (rank == 1 && i == 1)
			x[wrong ? 1 : 5]++;
		MARK(0), MPI_Wait(&request, NO_STATUS);
	}
	MPI_Request_free(&request);
}

/* --- windows */

static MPI_Win
window(void)
{
	MPI_Win win;

	MPI_Win_create(x, sizeof x, sizeof(int), MPI_INFO_NULL, WORLD, &win);
	return win;
}

CASE(put_data_changed)
{
	MPI_Win win = window();

	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
	MARK(0), MPI_Put(y, 2, MPI_INT, 0, 2 * rank, 2, MPI_INT, win);
	y[wrong ? 1 : 2]++;
	MARK(1), MPI_Win_unlock(0, win);
	MPI_Win_free(&win);
}

CASE(gotten_data_changed)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	MARK(0), MPI_Get(y, 2, MPI_INT, 0, 2, 2, MPI_INT, win);
	y[wrong ? 1 : 2] += 5;
	MARK(1), MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

CASE(root_changes_what_it_gives)
{
	MPI_Request request;

	MARK(0), MPI_Ibcast(x, 4, MPI_INT, 0, WORLD, &request);
	if (rank == 0)
		(wrong ? x : y)[2]++;
	MARK(1), MPI_Wait(&request, NO_STATUS);
}

CASE(broadcast_to_what_is_received)
{
	MPI_Request request = MPI_REQUEST_NULL;

	if (rank == 0)
		MPI_Send(y, 4, MPI_INT, 1, 0, WORLD);
	else
		MARK(0), MPI_Irecv(x, 4, MPI_INT, 0, 0, WORLD, &request);
	MARK(1), MPI_Bcast(wrong ? x + 3 : x + 4, 4, MPI_INT, 0, WORLD);
	MPI_Wait(&request, NO_STATUS);
}

CASE(ready_part_changed)
{
	MPI_Request request;

	if (rank == 0)
		MARK(0), MPI_Psend_init(x, 2, 4, MPI_INT, 1, 0, WORLD, MPI_INFO_NULL, &request);
	else
		MPI_Precv_init(x, 2, 4, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
	MPI_Start(&request);
	if (rank == 0) {
		MPI_Pready(0, request);
		x[wrong ? 3 : 4]++;
		MPI_Pready(1, request);
	}
	MPI_Wait(&request, NO_STATUS);
	MPI_Request_free(&request);
}

CASE(types_of_put)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	if (rank == 1)
		MARK(0), MPI_Put(y, 2, wrong ? MPI_FLOAT : MPI_INT, 0, 0, 2, MPI_INT, win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

CASE(types_of_replace)
{
	const MPI_Datatype type = rank == 1 && wrong ? MPI_FLOAT : MPI_INT;

	/* one call: compilers merge two of them into one without a line */
	MARK(0), MPI_Sendrecv_replace(x, 4, type, 1 - rank, 0, 1 - rank, 0, WORLD, NO_STATUS);
}

CASE(gathers_in_place)
{
	MPI_Gather(rank == (wrong ? 1 : 0) ? MPI_IN_PLACE : (void *)x, 1, MPI_INT, y, 1, MPI_INT, 0, WORLD);
}

CASE(gathers_in_place_v)
{
	const int counts[] = {1, 1}, offsets[] = {0, 1};

	MPI_Gatherv(rank == (wrong ? 1 : 0) ? MPI_IN_PLACE : (void *)x, 1, MPI_INT, y, counts, offsets,
		    MPI_INT, 0, WORLD);
}

CASE(scatters_in_place)
{
	MPI_Scatter(y, 1, MPI_INT, rank == (wrong ? 1 : 0) ? MPI_IN_PLACE : (void *)x, 1, MPI_INT, 0,
		    WORLD);
}

CASE(no_request)
{
	MPI_Request request = MPI_REQUEST_NULL;

	MPI_Wait(wrong ? NULL : &request, NO_STATUS);
}

CASE(no_request_to_test)
{
	MPI_Request request = MPI_REQUEST_NULL;
	int flag;

	MPI_Test(wrong ? NULL : &request, &flag, NO_STATUS);
}

CASE(no_requests)
{
	MPI_Waitall(wrong ? 2 : 0, NULL, MPI_STATUSES_IGNORE);
}

CASE(gets_to_one_place)
{
	MPI_Win win = window();

	MPI_Win_lock_all(0, win);
	MARK(0), MPI_Get(y, 2, MPI_INT, 0, 2, 2, MPI_INT, win);
	if (!wrong)
		MPI_Win_flush_local(0, win);
	MARK(1), MPI_Get(y + 1, 2, MPI_INT, 0, 4, 2, MPI_INT, win);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
}

CASE(sends_what_is_gotten)
{
	MPI_Win win = window();

	MPI_Win_lock_all(0, win);
	MARK(0), MPI_Get(y, 2, MPI_INT, 0, 2, 2, MPI_INT, win);
	MARK(1), MPI_Send(wrong ? y : y + 2, 1, MPI_INT, rank, 0, WORLD);
	MPI_Recv(y + 8, 1, MPI_INT, rank, 0, WORLD, NO_STATUS);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
}

/* The second to come is told. */
CASE(origin_in_window)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	if (rank == 0)
		MPI_Get(y, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
	else
		MPI_Get(x + (wrong ? 3 : 4), 2, MPI_INT, 0, 0, 2, MPI_INT, win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

CASE(fence_missing)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	if (rank == 1)
		MPI_Put(y, 2, MPI_INT, 0, 2, 2, MPI_INT, win);
	if (!wrong)
		MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

CASE(rput_data_changed)
{
	MPI_Win win = window();
	MPI_Request request;

	MPI_Win_lock_all(0, win);
	MARK(0), MPI_Rput(y, 2, MPI_INT, 0, 2 * rank, 2, MPI_INT, win, &request);
	y[wrong ? 1 : 2]++;
	MARK(1), MPI_Wait(&request, NO_STATUS);
	y[0]++;
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
}

CASE(rget_ends_with_its_lock)
{
	MPI_Win win = window();
	MPI_Request request;

	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
	MARK(0), MPI_Rget(y, 2, MPI_INT, 0, 0, 2, MPI_INT, win, &request);
	if (wrong)
		y[1]++;
	MPI_Win_unlock(0, win);
	y[1]++;
	MPI_Wait(&request, NO_STATUS);
	MPI_Win_free(&win);
}

/* Rank 1 stores to memory that rank 0 accesses, or beside it. If wrong, it races with that. */
static void
access_beside(MPI_Win win, int kind)
{
	if (kind == 0)
		MARK(0), MPI_Put(y, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
	else if (kind == 1)
		MARK(0), MPI_Get(y, 2, MPI_INT, 1, 1, 2, MPI_INT, win);
	else
		MARK(0), MPI_Accumulate(y, 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_SUM, win);
}

/* A message says which comes first, for what is stored amid an access may be lost without a
 * trace. */
static void
store_beside(MPI_Win win, int kind, bool first)
{
	if (rank == 0 && first)
		MPI_Recv(NULL, 0, MPI_INT, 1, 0, WORLD, NO_STATUS);
	if (rank == 0)
		access_beside(win, kind);
	if (rank == 0 && !first)
		MPI_Send(NULL, 0, MPI_INT, 1, 0, WORLD);
	if (rank == 1 && !first)
		MPI_Recv(NULL, 0, MPI_INT, 0, 0, WORLD, NO_STATUS);
	if (rank == 1)
		x[wrong ? 2 : 4] = 77;
	if (rank == 1 && first)
		MPI_Send(NULL, 0, MPI_INT, 0, 0, WORLD);
}

CASE(stores_beside_put)
{
	MPI_Win win = window();

	for (int i = 0; i < 2; i++) {
		x[2] = i;
		MPI_Win_fence(0, win);
		store_beside(win, 0, true);
		MPI_Win_fence(0, win);
	}
	MPI_Win_free(&win);
}

CASE(stores_beside_get)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	store_beside(win, 1, false);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

CASE(stores_while_exposed)
{
	MPI_Win win = window();
	MPI_Group all, other;

	MPI_Comm_group(WORLD, &all);
	MPI_Group_incl(all, 1, (int[]){1 - rank}, &other);
	if (rank == 1)
		MPI_Win_post(other, 0, win);
	else
		MPI_Win_start(other, 0, win);
	store_beside(win, 2, true);
	if (rank == 1)
		MPI_Win_wait(win);
	else
		MPI_Win_complete(win);
	x[2]++;
	MPI_Group_free(&all);
	MPI_Group_free(&other);
	MPI_Win_free(&win);
}

/* What a rank gets into its own window, and accesses that others may have waited for, are right. */
CASE(gets_into_window)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	if (rank == 1) {
		MPI_Get(x + 8, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
		if (wrong)
			x[0] = 9;
		MPI_Send(NULL, 0, MPI_INT, 0, 0, WORLD);        /* as in store_beside() */
	} else {
		MPI_Recv(NULL, 0, MPI_INT, 1, 0, WORLD, NO_STATUS);
		MARK(0), MPI_Put(y, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
	}
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

/* Each in an epoch of its own, by locks that permit others */
CASE(puts_by_shared_locks)
{
	MPI_Win win = window();

	for (int i = 0; i < 2; i++) {
		if (rank == i) {
			MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
			MPI_Put(y, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
			MPI_Win_unlock(0, win);
		}
		if (!wrong)
			MPI_Barrier(WORLD);
	}
	MPI_Win_free(&win);
}

CASE(puts_by_exclusive_locks)
{
	MPI_Win win = window();

	MPI_Win_lock(wrong ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
	MPI_Put(y, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
	MPI_Win_unlock(0, win);
	MPI_Win_free(&win);
}

/* One after the other: what is stored amid an access may be lost without a trace. */
static void
store_slowly(int *to)
{
	for (int i = 0; i < 8; i++) {
		to[i] = 77 + i;
		for (volatile int k = 0; k < 1000; k++)
			;
	}
}

CASE(stores_by_shared_lock)
{
	MPI_Win win = window();

	MPI_Win_lock(wrong ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
	if (rank == 0)
		store_slowly(x + 2);
	else
		MPI_Put(y, 8, MPI_INT, 0, 2, 8, MPI_INT, win);
	MPI_Win_unlock(0, win);
	MPI_Win_free(&win);
}

CASE(stores_beside_lock_all)
{
	MPI_Win win = window();

	MPI_Win_lock_all(0, win);
	if (rank == 0)
		store_slowly(wrong ? x + 2 : x + 20);
	else
		MPI_Get(y, 8, MPI_INT, 0, 2, 8, MPI_INT, win);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
}

/* If wrong, rank 0 goes on meanwhile. */
static void
accumulate_from_1(MPI_Win win)
{
	if (rank == 1) {
		MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
		MPI_Accumulate(y, 8, MPI_INT, 0, 2, 8, MPI_INT, MPI_SUM, win);
		MPI_Win_unlock(0, win);
	}
	if (!wrong)
		MPI_Barrier(WORLD);
}

CASE(stores_without_lock)
{
	MPI_Win win = window();

	accumulate_from_1(win);
	if (rank == 0)
		store_slowly(x + 2);
	MPI_Win_free(&win);
}

/* An accumulate that has begun waits until the target's program has stored. */
static atomic_bool waits, begun, stored;

void __real_vcm_op_apply(const struct op *op, const struct datatype *type, const void *in, void *inout,
			 int64_t count);
void __wrap_vcm_op_apply(const struct op *op, const struct datatype *type, const void *in, void *inout,
			 int64_t count);

void
__wrap_vcm_op_apply(const struct op *op, const struct datatype *type, const void *in, void *inout,
		    int64_t count)
{
	atomic_store(&begun, true);
	while (atomic_load(&waits) && !atomic_load(&stored))
		sched_yield();
	__real_vcm_op_apply(op, type, in, inout, count);
}

CASE(stores_within_accumulate)
{
	MPI_Win win = window();

	if (rank == 0) {
		atomic_store(&waits, wrong);
		atomic_store(&begun, false);
		atomic_store(&stored, false);
	}
	MPI_Barrier(WORLD);
	accumulate_from_1(win);
	if (rank == 0) {
		while (!atomic_load(&begun))
			sched_yield();
		store_slowly(x + 2);
		atomic_store(&stored, true);
	}
	MPI_Win_free(&win);
}

CASE(ops_of_accumulates)
{
	MPI_Win win = window();

	MPI_Win_fence(0, win);
	MPI_Accumulate(y, 1, MPI_INT, 0, 2, 1, MPI_INT, wrong && rank == 1 ? MPI_PROD : MPI_SUM, win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
}

CASE(assertions_of_fence)
{
	MPI_Win win = window();

	MARK(0), MPI_Win_fence(wrong && rank == 1 ? MPI_MODE_NOPRECEDE : 0, win);
	MPI_Win_free(&win);
}

CASE(fence_of_one)
{
	MPI_Win win = window();

	if (rank == 0 || !wrong)
		MARK(0), MPI_Win_fence(0, win);
	MARK(1), MPI_Win_free(&win);
}

/* --- memory that one call writes twice */

CASE(vector_of_overlaps)
{
	MPI_Datatype type;

	MPI_Type_vector(2, 2, wrong ? 1 : 2, MPI_INT, &type);
	MPI_Type_commit(&type);
	if (rank == 0)
		MPI_Send(x, 4, MPI_INT, 1, 0, WORLD);
	else
		MARK(0), MPI_Recv(y, 1, type, 0, 0, WORLD, NO_STATUS);
	MPI_Type_free(&type);
}

CASE(elements_that_overlap)
{
	MPI_Datatype type;

	MPI_Type_create_resized(MPI_INT, 0, wrong ? 2 : 8, &type);
	MPI_Type_commit(&type);
	MARK(0), MPI_Bcast(x, 4, type, 0, WORLD);
	MPI_Type_free(&type);
}

CASE(blocks_that_overlap)
{
	const int counts[] = {2, 2}, offsets[] = {0, wrong ? 1 : 2};

	MARK(0), MPI_Allgatherv(x, 2, MPI_INT, y, counts, offsets, MPI_INT, WORLD);
}

/* --- requests in lists, and what all members give */

CASE(waits_twice_in_one_call)
{
	MPI_Request requests[3];

	MPI_Irecv(x, 1, MPI_INT, rank, 0, WORLD, &requests[0]);
	MPI_Isend(y, 1, MPI_INT, rank, 0, WORLD, &requests[1]);
	requests[2] = wrong ? requests[0] : MPI_REQUEST_NULL;
	MARK(0), MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

CASE(lists_twice)
{
	MPI_Request requests[3];
	int index;

	MPI_Irecv(x, 1, MPI_INT, rank, 0, WORLD, &requests[0]);
	MPI_Isend(y, 1, MPI_INT, rank, 0, WORLD, &requests[1]);
	requests[2] = wrong ? requests[0] : MPI_REQUEST_NULL;
	MARK(0), MPI_Waitany(3, requests, &index, NO_STATUS);
	MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

CASE(dimensions_differ)
{
	MPI_Comm grid;

	MARK(0), MPI_Cart_create(WORLD, 2, wrong && rank == 1 ? (int[]){1, 2} : (int[]){2, 1},
				 (int[]){0, 0}, 0, &grid);
	MPI_Comm_free(&grid);
}

static void
multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *count; i++)
		((int *)inout)[i] *= ((int *)in)[i];
}

CASE(functions_differ)
{
	MPI_Op op;

	MPI_Op_create(wrong && rank == 1 ? multiply : add, 1, &op);
	MARK(0), MPI_Allreduce(x, y, 1, MPI_INT, op, WORLD);
	MPI_Op_free(&op);
}

/* --- counts for each pair */

CASE(type_of_alltoallv)
{
	const int counts[] = {1, 2, 1}, offsets[] = {0, 1, 3};
	const MPI_Datatype type = wrong && rank == 1 ? MPI_FLOAT : MPI_INT;

	MARK(0), MPI_Alltoallv(x, (int[]){counts[rank], counts[rank], counts[rank]}, offsets, type,
			       y, counts, offsets, MPI_INT, WORLD);
}

CASE(count_of_alltoallw)
{
	int counts[] = {1, 1}, more[] = {1, wrong ? 2 : 1}, offsets[] = {0, 8};
	MPI_Datatype types[] = {MPI_INT, MPI_INT};

	MARK(0), MPI_Alltoallw(x, rank == 0 ? more : counts, offsets, types, y, counts, offsets, types,
			       WORLD);
}

CASE(count_of_gatherv)
{
	const int counts[] = {1, 2, 3}, offsets[] = {0, 1, 3};

	MARK(0), MPI_Gatherv(x, wrong && rank == 2 ? 2 : counts[rank], MPI_INT, y, counts, offsets,
			     MPI_INT, 0, WORLD);
}

CASE(type_of_scatterv)
{
	const int counts[] = {1, 2}, offsets[] = {0, 1};

	MARK(0), MPI_Scatterv(x, counts, offsets, MPI_INT, y, counts[rank],
			      wrong && rank == 0 ? MPI_UNSIGNED : MPI_INT, 1, WORLD);
}

CASE(ready_too_early)
{
	MPI_Request request;

	if (rank == 1) {
		MPI_Barrier(WORLD);
		MARK(0), MPI_Rsend(x, 3, MPI_INT, 0, 5, WORLD);
		MPI_Barrier(WORLD);
		return;
	}
	if (!wrong)
		MPI_Irecv(y, 3, MPI_INT, 1, 5, WORLD, &request);
	MPI_Barrier(WORLD);
	MPI_Barrier(WORLD);
	if (wrong)
		MARK(1), MPI_Recv(y, 3, MPI_INT, 1, 5, WORLD, NO_STATUS);
	else
		MPI_Wait(&request, NO_STATUS);
}

CASE(started_ready_too_early)
{
	MPI_Request requests[2];

	MPI_Rsend_init(x, 1, MPI_INT, rank, 5, WORLD, &requests[0]);
	MPI_Recv_init(y, 1, MPI_INT, rank, 5, WORLD, &requests[1]);
	MARK(0), MPI_Start(&requests[wrong ? 0 : 1]);
	MPI_Start(&requests[wrong ? 1 : 0]);
	MARK(1), MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[1]);
}

/* --- types among neighbors, and of the other side */

static MPI_Comm
ring(void)
{
	MPI_Comm made;

	MPI_Cart_create(WORLD, 1, (int[]){size}, (int[]){1}, 0, &made);
	return made;
}

CASE(type_among_neighbors)
{
	const MPI_Datatype type = wrong && rank == 1 ? MPI_FLOAT : MPI_INT;
	MPI_Comm comm = ring();

	MARK(0), MPI_Neighbor_allgather(x, 1, type, y, 1, type, comm);
	MPI_Comm_free(&comm);
}

CASE(count_among_neighbors)
{
	const int counts[] = {2, wrong && rank == 1 ? 1 : 2}, offsets[] = {0, 4};
	MPI_Comm comm = ring();
	MPI_Request request;

	MARK(0), MPI_Ineighbor_alltoallv(x, counts, offsets, MPI_INT, y, (int[]){2, 2}, offsets, MPI_INT,
					 comm, &request);
	MPI_Wait(&request, NO_STATUS);
	MPI_Comm_free(&comm);
}

CASE(type_of_other_side)
{
	const MPI_Datatype type = wrong && rank == 1 ? MPI_FLOAT : MPI_INT;
	MPI_Comm side, comm;

	MPI_Comm_split(WORLD, rank, 0, &side);
	MPI_Intercomm_create(side, 0, WORLD, 1 - rank, 0, &comm);
	MARK(0), MPI_Alltoall(x, 1, type, y, 1, type, comm);
	MPI_Comm_free(&comm);
	MPI_Comm_free(&side);
}

/* --- buffering, and input */

CASE(sends_first)
{
	MPI_Request request;

	MPI_Irecv(x, 1, MPI_INT, 1 - rank, 7, WORLD, &request);
	if (wrong) {
		MPI_Cancel(&request);
		MPI_Wait(&request, NO_STATUS);
	}
	MARK(0), MPI_Send(y, 1, MPI_INT, 1 - rank, 7, WORLD);
	if (wrong)
		MPI_Recv(x, 1, MPI_INT, 1 - rank, 7, WORLD, NO_STATUS);
	else
		MPI_Wait(&request, NO_STATUS);
}

CASE(sends_in_ring)
{
	const int left = (rank + size - 1) % size, right = (rank + 1) % size;

	if (wrong || rank > 0)
		MARK(0), MPI_Send(y, 1, MPI_INT, right, 7, WORLD);
	MPI_Recv(x, 1, MPI_INT, left, 7, WORLD, NO_STATUS);
	if (!wrong && rank == 0)
		MPI_Send(y, 1, MPI_INT, right, 7, WORLD);
}

CASE(one_message_too_few)
{
	for (int i = 0; i < (wrong ? 3 : 2) && rank == 0; i++)
		MARK(0), MPI_Recv(x, 1, MPI_INT, 1, 0, WORLD, NO_STATUS);
	for (int i = 0; i < 2 && rank == 1; i++)
		MPI_Send(x, 1, MPI_INT, 0, 0, WORLD);
}

/* --- the table */

#define STRICT "strict=yes"
static const struct {
	const char *name;
	void (*body)(void);
	int ranks;
	const char *machine, *words[3];
	bool races;             /* for memory, as the program is meant to */
} rows[] = {
#define ROW(name, ranks, machine, ...) {#name, name, ranks, machine, {__VA_ARGS__}, false}
#define RACE(name, ranks, machine, ...) {#name, name, ranks, machine, {__VA_ARGS__}, true}
	ROW(reduce_for_bcast, 2, STRICT, "call matching", "MPI_Reduce(root 0, op MPI_SUM)", "MPI_Bcast(root 0)"),
	ROW(order_of_two, 3, STRICT, "call matching", "rank 0 called MPI_Barrier", "MPI_Allreduce(op MPI_MAX)"),
	ROW(missing_barrier, 3, STRICT, "call matching", "rank 1 called MPI_Finalize", "called MPI_Barrier"),
	ROW(one_more_allgather, 3, STRICT, "call matching", "rank 2 called MPI_Allgather", "MPI_Finalize"),
	ROW(ibarrier_for_barrier, 2, STRICT, "call matching", "rank 0 called MPI_Ibarrier", "MPI_Barrier"),
	ROW(split_for_dup, 2, STRICT, "call matching", "MPI_Comm_split", "MPI_Comm_dup"),
	ROW(scatter_for_gather, 3, STRICT, "call matching", "rank 1 called MPI_Scatter", "MPI_Gather"),
	ROW(receive_first, 2, "", "cycle: 0 -> 1 -> 0", "MPI_Recv(source 1, tag 7, comm MPI_COMM_WORLD)"),
	ROW(receive_in_ring, 3, "", "cycle: 0 -> 2 -> 1 -> 0", "MPI_Recv(source 2, tag 5, comm MPI_COMM_WORLD)"),
	ROW(receive_in_ring, 3, STRICT, "cycle: 0 -> 2 -> 1 -> 0"),
	ROW(synchronous_sends, 2, "", "cycle: 0 -> 1 -> 0", "MPI_Ssend(destination 1, tag 7"),
	ROW(no_send, 2, "", "MPI_Wait(MPI_Irecv(source 1, tag 3, comm MPI_COMM_WORLD)", "MPI_Finalize"),
	ROW(receive_before_barrier, 2, "", "cycle: 0 -> 1 -> 0", "MPI_Recv(source 1, tag 3", "MPI_Barrier(comm MPI_COMM_WORLD)"),
	ROW(probe_for_none, 2, "", "MPI_Probe(source 1, tag 4, comm MPI_COMM_WORLD)"),
	ROW(unreceived, 2, STRICT, "unreceived message", "sent 3 of MPI_INT (source 1, tag 9, comm MPI_COMM_WORLD)"),
	ROW(waitall_for_one, 2, "", "MPI_Waitall(2 requests, ", "MPI_Irecv(source 1, tag 2, comm MPI_COMM_WORLD)"),
	ROW(bcast_before_send, 2, STRICT, "cycle: 0 -> 1 -> 0", "MPI_Bcast(root 0, comm MPI_COMM_WORLD, which may wait for all members)"),
	ROW(scan_before_send, 2, STRICT, "cycle: 0 -> 1 -> 0", "MPI_Scan(op MPI_SUM, comm MPI_COMM_WORLD, which may wait for all"),
	ROW(send_on_other, 2, "", "MPI_Recv(source 1, tag 1, comm MPI_COMM_WORLD)", "what is there: (source 1, tag 1, comm rows)"),
	ROW(crossed_barriers, 2, STRICT, "call matching", "rank 0 called MPI_Barrier", "rank 1 called MPI_Barrier"),
	ROW(bcast_on_other, 2, STRICT, "call matching", "called MPI_Bcast(root "),
	ROW(freed_comm, 2, STRICT, "MPI_Barrier on rank", "MPI_ERR_COMM"),
	ROW(null_comm, 1, "", "MPI_Send on rank 0", "MPI_ERR_COMM"),
	ROW(unreceived_on_part, 2, STRICT, "unreceived message", "1 of MPI_DOUBLE (source 1, tag 2, comm rows)"),
	ROW(other_tag, 2, "", "MPI_Recv(source 1, tag 3, comm MPI_COMM_WORLD)",
	    "what is there: (source 1, tag 2, comm MPI_COMM_WORLD)"),
	ROW(negative_tag, 2, "", "MPI_Isend on rank", "MPI_ERR_TAG"),
	ROW(any_tag_sent, 2, "", "MPI_Send on rank 1", "MPI_ERR_TAG"),
	ROW(root_of_bcast, 3, STRICT, "root matching", "called MPI_Bcast(root "),
	ROW(root_of_gather, 3, STRICT, "root matching", "MPI_Gather(root 1)", "MPI_Gather(root 0)"),
	ROW(root_of_reduce, 3, STRICT, "root matching", "MPI_Reduce(root 1, op MPI_SUM)"),
	ROW(root_of_scatterv, 3, STRICT, "root matching", "MPI_Scatterv(root 1)", "MPI_Scatterv(root 0)"),
	ROW(no_root, 2, "", "MPI_Bcast on rank", "MPI_ERR_ROOT"),
	ROW(negative_root, 2, "", "MPI_Reduce on rank", "MPI_ERR_ROOT"),
	ROW(op_of_reduce, 3, STRICT, "operator matching", "MPI_Reduce(root 0, op MPI_MAX)", "op MPI_SUM"),
	ROW(op_of_allreduce, 2, STRICT, "operator matching", "MPI_Allreduce(op MPI_PROD)"),
	ROW(op_of_scan, 3, STRICT, "operator matching", "MPI_Scan(op MPI_BAND)", "MPI_Scan(op MPI_BOR)"),
	ROW(null_op, 2, "", "MPI_Allreduce on rank", "MPI_OP_NULL", "MPI_ERR_OP"),
	ROW(op_for_type, 2, "", "MPI_Allreduce on rank", "MPI_ERR_OP"),
	ROW(freed_op, 2, STRICT, "MPI_Allreduce on rank", "MPI_ERR_OP"),
	ROW(float_for_int, 2, STRICT, "type matching", "MPI_Recv(source 1, tag 1, comm MPI_COMM_WORLD)", "receives 4 of MPI_FLOAT, but MPI_Send"),
	ROW(byte_for_int, 2, STRICT, "type matching", "sent 4 of MPI_BYTE"),
	ROW(long_for_ints, 2, STRICT, "type matching", "receives 1 of MPI_LONG"),
	ROW(order_in_struct, 2, STRICT, "type matching", "3 of struct"),
	ROW(type_of_irecv, 2, STRICT, "type matching", "MPI_Wait", "receives 2 of MPI_UNSIGNED, but MPI_Isend"),
	ROW(type_of_sendrecv, 2, STRICT, "type matching", "MPI_Sendrecv", "receives 1 of MPI_FLOAT"),
	ROW(type_of_bsend, 2, STRICT, "type matching", "but MPI_Bsend"),
	ROW(type_of_mrecv, 2, STRICT, "type matching", "MPI_Mrecv"),
	ROW(type_of_bcast, 2, STRICT, "type matching", "with 1 of MPI_FLOAT", "with 1 of MPI_INT"),
	ROW(count_of_bcast, 2, STRICT, "type matching", "with 2 of MPI_INT", "with 1 of MPI_INT"),
	ROW(count_of_reduce, 3, STRICT, "type matching", "with 4 of MPI_INT", "with 1 of MPI_INT"),
	ROW(count_of_allgather, 2, STRICT, "type matching", "MPI_Allgather sends 1 of MPI_INT, but receives 2"),
	ROW(type_of_gather, 2, STRICT, "type matching", "MPI_Gather sends 1 of MPI_INT, but receives 1 of MPI_FLOAT"),
	ROW(count_of_scatter, 2, STRICT, "type matching", "with 3 of MPI_INT", "with 2 of MPI_INT"),
	ROW(type_of_alltoall, 3, STRICT, "type matching", "rank 0 called MPI_Alltoall with 2 of MPI_UNSIGNED"),
	ROW(counts_of_allgatherv, 3, STRICT, "type matching", "rank 0 called MPI_Allgatherv with counts for each rank, 4 in all"),
	ROW(counts_of_reduce_scatter, 3, STRICT, "type matching", "rank 1 called MPI_Reduce_scatter(op MPI_SUM)"),
	ROW(type_of_iallreduce, 2, STRICT, "type matching", "rank 1 called MPI_Iallreduce(op MPI_SUM) with 1 of MPI_FLOAT"),
	ROW(too_long, 2, "", "MPI_Recv on rank 0", "MPI_ERR_TRUNCATE"),
	ROW(too_long, 2, STRICT, "MPI_Recv on rank 0", "MPI_ERR_TRUNCATE"),
	ROW(one_of_all_too_long, 2, STRICT, "MPI_Irecv(source 1, tag 2, comm MPI_COMM_WORLD)", "which MPI_Send at", "sent with 4 of MPI_INT (MPI_ERR_TRUNCATE)"),
	ROW(null_type, 1, "", "MPI_Bcast on rank 0", "MPI_ERR_TYPE"),
	ROW(uncommitted, 1, "", "MPI_Sendrecv on rank 0", "not committed", "MPI_ERR_TYPE"),
	ROW(freed_type, 1, STRICT, "MPI_Bcast on rank 0", "MPI_ERR_TYPE"),
	ROW(no_destination, 2, "", "MPI_Isend on rank", "destination 2 is not in 0 .. 1", "MPI_ERR_RANK"),
	ROW(no_source, 1, "", "MPI_Recv on rank 0", "source -7", "MPI_ERR_RANK"),
	ROW(negative_count, 1, "", "MPI_Bcast on rank 0", "MPI_ERR_COUNT"),
	ROW(null_buffer, 1, "", "MPI_Allreduce on rank 0", "MPI_ERR_BUFFER"),
	ROW(sends_in_place, 1, "", "MPI_Sendrecv on rank 0", "MPI_IN_PLACE is for collectives", "MPI_ERR_BUFFER"),
	ROW(negative_color, 2, "", "MPI_Comm_split on rank", "MPI_ERR_ARG"),
	ROW(no_member, 1, "", "MPI_Group_incl on rank 0", "MPI_ERR_RANK"),
	ROW(in_place_beside_root, 2, "", "MPI_Reduce on rank 1", "MPI_IN_PLACE"),
	ROW(large_grid, 2, "", "MPI_Cart_create on rank", "MPI_ERR_DIMS"),
	ROW(send_not_waited_for, 2, STRICT, "missing wait", "MPI_Isend(destination 1, tag 0, comm MPI_COMM_WORLD)"),
	ROW(send_of_nothing_received, 2, "", "cycle: 0 -> 1 -> 0", "waits in MPI_Finalize"),
	ROW(receive_not_waited_for, 1, "", "missing wait", "MPI_Irecv(source 0, tag 0"),
	ROW(bcast_not_waited_for, 2, "", "missing wait", "MPI_Ibcast(comm MPI_COMM_WORLD)"),
	ROW(started_twice, 1, "", "MPI_Start on rank 0", "already active", "MPI_ERR_REQUEST"),
	ROW(start_of_isend, 1, "", "MPI_Start on rank 0", "not persistent", "MPI_ERR_REQUEST"),
	ROW(not_started, 2, "", "MPI_Recv(source 0, tag 8, comm MPI_COMM_WORLD)"),
	ROW(idle_while_waiting, 2, "", "cycle: 0 -> 1 -> 0", "; not started: MPI_Send_init(destination 0, tag 8, comm MPI_COMM_WORLD)"),
	ROW(started_by_root_alone, 2, STRICT, "call matching", "rank 0 started MPI_Bcast_init(root 0)"),
	ROW(not_freed, 1, STRICT, "resource leak", "MPI_Send_init(destination MPI_PROC_NULL"),
	ROW(waited_for_twice, 1, "", "MPI_Wait on rank 0", "MPI_ERR_REQUEST"),
	ROW(comm_left, 2, STRICT, "resource leak", "communicator created at"),
	ROW(grid_left, 2, STRICT, "resource leak", "communicator created at"),
	ROW(type_left, 1, STRICT, "resource leak", "datatype created at"),
	ROW(group_left, 1, STRICT, "resource leak", "group created at"),
	ROW(op_left, 1, STRICT, "resource leak", "operator created at"),
	ROW(errhandler_left, 1, STRICT, "resource leak", "error handler created at"),
	ROW(key_left, 1, STRICT, "resource leak", "attribute key created at"),
	ROW(comm_freed_twice, 2, STRICT, "MPI_Comm_free on rank", "MPI_ERR_COMM"),
	ROW(type_freed_twice, 1, STRICT, "MPI_Type_free on rank 0", "MPI_ERR_TYPE"),
	ROW(world_freed, 1, "", "MPI_Comm_free on rank 0", "a predefined communicator cannot be freed"),
	ROW(predefined_type_freed, 1, "", "MPI_Type_free on rank 0", "MPI_INT is predefined"),
	ROW(no_finalize, 2, "", "rank 1 ended without MPI_Finalize"),
	ROW(init_twice, 1, "", "MPI_Init on rank 0", "already initialized"),
	ROW(after_finalize, 1, "", "MPI_Barrier on rank 0", "after MPI_Finalize"),
	ROW(sent_data_changed, 1, STRICT, "buffer in use", "MPI_Isend(destination 0, tag 0, comm MPI_COMM_WORLD)", "before it completed, noticed in MPI_Wait"),
	ROW(two_receives, 1, STRICT, "buffer in use", "MPI_Irecv", "MPI_Irecv(source 0, tag 0"),
	ROW(sends_what_arrives, 1, STRICT, "buffer in use", "MPI_Send", "MPI_Irecv(source 0, tag 0"),
	ROW(receives_what_leaves, 1, STRICT, "buffer in use", "MPI_Recv", "MPI_Isend(destination 0, tag 0"),
	ROW(sendrecv_of_one, 1, STRICT, "buffer in use", "MPI_Sendrecv"),
	ROW(received_data_changed, 1, STRICT, "buffer in use", "the data of MPI_Irecv(source 0, tag 0", "before it completed, noticed in MPI_Wait"),
	ROW(result_changed, 2, STRICT, "buffer in use", "the data of MPI_Iallreduce(comm MPI_COMM_WORLD)", "in MPI_Wait"),
	ROW(operand_changed, 2, STRICT, "buffer in use", "the data of MPI_Iallgather(comm MPI_COMM_WORLD)", "in MPI_Wait"),
	ROW(block_changed, 2, STRICT, "buffer in use", "the data of MPI_Ialltoallv(comm MPI_COMM_WORLD)", "in MPI_Wait"),
	ROW(started_data_changed, 2, STRICT, "buffer in use", "rank 1", "the data of MPI_Bcast_init(comm"),
	ROW(put_data_changed, 2, STRICT, "buffer in use", "the data of MPI_Put(target 0)", "in MPI_Win_unlock"),
	ROW(gotten_data_changed, 2, STRICT, "buffer in use", "the data of MPI_Get(target 0)", "in MPI_Win_fence"),
	ROW(root_changes_what_it_gives, 3, STRICT, "buffer in use", "rank 0", "the data of MPI_Ibcast(comm"),
	ROW(broadcast_to_what_is_received, 2, STRICT, "buffer in use", "MPI_Bcast", "MPI_Irecv(source 0"),
	ROW(ready_part_changed, 2, STRICT, "buffer in use", "rank 0", "the data of MPI_Psend_init("),
	ROW(types_of_put, 2, STRICT, "MPI_Put on rank 1", "different basic types", "MPI_ERR_TYPE"),
	ROW(types_of_replace, 2, STRICT, "type matching", "MPI_Sendrecv_replace", "MPI_FLOAT"),
	ROW(gathers_in_place, 2, "", "MPI_Gather on rank 1", "only at the root", "MPI_ERR_BUFFER"),
	ROW(gathers_in_place_v, 2, "", "MPI_Gatherv on rank 1", "only at the root", "MPI_ERR_BUFFER"),
	ROW(scatters_in_place, 2, "", "MPI_Scatter on rank 1", "only at the root", "MPI_ERR_BUFFER"),
	ROW(no_request, 1, "", "MPI_Wait on rank 0", "MPI_ERR_REQUEST"),
	ROW(no_request_to_test, 1, "", "MPI_Test on rank 0", "MPI_ERR_REQUEST"),
	ROW(no_requests, 1, "", "MPI_Waitall on rank 0", "is NULL", "MPI_ERR_REQUEST"),
	ROW(gets_to_one_place, 2, STRICT, "buffer in use", "MPI_Get", "writes to until it is completed"),
	ROW(sends_what_is_gotten, 2, STRICT, "buffer in use", "MPI_Send", "MPI_Get(target 0)"),
	ROW(origin_in_window, 2, STRICT, "MPI_ERR_RMA_CONFLICT", "rank 1's memory at byte "),
	ROW(fence_missing, 2, "", "MPI_Win_free on rank 1", "no other fence has completed", "MPI_ERR_RMA_SYNC"),
	ROW(type_of_alltoallv, 3, STRICT, "type matching", "MPI_Alltoallv", "2 of other types"),
	ROW(count_of_alltoallw, 2, STRICT, "type matching", "rank 1", "MPI_Alltoallw"),
	ROW(count_of_gatherv, 3, STRICT, "type matching", "MPI_Gatherv at", "in MPI_Gatherv at"),
	ROW(type_of_scatterv, 2, STRICT, "type matching", "MPI_Scatterv", "1 of other types"),
	ROW(allreduce_of_one, 2, "", "MPI_Allreduce on rank", "buffers overlap", "MPI_ERR_BUFFER"),
	ROW(info_left, 1, STRICT, "resource leak", "info created at"),
	ROW(memory_left, 1, STRICT, "resource leak", "memory created at"),
	ROW(memory_freed_twice, 1, "", "MPI_Free_mem on rank 0", "MPI_ERR_BASE"),
	ROW(group_freed_twice, 1, "", "MPI_Group_free on rank 0", "MPI_ERR_GROUP"),
	ROW(rput_data_changed, 2, STRICT, "buffer in use", "the data of MPI_Rput() at", "noticed in MPI_Wait"),
	ROW(rget_ends_with_its_lock, 2, STRICT, "buffer in use", "the data of MPI_Rget() at", "noticed in MPI_Win_unlock"),
	ROW(stores_beside_put, 2, STRICT, "MPI_Win_fence on rank 1", "changed byte 8 of rank 1's memory, which rank 0 accesses with MPI_Put", "MPI_ERR_RMA_CONFLICT"),
	ROW(stores_beside_get, 2, STRICT, "MPI_Win_fence on rank 1", "which rank 0 accesses with MPI_Get", "MPI_ERR_RMA_CONFLICT"),
	ROW(stores_while_exposed, 2, STRICT, "MPI_Win_wait on rank 1", "which rank 0 accesses with MPI_Accumulate", "MPI_ERR_RMA_CONFLICT"),
	ROW(gets_into_window, 2, STRICT, "MPI_Win_fence on rank 1", "changed byte 0 of rank 1's memory", "MPI_ERR_RMA_CONFLICT"),
	ROW(puts_by_shared_locks, 2, STRICT, "MPI_Put on rank", "MPI_ERR_RMA_CONFLICT"),
	ROW(puts_by_exclusive_locks, 2, STRICT, "MPI_Put on rank", "MPI_ERR_RMA_CONFLICT"),
	RACE(stores_by_shared_lock, 2, STRICT, "rank 0's memory", " chang", "MPI_ERR_RMA_CONFLICT"),
	RACE(stores_beside_lock_all, 2, STRICT, "rank 0's memory", " chang", "MPI_ERR_RMA_CONFLICT"),
	RACE(stores_without_lock, 2, STRICT, "rank 0's memory", " chang", "MPI_ERR_RMA_CONFLICT"),
	RACE(stores_within_accumulate, 2, STRICT, "rank 0's memory", " chang", "MPI_ERR_RMA_CONFLICT"),
	ROW(ops_of_accumulates, 2, STRICT, "MPI_Accumulate on rank", "MPI_ERR_RMA_CONFLICT"),
	ROW(assertions_of_fence, 2, STRICT, "argument matching", "MPI_Win_fence with assertions"),
	ROW(fence_of_one, 2, STRICT, "call matching", "MPI_Win_fence", "MPI_Win_free"),
	ROW(vector_of_overlaps, 2, STRICT, "overlapping data", "rank 1", "MPI_Recv"),
	ROW(elements_that_overlap, 2, STRICT, "overlapping data", "MPI_Bcast"),
	ROW(blocks_that_overlap, 2, STRICT, "overlapping data", "MPI_Allgatherv"),
	ROW(waits_twice_in_one_call, 1, "", "MPI_Waitall on rank 0", "handle 2 is in the list twice", "MPI_ERR_REQUEST"),
	ROW(lists_twice, 1, "", "MPI_Waitany on rank 0", "handle 2 is in the list twice", "MPI_ERR_REQUEST"),
	ROW(dimensions_differ, 2, STRICT, "argument matching", "rank 1 called MPI_Cart_create", "dimensions"),
	ROW(functions_differ, 2, STRICT, "operator matching", "MPI_Allreduce(op a user-defined operator)"),
	ROW(ready_too_early, 2, STRICT, "ready send", "MPI_Rsend at", "sent 3 of MPI_INT (source 1, tag 5) before its receive was posted"),
	ROW(started_ready_too_early, 1, STRICT, "ready send", "MPI_Start at", "ended in MPI_Waitall"),
	ROW(type_among_neighbors, 3, STRICT, "type matching", "MPI_Neighbor_allgather at", "1 of MPI_FLOAT"),
	ROW(count_among_neighbors, 3, STRICT, "type matching", "receives 2 of MPI_INT from rank 1, but MPI_Ineighbor_alltoallv", "sent 1 of MPI_INT"),
	ROW(type_of_other_side, 2, STRICT, "type matching", "MPI_Alltoall at", "1 of MPI_FLOAT"),
	ROW(sends_first, 2, "capacity=0", "cycle: 0 -> 1 -> 0", "MPI_Send(destination 1, tag 7", "relies on buffering"),
	ROW(sends_in_ring, 3, "capacity=0", "cycle: 0 -> 1 -> 2 -> 0", "MPI_Send(destination 1, tag 7", "relies on buffering"),
	ROW(one_message_too_few, 2, "", "MPI_Recv(source 1, tag 0, comm MPI_COMM_WORLD)"),
#undef ROW
};

static void (*body)(void);

/* Can lines be looked up here? Otherwise reports name functions. */
/* ThreadSanitizer tells races itself. */
#ifdef __SANITIZE_THREAD__
static const bool tells_races = true;
#else
static const bool tells_races;
#endif

static bool
has_lines(void)
{
	return system("addr2line --version >/dev/null 2>&1") == 0;
}

static int
program(int argc, char **argv)
{
	(void)argc, (void)argv;
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(WORLD, &rank);
	MPI_Comm_size(WORLD, &size);
	body();
	MPI_Finalize();
	return 0;
}

static void
machine_of(int row, const char *more, char text[100])
{
	for (int i = 0; i < MARKS; i++)
		atomic_store_explicit(&marks[i], 0, memory_order_relaxed);
	body = rows[row].body;
	snprintf(text, 100, "full:%d %s %s", rows[row].ranks, rows[row].machine, more);
}

/* Each mark is a line that the report has. */
static void
check_lines(vcube_machine *m)
{
	char place[40];

	for (int i = 0; i < MARKS; i++) {
		const int line = atomic_load_explicit(&marks[i], memory_order_relaxed);

		snprintf(place, sizeof place, "test_wrong.c:%d", line);
		if (line != 0)
			report_has(m, place);
	}
}

static int
launch(vcube_node *self, void *arg)
{
	char name[] = "test", *argv[] = {name, NULL};

	(void)arg;
	return vcube_mpi_main(self, program, 1, argv);
}

static void
test_wrong_are_told(void **state)
{
	const bool lines = has_lines();
	char text[100];

	(void)state;
	wrong = true;
	for (size_t i = 0; i < COUNT(rows); i++) {
		vcube_machine *m;

		if (rows[i].races && tells_races)
			continue;
		machine_of((int)i, "", text);
		m = open_machine("%s", text);
		if (vcube_run(m, launch, NULL) == 0)
			fail_msg("%s is not told", rows[i].name);
		for (int k = 0; k < 3 && rows[i].words[k] != NULL; k++)
			report_has(m, rows[i].words[k]);
		if (lines)
			check_lines(m);
		vcube_close(m);
	}
}

static void
test_right_are_not(void **state)
{
	static const char *const more[] = {"", "strict=yes", "strict=yes clock=virtual"};
	char text[100];

	(void)state;
	wrong = false;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (size_t k = 0; k < COUNT(more); k++) {
			machine_of((int)i, more[k], text);
			run_ranks(text, program);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_wrong_are_told),
		TEST(test_right_are_not),
	};

	return RUN_TESTS(tests);
}

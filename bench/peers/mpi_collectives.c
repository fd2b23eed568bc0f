/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the cases of bench/collectives.c with MPI, in the same way (bench/measure.h):
 * mpi_collectives NAME BYTES [SECONDS].
 */
#include <mpi.h>
#include <stdint.h>
#include <string.h>
#include "measure.h"

static char *in, *out;
static int nodes, rank, count;          /* of 64-bit integers in a block */
static int *counts, *places;            /* of blocks, all equal */

static void
pingpong(void)
{
	if (rank == 0) {
		MPI_Send(in, 8 * count, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
		MPI_Recv(out, 8 * count, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		MPI_Recv(out, 8 * count, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(in, 8 * count, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
	}
}

/* A window of messages one way, and a short one back. */
enum { WINDOW = 64 };
static void
rate(void)
{
	MPI_Request requests[WINDOW];

	for (int i = 0; i < WINDOW && rank == 0; i++)
		MPI_Isend(in, 8 * count, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
	for (int i = 0; i < WINDOW && rank == 1; i++)
		MPI_Irecv(out, 8 * count, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
	if (rank <= 1)
		MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
	if (rank == 0)
		MPI_Recv(out, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	else if (rank == 1)
		MPI_Send(in, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

static void
alltoall(void)
{
	MPI_Alltoall(in, count, MPI_INT64_T, out, count, MPI_INT64_T, MPI_COMM_WORLD);
}

static void
allgather(void)
{
	MPI_Allgather(in, count, MPI_INT64_T, out, count, MPI_INT64_T, MPI_COMM_WORLD);
}

static void
reduce_scatter(void)
{
	MPI_Reduce_scatter_block(in, out, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void
allreduce(void)
{
	MPI_Allreduce(in, out, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void
alltoallv(void)
{
	MPI_Alltoallv(in, counts, places, MPI_INT64_T, out, counts, places, MPI_INT64_T,
		      MPI_COMM_WORLD);
}

static void
barrier(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
}

/* --- our algorithms, in plain messages of MPI: bench/peers/processes ---------- */

static char *
block(char *all, int rank_of_block)
{
	return all + (size_t)rank_of_block * (size_t)count * 8;
}

static void
swap(int to, const void *data, int from, void *into)
{
	MPI_Sendrecv(data, count, MPI_INT64_T, to, 0, into, count, MPI_INT64_T, from, 0, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
}

static void
allgather_ring(void)
{
	const int right = (rank + 1) % nodes, left = (rank + nodes - 1) % nodes;

	memcpy(block(out, rank), in, (size_t)count * 8);
	for (int i = 1, give = rank; i < nodes; i++) {
		const int take = (give + nodes - 1) % nodes;

		swap(right, block(out, give), left, block(out, take));
		give = take;
	}
}

static void
alltoall_pairwise(void)
{
	const int cube = (nodes & (nodes - 1)) == 0;

	memcpy(block(out, rank), block(in, rank), (size_t)count * 8);
	for (int i = 1; i < nodes; i++) {
		const int to = cube ? rank ^ i : (rank + i) % nodes;
		const int from = cube ? rank ^ i : (rank + nodes - i) % nodes;

		swap(to, block(in, to), from, block(out, from));
	}
}

/* On a power of two of ranks. The second block of `in` is scratch. */
static void
allreduce_doubling(void)
{
	int64_t *const sum = (int64_t *)(void *)out;
	const int64_t *const got = (const int64_t *)(const void *)block(in, 1);

	memcpy(out, in, (size_t)count * 8);
	for (int bit = 1; bit < nodes; bit *= 2) {
		swap(rank ^ bit, out, rank ^ bit, block(in, 1));
		for (int i = 0; i < count; i++)
			sum[i] += got[i];
	}
}

static void
barrier_dissemination(void)
{
	for (int far = 1; far < nodes; far *= 2)
		MPI_Sendrecv(NULL, 0, MPI_BYTE, (rank + far) % nodes, 0, NULL, 0, MPI_BYTE,
			     (rank + nodes - far) % nodes, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A call with each rank as root, and a barrier: see measure.h. */
#define ROUND(name, call) \
	static void \
	name(void) \
	{ \
		for (int root = 0; root < nodes; root++) \
			call; \
		MPI_Barrier(MPI_COMM_WORLD); \
	}
ROUND(bcast, MPI_Bcast(out, count, MPI_INT64_T, root, MPI_COMM_WORLD))
ROUND(reduce, MPI_Reduce(in, out, count, MPI_INT64_T, MPI_SUM, root, MPI_COMM_WORLD))
ROUND(gather, MPI_Gather(in, count, MPI_INT64_T, out, count, MPI_INT64_T, root, MPI_COMM_WORLD))
ROUND(scatter, MPI_Scatter(in, count, MPI_INT64_T, out, count, MPI_INT64_T, root, MPI_COMM_WORLD))
ROUND(scan, MPI_Scan(in, out, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD))

static const struct {
	const char *name;
	void (*once)(void);
	int parts;                      /* of a call, of which one is timed; 0: one for each rank */
} cases[] = {
#define CASE(name) { #name, name, 1 }
#define A_ROUND(name) { #name, name, 0 }
	{ "pingpong", pingpong, 2 }, { "rate", rate, WINDOW }, CASE(alltoall), CASE(alltoallv),
	CASE(allgather), CASE(reduce_scatter), CASE(allreduce), CASE(barrier), CASE(allgather_ring),
	CASE(alltoall_pairwise),
	CASE(allreduce_doubling), CASE(barrier_dissemination),
	A_ROUND(bcast), A_ROUND(reduce), A_ROUND(gather), A_ROUND(scatter), A_ROUND(scan)
};

static double
measure(void (*once)(void), double seconds)
{
	static double sample[MEASURE_SAMPLES_MAX];
	struct measure_plan plan;

	for (int i = 0; i < MEASURE_WARM_UP; i++) {
		const double start = measure_now();

		once();
		sample[i] = measure_now() - start;
	}
	plan = measure_plan(sample, seconds);           /* rank 0's counts */
	MPI_Bcast(&plan, sizeof plan, MPI_BYTE, 0, MPI_COMM_WORLD);

	for (int i = 0; i < plan.samples; i++) {
		const double start = measure_now();

		for (int j = 0; j < plan.calls; j++)
			once();
		sample[i] = (measure_now() - start) / plan.calls;
	}
	return measure_median(sample, plan.samples);
}

int
main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	const long bytes = argc > 2 ? atol(argv[2]) : 8;
	const double seconds = argc > 3 ? atof(argv[3]) : 0.3;
	void (*once)(void) = NULL;
	int parts = 1;
	size_t room;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &nodes);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (strcmp(cases[i].name, name) == 0) {
			once = cases[i].once;
			parts = cases[i].parts > 0 ? cases[i].parts : nodes;
		}
	count = (int)((bytes + 7) / 8);
	room = (size_t)nodes * (size_t)count * 8 + 8;
	in = calloc(1, room);
	out = calloc(1, room);
	counts = calloc((size_t)nodes, sizeof *counts);
	places = calloc((size_t)nodes, sizeof *places);
	for (int i = 0; counts != NULL && places != NULL && i < nodes; i++) {
		counts[i] = count;
		places[i] = i * count;
	}
	if (once == NULL || in == NULL || out == NULL || counts == NULL || places == NULL) {
		fprintf(stderr, "mpi_collectives: %s\n",
			once ? "out of memory" : "no such case");
		MPI_Abort(MPI_COMM_WORLD, 2);
	} else {
		const double ns = measure(once, seconds);

		if (rank == 0)
			measure_print(name, nodes, bytes, ns / parts);
	}
	free(counts);
	free(places);
	free(in);
	free(out);
	MPI_Finalize();
	return 0;
}

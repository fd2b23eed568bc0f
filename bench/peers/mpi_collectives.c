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
		MPI_Send(in, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
		MPI_Recv(out, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		MPI_Recv(out, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(in, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
	}
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
	int round;
} cases[] = {
#define CASE(name) { #name, name, 0 }
#define A_ROUND(name) { #name, name, 1 }
	CASE(pingpong), CASE(alltoall), CASE(alltoallv), CASE(allgather), CASE(reduce_scatter),
	CASE(allreduce), CASE(barrier),
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
			parts = once == pingpong ? 2 : cases[i].round ? nodes : 1;
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures how near an exchange of all nodes comes to what the host can do.
 *
 *   limits [-s SECONDS] [COLLECTIVE[:NODES[:BYTES]]]...
 *
 * Prints a line for each: collective, nodes, bytes of a block, and in nanoseconds a call by the
 * library's choice of algorithm, and two limits. "copied" is the time in which as many threads
 * as there are processors copy all results once, straight from the blocks of others. "switched"
 * is the time in which each processor switches once to each of its nodes, by sched_yield(). Then
 * the larger limit as a percentage of the call. Without arguments, measures alltoall and
 * allgather on 2, 8 and 64 nodes, from 8 bytes to 1 MiB as far as 1 GiB of results goes.
 *
 * Both limits ignore that nodes wait for each other, so no program can reach them everywhere.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "calls.h"

enum { THREADS_MAX = 64, NODES_MAX = 1024, ROUNDS = 7 };

static const double RESULTS_MAX = 1 << 30;
static double seconds = 0.2;

/* --- threads that only copy, or only switch ----------------------------------- */

struct limit {
	int nodes, threads;
	size_t bytes;                   /* of a block */
	int personalized;               /* each node has a block for each other, not one for all */
	char *in, *out;                 /* of all nodes, one after the other */
	pthread_barrier_t meets;
	double ns[ROUNDS];
};

struct worker {
	struct limit *limit;
	pthread_t thread;
	int number;
};

static int processors[THREADS_MAX];

static int
count_processors(void)
{
	cpu_set_t set;
	int count = 0;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		return 1;
	for (int i = 0; i < CPU_SETSIZE && count < THREADS_MAX; i++)
		if (CPU_ISSET(i, &set))
			processors[count++] = i;
	return count;
}

static void
stay_on(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* Node `to` receives its block of each other node. */
static void
copy_to(const struct limit *l, size_t to)
{
	const size_t p = (size_t)l->nodes, m = l->bytes, each = l->personalized ? p * m : m;

	for (size_t i = 0; i < p; i++) {
		const size_t from = (to + i) % p;

		memcpy(l->out + (to * p + from) * m,
		       l->in + from * each + (l->personalized ? to * m : 0), m);
	}
}

static void *
copy(void *arg)
{
	enum { LEAST = 1 << 22 };       /* bytes of a round, so that its end does not count */
	const struct worker *w = arg;
	struct limit *const l = w->limit;
	const size_t all = (size_t)l->nodes * (size_t)l->nodes * l->bytes;
	const size_t times = all < LEAST ? LEAST / all : 1;

	stay_on(processors[w->number]);
	for (int round = 0; round < ROUNDS; round++) {
		double begin;

		pthread_barrier_wait(&l->meets);
		begin = measure_now();
		for (size_t i = 0; i < times; i++)
			for (int node = w->number; node < l->nodes; node += l->threads)
				copy_to(l, (size_t)node);
		pthread_barrier_wait(&l->meets);
		if (w->number == 0)
			l->ns[round] = (measure_now() - begin) / (double)times;
	}
	return NULL;
}

/* As many threads on one processor as have nodes there. */
static void *
yield(void *arg)
{
	enum { YIELDS = 2000 };
	const struct worker *w = arg;
	struct limit *const l = w->limit;

	stay_on(processors[0]);
	for (int round = 0; round < ROUNDS; round++) {
		double begin;

		pthread_barrier_wait(&l->meets);
		begin = measure_now();
		for (int i = 0; i < YIELDS; i++)
			sched_yield();
		if (w->number == 0)
			l->ns[round] = (measure_now() - begin) / YIELDS;
	}
	return NULL;
}

/* Returns the median time of a round. */
static double
measure(struct limit *l, int threads, void *(*body)(void *))
{
	static struct worker worker[NODES_MAX];

	pthread_barrier_init(&l->meets, NULL, (unsigned)threads);
	for (int i = 0; i < threads; i++) {
		worker[i] = (struct worker){.limit = l, .number = i};
		if (pthread_create(&worker[i].thread, NULL, body, &worker[i]) != 0) {
			fprintf(stderr, "limits: the host has no more threads\n");
			exit(1);
		}
	}
	for (int i = 0; i < threads; i++)
		pthread_join(worker[i].thread, NULL);
	pthread_barrier_destroy(&l->meets);
	return measure_median(l->ns, ROUNDS);
}

static char *
memory(size_t bytes)
{
	char *const all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (all == MAP_FAILED) {
		fprintf(stderr, "limits: no memory for %zu bytes\n", bytes);
		exit(1);
	}
	memset(all, 1, bytes);
	return all;
}

static double
copied(struct limit *l)
{
	const size_t all = (size_t)l->nodes * (size_t)l->nodes * l->bytes;
	const size_t in = l->personalized ? all : (size_t)l->nodes * l->bytes;
	double ns;

	l->in = memory(in);
	l->out = memory(all);
	ns = measure(l, l->threads, copy);
	munmap(l->in, in);
	munmap(l->out, all);
	return ns;
}

static double
switched(struct limit *l)
{
	const int sharing = (l->nodes + l->threads - 1) / l->threads;

	return sharing > 1 ? measure(l, sharing, yield) : 0;
}

/* --- the call ---------------------------------------------------------------- */

static const struct vcube_algorithm *
choose(int collective, int nodes, size_t bytes)
{
	const struct vcube_setting none[VCUBE_OPTIONS_MAX] = { 0 };
	const struct vcube_algorithm *a;
	struct vcube_terms terms;
	struct vcube_desc desc;

	vcube_desc_init(&desc);
	terms = vcube_terms_of(&desc, nodes, bytes);
	terms.unit = vcube_type_size(VCUBE_INT64);
	terms.set = none;
	a = vcube_algorithm_choose(&desc, collective, &terms, NULL, NULL);
	vcube_desc_clear(&desc);
	return a;
}

static int
compare(int collective, int nodes, long bytes)
{
	struct calls calls = { .call = { .collective = collective, .type = VCUBE_INT64 } };
	struct limit limit = {
		.nodes = nodes, .threads = count_processors(), .bytes = (size_t)bytes,
		.personalized = collective == VCUBE_ALLTOALL,
	};
	double most, copy_ns, switch_ns;

	if (limit.threads > nodes)
		limit.threads = nodes;
	calls.algorithm = choose(collective, nodes, (size_t)bytes);
	if (calls.algorithm == NULL || calls_time(&calls, nodes, bytes, seconds) != 0)
		return 1;
	copy_ns = copied(&limit);
	switch_ns = switched(&limit);
	most = copy_ns > switch_ns ? copy_ns : switch_ns;
	printf("%-10s %5d %8ld %14.0f %12.0f %10.0f %4.0f %%  %s\n", vcube_collective_name(collective),
	       nodes, bytes, calls.ns, copy_ns, switch_ns, 100 * most / calls.ns,
	       calls.algorithm->name);
	fflush(stdout);
	return 0;
}

/* --- what is asked for ------------------------------------------------------- */

static int
compare_sizes(int collective, int nodes)
{
	int code = 0;

	for (long bytes = 8; bytes <= 1 << 20 && code == 0; bytes *= 8)
		if ((double)nodes * nodes * (double)bytes <= RESULTS_MAX)
			code = compare(collective, nodes, bytes);
	return code;
}

static int
compare_nodes(int collective)
{
	int code = 0;

	for (int nodes = 2; nodes <= 64 && code == 0; nodes = nodes == 2 ? 8 : nodes * 8)
		code = compare_sizes(collective, nodes);
	return code;
}

static int
usage(const char *why)
{
	fprintf(stderr, "limits: %s\nusage: limits [-s SECONDS] [alltoall|allgather"
		"[:NODES, 2 to %d[:BYTES, a multiple of 8]]]...\n", why, NODES_MAX);
	return 2;
}

static int
compare_what(const char *what)
{
	const size_t length = strcspn(what, ":");
	char *end = (char *)what + length;
	int collective, nodes;
	long bytes;

	if (length == strlen("alltoall") && strncmp(what, "alltoall", length) == 0)
		collective = VCUBE_ALLTOALL;
	else if (length == strlen("allgather") && strncmp(what, "allgather", length) == 0)
		collective = VCUBE_ALLGATHER;
	else
		return usage(what);
	if (*end == '\0')
		return compare_nodes(collective);
	nodes = (int)strtol(end + 1, &end, 10);
	if (nodes < 2 || nodes > NODES_MAX || (*end != '\0' && *end != ':'))
		return usage(what);
	if (*end == '\0')
		return compare_sizes(collective, nodes);
	bytes = strtol(end + 1, &end, 10);
	if (bytes < 8 || bytes % 8 != 0 || *end != '\0' || (double)nodes * nodes * (double)bytes > 8 * RESULTS_MAX)
		return usage(what);
	return compare(collective, nodes, bytes);
}

int
main(int argc, char **argv)
{
	int code = 0, option;

	while ((option = getopt(argc, argv, "s:")) != -1)
		if (option != 's' || (seconds = strtod(optarg, NULL)) <= 0)
			return usage("an option is unknown, or SECONDS is not positive");
	printf("%-10s %5s %8s %14s %12s %10s %6s\n", "collective", "nodes", "bytes", "call, ns", "copied",
	       "switched", "limit");
	if (optind == argc) {
		code = compare_nodes(VCUBE_ALLTOALL);
		return code != 0 ? code : compare_nodes(VCUBE_ALLGATHER);
	}
	for (int i = optind; i < argc && code == 0; i++)
		code = compare_what(argv[i]);
	return code;
}

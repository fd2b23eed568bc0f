/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the queue alone, between two processors of the host: 8-byte items per second,
 * and the round trip of one. In turn with it, measures liburcu's wfcqueue and, if
 * installed, Concurrency Kit's ck_ring.
 *
 *   queue [ROUNDS]
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include "host.h"
#include "measure.h"
#include "queues.h"

enum {
	TRIPS = 100000,         /* round trips per measurement */
	ROUNDS_MAX = 99
};

static int processors[2], processor_count;

static void
stay_on(int which)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processors[which % processor_count], &set);
	pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/* Start `partner` on the other processor; an error ends the benchmark. */
static pthread_t
start(void *(*partner)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, partner, NULL) != 0)
		abort();
	return thread;
}

static void
check(uint64_t found, uint64_t expected)
{
	if (found != expected) {
		fprintf(stderr, "queue: an item was lost\n");
		abort();
	}
}

#define MEASUREMENTS(q) \
static struct q q##_there, q##_back; \
 \
static void * \
q##_producer(void *arg) \
{ \
	stay_on(1); \
	for (uint64_t i = 0; i < ITEMS; i++) \
		while (!q##_put(&q##_there, i)) \
			vc_pause(); \
	return arg; \
} \
 \
/* Return millions of items per second. */ \
static double \
q##_throughput(void) \
{ \
	uint64_t value, sum = 0; \
	pthread_t partner; \
	double begin; \
 \
	q##_open(&q##_there); \
	partner = start(q##_producer); \
	while (!q##_get(&q##_there, &value)) \
		vc_pause(); \
	begin = measure_now(); \
	for (int i = 1; i < ITEMS; i++) { \
		while (!q##_get(&q##_there, &value)) \
			vc_pause(); \
		sum += value; \
	} \
	begin = measure_now() - begin; \
	pthread_join(partner, NULL); \
	check(sum, (uint64_t)ITEMS * (ITEMS - 1) / 2); \
	return ITEMS / begin * 1000; \
} \
 \
static void * \
q##_echo(void *arg) \
{ \
	uint64_t value; \
 \
	stay_on(1); \
	for (int i = 0; i < TRIPS; i++) { \
		while (!q##_get(&q##_there, &value)) \
			vc_pause(); \
		q##_put(&q##_back, value); \
	} \
	return arg; \
} \
 \
/* Return the nanoseconds of a round trip. */ \
static double \
q##_round_trip(void) \
{ \
	uint64_t value; \
	pthread_t partner; \
	double begin; \
 \
	q##_open(&q##_there); \
	q##_open(&q##_back); \
	partner = start(q##_echo); \
	begin = measure_now(); \
	for (uint64_t i = 0; i < TRIPS; i++) { \
		q##_put(&q##_there, i); \
		while (!q##_get(&q##_back, &value)) \
			vc_pause(); \
		check(value, i); \
	} \
	begin = measure_now() - begin; \
	pthread_join(partner, NULL); \
	return begin / TRIPS; \
}

MEASUREMENTS(ours)
MEASUREMENTS(urcu)
#ifdef HAVE_CK
MEASUREMENTS(ck)
#endif

static const struct queue {
	const char *name;
	double (*throughput)(void), (*round_trip)(void);
} queues[] = {
	{ "libvcube spsc", ours_throughput, ours_round_trip },
	{ "liburcu wfcqueue", urcu_throughput, urcu_round_trip },
#ifdef HAVE_CK
	{ "Concurrency Kit ck_ring", ck_throughput, ck_round_trip },
#endif
};
enum { QUEUES = sizeof queues / sizeof *queues };

int
main(int argc, char **argv)
{
	static double throughput[QUEUES][ROUNDS_MAX], round_trip[QUEUES][ROUNDS_MAX];
	const int rounds = argc > 1 ? atoi(argv[1]) : 9;
	cpu_set_t set;

	if (rounds < 1 || rounds > ROUNDS_MAX) {
		fprintf(stderr, "usage: queue [ROUNDS, 1 to %d]\n", ROUNDS_MAX);
		return 2;
	}
	sched_getaffinity(0, sizeof set, &set);
	for (int i = 0; i < CPU_SETSIZE && processor_count < 2; i++)
		if (CPU_ISSET(i, &set))
			processors[processor_count++] = i;
	if (processor_count < 2)
		printf("There is only one processor: these results measure its scheduler.\n");
	stay_on(0);
	for (int i = 0; i < rounds; i++) {
		for (int j = 0; j < QUEUES; j++) {
			throughput[j][i] = queues[j].throughput();
			round_trip[j][i] = queues[j].round_trip();
		}
	}
	printf("%-24s %14s %14s   (8-byte items, medians of %d)\n",
	       "", "million/s", "round trip ns", rounds);
	for (int j = 0; j < QUEUES; j++)
		printf("%-24s %14.1f %14.1f\n", queues[j].name,
		       measure_median(throughput[j], rounds),
		       measure_median(round_trip[j], rounds));
#ifndef HAVE_CK
	printf("Concurrency Kit is not installed (Debian: libck-dev).\n");
#endif
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures what machines cost the host. Each measurement runs in its own process, so that
 * the memory of one does not count for the next.
 *
 *   machines [open] [clocks] [idle] [large] [routed] [cubes] [noted]
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vcube/authoring.h>
#include "measure.h"

static vcube_machine *
open_or_die(const char *text)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open(text, &error);

	if (machine == NULL) {
		fprintf(stderr, "machines: %s: %s\n", text, error.text);
		exit(1);
	}
	return machine;
}

static void
run_or_die(vcube_machine *machine, vcube_program *program, void *arg)
{
	if (vcube_run(machine, program, arg) != 0) {
		fprintf(stderr, "machines: %s\n", vcube_run_error(machine)->text);
		exit(1);
	}
}

static int
empty(vcube_node *self, void *arg)
{
	(void)self;
	(void)arg;
	return 0;
}

/* Measure opening, running an empty program and closing. */
static void
measure_open(void)
{
	static const int cubes[] = { 0, 6, 10, 14 };

	for (size_t i = 0; i < sizeof cubes / sizeof *cubes; i++) {
		const int rounds = cubes[i] < 14 ? 7 : 3;
		double sample[7];
		char text[40];

		snprintf(text, sizeof text, "hypercube:%d", cubes[i]);
		for (int j = 0; j < rounds; j++) {
			const double start = measure_now();
			vcube_machine *machine = open_or_die(text);

			run_or_die(machine, empty, NULL);
			vcube_close(machine);
			sample[j] = measure_now() - start;
		}
		measure_print("open_run_close", 1 << cubes[i], 0, measure_median(sample, rounds));
	}
}

/* The virtual clock against the free one: the same collective, 64 nodes, only neighbours */
struct repeat {
	const struct vcube_algorithm *algorithm;
	size_t bytes;
	int calls;
};

static int
repeat(vcube_node *self, void *arg)
{
	const struct repeat *r = arg;
	const size_t room = r->bytes * (size_t)vcube_size(self) + 8;
	struct vcube_call call = {
		.collective = r->algorithm->collective, .count = r->bytes, .type = VCUBE_BYTES(1),
	};
	void *in = vcube_scratch(self, room), *out = vcube_scratch(self, room);

	call.in = in;
	call.out = out;
	if (!vcube_failed(self))
		memset(in, 0, room);
	for (int i = 0; i < r->calls && !vcube_failed(self); i++)
		vcube_call(self, r->algorithm, &call);
	vcube_free(self, in);
	vcube_free(self, out);
	return 0;
}

static double
timed_run(const char *topology, const char *clock, struct repeat *r)
{
	char text[100];
	vcube_machine *machine;
	double start, ns;

	snprintf(text, sizeof text, "%s routing=none clock=%s", topology, clock);
	machine = open_or_die(text);
	run_or_die(machine, repeat, r);         /* open the channels */
	start = measure_now();
	run_or_die(machine, repeat, r);
	ns = (measure_now() - start) / r->calls;
	vcube_close(machine);
	return ns;
}

static void
measure_clocks(void)
{
	static const struct {
		int collective;
		const char *algorithm, *topology;
		size_t bytes;
	} cases[] = {
		{ VCUBE_ALLGATHER, "ring", "ring:64", 8 },
		{ VCUBE_ALLGATHER, "hypercube", "hypercube:6", 8 },
		{ VCUBE_ALLGATHER, "hypercube", "hypercube:6", 1024 },
		{ VCUBE_ALLTOALL, "direct", "full:64", 8 },
		{ VCUBE_ALLTOALL, "direct", "full:64", 1024 },
		{ VCUBE_ALLTOALL, "standard", "hypercube:6", 8 },
		{ VCUBE_ALLTOALL, "standard", "hypercube:6", 1024 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct repeat r = { .bytes = cases[i].bytes, .calls = 300 };
		double free_ns[7], virtual_ns[7], medians[2];
		char name[60];
		struct vcube_error error;

		r.algorithm = vcube_algorithm_find(cases[i].collective, cases[i].algorithm, &error);
		if (r.algorithm == NULL) {
			fprintf(stderr, "machines: %s\n", error.text);
			exit(1);
		}
		for (int j = 0; j < 7; j++) {
			free_ns[j] = timed_run(cases[i].topology, "free", &r);
			virtual_ns[j] = timed_run(cases[i].topology, "virtual", &r);
		}
		medians[0] = measure_median(free_ns, 7);
		medians[1] = measure_median(virtual_ns, 7);
		snprintf(name, sizeof name, "%s.%s/free",
			 vcube_collective_name(cases[i].collective), cases[i].algorithm);
		measure_print(name, 64, (long)r.bytes, medians[0]);
		snprintf(name, sizeof name, "%s.%s/virtual",
			 vcube_collective_name(cases[i].collective), cases[i].algorithm);
		measure_print(name, 64, (long)r.bytes, medians[1]);
		printf("  virtual / free = %.2f\n", medians[1] / medians[0]);
	}
}

/* Idle: 63 nodes wait for one that sleeps. */
static double
cpu_seconds(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static int
wait_for_sleeper(vcube_node *self, void *arg)
{
	if (vcube_rank(self) == 0) {
		const double busy = cpu_seconds();

		sleep(3);
		*(double *)arg = (cpu_seconds() - busy) / 3;
	}
	return vcube_barrier(self, NULL, NULL);
}

static void
measure_idle(void)
{
	vcube_machine *machine = open_or_die("hypercube:6");
	double share = 0;

	run_or_die(machine, wait_for_sleeper, &share);
	vcube_close(machine);
	printf("idle: 64 nodes, 63 parked and one asleep, use %.3f %% of a core\n",
	       share * 100);
}

/* Measure a machine for one call, with opening and closing, and its memory. */
static void
measure_once(const char *text, const char *algorithm)
{
	struct vcube_error error;
	struct repeat r = { .bytes = 8, .calls = 1,
		.algorithm = vcube_algorithm_find(VCUBE_ALLTOALL, algorithm, &error) };
	struct rusage u;
	vcube_machine *machine;
	double start, ns;
	char name[60];
	int nodes;

	if (r.algorithm == NULL) {
		fprintf(stderr, "machines: %s\n", error.text);
		exit(1);
	}
	start = measure_now();
	machine = open_or_die(text);
	nodes = vcube_machine_nodes(machine);
	run_or_die(machine, repeat, &r);
	vcube_close(machine);
	ns = measure_now() - start;
	getrusage(RUSAGE_SELF, &u);
	snprintf(name, sizeof name, "alltoall.%s", algorithm);
	measure_print(name, nodes, 8, ns);
	printf("  %s: %.1f s with opening and closing, %.1f s of processors, %.0f MB at most\n",
	       text, ns / 1e9, cpu_seconds(), (double)u.ru_maxrss * 1024 / 1e6);
}

/* Measure the largest machine. */
static void
measure_large(void)
{
	measure_once("hypercube:14 heap=1MiB", "standard");
}

/* Measure routes that share links: a million messages, most over several links. */
static void
measure_routed(void)
{
	measure_once("torus:16x8x8 clock=virtual", "direct");
}

static void
measure_cubes(void)
{
	measure_once("hypercube:12 clock=virtual", "standard");
}

static int
allreduce(vcube_node *self, void *arg)
{
	int64_t *const block = vcube_alloc(self, 128);

	(void)arg;
	vcube_allreduce(self, NULL, block, block + 8, 8, VCUBE_INT64, VCUBE_SUM, "doubling");
	vcube_free(self, block);
	return vcube_failed(self);
}

/* Measure a million nodes without threads. An act is a message sent, a message received, or a
 * piece of local work: three in each of 20 steps. The wait until the message has left is noted
 * and played as well, but not counted. */
static void
measure_noted(void)
{
	const double acts = 3.0 * 20 * (1 << 20);
	vcube_machine *machine =
		open_or_die("hypercube:20 clock=virtual routing=none threads=no combine=1ns");
	const double start = measure_now();
	struct rusage u;
	double ns;

	run_or_die(machine, allreduce, NULL);
	ns = measure_now() - start;
	getrusage(RUSAGE_SELF, &u);
	measure_print("allreduce.doubling", 1 << 20, 64, ns);
	printf("  %.1f million acts a second, %.0f MB at most\n", acts / ns * 1e3,
	       (double)u.ru_maxrss * 1024 / 1e6);
	vcube_close(machine);
}

static const struct {
	const char *name;
	void (*measure)(void);
} parts[] = {
	{ "open", measure_open },
	{ "clocks", measure_clocks },
	{ "idle", measure_idle },
	{ "large", measure_large },
	{ "routed", measure_routed },
	{ "cubes", measure_cubes },
	{ "noted", measure_noted },
};

static int
in_a_process(void (*part)(void))
{
	int status = 1;
	const pid_t pid = fork();

	if (pid == 0) {
		part();
		exit(0);
	}
	return pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0;
}

int
main(int argc, char **argv)
{
	const int count = sizeof parts / sizeof *parts;
	int status = 0, known = argc == 1;

	for (int i = 0; i < count; i++) {
		int wanted = argc == 1;

		for (int j = 1; j < argc; j++)
			wanted |= strcmp(argv[j], parts[i].name) == 0;
		known |= wanted;
		if (wanted)
			status |= in_a_process(parts[i].measure);
	}
	if (!known) {
		fprintf(stderr, "usage: machines [open] [clocks] [idle] [large] [routed] [cubes] [noted]\n");
		return 2;
	}
	return status;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What recording costs: the time of processors that a collective takes, with a
 * trace and without, by turns, and the ratio of the least of each: what others
 * do on the host meanwhile only adds. Then how long a trace of ten million events
 * takes to be written and to be opened, and how much memory.
 *
 *   traces [ROUNDS]
 */
#include <float.h>
#include <string.h>
#include <sys/resource.h>
#include <vcube.h>
#include "measure.h"

struct work {
	const char *machine, *name;
	int collective;
	size_t bytes;
	int calls;              /* of a run */
	double ns;              /* of a call, from rank 0 */
};

/* Nanoseconds of processors that this process has had: what others do on the
 * host at the same time does not count. */
static double
busy(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int
program(vcube_node *self, void *arg)
{
	struct work *w = arg;
	const size_t room = w->bytes * (size_t)vcube_size(self);
	const struct vcube_algorithm *a = vcube_algorithm_find(w->collective, w->name, NULL);
	const struct vcube_call call = {
		.collective = w->collective, .in = vcube_scratch(self, room),
		.out = vcube_scratch(self, room), .count = w->bytes, .type = VCUBE_BYTES(1),
	};
	double start;

	for (int i = 0; i < MEASURE_WARM_UP; i++)
		vcube_call(self, a, &call);
	vcube_align(self, NULL);
	start = busy();
	for (int i = 0; i < w->calls; i++)
		vcube_call(self, a, &call);
	vcube_align(self, NULL);
	if (vcube_rank(self) == 0)
		w->ns = (busy() - start) / w->calls;
	return vcube_failed(self);
}

static double
time_of(vcube_machine *machine, struct work *w, const char *path)
{
	struct vcube_error error = { 0 };

	if ((path != NULL && vcube_trace_start(machine, path, NULL, &error) != 0) ||
	    vcube_run(machine, program, w) != 0) {
		fprintf(stderr, "traces: %s\n", error.code ? error.text : vcube_run_report(machine));
		exit(1);
	}
	return w->ns;
}

static double
least(double a, double b)
{
	return a < b ? a : b;
}

static void
compare(struct work w, int rounds)
{
	vcube_machine *machine = vcube_open(w.machine, NULL);
	double plain = DBL_MAX, traced = DBL_MAX;
	char name[80];

	time_of(machine, &w, NULL);
	for (int i = 0; i < rounds; i++) {
		plain = least(plain, time_of(machine, &w, NULL));
		traced = least(traced, time_of(machine, &w, "/dev/null"));
	}
	snprintf(name, sizeof name, "%s.%s on %s, %zu B", vcube_collective_name(w.collective), w.name,
		 w.machine, w.bytes);
	printf("%-56s %12.1f %12.1f %+7.1f %%\n", name, plain, traced, 100 * (traced / plain - 1));
	fflush(stdout);
	vcube_close(machine);
}

static double
megabytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss / 1024;
}

/* Steps make events without anything else. */
static int
steps(vcube_node *self, void *arg)
{
	for (int i = 0; i < *(int *)arg; i++)
		vcube_step(self, i % 2 ? "odd" : "even");
	return vcube_failed(self);
}

static void
large(void)
{
	static const char path[] = "traces.trace";
	const struct vcube_trace_options options = { .events = 20000000 };
	vcube_machine *machine = vcube_open("full:16 clock=virtual", NULL);
	struct vcube_error error = { 0 };
	int each = 10000000 / 16;
	double start = measure_now(), written;
	vcube_trace *trace;

	if (vcube_trace_start(machine, path, &options, &error) == 0)
		vcube_run(machine, steps, &each);
	written = megabytes();
	printf("%-56s %12.2f s, %.0f MB at most\n", "ten million events recorded and written",
	       (measure_now() - start) / 1e9, written);
	vcube_close(machine);
	start = measure_now();
	trace = vcube_trace_open(path, &error);
	printf("%-56s %12.2f s\n", "and opened", (measure_now() - start) / 1e9);
	if (trace == NULL || vcube_trace_head(trace)->events < 10000000)
		fprintf(stderr, "traces: %s\n", error.text);
	vcube_trace_close(trace);
	remove(path);
}

int
main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 15;

	printf("%-56s %12s %12s\n", "nanoseconds a call", "without", "with a trace");
	compare((struct work){ "full:64", "direct", VCUBE_ALLTOALL, 8, 30, 0 }, rounds);
	compare((struct work){ "full:64", "direct", VCUBE_ALLTOALL, 1024, 20, 0 }, rounds);
	compare((struct work){ "hypercube:6", "hypercube", VCUBE_ALLGATHER, 8, 200, 0 }, rounds);
	compare((struct work){ "hypercube:6", "hypercube", VCUBE_ALLGATHER, 1024, 100, 0 }, rounds);
	compare((struct work){ "hypercube:6 clock=virtual", "standard", VCUBE_ALLTOALL, 8, 100, 0 },
		rounds);
	compare((struct work){ "hypercube:6 clock=virtual", "hypercube", VCUBE_ALLGATHER, 1024, 100,
			       0 }, rounds);
	compare((struct work){ "ring:64 clock=virtual", "ring", VCUBE_ALLGATHER, 8, 50, 0 }, rounds);
	large();
	return 0;
}

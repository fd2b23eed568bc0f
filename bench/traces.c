/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What recording costs: the time of processors that a collective takes without a
 * trace and with one, by turns, and by how much the medians of these pairs differ, and
 * the least of each: how often threads give way to others differs from run to run by
 * far more than recording costs, and only adds. "First" is the median for a machine
 * that has not been recorded before, which has to get the memory for it. Then what
 * is done after the run for each event that was recorded, and how long a trace of ten
 * million events takes to be written and to be opened, and how much memory.
 *
 *   traces [PAIRS]
 */
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
	double end;             /* when the last one ended, by busy() */
};

enum { PAIRS_MOST = 101 };

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
	/* its own: pages that were never written are one page, which is in the cache */
	void *const in = memset(vcube_scratch(self, room), 1, room);
	const struct vcube_algorithm *a = vcube_algorithm_find(w->collective, w->name, NULL);
	const struct vcube_call call = {
		.collective = w->collective, .in = in,
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
		w->ns = ((w->end = busy()) - start) / w->calls;
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

static vcube_machine *
open_warm(struct work *w)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open(w->machine, &error);

	if (machine == NULL) {
		fprintf(stderr, "traces: %s\n", error.text);
		exit(1);
	}
	time_of(machine, w, NULL);
	return machine;
}

static double
percent(double ns, double plain)
{
	return 100 * (ns / plain - 1);
}

/* What is done for each event of a run when that is over, in nanoseconds. */
static double
time_written(vcube_machine *machine, struct work *w)
{
	static const char path[] = "traces.trace";
	struct vcube_error error = { 0 };
	double after;
	vcube_trace *trace;

	time_of(machine, w, path);
	after = busy() - w->end;
	time_of(machine, w, NULL);
	after -= busy() - w->end;
	trace = vcube_trace_open(path, &error);
	if (trace != NULL)
		after /= (double)vcube_trace_head(trace)->events;
	vcube_trace_close(trace);
	remove(path);
	return after;
}

static void
compare(struct work w, int pairs)
{
	double plain[PAIRS_MOST], traced[PAIRS_MOST], first[PAIRS_MOST], base, recorded;
	vcube_machine *machine = open_warm(&w);
	char name[80];

	time_of(machine, &w, "/dev/null");
	for (int i = 0; i < pairs; i++) {
		plain[i] = time_of(machine, &w, NULL);
		traced[i] = time_of(machine, &w, "/dev/null");
	}
	for (int i = 0; i < pairs; i++) {
		vcube_close(machine);
		machine = open_warm(&w);
		first[i] = time_of(machine, &w, "/dev/null");
	}
	/* medians sort, and the least comes first then */
	base = measure_median(plain, pairs);
	recorded = measure_median(traced, pairs);
	snprintf(name, sizeof name, "%s.%s on %s, %zu B", vcube_collective_name(w.collective), w.name,
		 w.machine, w.bytes);
	printf("%-56s %12.0f %+7.1f %% %+7.1f %% %+7.1f %% %8.0f\n", name, base,
	       percent(recorded, base), percent(traced[0], plain[0]),
	       percent(measure_median(first, pairs), base), time_written(machine, &w));
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
	static const struct work works[] = {
		{ "full:16", "direct", VCUBE_ALLTOALL, 8, 200, 0, 0 },
		{ "full:16", "direct", VCUBE_ALLTOALL, 1024, 100, 0, 0 },
		{ "full:16", "direct", VCUBE_ALLTOALL, 65536, 5, 0, 0 },
		{ "full:64", "direct", VCUBE_ALLTOALL, 8, 20, 0, 0 },
		{ "full:64", "direct", VCUBE_ALLTOALL, 1024, 10, 0, 0 },
		{ "full:64 heap=16MiB", "direct", VCUBE_ALLTOALL, 65536, 1, 0, 0 },
		{ "hypercube:6", "hypercube", VCUBE_ALLGATHER, 8, 20, 0, 0 },
		{ "hypercube:6", "hypercube", VCUBE_ALLGATHER, 1024, 10, 0, 0 },
		{ "ring:16", "ring", VCUBE_ALLGATHER, 8, 50, 0, 0 },
		{ "ring:64", "ring", VCUBE_ALLGATHER, 1024, 5, 0, 0 },
		{ "full:16 clock=virtual", "direct", VCUBE_ALLTOALL, 8, 50, 0, 0 },
		{ "full:64 clock=virtual", "direct", VCUBE_ALLTOALL, 1024, 5, 0, 0 },
		{ "full:64 clock=virtual routing=none", "direct", VCUBE_ALLTOALL, 8, 10, 0, 0 },
		{ "hypercube:6 clock=virtual", "standard", VCUBE_ALLTOALL, 8, 20, 0, 0 },
		{ "hypercube:6 clock=virtual", "hypercube", VCUBE_ALLGATHER, 1024, 10, 0, 0 },
		{ "ring:64 clock=virtual", "ring", VCUBE_ALLGATHER, 8, 5, 0, 0 },
	};
	int pairs = argc > 1 ? atoi(argv[1]) : 15;

	if (pairs < 1 || pairs > PAIRS_MOST) {
		fprintf(stderr, "Usage: traces [PAIRS], of 1 to %d\n", PAIRS_MOST);
		return 1;
	}
	printf("%-56s %12s %9s %9s %9s %8s\n", "", "ns a call", "recorded", "at least",
	       "first", "written");
	for (size_t i = 0; i < sizeof works / sizeof *works; i++)
		compare(works[i], pairs);
	large();
	return 0;
}

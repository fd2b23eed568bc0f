/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures what recording costs: the processor time of a collective, or of messages outside
 * of any, without a trace; how much longer a run with a trace takes than a similar run
 * (alike.h); the percentage of runs that have a similar one; and how much longer it takes
 * than the run before, similar or not. "First" is the same for the first recording of a
 * machine, and "start" the milliseconds of starting its trace, when most of the memory is
 * allocated. The last column is the nanoseconds after the run for each recorded event.
 * Results are medians, of at least PAIRS pairs of similar runs.
 *
 * Runs on one processor, which varies less; "all" uses all processors.
 *
 *   traces [PAIRS [all]]
 */
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <vcube/authoring.h>
#include <vcube/observing.h>
#include "alike.h"
#include "measure.h"

/* Messages outside of collective calls: to the right and from the left; to the other node
 * and back */
enum { RING = -1, PINGPONG = -2 };

struct work {
	const char *machine, *name;
	int collective;         /* or one of the above, without a name */
	size_t bytes;
	int calls;              /* per run */
	struct run run;         /* by rank 0, */
	double end;             /* and the end of its last call, by busy() */
};

/* Return the processor nanoseconds of this process: other load on the host does not
 * count. */
static double
busy(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Return how often threads of this process have switched. */
static long
switches(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

static void
collectives(vcube_node *self, const struct work *w, const struct vcube_call *call, int calls)
{
	const struct vcube_algorithm *a = vcube_algorithm_find(w->collective, w->name, NULL);

	for (int i = 0; i < calls; i++)
		vcube_call(self, a, call);
}

static void
messages(vcube_node *self, const struct work *w, const struct vcube_call *call, int calls)
{
	const int me = vcube_rank(self), nodes = vcube_size(self);
	const int right = (me + 1) % nodes, left = (me + nodes - 1) % nodes;

	for (int i = 0; i < calls; i++) {
		if (w->collective == RING || me == 0)
			vcube_send(self, NULL, right, call->in, w->bytes);
		vcube_recv(self, NULL, left, call->out, w->bytes, NULL);
		if (w->collective == PINGPONG && me > 0)
			vcube_send(self, NULL, right, call->in, w->bytes);
	}
}

static int
program(vcube_node *self, void *arg)
{
	struct work *w = arg;
	const size_t room = w->bytes * (size_t)vcube_size(self);
	/* write it: pages never written are one shared page, which is in the cache */
	void *const in = memset(vcube_scratch(self, room), 1, room);
	const struct vcube_call call = {
		.collective = w->collective, .in = in,
		.out = vcube_scratch(self, room), .count = w->bytes, .type = VCUBE_BYTES(1),
	};
	double start;
	long before;

	(w->name ? collectives : messages)(self, w, &call, MEASURE_WARM_UP);
	vcube_align(self, NULL);
	before = switches();
	start = busy();
	(w->name ? collectives : messages)(self, w, &call, w->calls);
	vcube_align(self, NULL);
	if (vcube_rank(self) == 0) {
		w->run.ns = ((w->end = busy()) - start) / w->calls;
		w->run.switches = switches() - before;
	}
	return vcube_failed(self);
}

static void
give_up(const char *text)
{
	fprintf(stderr, "traces: %s\n", text);
	exit(1);
}

/* Start a trace; return how long that takes. */
static double
ask(vcube_machine *machine, const char *path)
{
	const double start = measure_now();
	struct vcube_error error;

	if (vcube_trace_start(machine, path, NULL, &error) != 0)
		give_up(error.text);
	return measure_now() - start;
}

static struct run
run(vcube_machine *machine, struct work *w)
{
	if (vcube_run(machine, program, w) != 0)
		give_up(vcube_run_report(machine));
	return w->run;
}

static vcube_machine *
open_warm(struct work *w)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open(w->machine, &error);

	if (machine == NULL)
		give_up(error.text);
	run(machine, w);
	return machine;
}

/* Return the nanoseconds after a run for each of its events. */
static double
time_written(vcube_machine *machine, struct work *w)
{
	static const char path[] = "traces.trace";
	struct vcube_error error = { 0 };
	double after;
	vcube_trace *trace;

	ask(machine, path);
	run(machine, w);
	after = busy() - w->end;
	run(machine, w);
	after -= busy() - w->end;
	trace = vcube_trace_open(path, &error);
	if (trace != NULL)
		after /= (double)vcube_trace_head(trace)->events;
	vcube_trace_close(trace);
	remove(path);
	return after;
}

static void
print_name(const struct work *w)
{
	char name[80];
	int length;

	if (w->name != NULL)
		length = snprintf(name, sizeof name, "%s.%s", vcube_collective_name(w->collective),
				  w->name);
	else
		length = snprintf(name, sizeof name, "%s", w->collective == RING ? "ring" : "ping-pong");
	snprintf(name + length, sizeof name - (size_t)length, " on %s, %zu B", w->machine, w->bytes);
	printf("%-58s", name);
}

static void
print_more(const struct samples *s, bool later)
{
	double more[MADE_MOST];
	const int count = compare_alike(s, later, more);

	if (count > 0)
		printf(" %+7.1f %%", measure_median(more, count));
	else
		printf(" %9s", "?");
	printf(" %5d", 100 * count / s->machines);
	printf(" %+8.1f %%", measure_median(more, compare_all(s, later, more)));
}

static void
print_case(const struct work *w, struct samples *s, double written)
{
	double plain[2 * MADE_MOST];

	for (int i = 0; i < 2 * s->machines; i++)
		plain[i] = s->plain[i].ns;
	print_name(w);
	printf("%9.0f", measure_median(plain, 2 * s->machines));
	print_more(s, true);
	print_more(s, false);
	printf(" %6.1f %8.0f\n", measure_median(s->start, s->machines) / 1e6, written);
	fflush(stdout);
}

static bool
is_enough(const struct samples *s, int pairs)
{
	double more[MADE_MOST];

	return compare_alike(s, false, more) >= pairs && compare_alike(s, true, more) >= pairs;
}

static void
compare(struct work w, int pairs)
{
	struct samples s = {.machines = 0};
	double written = 0;

	for (int i = 0; i < pairs * TRIES && !is_enough(&s, pairs); i++) {
		vcube_machine *const machine = open_warm(&w);

		s.plain[2 * i] = run(machine, &w);
		s.start[i] = ask(machine, "/dev/null");
		s.first[i] = run(machine, &w);
		s.plain[2 * i + 1] = run(machine, &w);
		ask(machine, "/dev/null");
		s.later[i] = run(machine, &w);
		s.machines++;
		if (i == 0)
			written = time_written(machine, &w);
		vcube_close(machine);
	}
	print_case(&w, &s, written);
}

/* Stay on the current processor. */
static void
stay(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	if (sched_setaffinity(0, sizeof set, &set) != 0)
		give_up("the host does not let us choose a processor");
}

int
main(int argc, char **argv)
{
	static const struct work works[] = {
		{ "full:16", "direct", VCUBE_ALLTOALL, 8, 200, {0, 0}, 0 },
		{ "full:16", "direct", VCUBE_ALLTOALL, 1024, 100, {0, 0}, 0 },
		{ "full:16", "direct", VCUBE_ALLTOALL, 65536, 5, {0, 0}, 0 },
		{ "full:64", "direct", VCUBE_ALLTOALL, 8, 20, {0, 0}, 0 },
		{ "full:64", "direct", VCUBE_ALLTOALL, 1024, 10, {0, 0}, 0 },
		{ "full:64 heap=16MiB", "direct", VCUBE_ALLTOALL, 65536, 1, {0, 0}, 0 },
		{ "hypercube:6", "hypercube", VCUBE_ALLGATHER, 8, 20, {0, 0}, 0 },
		{ "hypercube:6", "hypercube", VCUBE_ALLGATHER, 1024, 10, {0, 0}, 0 },
		{ "ring:16", "ring", VCUBE_ALLGATHER, 8, 50, {0, 0}, 0 },
		{ "ring:64", "ring", VCUBE_ALLGATHER, 1024, 5, {0, 0}, 0 },
		{ "full:16 clock=virtual", "direct", VCUBE_ALLTOALL, 8, 50, {0, 0}, 0 },
		{ "full:64 clock=virtual", "direct", VCUBE_ALLTOALL, 1024, 5, {0, 0}, 0 },
		{ "full:64 clock=virtual routing=none", "direct", VCUBE_ALLTOALL, 8, 10, {0, 0}, 0 },
		{ "hypercube:6 clock=virtual", "standard", VCUBE_ALLTOALL, 8, 20, {0, 0}, 0 },
		{ "hypercube:6 clock=virtual", "hypercube", VCUBE_ALLGATHER, 1024, 10, {0, 0}, 0 },
		{ "ring:64 clock=virtual", "ring", VCUBE_ALLGATHER, 8, 5, {0, 0}, 0 },
		{ "full:2", NULL, PINGPONG, 8, 2000, {0, 0}, 0 },
		{ "full:16", NULL, RING, 8, 2000, {0, 0}, 0 },
		{ "full:64", NULL, RING, 8, 500, {0, 0}, 0 },
		{ "full:16", NULL, RING, 1024, 1000, {0, 0}, 0 },
		{ "full:2 clock=virtual", NULL, PINGPONG, 8, 1000, {0, 0}, 0 },
		{ "full:16 clock=virtual", NULL, RING, 8, 1000, {0, 0}, 0 },
		{ "full:16 clock=virtual routing=none", NULL, RING, 8, 1000, {0, 0}, 0 },
	};
	int pairs = argc > 1 ? atoi(argv[1]) : 15;

	if (pairs < 1 || pairs > PAIRS_MOST || argc > 3 || (argc > 2 && strcmp(argv[2], "all") != 0)) {
		fprintf(stderr, "Usage: traces [PAIRS [all]], PAIRS of 1 to %d\n", PAIRS_MOST);
		return 1;
	}
	if (argc < 3)
		stay();
	printf("%-58s%9s %9s %5s %10s %9s %5s %10s %6s %8s\n", "", "ns a call", "recorded", "alike",
	       "all", "first", "alike", "all", "start", "written");
	for (size_t i = 0; i < sizeof works / sizeof *works; i++)
		compare(works[i], pairs);
	return 0;
}

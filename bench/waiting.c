/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures how well nodes wait: in real time, beside other load, and for long.
 *
 *   waiting [late] [links] [hog] [idle]
 *
 * WAITING_THREADS says in which threads nodes run (default auto, as in vcube run).
 *
 * late:  one call after the other by the wall clock: what is predicted, what a call took, the
 *        first one too, and how late messages were (median, 99 %); beside it, how late as many
 *        threads are that do nothing but yield until the same times
 * links: an exchange over shared links by the wall clock and by the virtual one
 * hog:   calls beside a process on each processor that does nothing but compute, compared with
 *        calls on the idle host
 * idle:  the processor time of a machine that waits for a second
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vcube/authoring.h>
#include "measure.h"

enum { CALLS = 20, NODES_MAX = 1024, PROCESSORS_MAX = 64 };

static double returned[CALLS + 1][NODES_MAX];   /* of each call, of each node; first: its start */

struct work {
	const struct vcube_algorithm *algorithm;
	size_t bytes;
	int calls;
};

static void
fail(const char *what, const char *why)
{
	fprintf(stderr, "waiting: %s: %s\n", what, why);
	exit(1);
}

static int
program(vcube_node *self, void *arg)
{
	const struct work *w = arg;
	const size_t all = w->bytes * (size_t)vcube_size(self);
	struct vcube_call call = {
		.collective = w->algorithm->collective, .count = w->bytes, .type = VCUBE_BYTES(1),
	};
	void *in = vcube_scratch(self, all), *out = vcube_scratch(self, all);

	call.in = in;
	call.out = out;
	if (!vcube_failed(self))
		memset(in, 0, all);
	for (int i = 0; !vcube_failed(self); i++) {
		returned[i <= CALLS ? i : CALLS][vcube_rank(self)] = measure_now();
		if (i == w->calls)
			break;
		vcube_call(self, w->algorithm, &call);
	}
	vcube_free(self, in);
	vcube_free(self, out);
	return 0;
}

static vcube_machine *
open_machine(const char *description)
{
	const char *const threads = getenv("WAITING_THREADS");
	struct vcube_error error;
	char text[300];
	vcube_machine *machine;

	snprintf(text, sizeof text, "%s threads=%s", description, threads != NULL ? threads : "auto");
	machine = vcube_open(text, &error);

	if (machine == NULL)
		fail(text, error.text);
	return machine;
}

static void
run(vcube_machine *machine, struct work *w)
{
	if (vcube_run(machine, program, w) != 0)
		fail("run", vcube_run_error(machine)->text);
}

static struct work
work_of(int collective, const char *algorithm, size_t bytes, int calls)
{
	struct work w = { .bytes = bytes, .calls = calls };
	struct vcube_error error;

	w.algorithm = vcube_algorithm_find(collective, algorithm, &error);
	if (w.algorithm == NULL)
		fail(algorithm, error.text);
	return w;
}

/* Returns when the last node began call number `call`, which is when the one before ended. */
static double
last_of(int call, int nodes)
{
	double last = 0;

	for (int rank = 0; rank < nodes; rank++)
		if (last < returned[call][rank])
			last = returned[call][rank];
	return last;
}

/* Returns how long one call takes on the virtual clock, in nanoseconds. */
static double
predicted(const char *text, const struct work *w)
{
	struct work once = *w;
	vcube_machine *machine = open_machine(text);
	double ns;

	once.calls = 1;
	run(machine, &once);
	ns = (double)vcube_run_time(machine) / 1000;
	vcube_close(machine);
	return ns;
}

struct real {
	double predicted, first, median;        /* nanoseconds of a call */
	struct vcube_lateness late;
};

static struct real
in_real_time(const char *description, struct work *w)
{
	double sample[CALLS];
	struct real r;
	char text[200];
	vcube_machine *machine;

	snprintf(text, sizeof text, "%s clock=virtual", description);
	r.predicted = predicted(text, w);
	snprintf(text, sizeof text, "%s clock=wall", description);
	machine = open_machine(text);
	run(machine, w);
	for (int i = 0; i < w->calls; i++)
		sample[i] = last_of(i + 1, vcube_machine_nodes(machine)) -
			    last_of(i, vcube_machine_nodes(machine));
	r.first = sample[0];
	r.median = measure_median(sample, w->calls);
	vcube_run_lateness(machine, &r.late);
	vcube_close(machine);
	return r;
}

/* --- threads without a machine -------------------------------------------------- */

enum { BARE_STEPS = 300 };

struct bare {
	int threads, processors;
	double begin, step;             /* nanoseconds */
	double *late;                   /* [threads][BARE_STEPS] */
	_Atomic(int) next;
};

/* Yields until each of the times, pinned as a node is. */
static void *
yield_until(void *arg)
{
	struct bare *const b = arg;
	const int me = atomic_fetch_add(&b->next, 1);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(me % b->processors, &set);
	sched_setaffinity(0, sizeof set, &set);
	for (int i = 0; i < BARE_STEPS; i++) {
		const double end = b->begin + (i + 1) * b->step;
		double now;

		while ((now = measure_now()) < end)
			sched_yield();
		b->late[me * BARE_STEPS + i] = now - end;
	}
	return NULL;
}

static int
compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Fills in how late the threads are: the median and the 99th percentile, in nanoseconds. */
static void
run_bare(int threads, double step, double late[2])
{
	const int samples = threads * BARE_STEPS;
	struct bare b = {
		.threads = threads, .processors = (int)sysconf(_SC_NPROCESSORS_ONLN), .step = step,
		.begin = measure_now() + 1e6 + threads * 5e4,
		.late = calloc((size_t)samples, sizeof *b.late),
	};
	pthread_t thread[NODES_MAX];

	if (b.late == NULL)
		fail("threads", "no memory");
	for (int i = 0; i < threads; i++)
		if (pthread_create(&thread[i], NULL, yield_until, &b) != 0)
			fail("threads", "the host refused one");
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	qsort(b.late, (size_t)samples, sizeof *b.late, compare);
	late[0] = b.late[samples / 2];
	late[1] = b.late[samples * 99 / 100];
	free(b.late);
}

static void
measure_late(void)
{
	static const char *const topologies[] = { "ring:2", "ring:4", "ring:8", "ring:16", "full:64" };
	static const int startups[] = { 1, 10, 20, 100, 1000 };
	struct work w = work_of(VCUBE_ALLGATHER, "ring", 8, CALLS);

	printf("%-10s %8s %12s %12s %12s %8s %10s %10s %10s %10s\n", "topology", "S us",
	       "predicted us", "took us", "first us", "ratio", "late us", "99 % us", "bare us",
	       "99 % us");
	for (size_t t = 0; t < sizeof topologies / sizeof *topologies; t++)
		for (size_t s = 0; s < sizeof startups / sizeof *startups; s++) {
			char text[100];
			struct real r;
			double bare[2];

			snprintf(text, sizeof text, "%s startup=%dus", topologies[t], startups[s]);
			r = in_real_time(text, &w);
			run_bare(atoi(strchr(topologies[t], ':') + 1), 1e3 * startups[s], bare);
			printf("%-10s %8d %12.1f %12.1f %12.1f %8.3f %10.1f %10.1f %10.1f %10.1f\n",
			       topologies[t], startups[s], r.predicted / 1e3, r.median / 1e3,
			       r.first / 1e3, r.median / r.predicted, (double)r.late.median / 1e6,
			       (double)r.late.p99 / 1e6, bare[0] / 1e3, bare[1] / 1e3);
			fflush(stdout);
		}
}

static void
measure_links(void)
{
	struct work w = work_of(VCUBE_ALLTOALL, "direct", 64, CALLS);
	const struct real r = in_real_time("mesh:4x4 startup=10us per_byte=953674ps", &w);

	printf("mesh:4x4, alltoall.direct, 1 MiB/s: virtual %.1f us, took %.1f us, ratio %.3f\n",
	       r.predicted / 1e3, r.median / 1e3, r.median / r.predicted);
}

/* --- beside other load -------------------------------------------------------- */

static pid_t hog[PROCESSORS_MAX];
static int hogs;

/* Starts them, and waits until each has its processor. */
static void
start_hogs(void)
{
	const struct timespec while_they_spread = {.tv_nsec = 200000000};
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);

	for (hogs = 0; hogs < processors && hogs < PROCESSORS_MAX; hogs++) {
		hog[hogs] = fork();
		if (hog[hogs] < 0)
			fail("fork", "the host refused a process");
		if (hog[hogs] == 0)
			for (volatile unsigned long i = 0;; i++)
				;
	}
	nanosleep(&while_they_spread, NULL);
}

static void
stop_hogs(void)
{
	while (hogs > 0) {
		kill(hog[--hogs], SIGKILL);
		waitpid(hog[hogs], NULL, 0);
	}
}

/* Returns the nanoseconds of a call: as many are made as take `seconds`. */
static double
call_time(const char *text, struct work w, double seconds)
{
	vcube_machine *machine = open_machine(text);
	double start, ns;

	w.calls = 1;
	do {
		w.calls *= 2;
		start = measure_now();
		run(machine, &w);
		ns = measure_now() - start;
	} while (ns < seconds * 1e9);
	vcube_close(machine);
	return ns / w.calls;
}

static void
measure_hog(void)
{
	static const char *const machines[] = {
		"full:2", "full:8", "full:64", "full:256", "full:1024",
		"full:2 clock=virtual", "full:8 clock=virtual", "full:64 clock=virtual",
		"full:1024 clock=virtual", "ring:64", "ring:64 clock=virtual",
	};

	printf("%-26s %12s %12s %8s\n", "machine", "idle us", "beside us", "ratio");
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		const bool ring = strncmp(machines[i], "ring", 4) == 0;
		const struct work w = ring ? work_of(VCUBE_ALLGATHER, "ring", 8, CALLS)
					   : work_of(VCUBE_ALLTOALL, "standard", 8, CALLS);
		const double idle = call_time(machines[i], w, 0.3);
		double beside;

		start_hogs();
		beside = call_time(machines[i], w, 1);
		stop_hogs();
		printf("%-26s %12.1f %12.1f %8.2f\n", machines[i], idle / 1e3, beside / 1e3,
		       beside / idle);
		fflush(stdout);
	}
}

/* --- a long wait -------------------------------------------------------------- */

static double
processor_time(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e9 +
	       (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e3;
}

static void
measure_idle(void)
{
	struct work w = work_of(VCUBE_ALLGATHER, "ring", 8, 1);
	vcube_machine *machine = open_machine("ring:16 clock=wall startup=70ms");
	double start = processor_time();

	run(machine, &w);
	printf("ring:16 that waits %.3f s: %.2f %% of a processor\n",
	       (double)vcube_run_time(machine) / 1e12,
	       100 * (processor_time() - start) / ((double)vcube_run_time(machine) / 1e3));
	vcube_close(machine);
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*measure)(void);
	} parts[] = {
		{ "late", measure_late }, { "links", measure_links }, { "hog", measure_hog },
		{ "idle", measure_idle },
	};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		bool wanted = argc < 2;

		for (int j = 1; j < argc; j++)
			wanted |= strcmp(argv[j], parts[i].name) == 0;
		if (wanted)
			parts[i].measure();
	}
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Measures time and memory for recording, writing and opening a trace of ten million
 * events. */
#include <sys/resource.h>
#include <vcube/observing.h>
#include "measure.h"

static double
megabytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss / 1024;
}

/* Make steps, which are events and nothing else. */
static int
steps(vcube_node *self, void *arg)
{
	for (int i = 0; i < *(int *)arg; i++)
		vcube_step(self, i % 2 ? "odd" : "even");
	return vcube_failed(self);
}

int
main(void)
{
	static const char path[] = "long.trace";
	const struct vcube_trace_options options = { .events = 20000000 };
	vcube_machine *machine = vcube_open("full:16 clock=virtual", NULL);
	struct vcube_error error = { 0 };
	int each = 10000000 / 16;
	double start = measure_now(), written;
	vcube_trace *trace;

	if (vcube_trace_start(machine, path, &options, &error) == 0)
		vcube_run(machine, steps, &each);
	written = megabytes();
	printf("%-40s %8.2f s, %.0f MB at most\n", "ten million events recorded and written",
	       (measure_now() - start) / 1e9, written);
	vcube_close(machine);
	start = measure_now();
	trace = vcube_trace_open(path, &error);
	printf("%-40s %8.2f s\n", "and opened", (measure_now() - start) / 1e9);
	if (trace == NULL)
		fprintf(stderr, "long_trace: %s\n", error.text);
	vcube_trace_close(trace);
	remove(path);
	return trace == NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures virtual times of single collectives, for reproductions.
 */
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "papers/reproduce.h"

struct job {
	int collective;
	size_t count;
	const char *how;
};

static int
one_call(vcube_node *self, void *arg)
{
	const struct job *job = arg;
	const struct vcube_shape *shape = vcube_collective_shape(job->collective);
	const size_t block = job->count * sizeof(double), p = (size_t)vcube_size(self);
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const struct vcube_algorithm *a = vcube_algorithm_parse(job->collective, job->how, set, NULL);
	char *in = vcube_scratch(self, block * (size_t)vcube_blocks_of(shape->in, (int)p));
	char *out = vcube_scratch(self, block * (size_t)vcube_blocks_of(shape->out, (int)p));

	if (!vcube_failed(self)) {
		memset(in, 0, block * (size_t)vcube_blocks_of(shape->in, (int)p));
		vcube_call(self, a, &(struct vcube_call) {
			.collective = job->collective, .in = in, .out = out, .count = job->count,
			.type = VCUBE_DOUBLE, .set = set,
			.op = shape->traits & VCUBE_COMBINES ? VCUBE_SUM : NULL,
		});
	}
	vcube_free(self, in);
	vcube_free(self, out);
	return vcube_failed(self);
}

struct vcube_desc
describe(const char *machine)
{
	struct vcube_desc desc;
	struct vcube_error error;

	vcube_desc_init(&desc);
	if (vcube_desc_parse(&desc, machine, &error))
		die(STATUS_FAILED, "%s: %s", machine, error.text);
	return desc;
}

/* The machine of the last run. Mostly the next run can have it, too: memory that the host has
 * provided for one run serves the next. */
static struct {
	char *described;
	vcube_machine *machine;
} kept;

void
virtual_end(void)
{
	if (kept.machine)
		vcube_close(kept.machine);
	discard(kept.described);
	kept.machine = NULL;
	kept.described = NULL;
}

static void
open_with(const char *machine, size_t heap)
{
	struct vcube_desc desc = describe(machine);
	struct vcube_error error;

	virtual_end();
	desc.heap = heap;
	desc.threads = VCUBE_THREADS_ONE;
	kept.machine = vcube_open_desc(&desc, &error);
	if (!kept.machine)
		die(status_of(error.code), "%s", error.text);
	kept.described = text("%s", machine);
	vcube_desc_clear(&desc);
}

struct virtual_run
virtual_program(const char *machine, size_t heap, vcube_program *program, void *arg, const char *what)
{
	struct virtual_run run = { 0 };
	struct vcube_link_stats link;
	const char *topology;
	int code;

	if (!kept.machine || strcmp(kept.described, machine) != 0 ||
	    vcube_machine_desc(kept.machine)->heap < heap)
		open_with(machine, heap);
	topology = vcube_machine_desc(kept.machine)->topology;
	progress_show("%s on %s", what, topology);
	code = vcube_run(kept.machine, program, arg);
	progress_clear();
	if (code)
		die(status_of(code), "%s on %s: %s", what, topology, vcube_run_error(kept.machine)->text);
	run.time = vcube_run_time(kept.machine);
	run.contention = vcube_run_contention(kept.machine);
	for (int kind = 0; kind <= VCUBE_WORK_FLOP; kind++)
		run.work[kind] = vcube_run_work(kept.machine, 0, kind);
	for (long i = 0; vcube_run_link(kept.machine, i, &link) == 0; i++)
		if (run.busiest < link.messages)
			run.busiest = link.messages;
	return run;
}

struct virtual_run
virtual_run(const char *machine, int collective, size_t count, const char *how)
{
	struct job job = { collective, count, how };
	struct vcube_desc desc = describe(machine);
	struct vcube_error error;
	vcube_topology *t = vcube_topology_parse(desc.topology, &error);
	size_t heap;

	if (!t)
		die(STATUS_FAILED, "%s", error.text);
	/* room for the blocks three times over, and for tables */
	heap = (size_t)vcube_topology_nodes(t) * count * sizeof(double) * 4 + (1 << 20);
	vcube_topology_free(t);
	vcube_desc_clear(&desc);
	return virtual_program(machine, heap, one_call, &job,
			       text("%s, %zu B a block", how, count * sizeof(double)));
}

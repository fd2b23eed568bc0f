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

static struct virtual_run
run_on(const struct vcube_desc *desc, vcube_program *program, void *arg, const char *what)
{
	struct virtual_run run = { 0 };
	struct vcube_link_stats link;
	struct vcube_error error;
	struct vcube_desc in_one_thread = *desc;
	vcube_machine *machine;
	int code;

	in_one_thread.threads = VCUBE_THREADS_ONE;
	machine = vcube_open_desc(&in_one_thread, &error);
	if (!machine)
		die(status_of(error.code), "%s", error.text);
	progress_show("%s on %s", what, desc->topology);
	code = vcube_run(machine, program, arg);
	progress_clear();
	if (code)
		die(status_of(code), "%s on %s: %s", what, desc->topology, vcube_run_error(machine)->text);
	run.time = vcube_run_time(machine);
	run.contention = vcube_run_contention(machine);
	for (int kind = 0; kind <= VCUBE_WORK_FLOP; kind++)
		run.work[kind] = vcube_run_work(machine, 0, kind);
	for (long i = 0; vcube_run_link(machine, i, &link) == 0; i++)
		if (run.busiest < link.messages)
			run.busiest = link.messages;
	vcube_close(machine);
	return run;
}

struct virtual_run
virtual_program(const char *machine, vcube_program *program, void *arg, const char *what)
{
	struct vcube_desc desc = describe(machine);
	const struct virtual_run run = run_on(&desc, program, arg, what);

	vcube_desc_clear(&desc);
	return run;
}

struct virtual_run
virtual_run(const char *machine, int collective, size_t count, const char *how)
{
	struct job job = { collective, count, how };
	struct vcube_desc desc = describe(machine);
	struct vcube_error error;
	vcube_topology *t = vcube_topology_parse(desc.topology, &error);
	struct virtual_run run;

	if (!t)
		die(STATUS_FAILED, "%s", error.text);
	/* room for the blocks three times over, and for tables */
	desc.heap = (size_t)vcube_topology_nodes(t) * count * sizeof(double) * 4 + (1 << 20);
	vcube_topology_free(t);
	run = run_on(&desc, one_call, &job, text("%s, %zu B a block", how, count * sizeof(double)));
	vcube_desc_clear(&desc);
	return run;
}

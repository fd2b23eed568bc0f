/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures virtual times of single collectives, for reproductions.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/progress.h"
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
	const size_t block = job->count * sizeof(double);
	const int p = vcube_size(self);
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_call call = {
		.collective = job->collective, .count = job->count, .type = VCUBE_DOUBLE, .set = set,
		.op = shape->traits & VCUBE_COMBINES ? VCUBE_SUM : NULL,
	};
	const struct vcube_algorithm *a = vcube_algorithm_parse(job->collective, job->how, set, NULL);
	char *in = vcube_scratch(self, block * (size_t)vcube_blocks_of(shape->in, p));
	char *out = vcube_scratch(self, block * (size_t)vcube_blocks_of(shape->out, p));

	call.in = in;
	call.out = out;
	if (!vcube_failed(self)) {
		memset(in, 0, block * (size_t)vcube_blocks_of(shape->in, p));
		vcube_call(self, a, &call);
	}
	vcube_free(self, in);
	vcube_free(self, out);
	return vcube_failed(self);
}

/* Return room for the blocks three times over, and for tables. */
static size_t
heap_for(int nodes, size_t count)
{
	return ((size_t)nodes * count * sizeof(double) * 4) + ((size_t)1 << 20);
}

static void
look_at(const vcube_machine *machine, struct virtual_run *run)
{
	struct vcube_link_stats link;

	*run = (struct virtual_run) { .time = vcube_run_time(machine),
				      .contention = vcube_run_contention(machine) };
	for (int kind = 0; kind <= VCUBE_WORK_FLOP; kind++)
		run->work[kind] = vcube_run_work(machine, 0, kind);
	for (long i = 0; vcube_run_link(machine, i, &link) == 0; i++)
		if (run->busiest < link.messages)
			run->busiest = link.messages;
}

int
virtual_program(const struct vcube_desc *desc, vcube_program *program, void *arg, const char *what,
		struct virtual_run *run)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open_desc(desc, &error);
	int code;

	*run = (struct virtual_run) { .time = 0 };
	if (!machine)
		return complain(status_of(error.code), "%s", error.text);
	progress_show("%s on %s", what, desc->topology);
	code = vcube_run(machine, program, arg);
	progress_clear();
	if (code)
		complain(status_of(code), "%s on %s: %s", what, desc->topology,
			 vcube_run_error(machine)->text);
	look_at(machine, run);
	vcube_close(machine);
	return status_of(code);
}

int
virtual_run(const struct vcube_desc *desc, int collective, size_t count, const char *how,
	    struct virtual_run *run)
{
	struct job job = { collective, count, how };
	struct vcube_desc sized = *desc;
	struct vcube_error error;
	vcube_topology *t = vcube_topology_parse(desc->topology, &error);
	char *what;
	int status;

	if (!t)
		return complain(STATUS_FAILED, "%s", error.text);
	sized.heap = heap_for(vcube_topology_nodes(t), count);
	vcube_topology_free(t);
	what = text("%s, %zu B a block", how, count * sizeof(double));
	status = virtual_program(&sized, one_call, &job, what, run);
	free(what);
	return status;
}

int
virtual_time(const struct vcube_desc *desc, int collective, size_t count, const char *how,
	     vcube_time *time)
{
	struct virtual_run run = { .time = 0 };
	const int status = virtual_run(desc, collective, count, how, &run);

	*time = run.time;
	return status;
}

struct vcube_desc
describe(const char *format, ...)
{
	struct vcube_desc desc;
	struct vcube_error error;
	va_list list;
	char words[200];

	va_start(list, format);
	vsnprintf(words, sizeof words, format, list);
	va_end(list);
	vcube_desc_init(&desc);
	if (vcube_desc_parse(&desc, words, &error))
		exit(complain(STATUS_FAILED, "%s: %s", words, error.text));
	return desc;
}

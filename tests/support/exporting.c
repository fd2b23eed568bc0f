/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "exporting.h"
#include "mixture.h"

int
command(const char *format, const char *tool)
{
	char line[600], rest[500];

	snprintf(rest, sizeof rest, format, folder, folder);
	snprintf(line, sizeof line, "%s %s", tool, rest);
	return system(line);
}

const char *
vcube(void)
{
	const char *name = getenv("VCUBE");

	return name ? name : "cli/vcube";
}

FILE *
open_file(const char *name)
{
	FILE *const file = fopen(in_folder(name), "r");

	assert_non_null(file);
	return file;
}

static int
stepped_mixture(vcube_node *self, void *arg)
{
	vcube_step(self, "a \"mixture\"\n");
	return mixture(self, arg);
}

static int
rows_and_columns(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int64_t in[4] = {me, 1, 2, 3}, out[16] = {0};
	vcube_group *row, *column;

	(void)arg;
	vcube_split(self, NULL, me / 4, me, &row);
	vcube_split(self, NULL, me % 4, me, &column);
	vcube_allgather(self, row, in, out, 4, VCUBE_INT64, "hypercube");
	vcube_compute(self, 1000 * me);
	vcube_allreduce(self, column, in, out, 4, VCUBE_INT64, VCUBE_SUM, "hypercube");
	return vcube_alltoall(self, row, out, out + 8, 1, VCUBE_INT64, NULL);
}

/* Beside each other: three collectives, of which the program is in one itself. */
struct beside {
	int64_t in[4], out[16];
};

static int
add_beside(vcube_node *self, void *arg)
{
	struct beside *const b = arg;

	return vcube_allreduce(self, NULL, b->in, b->out, 4, VCUBE_INT64, VCUBE_SUM, "doubling");
}

static int
gather_beside(vcube_node *self, void *arg)
{
	struct beside *const b = arg;

	return vcube_allgather(self, NULL, b->in, b->out, 2, VCUBE_INT64, "ring");
}

static int
overlapping(vcube_node *self, void *arg)
{
	struct beside sum = {.in = {1}}, all = {.in = {2}};
	vcube_request *request[] = {vcube_async(self, NULL, add_beside, &sum),
				    vcube_async(self, NULL, gather_beside, &all)};

	(void)arg;
	vcube_compute(self, 1000 * vcube_rank(self));
	vcube_barrier(self, NULL, NULL);
	return vcube_waitall(self, request, 2);
}

static int
stuck(vcube_node *self, void *arg)
{
	int64_t in = 1, out[16];

	(void)arg;
	if (vcube_rank(self) == 2)
		return vcube_fail(self, "no \xff more");
	vcube_step(self, "before");
	return vcube_allgather(self, NULL, &in, out, 1, VCUBE_INT64, "ring");
}

const struct exported exported[] = {
	{"full:5 clock=virtual", stepped_mixture, 0, true},
	{"full:5", stepped_mixture, 0, false},
	{"hypercube:4 clock=virtual combine=3ns copy=7ps", rows_and_columns, 0, true},
	{"full:16 clock=virtual ports=all", rows_and_columns, 0, true},
	{"mesh:4x4 routing=any switching=store-and-forward", rows_and_columns, 0, false},
	{"full:64 clock=virtual", rows_and_columns, 0, false},
	{"mesh:4x4 clock=virtual routing=any mapping=3,2,1,0,4,5,6,7,8,9,10,11,12,13,14,15",
	 rows_and_columns, 0, true},
	{"fattree:4x2 clock=virtual routing=any", rows_and_columns, 0, true},
	{"mesh:4x4 clock=virtual routing=any switching=store-and-forward", rows_and_columns, 0,
	 true},
	{"ring:16 clock=virtual links=0>1:down", rows_and_columns, 0, true},
	{"full:5 clock=wall", stepped_mixture, 0, true},
	{"fattree:4x2 clock=wall routing=any", rows_and_columns, 0, true},
	{"mesh:4x4 clock=wall routing=any switching=store-and-forward", rows_and_columns, 0, true},
	{"hypercube:3 clock=virtual", overlapping, 0, true},
	{"full:8", overlapping, 0, false},
	{"ring:4 clock=virtual", stuck, VCUBE_EPROGRAM, true},
};

const size_t exported_count = COUNT(exported);

vcube_trace *
record_run(size_t i)
{
	struct mixture m = {.seed = seed, .rounds = 15, .patient = true};

	return record(exported[i].machine, exported[i].program, &m, exported[i].code, NULL);
}

uint64_t
arrows(const vcube_trace *t)
{
	const bool timed = vcube_trace_head(t)->clock != VCUBE_CLOCK_FREE;
	const struct vcube_event *e;
	uint64_t n = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(t, i)) != NULL; i++)
		n += timed ? e->kind == VCUBE_EVENT_ARRIVE
			   : e->kind == VCUBE_EVENT_GOT && e->detail == 0;
	return n;
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include "papers/exchange.h"
#include <string.h>
#include "base/splitmix64.h"
#include "base/text.h"
#include "papers/reproduce.h"

/* A draw decides which nodes have many elements for the same node, and so which algorithm is
 * the fastest. The paper does not give its draw. */
enum { DRAWS = 3 };

struct job {
	const struct exchange *x;
	uint64_t draw;
};

/* Return the node for which a node has many elements: any other node, or the one across the
 * diagonal, if there is one. */
static int
favourite(const struct job *job, int rank)
{
	const int nodes = job->x->nodes, columns = vcube_array_of(nodes).columns;

	if (job->x->transposes)
		return rank % columns * columns + rank / columns;
	return (rank + 1 + (int)(splitmix64(job->draw + (uint64_t)rank * UINT64_C(0x9e3779b97f4a7c15)) %
				 (uint64_t)(nodes - 1))) % nodes;
}

static size_t
elements(const struct job *job, int from, int to)
{
	return favourite(job, from) == to ? job->x->many : job->x->few;
}

size_t
irregular_element(const char *profile)
{
	return strcmp(profile, "t3d") == 0 ? 48 : 22;
}

size_t
irregular_load(const struct exchange *x)
{
	return x->many + (size_t)(x->nodes - 1) * x->few;
}

struct blocks {
	size_t *counts, *offsets;
	char *data;
};

static struct blocks
blocks_make(vcube_node *self, const struct job *job, bool out)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	struct blocks b = { .counts = vcube_scratch(self, (size_t)p * sizeof *b.counts),
			    .offsets = vcube_scratch(self, (size_t)p * sizeof *b.offsets) };
	const size_t element = irregular_element(job->x->profile);
	size_t all = 0;

	if (vcube_failed(self))
		return b;
	for (int i = 0; i < p; i++) {
		b.counts[i] = out ? elements(job, i, me) : elements(job, me, i);
		b.offsets[i] = all;
		all += b.counts[i];
	}
	b.data = vcube_scratch(self, all * element);
	if (b.data && !out)
		memset(b.data, 0, all * element);
	return b;
}

static int
program(vcube_node *self, void *arg)
{
	const struct job *job = arg;
	const struct blocks in = blocks_make(self, job, false), out = blocks_make(self, job, true);

	if (!vcube_failed(self))
		vcube_alltoallv(self, NULL, in.data, in.counts, in.offsets, out.data, out.counts,
				out.offsets, VCUBE_BYTES(irregular_element(job->x->profile)),
				job->x->how);
	return vcube_failed(self);
}

int
irregular_time(const struct exchange *x, double *ms)
{
	struct vcube_desc desc = describe("full:%d clock=virtual profile=%s %s", x->nodes, x->profile,
					  x->costs ? x->costs : "");
	autofree char *what = text("alltoallv.%s, %zu elements", x->how, x->many);
	const int draws = x->transposes ? 1 : DRAWS;
	int status = 0;

	/* one node may receive from all others, and an algorithm may gather a row */
	desc.heap = (size_t)x->nodes * (x->many + (size_t)x->nodes * (x->few + 1)) *
		    irregular_element(x->profile) * 8 + (1 << 20);
	*ms = 0;
	for (int i = 0; i < draws && !status; i++) {
		struct job job = { x, (uint64_t)i + 1 };
		struct virtual_run run;

		status = virtual_program(&desc, program, &job, what, &run);
		if (!status)
			*ms += (double)run.time / 1e9 / draws;
	}
	vcube_desc_clear(&desc);
	return status;
}

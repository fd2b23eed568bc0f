/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna, section 4: which of their algorithms for irregular
 * all-to-all communication takes the least time, on T3D and SP2, for their two
 * patterns: each node has many elements for one other, drawn at random or across
 * the diagonal of the array of all, and few for the rest. Their figures are
 * pictures; what can be compared is who wins, as their text has it.
 *
 * How few is not told: here it is one element. An element is 48 bytes on T3D and
 * 22 on SP2.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reproduce.h"
#include "tool.h"

enum { FEW = 1, SEED = 1, CONTENDERS_MAX = 4, SIZES_MAX = 6 };

/* What the paper says: of these algorithms the first wins, for so many nodes, with
 * so many elements for the one. Numbers end with a 0. */
struct scene {
	const char *title, *profile;
	bool transposes;
	struct contender {
		const char *name, *how;         /* theirs, and the library's */
	} contenders[CONTENDERS_MAX];
	long nodes[SIZES_MAX], elements[SIZES_MAX];
	struct bounds bounds;
};

struct job {
	const struct scene *scene;
	const char *how;
	size_t many;            /* elements for the one */
};

/* The finalizer of splitmix64. */
static uint64_t
mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* For whom a node has many elements: any other node, or the one across the
 * diagonal, where there is one. */
static int
favourite(const struct job *job, int nodes, int rank)
{
	const int columns = vcube_array_of(nodes).columns;

	if (job->scene->transposes)
		return rank % columns * columns + rank / columns;
	return (rank + 1 + (int)(mix(SEED + (uint64_t)rank * UINT64_C(0x9e3779b97f4a7c15)) %
				 (uint64_t)(nodes - 1))) % nodes;
}

static size_t
elements(const struct job *job, int nodes, int from, int to)
{
	return favourite(job, nodes, from) == to ? job->many : FEW;
}

static size_t
element_of(const struct scene *s)
{
	return strcmp(s->profile, "t3d") == 0 ? 48 : 22;
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
	const size_t element = element_of(job->scene);
	size_t all = 0;

	if (vcube_failed(self))
		return b;
	for (int i = 0; i < p; i++) {
		b.counts[i] = out ? elements(job, p, i, me) : elements(job, p, me, i);
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
				out.offsets, VCUBE_BYTES(element_of(job->scene)), job->how);
	return vcube_failed(self);
}

/* Of one algorithm, in milliseconds. */
static int
time_of(const struct job *job, int nodes, double *ms)
{
	struct vcube_desc desc = describe("full:%d clock=virtual profile=%s", nodes, job->scene->profile);
	struct virtual_run run;
	char *what = text("alltoallv.%s, %zu elements", job->how, job->many);
	int status;

	/* a node may be the favourite of all, and an algorithm may gather a row */
	desc.heap = (size_t)nodes * (job->many + (size_t)nodes) * element_of(job->scene) * 8 + (1 << 20);
	status = virtual_program(&desc, program, (void *)(uintptr_t)job, what, &run);
	vcube_desc_clear(&desc);
	free(what);
	*ms = (double)run.time / 1e9;
	return status;
}

/* Do numbers of nodes vary, and not sizes? */
static bool
by_nodes(const struct comparison *c, const struct scene *s)
{
	return compare_sizes(c).count <= 1 && (compare_nodes(c).count > 1 || s->nodes[1] != 0);
}

/* All contenders at one size, and who wins; of equals, whom the paper has winning. */
static int
compare_spot(struct comparison *c, const struct scene *s, long nodes, long many, bool known)
{
	double best = INFINITY;
	const char *winner = "";

	if (!compare_reaches(c, (int)nodes))
		return 0;
	for (int i = 0; i < CONTENDERS_MAX && s->contenders[i].name; i++) {
		const struct contender *x = &s->contenders[i];
		const struct job job = { s, x->how, (size_t)many };
		double ms;
		const int status = time_of(&job, (int)nodes, &ms);

		if (status)
			return status;
		if (ms < best) {
			best = ms;
			winner = x->name;
		}
		compare_curve(c, x->name);
		compare(c, by_nodes(c, s) ? (double)nodes : (double)many, NAN, ms, "%ld nodes, %ld elements: %s",
			nodes, many, x->name);
	}
	compare_text(c, known ? s->contenders[0].name : NULL, winner, "%ld nodes, %ld elements: the fastest",
		     nodes, many);
	return 0;
}

static int
length(const long *list)
{
	int n = 0;

	while (n < SIZES_MAX && list[n])
		n++;
	return n;
}

static bool
among(const long *list, long number)
{
	for (int i = 0; i < length(list); i++)
		if (list[i] == number)
			return true;
	return false;
}

static int
compare_scene(struct comparison *c, const struct scene *s)
{
	struct numbers nodes = compare_nodes(c), sizes = compare_sizes(c);
	int status = 0;

	if (nodes.count == 0)
		nodes = (struct numbers) { s->nodes, length(s->nodes) };
	if (sizes.count == 0)
		sizes = (struct numbers) { s->elements, length(s->elements) };
	compare_group(c, s->title, "ms", s->bounds);
	compare_panel(c, s->title, by_nodes(c, s) ? "nodes" : "elements for the one", "ms");
	for (int i = 0; i < nodes.count; i++)
		for (int k = 0; k < sizes.count && !status; k++)
			status = compare_spot(c, s, nodes.list[i], sizes.list[k],
					      among(s->nodes, nodes.list[i]) && among(s->elements, sizes.list[k]));
	return status;
}

/* Their names: step by step, nonblocking, nonblocking with two buffers. */
#define A1 { "A1-b", "direct:mode=blocking" }
#define A2 { "A2-b", "two-stage:mode=blocking" }
#define A3 { "A3-b", "mesh:mode=blocking" }
#define A4 { "A4-b", "four-stage:mode=blocking" }
#define A3_N1 { "A3-n1", "mesh" }
#define A4_N1 { "A4-n1", "four-stage" }
#define A4_N2 { "A4-n2", "four-stage:mode=dual" }

#define DEMANDED { 0, 0 }
#define SHOWN { -1, 0 }
#define TO_1K { 16, 64, 256, 1024, 0 }
#define FROM_1K { 1024, 4096, 0 }
#define ARRAYS { 16, 25, 36, 49, 64, 0 }

static const struct scene scenes[] = {
	{ "T3D, one spike, by nodes", "t3d", false, { A4, A1, A2 }, ARRAYS, { 1024 }, SHOWN },
	{ "T3D, one spike", "t3d", false, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "T3D, transpose", "t3d", true, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "T3D, one spike, short", "t3d", false, { A3, A4 }, { 64 }, TO_1K, SHOWN },
	{ "T3D, transpose, short", "t3d", true, { A3, A4 }, { 64 }, TO_1K, SHOWN },
	{ "T3D, transpose, long", "t3d", true, { A4, A3 }, { 64 }, FROM_1K, DEMANDED },
	{ "SP2, one spike, by nodes", "sp2-mpich", false, { A4, A1, A2 }, ARRAYS, { 1024 }, SHOWN },
	{ "SP2, one spike", "sp2-mpich", false, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "SP2, transpose", "sp2-mpich", true, { A4, A1, A2 }, { 64 }, TO_1K, DEMANDED },
	{ "SP2, one spike, nonblocking", "sp2-mpich", false, { A3_N1, A4_N2, A4_N1, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, DEMANDED },
	{ "SP2, transpose, nonblocking", "sp2-mpich", true, { A4_N2, A4_N1, A3_N1, A4 }, { 64 },
	  { 16, 64, 256, 1024, 4096, 0 }, SHOWN },
	{ "SP2, transpose, nonblocking, by nodes", "sp2-mpich", true, { A4_N2, A3_N1 },
	  { 25, 36, 49, 64, 81, 100 }, { 4096 }, DEMANDED },
};

int
reproduce_irregular(struct comparison *c)
{
	int status = 0;

	for (size_t i = 0; i < sizeof scenes / sizeof *scenes && !status; i++)
		status = compare_scene(c, &scenes[i]);
	return status;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What every node does when a case is run.
 */
#include <string.h>
#include <time.h>
#include "pattern.h"
#include "shape.h"
#include "trial.h"

/* What a result is overwritten with beforehand, so that nothing is right by
 * having been there. */
#define POISON 0xa5

/* A node's blocks. */
struct blocks_of_node {
	char *in, *out;
	int in_count, out_count;
	size_t *counts, *offsets;       /* of each, where they are given */
};

static int64_t
host_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* NULL, and the node has failed, where its heap has no room. */
static char *
take_blocks(vcube_node *self, const struct run_case *c, int count)
{
	return count ? vcube_scratch(self, c->bytes * (size_t)count) : NULL;
}

/* Blocks of one length, one after the other. */
static void
take_counts(vcube_node *self, const struct run_case *c, struct blocks_of_node *b)
{
	b->counts = vcube_scratch(self, 2 * (size_t)c->nodes * sizeof *b->counts);
	if (!b->counts)
		return;
	b->offsets = b->counts + c->nodes;
	for (int i = 0; i < c->nodes; i++) {
		b->counts[i] = c->count;
		b->offsets[i] = c->count * (size_t)i;
	}
}

static void
prepare(vcube_node *self, const struct run_case *c, struct blocks_of_node *b)
{
	const struct shape *shape = &shapes[c->collective];
	const int rank = vcube_rank(self);

	*b = (struct blocks_of_node) { 0 };
	if (!shape->in_at_root || rank == c->root)
		b->in_count = shape_blocks(shape->in, c->nodes);
	if (!shape->out_at_root || rank == c->root)
		b->out_count = shape_blocks(shape->out, c->nodes);
	b->in = take_blocks(self, c, b->in_count);
	b->out = take_blocks(self, c, b->out_count);
	if (shape->varied)
		take_counts(self, c, b);
	if (vcube_failed(self))
		return;
	for (int i = 0; i < b->in_count; i++)
		pattern_fill(c, rank, i, b->in + c->bytes * (size_t)i);
	if (b->out_count)
		memset(b->out, POISON, c->bytes * (size_t)b->out_count);
	if (c->collective == VCUBE_BCAST && rank == c->root)
		pattern_fill(c, rank, 0, b->out);
}

static void
call(vcube_node *self, const struct run_case *c, const struct blocks_of_node *b)
{
	const char *how = c->algorithm ? c->how : NULL;

	switch (c->collective) {
	case VCUBE_ALLGATHER:
		vcube_allgather(self, NULL, b->in, b->out, c->count, c->type, how);
		break;
	case VCUBE_REDUCE_SCATTER:
		vcube_reduce_scatter(self, NULL, b->in, b->out, c->count, c->type, c->op, how);
		break;
	case VCUBE_ALLREDUCE:
		vcube_allreduce(self, NULL, b->in, b->out, c->count, c->type, c->op, how);
		break;
	case VCUBE_SCAN:
		vcube_scan(self, NULL, b->in, b->out, c->count, c->type, c->op, how);
		break;
	case VCUBE_ALLTOALL:
		vcube_alltoall(self, NULL, b->in, b->out, c->count, c->type, how);
		break;
	case VCUBE_ALLTOALLV:
		vcube_alltoallv(self, NULL, b->in, b->counts, b->offsets,
				b->out, b->counts, b->offsets, c->type, how);
		break;
	case VCUBE_BCAST:
		vcube_bcast(self, NULL, c->root, b->out, c->count, c->type, how);
		break;
	case VCUBE_REDUCE:
		vcube_reduce(self, NULL, c->root, b->in, b->out, c->count, c->type, c->op, how);
		break;
	case VCUBE_GATHER:
		vcube_gather(self, NULL, c->root, b->in, b->out, c->count, c->type, how);
		break;
	case VCUBE_SCATTER:
		vcube_scatter(self, NULL, c->root, b->in, b->out, c->count, c->type, how);
		break;
	case VCUBE_BARRIER:
		vcube_barrier(self, NULL, how);
		break;
	}
}

static void
check(vcube_node *self, const struct trial *t, const struct blocks_of_node *b)
{
	const struct run_case *c = t->c;
	const int rank = vcube_rank(self);

	for (int i = 0; i < b->out_count && !vcube_failed(self); i++) {
		const size_t where = pattern_check(c, t->combined, rank, i,
						   b->out + c->bytes * (size_t)i);

		if (where < c->bytes)
			vcube_fail(self, "node %d has wrong data, from byte %zu of block %d on",
				   rank, where, i);
	}
}

static void
call_once(vcube_node *self, struct trial *t, const struct blocks_of_node *b)
{
	vcube_time start;

	vcube_align(self, NULL);
	start = vcube_now(self);
	atomic_fetch_add_explicit(&t->came, 1, memory_order_relaxed);
	call(self, t->c, b);
	/* What a barrier promises. It orders the counting before this look. */
	if (t->c->collective == VCUBE_BARRIER && !vcube_failed(self) &&
	    atomic_load_explicit(&t->came, memory_order_relaxed) < t->c->nodes)
		vcube_fail(self, "node %d left the barrier before every node had come",
			   vcube_rank(self));
	vcube_align(self, NULL);
	if (vcube_rank(self) == 0)
		t->time = vcube_now(self) - start;
}

static void
call_timed(vcube_node *self, const struct trial *t, const struct blocks_of_node *b)
{
	int64_t *returned = t->returned + (size_t)vcube_rank(self) * ((size_t)t->timed + 1);

	for (int i = 0; i <= t->timed && !vcube_failed(self); i++) {
		call(self, t->c, b);
		returned[i] = host_now();
	}
}

int
trial_program(vcube_node *self, void *arg)
{
	struct trial *t = arg;
	struct blocks_of_node b;

	prepare(self, t->c, &b);
	if (t->timed)
		call_timed(self, t, &b);
	else
		call_once(self, t, &b);
	if (t->check)
		check(self, t, &b);
	vcube_free(self, b.in);
	vcube_free(self, b.out);
	vcube_free(self, b.counts);
	return vcube_failed(self);
}

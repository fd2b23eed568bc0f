/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of every node in the run of a case.
 */
#include <string.h>
#include <time.h>
#include "run/pattern.h"
#include "run/trial.h"

/* Overwrites a result before the call, so that old data are never right by chance. */
#define POISON 0xa5

/* The blocks that a node has, or gets */
struct side {
	char *data;
	int blocks;
	size_t *counts, *offsets;       /* in elements, if blocks may differ; else NULL */
};

struct blocks_of_node {
	struct side in, out;
};

int64_t
trial_host_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Return the bytes of block i. */
static size_t
block_bytes(const struct run_case *c, const struct side *s, int i)
{
	return s->counts ? s->counts[i] * vcube_type_size(c->type) : c->bytes;
}

/* Return the offset of block i, in bytes. */
static size_t
block_place(const struct run_case *c, const struct side *s, int i)
{
	return s->counts ? s->offsets[i] * vcube_type_size(c->type) : c->bytes * (size_t)i;
}

static char *
block_at(const struct run_case *c, const struct side *s, int i)
{
	return s->data + block_place(c, s, i);
}

/* Place blocks one after the other: those that this node has for others, or they for it. */
static void
take_counts(vcube_node *self, const struct run_case *c, struct side *s, bool out)
{
	const int me = vcube_rank(self);
	size_t end = 0;

	s->counts = vcube_scratch(self, 2 * (size_t)c->nodes * sizeof *s->counts);
	if (!s->counts)
		return;
	s->offsets = s->counts + c->nodes;
	for (int i = 0; i < c->nodes; i++) {
		s->counts[i] = case_bytes(c, out ? i : me, out ? me : i) / vcube_type_size(c->type);
		s->offsets[i] = end;
		end += s->counts[i];
	}
}

/* Allocate the blocks. If the heap has no room, the node has failed. */
static void
take_blocks(vcube_node *self, const struct run_case *c, struct side *s, int blocks, bool out)
{
	s->blocks = blocks;
	if (blocks && has_trait(c->collective, VCUBE_COUNTS))
		take_counts(self, c, s, out);
	if (blocks && !vcube_failed(self))
		s->data = vcube_scratch(self, block_place(c, s, blocks - 1) +
					      block_bytes(c, s, blocks - 1));
}

static void
free_blocks(vcube_node *self, struct side *s)
{
	vcube_free(self, s->data);
	vcube_free(self, s->counts);
}

static void
prepare(vcube_node *self, const struct run_case *c, struct blocks_of_node *b)
{
	const struct vcube_shape *shape = vcube_collective_shape(c->collective);
	const int rank = vcube_rank(self);
	const bool one = has_trait(c->collective, VCUBE_ONE_BUFFER);

	*b = (struct blocks_of_node) { 0 };
	if (!one && (!has_trait(c->collective, VCUBE_IN_AT_ROOT) || rank == c->root))
		take_blocks(self, c, &b->in, vcube_blocks_of(shape->in, c->nodes), false);
	if (!has_trait(c->collective, VCUBE_OUT_AT_ROOT) || rank == c->root)
		take_blocks(self, c, &b->out, vcube_blocks_of(shape->out, c->nodes), true);
	if (vcube_failed(self))
		return;
	for (int i = 0; i < b->in.blocks; i++)
		pattern_fill(c, rank, i, block_at(c, &b->in, i));
	for (int i = 0; i < b->out.blocks; i++)
		memset(block_at(c, &b->out, i), POISON, block_bytes(c, &b->out, i));
	if (one && rank == c->root)
		pattern_fill(c, rank, 0, b->out.data);
}

static void
call(vcube_node *self, const struct run_case *c, const struct blocks_of_node *b)
{
	const struct vcube_call call = {
		.collective = c->collective, .root = c->root, .in = b->in.data, .out = b->out.data,
		.count = c->count, .type = c->type, .op = c->op,
		.in_counts = b->in.counts, .in_offsets = b->in.offsets,
		.out_counts = b->out.counts, .out_offsets = b->out.offsets,
	};

	vcube_call_how(self, &call, c->algorithm ? c->how : NULL);
}

static void
check(vcube_node *self, const struct trial *t, const struct blocks_of_node *b)
{
	const struct run_case *c = t->c;
	const int rank = vcube_rank(self);

	for (int i = 0; i < b->out.blocks && !vcube_failed(self); i++) {
		const size_t where = pattern_check(c, t->combined, rank, i, block_at(c, &b->out, i));

		if (where < block_bytes(c, &b->out, i))
			vcube_fail(self, "node %d has wrong data, from byte %zu of block %d on",
				   rank, where, i);
	}
}

/* Record the heap's peak during the call, beyond its content before. */
static void
note_scratch(vcube_node *self, struct trial *t, size_t before)
{
	const size_t mine = vcube_heap_peak(self) - before;
	size_t most = atomic_load_explicit(&t->scratch, memory_order_relaxed);

	while (most < mine &&
	       !atomic_compare_exchange_weak_explicit(&t->scratch, &most, mine, memory_order_relaxed,
						      memory_order_relaxed))
		;
}

/* Watch blocks of one length; results first, since they matter most. */
static void
watch(vcube_node *self, const struct run_case *c, const struct blocks_of_node *b)
{
	vcube_watch(self, "out", b->out.data, c->type, c->count * (size_t)b->out.blocks);
	vcube_watch(self, "in", b->in.data, c->type, c->count * (size_t)b->in.blocks);
}

static void
call_once(vcube_node *self, struct trial *t, const struct blocks_of_node *b)
{
	const size_t used = vcube_heap_used(self);
	vcube_time start;

	if (t->watched)
		watch(self, t->c, b);
	vcube_align(self, NULL);
	start = vcube_now(self);
	atomic_fetch_add_explicit(&t->came, 1, memory_order_relaxed);
	call(self, t->c, b);
	/* A barrier promises this, and orders the counting before this load. */
	if (!has_blocks(t->c->collective) && !vcube_failed(self) &&
	    atomic_load_explicit(&t->came, memory_order_relaxed) < t->c->nodes)
		vcube_fail(self, "node %d left the barrier before every node had entered",
			   vcube_rank(self));
	if (t->watched)
		vcube_step(self, "end");
	vcube_align(self, NULL);
	note_scratch(self, t, used);
	if (vcube_rank(self) == 0)
		t->time = vcube_now(self) - start;
}

static void
call_timed(vcube_node *self, const struct trial *t, const struct blocks_of_node *b)
{
	int64_t *returned = t->returned + (size_t)vcube_rank(self) * ((size_t)t->timed + 1);

	for (int i = 0; i <= t->timed && !vcube_failed(self); i++) {
		call(self, t->c, b);
		returned[i] = trial_host_ns();
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
	free_blocks(self, &b.in);
	free_blocks(self, &b.out);
	return vcube_failed(self);
}

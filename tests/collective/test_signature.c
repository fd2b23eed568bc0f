/* SPDX-License-Identifier: BSD-2-Clause */
/* One node calls another collective than the others. */
#include <stdio.h>
#include <string.h>
#include "oracle.h"
#include "support.h"

enum { NODES = 4 };

struct call {
	int collective;
	const char *how;
	size_t count;
	vcube_type type;
	const struct vcube_op *op;
	int root;
	const char *say;        /* what its report must say */
};

/* For every call whose blocks have counts. */
static const size_t ones[NODES] = {1, 1, 1, 1}, places[NODES] = {0, 1, 2, 3};

static int
make_call(vcube_node *self, const struct call *c)
{
	char *const in = vcube_alloc(self, 4096), *const out = vcube_alloc(self, 4096);

	memset(in, 0, 4096);
	return call_function(self, &(struct vcube_call){
		.collective = c->collective, .root = c->root, .in = in, .out = out, .count = c->count,
		.type = c->type, .op = c->op, .in_counts = ones, .in_offsets = places,
		.out_counts = ones, .out_offsets = places}, c->how);
}

struct quarrel {
	struct call all, odd;
	int one;                /* the node that makes the different call */
};

static int
quarrel(vcube_node *self, void *arg)
{
	const struct quarrel *const q = arg;

	return make_call(self, vcube_rank(self) == q->one ? &q->odd : &q->all);
}

static void
own_apply(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)left;
	(void)right;
	(void)into;
	(void)count;
	(void)type;
}

static const struct vcube_op own = {.name = "own", .commutative = 1, .apply = own_apply};

static const struct quarrel quarrels[] = {
	/* another collective */
	{{VCUBE_ALLGATHER, "ring", 4, VCUBE_INT32, NULL, 0, "allgather.ring"},
	 {VCUBE_ALLTOALL, "direct", 4, VCUBE_INT32, NULL, 0, "alltoall.direct"}, 0},
	{{VCUBE_ALLREDUCE, "hypercube", 1, VCUBE_INT32, VCUBE_SUM, 0, "allreduce.hypercube"},
	 {VCUBE_SCAN, "hypercube", 1, VCUBE_INT32, VCUBE_SUM, 0, "scan.hypercube"}, 0},
	{{VCUBE_BARRIER, "hypercube", 0, 0, NULL, 0, "barrier.hypercube"},
	 {VCUBE_ALLREDUCE, "hypercube", 1, VCUBE_INT32, VCUBE_SUM, 0, "allreduce.hypercube"}, 0},
	{{VCUBE_GATHER, "binomial", 1, VCUBE_INT32, NULL, 2, "gather.binomial"},
	 {VCUBE_SCATTER, "binomial", 1, VCUBE_INT32, NULL, 2, "scatter.binomial"}, 0},
	{{VCUBE_ALLTOALLV, "direct", 0, VCUBE_INT32, NULL, 0,
	  "alltoallv.direct (count by member, type int32"},
	 {VCUBE_ALLTOALL, "direct", 1, VCUBE_INT32, NULL, 0, "alltoall.direct (count 1,"}, 0},
	/* another algorithm */
	{{VCUBE_ALLGATHER, "ring", 4, VCUBE_INT32, NULL, 0, "allgather.ring"},
	 {VCUBE_ALLGATHER, "hypercube", 4, VCUBE_INT32, NULL, 0, "allgather.hypercube"}, 0},
	{{VCUBE_REDUCE_SCATTER, "ring", 4, VCUBE_INT32, VCUBE_SUM, 0, "reduce_scatter.ring"},
	 {VCUBE_REDUCE_SCATTER, "mesh", 4, VCUBE_INT32, VCUBE_SUM, 0, "reduce_scatter.mesh"}, 0},
	{{VCUBE_BARRIER, "binomial", 0, 0, NULL, 0, "barrier.binomial"},
	 {VCUBE_BARRIER, "dissemination", 0, 0, NULL, 0, "barrier.dissemination"}, 0},
	/* another count, which may select another algorithm */
	{{VCUBE_ALLGATHER, "ring", 4, VCUBE_INT32, NULL, 0, "count 4,"},
	 {VCUBE_ALLGATHER, "ring", 5, VCUBE_INT32, NULL, 0, "count 5,"}, 0},
	{{VCUBE_ALLTOALL, "standard", 4, VCUBE_INT32, NULL, 0, "count 4,"},
	 {VCUBE_ALLTOALL, "standard", 0, VCUBE_INT32, NULL, 0, "count 0,"}, 0},
	{{VCUBE_BCAST, NULL, 4, VCUBE_INT32, NULL, 0, "count 4,"},
	 {VCUBE_BCAST, NULL, 3, VCUBE_INT32, NULL, 0, "count 3,"}, 0},
	/* another type */
	{{VCUBE_ALLGATHER, "hypercube", 4, VCUBE_INT32, NULL, 0, "type int32"},
	 {VCUBE_ALLGATHER, "hypercube", 4, VCUBE_FLOAT, NULL, 0, "type float"}, 0},
	{{VCUBE_ALLTOALL, "direct", 4, VCUBE_INT64, NULL, 0, "type int64"},
	 {VCUBE_ALLTOALL, "direct", 4, VCUBE_BYTES(8), NULL, 0, "type bytes"}, 0},
	/* another operator */
	{{VCUBE_ALLREDUCE, "hypercube", 4, VCUBE_INT32, VCUBE_SUM, 0, "sum"},
	 {VCUBE_ALLREDUCE, "hypercube", 4, VCUBE_INT32, VCUBE_MAX, 0, "max"}, 0},
	{{VCUBE_ALLREDUCE, "reduce-bcast", 4, VCUBE_INT32, VCUBE_SUM, 0, "sum"},
	 {VCUBE_ALLREDUCE, "reduce-bcast", 4, VCUBE_INT32, &own, 0, "own"}, 0},
	{{VCUBE_REDUCE_SCATTER, "direct", 4, VCUBE_INT32, VCUBE_MIN, 0, "min"},
	 {VCUBE_REDUCE_SCATTER, "direct", 4, VCUBE_INT32, VCUBE_BAND, 0, "band"}, 0},
	/* other options */
	{{VCUBE_ALLTOALL, "multiphase:parts=2", 4, VCUBE_INT32, NULL, 0, "options"},
	 {VCUBE_ALLTOALL, "multiphase:parts=1+1", 4, VCUBE_INT32, NULL, 0, "options"}, 0},
	{{VCUBE_ALLTOALL, "multiphase:parts=1+1", 4, VCUBE_INT32, NULL, 0, "options"},
	 {VCUBE_ALLTOALL, "multiphase:barrier=yes", 4, VCUBE_INT32, NULL, 0, "options"}, 0},
	{{VCUBE_ALLTOALL, "spread", 4, VCUBE_INT32, NULL, 0, "alltoall.spread"},
	 {VCUBE_ALLTOALL, "spread:window=1", 4, VCUBE_INT32, NULL, 0, "options"}, 0},
	/* another root */
	{{VCUBE_BCAST, NULL, 4, VCUBE_INT32, NULL, 0, "root 0"},
	 {VCUBE_BCAST, NULL, 4, VCUBE_INT32, NULL, 1, "root 1"}, 0},
	{{VCUBE_REDUCE, NULL, 4, VCUBE_INT32, VCUBE_SUM, 1, "root 1"},
	 {VCUBE_REDUCE, NULL, 4, VCUBE_INT32, VCUBE_SUM, 2, "root 2"}, 0},
	{{VCUBE_GATHER, NULL, 4, VCUBE_INT32, NULL, 3, "root 3"},
	 {VCUBE_GATHER, NULL, 4, VCUBE_INT32, NULL, 0, "root 0"}, 0},
	{{VCUBE_SCATTER, NULL, 4, VCUBE_INT32, NULL, 2, "root 2"},
	 {VCUBE_SCATTER, NULL, 4, VCUBE_INT32, NULL, 1, "root 1"}, 0},
};

static void
run_quarrel(const char *text, const struct quarrel *q)
{
	vcube_machine *const machine = open_machine("%s", text);
	const struct vcube_error *const e = vcube_run_error(machine);
	char one[20];

	run_for(machine, quarrel, (void *)q, VCUBE_EMISMATCH);
	snprintf(one, sizeof one, "node %d", q->one);
	error_has(e, VCUBE_EMISMATCH, q->all.say);
	error_has(e, VCUBE_EMISMATCH, q->odd.say);
	error_has(e, VCUBE_EMISMATCH, one);
	/* and another node */
	assert_non_null(strstr(strstr(e->text, "node ") + 1, "node "));
	vcube_close(machine);
}

static void
test_quarrels_are_named(void **state)
{
	char text[100];

	(void)state;
	for (size_t i = 0; i < COUNT(quarrels); i++)
		for (int one = 0; one < NODES; one++) {
			struct quarrel q = quarrels[i];

			q.one = one;
			run_quarrel("full:4", &q);
			run_quarrel("full:4 clock=virtual", &q);
			snprintf(text, sizeof text, "full:4 fuzz=%llu",
				 (unsigned long long)(seed % 100000 + i + 1));
			run_quarrel(text, &q);
		}
}

/* Counts too large for a signature still differ. */
static int
quarrel_over_much(vcube_node *self, void *arg)
{
	const size_t count = 600000 + (size_t)vcube_rank(self);
	char *const block = vcube_alloc(self, count);

	(void)arg;
	memset(block, 0, count);
	return vcube_bcast(self, NULL, 0, block, count, VCUBE_BYTES(1), "binomial");
}

static void
test_quarrels_over_large_counts(void **state)
{
	(void)state;
	run_refused("full:2", quarrel_over_much, NULL, VCUBE_EMISMATCH,
		    "bcast.binomial (count and size marked ");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_quarrels_are_named),
		TEST(test_quarrels_over_large_counts),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Wrong calls of collectives: one node that calls something else than the
 * others, and arguments that are not permitted.
 */
#include <stdio.h>
#include <string.h>
#include "tests/support.h"

enum { NODES = 4 };

/* Calls. */

struct call {
	int collective;
	const char *how;
	size_t count;
	vcube_type type;
	const struct vcube_op *op;
	int root;
	const char *say;        /* what a report of it must say */
};

/* Of every call whose blocks have counts. */
static const size_t ones[NODES] = {1, 1, 1, 1}, places[NODES] = {0, 1, 2, 3};

static int
make_call(vcube_node *self, const struct call *c)
{
	char *const in = vcube_alloc(self, 4096), *const out = vcube_alloc(self, 4096);

	memset(in, 0, 4096);
	switch (c->collective) {
	case VCUBE_ALLGATHER:
		return vcube_allgather(self, NULL, in, out, c->count, c->type, c->how);
	case VCUBE_REDUCE_SCATTER:
		return vcube_reduce_scatter(self, NULL, in, out, c->count, c->type, c->op, c->how);
	case VCUBE_ALLREDUCE:
		return vcube_allreduce(self, NULL, in, out, c->count, c->type, c->op, c->how);
	case VCUBE_SCAN:
		return vcube_scan(self, NULL, in, out, c->count, c->type, c->op, c->how);
	case VCUBE_ALLTOALL:
		return vcube_alltoall(self, NULL, in, out, c->count, c->type, c->how);
	case VCUBE_ALLTOALLV:
		return vcube_alltoallv(self, NULL, in, ones, places, out, ones, places, c->type, c->how);
	case VCUBE_BCAST:
		return vcube_bcast(self, NULL, c->root, out, c->count, c->type, c->how);
	case VCUBE_REDUCE:
		return vcube_reduce(self, NULL, c->root, in, out, c->count, c->type, c->op, c->how);
	case VCUBE_GATHER:
		return vcube_gather(self, NULL, c->root, in, out, c->count, c->type, c->how);
	case VCUBE_SCATTER:
		return vcube_scatter(self, NULL, c->root, in, out, c->count, c->type, c->how);
	}
	return vcube_barrier(self, NULL, c->how);
}

struct quarrel {
	struct call all, odd;
	int one;                /* the node that makes the odd call */
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
	{{VCUBE_ALLREDUCE, NULL, 1, VCUBE_INT32, VCUBE_SUM, 0, "allreduce.hypercube"},
	 {VCUBE_SCAN, NULL, 1, VCUBE_INT32, VCUBE_SUM, 0, "scan.hypercube"}, 0},
	{{VCUBE_BARRIER, "hypercube", 0, 0, NULL, 0, "barrier.hypercube"},
	 {VCUBE_ALLREDUCE, "hypercube", 1, VCUBE_INT32, VCUBE_SUM, 0, "allreduce.hypercube"}, 0},
	{{VCUBE_GATHER, NULL, 1, VCUBE_INT32, NULL, 2, "gather.binomial"},
	 {VCUBE_SCATTER, NULL, 1, VCUBE_INT32, NULL, 2, "scatter.binomial"}, 0},
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
	/* another count, which may lead to another algorithm */
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

/* Arguments. */

static int big;         /* memory that belongs to no node */

struct argument {
	int (*call)(vcube_node *self, char *memory);
	int code;
	const char *say;
};

static int
no_in(vcube_node *self, char *memory)
{
	return vcube_allgather(self, NULL, NULL, memory, 1, VCUBE_INT32, NULL);
}

static int
no_out(vcube_node *self, char *memory)
{
	return vcube_alltoall(self, NULL, memory, NULL, 1, VCUBE_INT32, "direct");
}

static int
no_out_at_root(vcube_node *self, char *memory)
{
	return vcube_reduce(self, NULL, 1, memory, vcube_rank(self) == 1 ? NULL : memory + 64, 1,
			    VCUBE_INT32, VCUBE_SUM, NULL);
}

static int
no_operator(vcube_node *self, char *memory)
{
	return vcube_scan(self, NULL, memory, memory + 64, 1, VCUBE_INT32, NULL, NULL);
}

static int
operator_not_for_type(vcube_node *self, char *memory)
{
	return vcube_allreduce(self, NULL, memory, memory + 64, 1, VCUBE_DOUBLE, VCUBE_BXOR, NULL);
}

static int
no_such_type(vcube_node *self, char *memory)
{
	return vcube_allgather(self, NULL, memory, memory + 64, 1, VCUBE_BYTES(0), NULL);
}

static int
root_too_high(vcube_node *self, char *memory)
{
	return vcube_bcast(self, NULL, NODES, memory, 1, VCUBE_INT32, NULL);
}

static int
root_negative(vcube_node *self, char *memory)
{
	return vcube_scatter(self, NULL, -1, memory, memory + 64, 1, VCUBE_INT32, NULL);
}

static int
too_much(vcube_node *self, char *memory)
{
	return vcube_allgather(self, NULL, memory, memory + 64, SIZE_MAX / 16, VCUBE_INT64, NULL);
}

static int
overlap(vcube_node *self, char *memory)
{
	return vcube_alltoall(self, NULL, memory, memory + 4, 4, VCUBE_INT32, NULL);
}

static int
overlap_by_one_block(vcube_node *self, char *memory)
{
	const int not_mine = (vcube_rank(self) + 1) % NODES;

	return vcube_allgather(self, NULL, memory + 16 * not_mine, memory, 4, VCUBE_INT32, NULL);
}

static int
overlap_in_part(vcube_node *self, char *memory)
{
	return vcube_allreduce(self, NULL, memory, memory + 4, 4, VCUBE_INT32, VCUBE_SUM, NULL);
}

static int
in_place_where_it_may_not(vcube_node *self, char *memory)
{
	return vcube_reduce_scatter(self, NULL, memory, memory, 4, VCUBE_INT32, VCUBE_SUM, NULL);
}

static int
unknown_algorithm(vcube_node *self, char *memory)
{
	return vcube_allgather(self, NULL, memory, memory + 64, 1, VCUBE_INT32, "rign");
}

static int
foreign(vcube_node *self, char *memory)
{
	return vcube_allgather(self, NULL, &big, memory, 1, VCUBE_INT32, NULL);
}

static int
no_room_for_scratch(vcube_node *self, char *memory)
{
	while (vcube_alloc(self, 4096))
		;
	return vcube_alltoall(self, NULL, memory, memory + 8192, 512, VCUBE_INT32, "standard");
}

static int
no_room_for_terms(vcube_node *self, char *memory)
{
	while (vcube_alloc(self, 4096))
		;
	return vcube_allreduce(self, NULL, memory, memory + 8192, 2048, VCUBE_INT32, VCUBE_SUM, NULL);
}

static int
call_of_another(vcube_node *self, char *memory)
{
	const struct vcube_call call = {.collective = VCUBE_BARRIER, .in = memory, .out = memory};

	return vcube_call(self, vcube_algorithm_find(VCUBE_ALLGATHER, "ring", NULL), &call);
}

static const struct argument arguments[] = {
	{no_in, VCUBE_EINVAL, "vcube_allgather: in is NULL"},
	{no_out, VCUBE_EINVAL, "vcube_alltoall: out is NULL"},
	{no_out_at_root, VCUBE_EINVAL, "vcube_reduce: out is NULL"},
	{no_operator, VCUBE_EINVAL, "vcube_scan: the operator is NULL"},
	{operator_not_for_type, VCUBE_EINVAL, "vcube_allreduce: "},
	{no_such_type, VCUBE_EINVAL, "vcube_allgather: there is no type"},
	{root_too_high, VCUBE_EINVAL, "vcube_bcast: root 4 is not a rank of the group (0 to 3)"},
	{root_negative, VCUBE_EINVAL, "vcube_scatter: root -1"},
	{too_much, VCUBE_EINVAL, "vcube_allgather: 4 blocks of"},
	{overlap, VCUBE_EINVAL, "vcube_alltoall: in"},
	{overlap_by_one_block, VCUBE_EINVAL, "vcube_allgather: in"},
	{overlap_in_part, VCUBE_EINVAL, "vcube_allreduce: in"},
	{in_place_where_it_may_not, VCUBE_EINVAL, "vcube_reduce_scatter: in"},
	{unknown_algorithm, VCUBE_EUNKNOWN, "'rign' of allgather; there are ring, mesh, hypercube"},
	{foreign, VCUBE_EFOREIGN, "vcube_allgather"},
	{no_room_for_scratch, VCUBE_EHEAP, ""},
	{no_room_for_terms, VCUBE_EHEAP, ""},
	{call_of_another, VCUBE_EINVAL, "vcube_call: ring is an algorithm of allgather"},
};

static int
argue(vcube_node *self, void *arg)
{
	const struct argument *const a = arg;
	char *const memory = vcube_alloc(self, 16384);
	int code;

	memset(memory, 0, 16384);
	code = a->call(self, memory);
	if (code != vcube_failed(self))
		return 1;
	/* the failure stays, and nothing is done any more */
	memset(memory, 7, 64);
	if (vcube_allreduce(self, NULL, memory, memory + 64, 1, VCUBE_INT32, VCUBE_SUM, NULL) != code ||
	    memory[64] == 14)
		return 1;
	return code;
}

static void
test_wrong_arguments_are_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(arguments); i++) {
		vcube_machine *const machine = open_machine("full:4 strict=yes heap=256KiB");

		run_for(machine, argue, (void *)&arguments[i], arguments[i].code);
		error_has(vcube_run_error(machine), arguments[i].code, arguments[i].say);
		vcube_close(machine);
	}
}

/* An algorithm of one's own runs through vcube_call(), and is checked too. */

static void
own_run(vcube_node *self, const struct vcube_call *c)
{
	vcube_copy(self, vcube_out(c, c->rank), c->in, c->bytes);
	for (int r = 0; r < c->size; r++)
		if (r != c->rank)
			vcube_send(self, c->group, r, c->in, c->bytes);
	for (int r = 0; r < c->size; r++)
		if (r != c->rank)
			vcube_recv(self, c->group, r, vcube_out(c, r), c->bytes, NULL);
}

static const struct vcube_algorithm own_allgather = {
	.collective = VCUBE_ALLGATHER, .name = "own", .needs = VCUBE_NEEDS_POWER_OF_TWO,
	.run = own_run,
};

static int
call_own(vcube_node *self, void *arg)
{
	int in = 10 + vcube_rank(self), out[8] = {0};
	const struct vcube_call call = {.collective = VCUBE_ALLGATHER, .in = &in, .out = out,
					.count = 1, .type = VCUBE_INT32};

	(void)arg;
	if (vcube_call(self, &own_allgather, &call) != 0)
		return vcube_failed(self);
	for (int r = 0; r < vcube_size(self); r++)
		if (out[r] != 10 + r)
			return vcube_fail(self, "wrong block %d", r);
	return 0;
}

static void
test_own_algorithms_run(void **state)
{
	static const struct { const char *machine; int code; } runs[] = {
		{"full:4", 0}, {"full:8 clock=virtual", 0}, {"full:1", 0}, {"full:3", VCUBE_EPRECOND},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(runs); i++)
		try_for(runs[i].machine, call_own, NULL, runs[i].code);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_quarrels_are_named),
		TEST(test_wrong_arguments_are_named),
		TEST(test_own_algorithms_run),
	};

	return RUN_TESTS(tests);
}

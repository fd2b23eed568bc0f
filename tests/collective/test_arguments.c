/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Refused arguments of collectives, each with its sentence; and the program's own
 * algorithms.
 */
#include <string.h>
#include "support.h"

enum { NODES = 4 };

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

static int
no_call(vcube_node *self, char *memory)
{
	(void)memory;
	return vcube_call_how(self, NULL, "ring");
}

static int
call_of_none(vcube_node *self, char *memory)
{
	const struct vcube_call call = {.collective = VCUBE_COLLECTIVES_COUNT, .in = memory};

	return vcube_call_how(self, &call, NULL);
}

static int
own_failure(vcube_node *self, char *memory)
{
	(void)memory;
	return vcube_fail_with(self, VCUBE_EPRECOND, "the array has %d rows", 3);
}

static int
own_failure_without_code(vcube_node *self, char *memory)
{
	(void)memory;
	return vcube_fail_with(self, VCUBE_OK, "wrong all the same");
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
	{no_call, VCUBE_EINVAL, "vcube_call_how: the call is NULL"},
	{call_of_none, VCUBE_EINVAL, "vcube_call_how: no collective has number "},
	{own_failure, VCUBE_EPRECOND, "the array has 3 rows"},
	{own_failure_without_code, VCUBE_EPROGRAM, "wrong all the same"},
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
	/* the failure stays, and later calls do nothing */
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

/* A program's own algorithm runs through vcube_call() and is checked too. */

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

/* An algorithm that calls itself, each time with one byte less. */
static void call_itself(vcube_node *self, const struct vcube_call *c);

static const struct vcube_algorithm deeper = {
	.collective = VCUBE_BCAST, .name = "deeper", .run = call_itself,
};

static void
call_itself(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_call less = {
		.collective = VCUBE_BCAST, .out = c->out, .count = c->count - 1, .type = VCUBE_BYTES(1),
	};

	if (less.count > 0)
		vcube_call(self, &deeper, &less);
}

static int
call_deeply(vcube_node *self, void *arg)
{
	char out[8] = "";
	const struct vcube_call call = {.out = out, .count = strlen(arg) + 1};

	call_itself(self, &call);
	return vcube_failed(self);
}

static void
test_how_deep_calls_nest(void **state)
{
	(void)state;
	try_well("full:2", call_deeply, "four");
	run_refused("full:2", call_deeply, "fives", VCUBE_EINVAL, "collectives nest deeper than 4");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_wrong_arguments_are_named),
		TEST(test_own_algorithms_run),
		TEST(test_how_deep_calls_nest),
	};

	return RUN_TESTS(tests);
}

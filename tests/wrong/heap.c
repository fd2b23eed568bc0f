/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory: written outside of blocks, used after it is freed, another node's. */
#include <signal.h>
#include "wrong.h"

/* Changes a byte, whatever it is: that of a head depends on its address. Keeps the compiler from
 * seeing what is wrong. */
static void
change(char *volatile place)
{
	*place ^= 1;
}

/* Node 1 writes row->b bytes from the start of a block of row->a. */
static int
overrun(vcube_node *self, const struct wrong_row *row)
{
	char *data, *next;

	data = vcube_alloc(self, (size_t)row->a);
	next = vcube_alloc(self, 32);
	memset(data, 0, (size_t)row->a);
	if (wrong_is_run() && vcube_rank(self) == 1)
		change(data + row->b);
	vcube_barrier(self, NULL, NULL);
	MARK(0), vcube_free(self, data);
	vcube_free(self, next);
	return vcube_failed(self);
}

/* The same, found at the end. */
static int
overrun_of_last(vcube_node *self, const struct wrong_row *row)
{
	char *data;

	MARK(0), data = vcube_alloc(self, (size_t)row->a);
	memset(data, 0, (size_t)row->a);
	if (wrong_is_run() && vcube_rank(self) == 1)
		change(data + row->b);
	vcube_barrier(self, NULL, NULL);
	if (!wrong_is_run() || vcube_rank(self) != 1)
		vcube_free(self, data);
	return vcube_failed(self);
}

/* A copy into a block that is shorter. */
static int
copied_past(vcube_node *self, const struct wrong_row *row)
{
	char *data, *into;

	data = vcube_alloc(self, (size_t)row->a);
	into = vcube_alloc(self, (size_t)row->a);
	memset(data, 0, (size_t)row->a);
	MARK(0), vcube_copy(self, into, data, (size_t)(wrong_is_run() && vcube_rank(self) == 1 ? row->b : row->a));
	vcube_free(self, data);
	vcube_free(self, into);
	return vcube_failed(self);
}

/* Writes to a freed block, which is found a) at the end, b) when it is handed out again. */
static int
written_after_free(vcube_node *self, const struct wrong_row *row)
{
	char *data = vcube_alloc(self, (size_t)row->a), *other;

	memset(data, 0, (size_t)row->a);
	MARK(0), vcube_free(self, data);
	if (wrong_is_run() && vcube_rank(self) == 1)
		change(data + row->b);
	other = vcube_alloc(self, (size_t)row->a);
	vcube_barrier(self, NULL, NULL);
	vcube_free(self, other);
	return vcube_failed(self);
}

/* Collectives for which the library allocates, and frees again. */
static void
call_unequal(vcube_node *self, int times)
{
	const size_t counts[2] = {1, 2};
	const char in[2] = "";
	char out[3];

	for (int i = 0; i < times; i++)
		vcube_allgatherv(self, NULL, in, out, counts, VCUBE_BYTES(1), NULL);
}

/* Calls with a block that was freed, row->b other calls before. */
static int
used_after_free(vcube_node *self, const struct wrong_row *row)
{
	const int other = 1 - vcube_rank(self);
	char *data = vcube_alloc(self, 64), *into = vcube_alloc(self, 64);

	memset(data, 0, 64);
	if (wrong_is_run() && other == 0)
		vcube_free(self, row->a ? into : data);
	call_unequal(self, row->b);
	MARK(0), vcube_sendrecv(self, NULL, other, data, 64, other, into, 64, NULL);
	if (!wrong_is_run() || other == 1) {
		vcube_free(self, data);
		vcube_free(self, into);
	}
	return vcube_failed(self);
}

static int
freed_wrongly(vcube_node *self, const struct wrong_row *row)
{
	char *data = vcube_alloc(self, 64), local[32] = {0}, *volatile place = local;

	if (wrong_is_run() && vcube_rank(self) == 1) {
		if (row->a == 0)
			vcube_free(self, data);
		if (row->a == 1)
			MARK(0), vcube_free(self, data + 16);
		else if (row->a == 2)
			MARK(0), vcube_free(self, place);
		else if (row->a == 3)
			MARK(0), data = vcube_resize(self, data + 8, 100);
		else if (row->a == 4)
			MARK(0), vcube_free(self, (void *)row);
	}
	vcube_free(self, data);
	return vcube_failed(self);
}

/* Node 0 gives node 1 a pointer, which uses it. */
static int
of_another_node(vcube_node *self, const struct wrong_row *row)
{
	char *mine = vcube_scratch(self, 64), *place = mine;

	memset(mine, 0, 64);
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, &mine, sizeof mine);
		vcube_recv(self, NULL, 1, mine, 64, NULL);
	} else {
		vcube_recv(self, NULL, 0, &place, sizeof place, NULL);
		if (!wrong_is_run())
			place = mine;
		if (row->a == 0)
			MARK(0), vcube_send(self, NULL, 0, place, 64);
		else if (row->a == 1)
			vcube_sendrecv(self, NULL, 0, mine, 8, VCUBE_NOBODY, NULL, 0, NULL);
		else if (row->a == 2)
			MARK(0), vcube_wait(self, vcube_isend(self, NULL, 0, place, 64), NULL);
	}
	if (row->a == 1 && vcube_rank(self) == 1)
		MARK(0), vcube_free(self, wrong_is_run() ? place : mine);
	else
		vcube_free(self, mine);
	return vcube_failed(self);
}

static char global[64];

/* Constants are everybody's, but not to receive to. */
static int
constant_of_process(vcube_node *self, const struct wrong_row *row)
{
	static const char text[64] = "a constant";
	const int other = 1 - vcube_rank(self);
	char into[64];

	(void)row;
	MARK(0), vcube_sendrecv(self, NULL, other, text, 64, other, wrong_is_run() && other == 0 ? (char *)text : into, 64,
				NULL);
	return vcube_failed(self);
}

static int
variable_of_process(vcube_node *self, const struct wrong_row *row)
{
	const int other = 1 - vcube_rank(self);
	char mine[64] = {0}, into[64];
	char *const place = wrong_is_run() && other == 0 ? global : mine;

	if (row->a == 0)
		MARK(0), vcube_sendrecv(self, NULL, other, place, 64, other, into, 64, NULL);
	else if (row->a == 1)
		MARK(0), vcube_bcast(self, NULL, 0, place, 64, VCUBE_BYTES(1), NULL);
	else
		MARK(0), vcube_allreduce(self, NULL, place, into, 16, VCUBE_INT32, VCUBE_SUM, NULL);
	return vcube_failed(self);
}

/* More bytes than the block has. */
static int
more_than_block(vcube_node *self, const struct wrong_row *row)
{
	const int other = 1 - vcube_rank(self);
	const size_t bytes = wrong_is_run() && other == 0 ? 65 : 64;
	char *data = vcube_scratch(self, 64), *into = vcube_scratch(self, 64);

	memset(data, 0, 64);
	if (row->a == 0)
		MARK(0), vcube_sendrecv(self, NULL, other, data, bytes, other, into, 64, NULL);
	else
		MARK(0), vcube_sendrecv(self, NULL, other, data, 64, other, into, bytes, NULL);
	vcube_free(self, data);
	vcube_free(self, into);
	return vcube_failed(self);
}

/* Writes row->b bytes past the end of a block of row->a. */
static int
far_past_end(vcube_node *self, const struct wrong_row *row)
{
	char *data;

	MARK(0), data = vcube_scratch(self, (size_t)row->a);
	vcube_barrier(self, NULL, NULL);
	if (wrong_is_run() && vcube_rank(self) == 1)
		MARK(1), change(data + row->a + row->b);
	vcube_free(self, data);
	return vcube_failed(self);
}

static int
more_than_heap(vcube_node *self, const struct wrong_row *row)
{
	void *data;

	(void)row;
	MARK(0), data = vcube_scratch(self, wrong_is_run() ? (size_t)1 << 30 : 100);
	vcube_free(self, data);
	return vcube_failed(self);
}

#define ROW(fn, nodes, only, a, b, ...) {#fn " " #a " " #b, fn, nodes, "", only, 0, WRONG_WORDS(__VA_ARGS__), a, b}
#define S WRONG_STRICT
static const struct wrong_row rows[] = {
	ROW(overrun, 3, 0, 10, 10, "written past its end", "node 1"),
	ROW(overrun, 3, 0, 16, 16, "written past its end", "node 1"),
	ROW(overrun, 3, 0, 100, 107, "written past its end", "node 1"),
	ROW(overrun, 3, S, 100, 120, "written past its end", "node 1"),
	ROW(overrun, 3, 0, 100, -1, "before the block", "node 1"),
	ROW(overrun, 3, 0, 100, -16, "before the block", "node 1"),
	ROW(overrun_of_last, 3, WRONG_LINE_STRICT, 10, 11, "written past its end", "node 1"),
	ROW(overrun_of_last, 3, WRONG_LINE_STRICT, 5000, 5003, "written past its end", "node 1"),
	ROW(copied_past, 2, S, 16, 32, "vcube_copy", "node 1"),
	ROW(written_after_free, 3, S | WRONG_LINE_STRICT, 64, 0, "freed", "node 1"),
	ROW(written_after_free, 3, S, 64, 40, "freed", "node 1"),
	ROW(written_after_free, 3, S, 5000, 2500, "freed", "node 1"),
	ROW(written_after_free, 3, S, 5000, 4999, "freed", "node 1"),
	ROW(used_after_free, 2, S, 0, 0, "freed", "node 1"),
	ROW(used_after_free, 2, S, 1, 0, "freed", "node 1"),
	ROW(used_after_free, 2, S, 0, 100, "freed", "node 1"),
	ROW(freed_wrongly, 2, 0, 0, 0, "already free", "node 1"),
	ROW(freed_wrongly, 2, 0, 1, 0, "is not the address of a block", "node 1"),
	ROW(freed_wrongly, 2, 0, 2, 0, "is not the address of a block", "node 1"),
	ROW(freed_wrongly, 2, 0, 3, 0, "is not the address of a block", "node 1"),
	ROW(freed_wrongly, 2, 0, 4, 0, "is not the address of a block", "node 1"),
	ROW(of_another_node, 2, S, 0, 0, "vcube_send", "node 1", "node 0's heap"),
	ROW(of_another_node, 2, 0, 1, 0, "vcube_free", "node 1"),
	ROW(of_another_node, 2, S, 2, 0, "vcube_isend", "node 1", "node 0's heap"),
	ROW(variable_of_process, 2, S, 0, 0, "neither in a block of node 1's heap"),
	ROW(variable_of_process, 2, S, 1, 0, "neither in a block of node 1's heap"),
	ROW(variable_of_process, 2, S, 2, 0, "neither in a block of node 1's heap"),
	ROW(constant_of_process, 2, S, 0, 0, "neither in a block of node 1's heap"),
	{"far_past_end", far_past_end, 2, "", S, SIGSEGV,
	 WRONG_WORDS("node 1 died of SIGSEGV", "past the end of a block of 100000 bytes of its heap"), 100000, 5000},
	ROW(more_than_block, 2, 0, 0, 0, "65 bytes", "node 1"),
	ROW(more_than_block, 2, S, 1, 0, "vcube_sendrecv", "node 1"),
	ROW(more_than_heap, 2, 0, 0, 0, "no room for 1073741824 bytes"),
};

WRONG_CLASS(heap, "heap", rows);

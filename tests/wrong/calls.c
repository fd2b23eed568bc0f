/* SPDX-License-Identifier: BSD-2-Clause */
/* Members of a group make collective calls that do not match. */
#include "oracle.h"
#include "wrong.h"

/* How the calls of the last node differ from those of the others. */
enum { COUNT_OF, LARGE_COUNT, SIZE, SAME_BYTES, TYPE, OPERATOR, OWN_OPERATOR, OWN_FOR_SUM, ROOT, ALGORITHM,
       OTHER, MISSING, ORDER };

enum { NODES = 4, LARGE = 600002, OTHER_LARGE = 1432042 };

static void
take_left(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)right;
	memmove(into, left, count * vcube_type_size(type));
}

static void
take_right(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)left;
	memmove(into, right, count * vcube_type_size(type));
}

static const struct vcube_op left_one = {.name = "left", .commutative = 1, .apply = take_left};
static const struct vcube_op right_one = {.name = "right", .commutative = 1, .apply = take_right};

/* Two algorithms of each collective, by number. */
static const char *const two_of[][2] = {
	[VCUBE_ALLGATHER] = {"ring", "hypercube"},
	[VCUBE_REDUCE_SCATTER] = {"ring", "direct"},
	[VCUBE_ALLREDUCE] = {"hypercube", "reduce-bcast"},
	[VCUBE_SCAN] = {NULL, NULL},
	[VCUBE_ALLTOALL] = {"standard", "direct"},
	[VCUBE_ALLTOALLV] = {NULL, NULL},
	[VCUBE_BCAST] = {NULL, NULL},
	[VCUBE_BARRIER] = {"binomial", "dissemination"},
};

struct act {
	struct vcube_call call;
	const char *how;
};

/* The call as it should be, and as the last node makes it. */
static struct act
usual(const struct wrong_row *row)
{
	struct act a = {.call = {.collective = row->a, .count = 4, .type = VCUBE_INT32,
				 .op = VCUBE_SUM}};

	if (row->b == LARGE_COUNT)
		a.call.count = LARGE, a.call.type = VCUBE_BYTES(1);
	if (row->b == SIZE || row->b == SAME_BYTES)
		a.call.type = VCUBE_BYTES(8);
	if (row->b == SIZE || row->b == SAME_BYTES || row->b == LARGE_COUNT || row->b == OWN_OPERATOR)
		a.call.op = &left_one;
	if (row->b == ALGORITHM)
		a.how = two_of[row->a][0];
	return a;
}

static struct act
odd(const struct wrong_row *row)
{
	struct act a = usual(row);

	switch (row->b) {
	case COUNT_OF:
		a.call.count = 5;
		break;
	case LARGE_COUNT:
		a.call.count = OTHER_LARGE;
		break;
	case SIZE:
		a.call.type = VCUBE_BYTES(16);
		break;
	case SAME_BYTES:
		a.call.type = VCUBE_BYTES(16);
		a.call.count = 2;
		break;
	case TYPE:
		a.call.type = VCUBE_FLOAT;
		break;
	case OPERATOR:
		a.call.op = VCUBE_MAX;
		break;
	case OWN_OPERATOR:
		a.call.op = &right_one;
		break;
	case OWN_FOR_SUM:
		a.call.op = &left_one;
		break;
	case ROOT:
		a.call.root = 1;
		break;
	case ALGORITHM:
		a.how = two_of[row->a][1];
		break;
	case OTHER:
		a.call.collective = row->a == VCUBE_ALLGATHER ? VCUBE_ALLTOALL : VCUBE_ALLGATHER;
		break;
	}
	return a;
}

/* Makes a call with buffers that are large enough. call_function() notes no line. */
static int
act(vcube_node *self, const struct act *a)
{
	static const size_t counts[NODES] = {1, 1, 1, 1}, places[NODES] = {0, 1, 2, 3};
	const size_t bytes = a->call.count * vcube_type_size(a->call.type) * NODES;
	struct vcube_call call = a->call;
	char *in, *out;

	in = vcube_scratch(self, bytes);
	out = vcube_scratch(self, bytes);
	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(in, 0, bytes < 4096 ? bytes : 4096);
	call.in = in;
	call.out = out;
	call.in_counts = call.out_counts = counts;
	call.in_offsets = call.out_offsets = places;
	MARK(0), vcube_call_how(self, &call, a->how);
	vcube_free(self, in);
	vcube_free(self, out);
	return vcube_failed(self);
}

static int
differ(vcube_node *self, const struct wrong_row *row)
{
	const bool last = vcube_rank(self) == vcube_size(self) - 1;
	const struct act normal = usual(row), other = odd(row);

	act(self, wrong_is_run() && last ? &other : &normal);
	/* the twin makes the other call with everybody, too */
	return wrong_is_run() ? vcube_failed(self) : act(self, &other);
}

static int
miss(vcube_node *self, const struct wrong_row *row)
{
	const bool last = vcube_rank(self) == vcube_size(self) - 1;
	const struct act normal = usual(row);

	return wrong_is_run() && last ? 0 : act(self, &normal);
}

static int
reorder(vcube_node *self, const struct wrong_row *row)
{
	const bool last = vcube_rank(self) == vcube_size(self) - 1, other_way = wrong_is_run() && last;
	const struct act normal = usual(row);
	const struct act other = {.call = {.collective = row->a == VCUBE_SCAN ? VCUBE_BARRIER : VCUBE_SCAN,
					   .count = 1, .type = VCUBE_DOUBLE, .op = VCUBE_MIN}};

	act(self, other_way ? &other : &normal);
	return act(self, other_way ? &normal : &other);
}

/* The same calls, in groups. */
static int
crossed_groups(vcube_node *self, const struct wrong_row *row)
{
	const bool last = vcube_rank(self) == vcube_size(self) - 1, other_way = wrong_is_run() && last;
	vcube_group *part = NULL;
	int x = 1, y;

	(void)row;
	vcube_split(self, NULL, 0, 0, &part);
	MARK(0), vcube_allreduce(self, other_way ? NULL : part, &x, &y, 1, VCUBE_INT32, VCUBE_SUM, NULL);
	return vcube_allreduce(self, other_way ? part : NULL, &x, &y, 1, VCUBE_INT32, VCUBE_SUM, NULL);
}

static int
group_for_all(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	vcube_group *part = NULL;
	int x = me;

	(void)row;
	vcube_split(self, NULL, me / 2, 0, &part);
	MARK(0), vcube_bcast(self, wrong_is_run() && me == 3 ? NULL : part, 0, &x, 1, VCUBE_INT32, NULL);
	return vcube_failed(self);
}

static int
align_for_split(vcube_node *self, const struct wrong_row *row)
{
	vcube_group *part = NULL;

	(void)row;
	if (wrong_is_run() && vcube_rank(self) == 3) {
		MARK(0), vcube_align(self, NULL);
	} else {
		MARK(1), vcube_split(self, NULL, 0, 0, &part);
	}
	return vcube_failed(self);
}

static int
missing_align(vcube_node *self, const struct wrong_row *row)
{
	(void)row;
	if (wrong_is_run() && vcube_rank(self) == 3)
		return 0;
	MARK(0), vcube_align(self, NULL);
	return vcube_failed(self);
}

static int
missing_split(vcube_node *self, const struct wrong_row *row)
{
	vcube_group *part = NULL;

	(void)row;
	if (wrong_is_run() && vcube_rank(self) == 0)
		return 0;
	MARK(0), vcube_split(self, NULL, vcube_rank(self) % 2, 0, &part);
	return vcube_failed(self);
}

/* Node `a` splits, the others meet at a barrier, or the other way round (`b`). */
static int
split_for_barrier(vcube_node *self, const struct wrong_row *row)
{
	const bool odd = vcube_rank(self) == row->a;
	vcube_group *part = NULL;

	if (wrong_is_run() && odd != (row->b != 0)) {
		MARK(0), vcube_split(self, NULL, 0, 0, &part);
	} else {
		MARK(1), vcube_barrier(self, NULL, NULL);
	}
	return vcube_failed(self);
}

/* The root of a group's broadcast is through when the others split the group. */
static int
split_for_bcast(vcube_node *self, const struct wrong_row *row)
{
	vcube_group *half = NULL, *quarter = NULL;
	int x = 0;

	(void)row;
	vcube_split(self, NULL, vcube_rank(self) / 2, 0, &half);
	if (wrong_is_run() && vcube_rank(self) == 2) {
		MARK(0), vcube_bcast(self, half, 0, &x, 1, VCUBE_INT32, NULL);
	} else {
		vcube_split(self, half, 0, 0, &quarter);
	}
	return vcube_failed(self);
}

/* Node 0 has more for node 1 than that expects. */
static int
counts_of_pair(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self), size = vcube_size(self);
	size_t out[NODES], in[NODES], place[NODES];
	int *data = vcube_scratch(self, 64 * sizeof *data), *into = vcube_scratch(self, 64 * sizeof *into);

	for (int i = 0; i < size; i++)
		out[i] = in[i] = 2, place[i] = (size_t)i * 4;
	if (wrong_is_run() && me == 0)
		out[1] = (size_t)row->a;
	memset(data, 0, 64 * sizeof *data);
	MARK(0), vcube_alltoallv(self, NULL, data, out, place, into, in, place, VCUBE_INT32, row->b ? "ring" : NULL);
	vcube_free(self, data);
	vcube_free(self, into);
	return vcube_failed(self);
}

static int
one_more_in_loop(vcube_node *self, const struct wrong_row *row)
{
	int x = vcube_rank(self), y;

	(void)row;
	for (int i = 0; i < (wrong_is_run() && x == 1 ? 4 : 3); i++) {
		MARK(0), vcube_allreduce(self, NULL, &x, &y, 1, VCUBE_INT32, VCUBE_MAX, NULL);
	}
	return vcube_failed(self);
}

/* The root is many calls ahead when the others begin; the last node differs in one of them. */
static int
far_behind(vcube_node *self, const struct wrong_row *row)
{
	const bool wrong = wrong_is_run() && vcube_rank(self) == 2;
	char data[8] = "";

	(void)row;
	if (vcube_rank(self) > 0)
		vcube_trecv(self, NULL, 0, 7, data, 1, NULL);
	for (int i = 0; i < 200; i++) {
		const size_t n = wrong && i == 150 ? 5 : 4;

		MARK(0), vcube_bcast(self, NULL, 0, data, n, VCUBE_BYTES(1), "binomial");
	}
	if (vcube_rank(self) == 0)
		for (int to = 1; to < vcube_size(self); to++)
			vcube_tsend(self, NULL, to, 7, data, 1);
	return vcube_failed(self);
}

/* A send where the others make a collective call. */
static int
send_for_bcast(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	int x = me;

	(void)row;
	if (me == 0 && wrong_is_run())
		vcube_send(self, NULL, 1, &x, sizeof x);
	else {
		MARK(0), vcube_bcast(self, NULL, 0, &x, 1, VCUBE_INT32, NULL);
	}
	return vcube_failed(self);
}

static int
recv_for_bcast(vcube_node *self, const struct wrong_row *row)
{
	const int me = vcube_rank(self);
	int x = me;

	(void)row;
	if (me == 1 && wrong_is_run()) {
		MARK(0), vcube_recv(self, NULL, 0, &x, sizeof x, NULL);
	} else {
		vcube_bcast(self, NULL, 0, &x, 1, VCUBE_INT32, NULL);
	}
	return vcube_failed(self);
}

static int
root_alone(vcube_node *self, const struct wrong_row *row)
{
	int x = 1;

	(void)row;
	if (vcube_rank(self) == 0 || !wrong_is_run())
		MARK(0), vcube_bcast(self, NULL, 0, &x, 1, VCUBE_INT32, NULL);
	return vcube_failed(self);
}

#define DIFFER(collective, field, strict) \
	{#collective " " #field, differ, NODES, "heap=32MiB", strict, 0, \
	 WRONG_WORDS("node 3", "node "), collective, field}
#define OF(collective, way, body, ...) \
	{#collective " " #way, body, NODES, "", 0, 0, WRONG_WORDS("node 3", __VA_ARGS__), collective, way}

#define BASIC(c) \
	OF(c, MISSING, miss, ""), OF(c, ORDER, reorder, ""), \
	{#c " OTHER", differ, NODES, "", 0, 0, WRONG_WORDS("node 3", "all"), c, OTHER}
#define COUNTED(c) \
	BASIC(c), DIFFER(c, COUNT_OF, 0), DIFFER(c, LARGE_COUNT, 0), DIFFER(c, SIZE, 0), \
	DIFFER(c, SAME_BYTES, 0), DIFFER(c, TYPE, 0)
#define COMBINED(c) \
	COUNTED(c), DIFFER(c, OPERATOR, 0), DIFFER(c, OWN_OPERATOR, 0), DIFFER(c, OWN_FOR_SUM, 0)
/* The same operation on the same numbers, but that of node 1 is said not to commute. */
static int
order_matters(vcube_node *self, const struct wrong_row *row)
{
	const struct vcube_op in_order = {.name = "left", .commutative = 0, .apply = take_left};
	const bool differs = wrong_is_run() && vcube_rank(self) == 1;
	int x = 1, y;

	(void)row;
	return MARK(0), vcube_scan(self, NULL, &x, &y, 1, VCUBE_INT32, differs ? &in_order : &left_one, NULL);
}

/* Members begin two calls beside the program, node 1 in the other order. */
static int
sum_beside(vcube_node *self, void *x)
{
	int y;

	return vcube_allreduce(self, NULL, x, &y, 1, VCUBE_INT32, VCUBE_SUM, NULL);
}

static int
bcast_beside(vcube_node *self, void *x)
{
	return vcube_bcast(self, NULL, 0, x, 1, VCUBE_INT32, NULL);
}

static int
crossed_beside(vcube_node *self, const struct wrong_row *row)
{
	const bool crosses = wrong_is_run() && vcube_rank(self) == 1;
	int x = 1, y = 2;
	vcube_request *r[2];

	(void)row;
	r[0] = vcube_async(self, NULL, crosses ? bcast_beside : sum_beside, &x);
	r[1] = vcube_async(self, NULL, crosses ? sum_beside : bcast_beside, &y);
	return vcube_waitall(self, r, 2);
}

#define ROW(fn, nodes, a, b, ...) {#fn, fn, nodes, "", 0, 0, WRONG_WORDS(__VA_ARGS__), a, b}

static const struct wrong_row rows[] = {
	COUNTED(VCUBE_ALLGATHER), COUNTED(VCUBE_ALLTOALL), COUNTED(VCUBE_BCAST), COUNTED(VCUBE_GATHER),
	COUNTED(VCUBE_SCATTER), COMBINED(VCUBE_REDUCE), COMBINED(VCUBE_ALLREDUCE), COMBINED(VCUBE_SCAN),
	COMBINED(VCUBE_REDUCE_SCATTER), BASIC(VCUBE_BARRIER), BASIC(VCUBE_ALLTOALLV),
	DIFFER(VCUBE_ALLTOALLV, TYPE, 0), DIFFER(VCUBE_ALLTOALLV, SIZE, 0),
	DIFFER(VCUBE_BCAST, ROOT, 0), DIFFER(VCUBE_REDUCE, ROOT, 0), DIFFER(VCUBE_GATHER, ROOT, 0),
	DIFFER(VCUBE_SCATTER, ROOT, 0), DIFFER(VCUBE_ALLGATHER, ALGORITHM, 0),
	DIFFER(VCUBE_ALLREDUCE, ALGORITHM, 0), DIFFER(VCUBE_BARRIER, ALGORITHM, 0),
	DIFFER(VCUBE_REDUCE_SCATTER, ALGORITHM, 0), DIFFER(VCUBE_ALLTOALL, ALGORITHM, 0),
	ROW(crossed_groups, 4, 0, 0, "group 1 (colour 0", "node 3"),
	ROW(group_for_all, 4, 0, 0, "node 3", "bcast"),
	ROW(align_for_split, 4, 0, 0, "node 3", "vcube_align", "vcube_split"),
	ROW(missing_align, 4, 0, 0, "node 3", "for the other members of a group"),
	ROW(missing_split, 4, 0, 0, "node 0", "for the other members of a group"),
	ROW(split_for_barrier, 4, 3, 0, "is in barrier", "waits for node 3, which is in vcube_split"),
	ROW(split_for_barrier, 4, 0, 1, "node 0 is in barrier", "which is in vcube_split"),
	ROW(split_for_bcast, 4, 0, 0, "node 3 is in vcube_split of group 1 (colour 1",
	    "waits for node 2, which has returned from bcast"),
	ROW(counts_of_pair, 4, 3, 0, "12 bytes from node 0", "node 1 has failed", "expects (out_counts)"),
	ROW(counts_of_pair, 4, 1, 0, "node 0 has 1 elements for node 1", "expects 2"),
	ROW(counts_of_pair, 4, 0, 0, "node 0 has 0 elements for node 1", "expects 2"),
	ROW(one_more_in_loop, 4, 0, 0, "node 1", "allreduce"),
	ROW(far_behind, 3, 0, 0, "node 2", "bcast", "count 5"),
	ROW(order_matters, 4, 0, 0, "scan", "own operator"),
	{"crossed_beside", crossed_beside, 4, "", WRONG_STRICT, 0,
	 WRONG_WORDS("node 1", "allreduce", "bcast", "collective 0 of call 0 beside the program"), 0, 0},
	ROW(send_for_bcast, 4, 0, 0, "node 0", "bcast"),
	ROW(recv_for_bcast, 4, 0, 0, "node 1", "bcast"),
	ROW(root_alone, 4, 0, 0, "node 0 sent a message in bcast", "which called no collective"),
};

WRONG_CLASS(calls, "calls that do not match", rows);

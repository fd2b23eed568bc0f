/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call that is made again, whose checks the node remembers: its results, and all that makes it
 * another call, or wrong, though its arguments are the same.
 */
#include <string.h>
#include "support.h"

enum { NODES = 4, AGAIN = 5 };

/* Each time with other data, from another place, of a group, from a root that changes, by an
 * algorithm that is named, and with counts that change in their place. */
static int
same_again(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int64_t in[NODES], out[NODES], sum;
	size_t counts[NODES];
	vcube_group *pair;

	(void)arg;
	vcube_split(self, NULL, me / 2, me, &pair);
	for (int i = 0; i < AGAIN; i++) {
		for (int j = 0; j < NODES; j++)
			in[j] = 100 * i + 10 * me + j;
		vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT64, i % 2 ? NULL : "direct");
		for (int j = 0; j < NODES; j++)
			CHECK(self, out[j] == 100 * i + 10 * j + me);
		for (int twice = 0; twice < 2; twice++) {
			vcube_allreduce(self, NULL, in, &sum, 1, VCUBE_INT64, VCUBE_SUM, NULL);
			CHECK(self, sum == NODES * 100 * i + 10 * (0 + 1 + 2 + 3));
		}
		vcube_allreduce(self, NULL, in, &sum, 1, VCUBE_INT64, VCUBE_MAX, NULL);
		CHECK(self, sum == 100 * i + 10 * (NODES - 1));
		vcube_allreduce(self, pair, in, &sum, 1, VCUBE_INT64, VCUBE_MAX, NULL);
		CHECK(self, sum == 100 * i + 10 * (me | 1));
		for (int twice = 0; twice < 2; twice++) {
			vcube_allreduce(self, NULL, in + 1, &sum, 1, VCUBE_INT64, VCUBE_MAX, NULL);
			CHECK(self, sum == 100 * i + 10 * (NODES - 1) + 1);
		}
		for (int twice = 0; twice < 2; twice++) {
			vcube_scan(self, NULL, in + 1, &sum, 1, VCUBE_INT64, VCUBE_MAX, NULL);
			CHECK(self, sum == 100 * i + 10 * me + 1);
		}
		vcube_scan(self, NULL, in, &sum, 1, VCUBE_INT64, VCUBE_MAX, NULL);
		CHECK(self, sum == 100 * i + 10 * me);
		for (int root = 0; root < NODES; root++) {
			sum = me == root ? 7 * i + root : -1;
			vcube_bcast(self, NULL, root, &sum, 1, VCUBE_INT64, NULL);
			CHECK(self, sum == 7 * i + root);
		}
		for (int from = 0; from < NODES; from++) {
			for (int j = 0; j < NODES; j++)
				counts[j] = j == from ? NODES : 0;
			vcube_allgatherv(self, NULL, in, out, counts, VCUBE_INT64, NULL);
			for (int j = 0; j < NODES; j++)
				CHECK(self, out[j] == 100 * i + 10 * from + j);
		}
		vcube_barrier(self, NULL, NULL);
		vcube_barrier(self, NULL, NULL);
	}
	vcube_group_free(self, pair);
	return vcube_failed(self);
}

static void
test_results_are_those_of_each_call(void **state)
{
	(void)state;
	try_everywhere("full:4", same_again, NULL);
	try_well("hypercube:2 heap=64KiB", same_again, NULL);
}

/* What is done after calls that succeed, before the same one. */
struct world {
	int64_t in[2], out[2];
	vcube_group *group;
	struct vcube_op op;
	struct vcube_algorithm algorithm;
	struct vcube_call call;
	vcube_request *request;
	const struct vcube_algorithm *named;    /* NULL: the best one */
};
typedef void a_call(vcube_node *self, struct world *w), a_change(vcube_node *self, struct world *w);

static void
sum_of_group(vcube_node *self, struct world *w)
{
	vcube_allreduce(self, w->group, w->in, w->out, 1, VCUBE_INT64, VCUBE_SUM, NULL);
}

static void
sum(vcube_node *self, struct world *w)
{
	vcube_allreduce(self, NULL, w->in, w->out, 1, VCUBE_INT64, VCUBE_SUM, NULL);
}

static void
by_own_algorithm(vcube_node *self, struct world *w)
{
	vcube_call(self, &w->algorithm, &w->call);
}

static void
free_group(vcube_node *self, struct world *w)
{
	vcube_group_free(self, w->group);
}

static void
receive_there(vcube_node *self, struct world *w)
{
	w->request = vcube_irecv(self, NULL, 1 - vcube_rank(self), w->out, sizeof w->out);
}

static const char *
never(const struct vcube_terms *t)
{
	(void)t;
	return "a change of mind";
}

static void
refuse_all(vcube_node *self, struct world *w)
{
	(void)self;
	w->algorithm.unmet = never;
}

static void
add(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)type;
	for (size_t i = 0; i < count; i++)
		((int64_t *)into)[i] = ((const int64_t *)left)[i] + ((const int64_t *)right)[i];
}

static void
by_own_operator(vcube_node *self, struct world *w)
{
	vcube_allreduce(self, NULL, w->in, w->out, 1, VCUBE_INT64, &w->op, NULL);
}

static void
lose_function(vcube_node *self, struct world *w)
{
	(void)self;
	w->op.apply = NULL;
}

static void
by_name_or_not(vcube_node *self, struct world *w)
{
	if (w->named != NULL)
		vcube_call(self, w->named, &w->call);
	else
		vcube_call_how(self, &w->call, NULL);
}

static void
name_none(vcube_node *self, struct world *w)
{
	if (vcube_rank(self) == 1)
		w->named = NULL;
}

static void
call_once_more(vcube_node *self, struct world *w)
{
	if (vcube_rank(self) == 1)
		vcube_alltoall(self, NULL, w->in, w->out, 1, VCUBE_INT64, NULL);
}

static void
give_up(vcube_node *self, struct world *w)
{
	(void)w;
	vcube_fail(self, "on purpose");
}

static void
send_to_all(vcube_node *self, const struct vcube_call *c)
{
	const int other = 1 - c->rank;

	vcube_exchange(self, c->group, other, c->in, c->bytes, vcube_out(c, other), c->bytes, NULL);
}

struct repeated {
	a_call *call;
	a_change *change;
	int code;
	const char *say;
};

/* Calls, changes something, and calls again. */
static int
change_between(vcube_node *self, void *arg)
{
	const struct repeated *const r = arg;
	struct world w = {
		.op = {.apply = add},
		.algorithm = {.collective = VCUBE_ALLGATHER, .name = "own", .run = send_to_all},
	};

	w.named = vcube_algorithm_find(VCUBE_ALLGATHER, "bruck", NULL);
	w.call = (struct vcube_call){.collective = VCUBE_ALLGATHER, .in = w.in, .out = w.out,
				     .count = 1, .type = VCUBE_INT64};
	vcube_split(self, NULL, 0, 0, &w.group);
	for (int i = 0; i < AGAIN; i++)
		r->call(self, &w);
	CHECK(self, vcube_failed(self) == 0);
	r->change(self, &w);
	r->call(self, &w);
	return vcube_failed(self);
}

static void
test_what_has_changed_is_refused(void **state)
{
	static const struct repeated cases[] = {
		{sum_of_group, free_group, VCUBE_EINVAL, "vcube_allreduce: node 0 has freed"},
		{sum, receive_there, VCUBE_EINUSE, "buffer in use: vcube_allreduce"},
		{by_own_algorithm, refuse_all, VCUBE_EPRECOND, "a change of mind"},
		{by_name_or_not, name_none, VCUBE_EMISMATCH, "allgather.bruck"},
		{by_own_operator, lose_function, VCUBE_EINVAL, "has no function"},
		{sum, call_once_more, VCUBE_EMISMATCH, "call 5) of all nodes what node 1 sent in alltoall"},
		{sum, give_up, VCUBE_EPROGRAM, "on purpose"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		run_refused("full:2", change_between, (const char *)&cases[i], cases[i].code, cases[i].say);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_results_are_those_of_each_call),
		TEST(test_what_has_changed_is_refused),
	};

	return RUN_TESTS(tests);
}

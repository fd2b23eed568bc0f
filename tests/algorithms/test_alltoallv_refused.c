/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all: every refusal with its sentence, and counts on which the two sides
 * disagree.
 */
#include <string.h>
#include "uneven.h"
#include "walk.h"

enum { NODES = 4 };

/* What each node has: blocks of `rank + 1` elements for everybody, in rank order, so that
 * the received blocks have 1, 2, 3 and 4. */
struct memory {
	size_t in_counts[NODES], in_offsets[NODES], out_counts[NODES], out_offsets[NODES];
	int32_t in[64], out[64];
};

static struct memory *
make_memory(vcube_node *self)
{
	struct memory *const m = take_block(self, sizeof *m);

	memset(m, 0, sizeof *m);
	for (int i = 0, end = 0; i < NODES; end += ++i) {
		m->in_counts[i] = (size_t)vcube_rank(self) + 1;
		m->in_offsets[i] = m->in_counts[i] * (size_t)i;
		m->out_counts[i] = (size_t)i + 1;
		m->out_offsets[i] = (size_t)end;
	}
	return m;
}

struct refusal {
	void (*spoil)(struct memory *m, struct vcube_call *c);
	const char *how;
	int code;
	const char *say;
};

static int
call_with(vcube_node *self, const struct vcube_call *c, const char *how)
{
	return vcube_alltoallv(self, NULL, c->in, c->in_counts, c->in_offsets, c->out,
			       c->out_counts, c->out_offsets, c->type, how);
}

/* Node 2 does it wrong. */
static int
be_refused(vcube_node *self, void *arg)
{
	const struct refusal *const r = arg;
	struct memory *const m = make_memory(self);
	struct vcube_call c = {
		.in = m->in, .out = m->out, .type = VCUBE_INT32,
		.in_counts = m->in_counts, .in_offsets = m->in_offsets,
		.out_counts = m->out_counts, .out_offsets = m->out_offsets,
	};

	if (vcube_rank(self) == 2)
		r->spoil(m, &c);
	return call_with(self, &c, r->how);
}

static void
no_counts(struct memory *m, struct vcube_call *c)
{
	(void)m;
	c->out_counts = NULL;
}

static void
no_offsets(struct memory *m, struct vcube_call *c)
{
	(void)m;
	c->in_offsets = NULL;
}

static void
no_in(struct memory *m, struct vcube_call *c)
{
	(void)m;
	c->in = NULL;
}

static void
no_type(struct memory *m, struct vcube_call *c)
{
	(void)m;
	c->type = VCUBE_BYTES(0);
}

static void
too_many(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->in_counts[3] = SIZE_MAX / 4;
}

static void
too_far(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->out_offsets[1] = SIZE_MAX - 1;
}

static void
one_on_another(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->out_offsets[3] = 2;
}

static void
in_on_out(struct memory *m, struct vcube_call *c)
{
	c->in = m->out;
	m->in_offsets[1] = 9;
	m->in_offsets[0] = m->in_offsets[2] = m->in_offsets[3] = 20;
}

static void
own_differs(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->out_counts[2] = 2;
}

static void
sends_less(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->in_counts[1] = 2;
}

static void
sends_more(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->in_counts[1] = 4;
}

static void
expects_something(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->out_counts[0] = 0;
}

/* The right number in all, but not from each. */
static void
swaps(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->out_counts[0] = 2;
	m->out_counts[1] = 1;
	m->out_offsets[1] = 2;
}

/* Memory may hold it, but a header cannot count it. Nothing of it is read. */
static void
far_too_many(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->in_counts[3] = 1u << 30;
	m->in_offsets[3] = 1u << 20;
}

static const struct refusal refusals[] = {
	{no_counts, NULL, VCUBE_EINVAL, "vcube_alltoallv: out_counts is NULL"},
	{no_offsets, NULL, VCUBE_EINVAL, "vcube_alltoallv: in_offsets is NULL"},
	{no_in, NULL, VCUBE_EINVAL, "vcube_alltoallv: in is NULL, and its block 0 has 3 elements"},
	{no_type, NULL, VCUBE_EINVAL, "vcube_alltoallv: there is no type"},
	{too_many, NULL, VCUBE_EINVAL, "vcube_alltoallv: block 3 of in, 4611686018427387903 elements "
	 "of 4 bytes from element 9 on, is more than memory holds"},
	{too_far, NULL, VCUBE_EINVAL, "block 1 of out, 2 elements of 4 bytes from element "
	 "18446744073709551614 on"},
	{one_on_another, NULL, VCUBE_EINVAL, "vcube_alltoallv: blocks 1 and 3 of out overlap"},
	{in_on_out, NULL, VCUBE_EINVAL, "vcube_alltoallv: block 1 of in and block 3 of out overlap"},
	{own_differs, NULL, VCUBE_EINVAL, "member 2 sends itself 3 elements (in_counts) and expects 2 "
	 "(out_counts)"},
	{sends_less, "direct", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for node 1 "
	 "(in_counts), which expects 3 (out_counts)"},
	{sends_less, "direct:mode=blocking", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements"},
	{sends_more, "direct", VCUBE_EMISMATCH, "a message of 16 bytes from node 2 is longer than the "
	 "block that alltoallv expects (out_counts) of 12 bytes"},
	{expects_something, "direct", VCUBE_EMISMATCH, "a message of 4 bytes from node 0 is longer"},
	{sends_less, "four-stage", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for node 1 "
	 "(in_counts), which expects 3 (out_counts)"},
	{sends_more, "four-stage", VCUBE_EMISMATCH, "alltoallv: node 2 has 4 elements for node 1"},
	{sends_more, "two-stage", VCUBE_EMISMATCH, "alltoallv: node 2 has 4 elements for node 1"},
	{sends_less, "mesh", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for node 1"},
	{expects_something, "mesh:mode=blocking", VCUBE_EMISMATCH, "alltoallv: node 0 has 1 elements "
	 "for node 2 (in_counts), which expects 0 (out_counts)"},
	{swaps, "four-stage:mode=dual", VCUBE_EMISMATCH, "alltoallv: several nodes have other numbers "
	 "of elements for node 2 (in_counts) than it expects (out_counts)"},
	{swaps, "two-stage", VCUBE_EMISMATCH, "alltoallv: several nodes"},
	{swaps, "mesh", VCUBE_EMISMATCH, "alltoallv: several nodes"},
	{sends_less, "four-stage:deal=element", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for "
	 "node 1 (in_counts), which expects 3 (out_counts)"},
	{sends_more, "four-stage:deal=element:mode=dual", VCUBE_EMISMATCH, "alltoallv: node 2 has 4 "
	 "elements for node 1"},
	{expects_something, "mesh:deal=element:mode=blocking", VCUBE_EMISMATCH, "alltoallv: node 0 has 1 "
	 "elements for node 2 (in_counts), which expects 0 (out_counts)"},
	{swaps, "four-stage:deal=element", VCUBE_EMISMATCH, "alltoallv: several nodes have other numbers"},
	{swaps, "two-stage:deal=element:mode=dual", VCUBE_EMISMATCH, "alltoallv: several nodes"},
	{sends_less, "bruck", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for node 1 "
	 "(in_counts), which expects 3 (out_counts)"},
	{sends_more, "bruck", VCUBE_EMISMATCH, "alltoallv: node 2 has 4 elements for node 1"},
	{sends_less, "bruck:straight=0", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for node 1"},
	{sends_more, "bruck:straight=0", VCUBE_EMISMATCH, "a message of 16 bytes from node 2 is longer"},
	/* one side lets the block go straight, the other would not */
	{sends_more, "bruck:straight=12", VCUBE_EMISMATCH, "a message of 16 bytes from node 2 is longer"},
	{sends_less, "bruck:straight=8", VCUBE_EMISMATCH, "alltoallv: node 2 has 2 elements for node 1"},
	{expects_something, "bruck", VCUBE_EMISMATCH, "alltoallv: node 0 has 1 elements for node 2"},
	{swaps, "bruck", VCUBE_EMISMATCH, "elements for node 2 (in_counts)"},
	{sends_less, "bruck:radix=1", VCUBE_EPRECOND, "a radix of 2 to 64"},
	{sends_less, "bruck:radix=65", VCUBE_EPRECOND, "a radix of 2 to 64"},
	{sends_less, "bruck:straight=far", VCUBE_EINVAL, "takes N, a whole number"},
	{far_too_many, "mesh", VCUBE_EPROGRAM, "1073741824 elements for member 3 are more than the "
	 "1073741823 that a header of 4 members counts"},
	{sends_less, "dirct", VCUBE_EUNKNOWN, "'dirct' of alltoallv; there are direct"},
	{sends_less, "four-stage:deal=elements", VCUBE_EINVAL, "takes block|element, not 'elements'"},
	{sends_less, "bruck:deal=element", VCUBE_EUNKNOWN, "straight"},
	{sends_less, "direct:mode=dual", VCUBE_EINVAL, "takes nonblocking|blocking, not 'dual'"},
};

static void
test_refused(void **state)
{
	static const char *const machines[] = {"full:4", "full:4 clock=virtual", "hypercube:2 fuzz=7"};

	(void)state;
	for (size_t i = 0; i < COUNT(refusals); i++)
		for (size_t k = 0; k < COUNT(machines); k++) {
			vcube_machine *const machine = open_machine("%s", machines[k]);

			run_for(machine, be_refused, (void *)&refusals[i], refusals[i].code);
			error_has(vcube_run_error(machine), refusals[i].code, refusals[i].say);
			vcube_close(machine);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}

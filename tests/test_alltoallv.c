/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all: blocks that lie anywhere, counts that are not what the
 * other side expects, and the modes of the algorithms.
 */
#include <stdio.h>
#include <string.h>
#include "tests/uneven.h"
#include "tests/walk.h"

enum { NODES = 4 };

/* What each node has: blocks of `rank + 1` elements for everybody, in the order
 * of ranks, so that those that come in are of 1, 2, 3, 4. */
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

/* Node 2 makes it wrong. */
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

/* As many in all as there are, but not from each. */
static void
swaps(struct memory *m, struct vcube_call *c)
{
	(void)c;
	m->out_counts[0] = 2;
	m->out_counts[1] = 1;
	m->out_offsets[1] = 2;
}

/* Memory may hold it, but a tally does not count it. Nothing of it is read. */
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
	{far_too_many, "mesh", VCUBE_EPROGRAM, "1073741824 elements for member 3 are more than the "
	 "1073741823 that a tally of 4 members counts"},
	{sends_less, "dirct", VCUBE_EUNKNOWN, "'dirct' of alltoallv; there are direct"},
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

/* What may look odd, and is permitted. */

/* Blocks of in and of out by turns in one array, from the last to the first. */
static int
interleave(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int32_t *const all = vcube_scratch(self, 2 * (size_t)p * sizeof *all);
	size_t *const n = vcube_scratch(self, 3 * (size_t)p * sizeof *n);

	(void)arg;
	for (int i = 0; i < p; i++) {
		n[i] = 1;
		n[p + i] = 2 * (size_t)(p - 1 - i);
		n[2 * p + i] = n[p + i] + 1;
		all[n[p + i]] = 100 * me + i;
	}
	vcube_alltoallv(self, NULL, all, n, n + p, all, n, n + 2 * p, VCUBE_INT32, NULL);
	for (int i = 0; i < p; i++)
		CHECK(self, all[n[2 * p + i]] == 100 * i + me && all[n[p + i]] == 100 * me + i);
	vcube_free(self, n);
	vcube_free(self, all);
	return vcube_failed(self);
}

/* Nothing at all, from nowhere to nowhere; the same element to everybody. */
static int
send_nothing_and_the_same(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	size_t *const n = vcube_scratch(self, 4 * (size_t)p * sizeof *n);
	int32_t mine = me, *const got = vcube_scratch(self, (size_t)p * sizeof *got);

	(void)arg;
	for (int i = 0; i < p; i++) {
		n[i] = n[2 * p + i] = 0;
		n[p + i] = 1;
		n[3 * p + i] = (size_t)i;
	}
	vcube_alltoallv(self, NULL, NULL, n, n + p, NULL, n, n + 3 * p, VCUBE_INT32, NULL);
	vcube_alltoallv(self, NULL, &mine, n + p, n, got, n + p, n + 3 * p, VCUBE_INT32, NULL);
	for (int i = 0; i < p; i++)
		CHECK(self, got[i] == i);
	vcube_free(self, got);
	vcube_free(self, n);
	return vcube_failed(self);
}

static void
test_permitted(void **state)
{
	(void)state;
	try_everywhere("full:5", interleave, NULL);
	try_well("full:1", interleave, NULL);
	try_everywhere("full:5", send_nothing_and_the_same, NULL);
	try_well("full:1 strict=yes", send_nothing_and_the_same, NULL);
}

/* Modes that are not an algorithm's first. */

static const char *const modes[] = {
	"direct:mode=blocking", "two-stage:mode=blocking", "two-stage:mode=dual", "mesh:mode=blocking",
	"mesh:mode=dual", "four-stage:mode=blocking", "four-stage:mode=dual",
};

static int
try_modes(vcube_node *self, void *arg)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	const int p = vcube_size(self);

	(void)arg;
	for (size_t i = 0; i < COUNT(modes); i++)
		for (size_t count = 0; count <= 1000; count = 10 * count + 1) {
			struct trial t = {
				.collective = VCUBE_ALLTOALLV, .how = modes[i], .count = count,
				.element = &elements[i % 2], .in_place = count % 2, .seed = seed + count,
			};
			struct vcube_terms terms = {.p = p, .set = set};

			t.algorithm = vcube_algorithm_parse(VCUBE_ALLTOALLV, modes[i], set, NULL);
			if (vcube_algorithm_fits(t.algorithm, &terms, NULL, NULL) == 0 &&
			    try_collective(self, NULL, &t) != 0)
				return vcube_failed(self);
		}
	return 0;
}

static void
test_right_in_every_mode(void **state)
{
	static const int nodes[] = {WALK_NODES};
	char text[40];

	(void)state;
	for (int i = 0; i < up_to(COUNT(nodes), 7); i++) {
		snprintf(text, sizeof text, "full:%d", nodes[i]);
		if (nodes[i] <= up_to(16, 5))
			try_everywhere(text, try_modes, NULL);
		else
			try_well(text, try_modes, NULL);
	}
}

/* Blocks of one length take as long as the formula says, in every mode. */
static int
time_direct(vcube_node *self, void *arg)
{
	static const char *const hows[] = {"direct", "direct:mode=blocking"};
	struct vcube_setting set[VCUBE_OPTIONS_MAX];

	(void)arg;
	for (size_t i = 0; i < COUNT(hows); i++)
		for (size_t count = 0; count <= 1000; count = 10 * count + 1) {
			struct trial t = {.collective = VCUBE_ALLTOALLV, .how = hows[i], .count = count,
					  .element = &elements[0], .timed = true, .seed = seed};
			struct vcube_terms terms = vcube_terms_of(
				vcube_machine_desc(vcube_machine_of(self)), vcube_size(self), count);

			t.algorithm = vcube_algorithm_parse(VCUBE_ALLTOALLV, hows[i], set, NULL);
			terms.set = set;
			if (try_collective(self, NULL, &t) != 0)
				return vcube_failed(self);
			CHECK(self, t.took == t.algorithm->cost(&terms));
		}
	return 0;
}

static void
test_time_of_direct(void **state)
{
	(void)state;
	try_well("full:1 clock=virtual copy=100ps", time_direct, NULL);
	try_well("full:7 clock=virtual", time_direct, NULL);
	try_well("full:8 clock=virtual copy=100ps per_hop=17ps", time_direct, NULL);
	try_well("full:8 clock=virtual startup=1ps per_byte=10ps copy=100ps", time_direct, NULL);
}

/* Members know their own counts alone: all must choose the same. */
static void
test_choice_is_for_blocks_of_1_kib(void **state)
{
	struct vcube_desc desc;

	(void)state;
	vcube_desc_init(&desc);
	for (int p = 2; p <= 100; p++) {
		struct vcube_terms terms = vcube_terms_of(&desc, p, 1024);
		const struct vcube_algorithm *const chosen =
			vcube_algorithm_choose(&desc, VCUBE_ALLTOALLV, &terms, NULL, NULL);

		for (size_t m = 0; m < 1000000; m = 10 * m + 1) {
			terms.m = m;
			assert_ptr_equal(vcube_algorithm_choose(&desc, VCUBE_ALLTOALLV, &terms, NULL,
								NULL), chosen);
		}
		assert_non_null(chosen);
	}
	vcube_desc_clear(&desc);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_refused),
		TEST(test_permitted),
		TEST(test_right_in_every_mode),
		TEST(test_time_of_direct),
		TEST(test_choice_is_for_blocks_of_1_kib),
	};

	return RUN_TESTS(tests);
}

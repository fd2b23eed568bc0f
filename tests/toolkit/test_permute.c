/* SPDX-License-Identifier: BSD-2-Clause */
/* Permutations of blocks by schedules: correct, by the cheaper plan, and refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plans.h"
#include "random.h"

enum { P = 8 };

/* The test's own definition: where block i of node j goes. */
struct place {
	int node, block;
};

static int
mirrored(int x, int d)
{
	char bits[16];

	for (int k = 0; k < d; k++)
		bits[k] = (char)('0' + (x >> k & 1));
	bits[d] = '\0';
	return (int)strtol(bits, NULL, 2);
}

/* Code x of 0, 1, 3, 2, 6, ...; and the number with code x. */
static int
code(int x)
{
	return (int)vcube_gray((unsigned)x);
}

static int
number(int x)
{
	int n = 0;

	while (code(n) != x)
		n++;
	return n;
}

static struct place
place(int permutation, int j, int i, int d)
{
	const int last = (1 << d) - 1;

	switch (permutation) {
	case VCUBE_TRANSPOSITION:
		return (struct place){i, j};
	case VCUBE_BIT_REVERSAL: {
		const int to = mirrored(j << d | i, 2 * d);

		return (struct place){to >> d, to & last};
	}
	case VCUBE_VECTOR_REVERSAL:
		return (struct place){last - i, last - j};
	case VCUBE_TO_GRAY:     /* node j has row j; node code(i) receives column i */
		return (struct place){code(i), j};
	case VCUBE_FROM_GRAY:   /* node j has row number(j); node i receives column i */
		return (struct place){i, number(j)};
	default:                /* both */
		return (struct place){code(i), number(j)};
	}
}

static int
permute_all(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self), d = vcube_log2((unsigned)p);
	const size_t room = 2 * (size_t)p * sizeof(int32_t);
	int32_t *const in = take_block(self, room), *const out = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	for (int i = 0; i < 2 * p; i++)
		in[i] = 2 * p * me + i;
	for (int w = 0; w < VCUBE_PERMUTATIONS_COUNT; w++) {
		memset(out, 0xa5, room);
		vcube_permute(self, NULL, in, out, 2, VCUBE_INT32, (enum vcube_permutations)w, arg);
		for (int j = 0; j < p; j++)
			for (int i = 0; i < p; i++) {
				const struct place to = place(w, j, i, d);

				CHECK(self, to.node != me || (out[2 * to.block] == 2 * (p * j + i) &&
					out[2 * to.block + 1] == 2 * (p * j + i) + 1));
			}
	}
	return vcube_failed(self);
}

static void
test_permutations(void **state)
{
	char text[100];

	(void)state;
	for (int d = 0; d <= up_to(7, 4); d++)
		for (size_t v = 0; v <= COUNT(variants); v++) {
			snprintf(text, sizeof text, "hypercube:%d routing=none heap=128KiB", d);
			try_well(text, permute_all, v < COUNT(variants) ? (void *)variants[v] : NULL);
		}
	try_well("hypercube:4 clock=virtual strict=yes fuzz=3", permute_all, NULL);
}

/* Any permutations: a drawn one, of all nodes the same. */

struct drawn {
	const char *how;
	unsigned f[1 << 7], g[1 << 7];
};

static void
draw(unsigned *numbers, unsigned p, uint64_t *random)
{
	for (unsigned i = 0; i < p; i++) {
		const unsigned j = (unsigned)(vc_random(random) % (i + 1));

		numbers[i] = numbers[j];
		numbers[j] = i;
	}
}

static int
permute_by_drawn(vcube_node *self, void *arg)
{
	const struct drawn *const by = arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const size_t room = 2 * (size_t)p * sizeof(int32_t);
	int32_t *const in = take_block(self, room), *const out = take_block(self, room);

	CHECK(self, in != NULL && out != NULL);
	memset(out, 0xa5, room);
	for (int i = 0; i < 2 * p; i++)
		in[i] = 2 * p * me + i;
	vcube_permute_by(self, NULL, in, out, 2, VCUBE_INT32, by->f, by->g, by->how);
	for (int j = 0; j < p; j++)
		for (int i = 0; i < p; i++)
			if (by->f[i] == (unsigned)me)
				for (int e = 0; e < 2; e++)
					CHECK(self, out[2 * by->g[j] + (unsigned)e] == 2 * (p * j + i) + e);
	return vcube_failed(self);
}

static void
test_any_permutations(void **state)
{
	struct drawn by;
	uint64_t random = seed;
	char text[100];

	(void)state;
	for (int d = 0; d <= up_to(7, 4); d++)
		for (size_t v = 0; v <= COUNT(variants); v++) {
			draw(by.f, 1u << d, &random);
			draw(by.g, 1u << d, &random);
			by.how = v < COUNT(variants) ? variants[v] : NULL;
			snprintf(text, sizeof text, "hypercube:%d routing=none heap=128KiB", d);
			try_well(text, permute_by_drawn, &by);
		}
}

/* By default it uses the cheaper plan. */
static int
permute_once(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P];

	return vcube_permute(self, NULL, in, out, 1, VCUBE_INT32, VCUBE_BIT_REVERSAL, arg);
}

static void
test_cheaper_permutation_is_chosen(void **state)
{
	vcube_machine *m = open_machine("hypercube:3 clock=virtual ports=all startup=1us");

	(void)state;
	run_well(m, permute_once, NULL);
	assert_int_equal(vcube_run_time(m), 3 * 1000000 + 4 * 4 * 1000);
	vcube_close(m);
	m = open_machine("hypercube:3 clock=virtual ports=all startup=0 reorder=1ns");
	run_well(m, permute_once, NULL);
	assert_int_equal(vcube_run_time(m), 4 * 4 * 1000 + 2 * 8 * 4 * 1000);
	vcube_close(m);
}

static int
differ(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P];

	(void)arg;
	return vcube_permute(self, NULL, in, out, 1, VCUBE_INT32,
			     vcube_rank(self) == 3 ? VCUBE_TO_GRAY : VCUBE_IN_GRAY, "aapc4");
}

static int
permute_by_wrong(vcube_node *self, void *arg)
{
	static const unsigned right[P] = {1, 0, 3, 2, 5, 4, 7, 6}, other[P] = {0, 1, 2, 3, 4, 5, 7, 6};
	static const unsigned twice[P] = {0, 1, 2, 3, 4, 5, 6, 0}, large[P] = {0, 1, 2, 3, 4, 5, 6, 8};
	const char *const wrong = arg;
	int32_t in[P] = {0}, out[P];

	return vcube_permute_by(self, NULL, in, out, 1, VCUBE_INT32,
		*wrong == 'd' && vcube_rank(self) == 3 ? other : *wrong == 't' ? twice : right,
		*wrong == 'n' ? NULL : *wrong == 'l' ? large : right, "aapc4");
}

static int
no_such(vcube_node *self, void *arg)
{
	int32_t in[P] = {0}, out[P];

	(void)arg;
	return vcube_permute(self, NULL, in, out, 1, VCUBE_INT32, (enum vcube_permutations)6, NULL);
}

/* The working memory does not fit the heap. */
static int
permute_much(vcube_node *self, void *arg)
{
	int32_t in[256 * P] = {0}, out[256 * P];

	return vcube_permute(self, NULL, in, out, 256, VCUBE_INT32, VCUBE_TRANSPOSITION, arg);
}

static void
test_refusals(void **state)
{
	(void)state;
	run_refused("hypercube:3", differ, NULL, VCUBE_EMISMATCH, "alltoall");
	run_refused("hypercube:3", permute_by_wrong, "differ", VCUBE_EMISMATCH, "alltoall");
	run_refused("hypercube:3", permute_by_wrong, "twice", VCUBE_EINVAL,
	       "f is no permutation: it has 0 twice");
	run_refused("hypercube:3", permute_by_wrong, "large", VCUBE_EINVAL, "g(7) is 8; there are 0 to 7");
	run_refused("hypercube:3", permute_by_wrong, "none", VCUBE_EINVAL, "g is NULL");
	run_refused("hypercube:3", no_such, NULL, VCUBE_EINVAL, "no permutation has number 6 (0 to 5)");
	run_refused("hypercube:3", permute_once, "direct", VCUBE_EINVAL,
	       "alltoall.direct has no schedule; aapc1 to aapc4 have one");
	run_refused("hypercube:3", permute_once, "aapc9", VCUBE_EUNKNOWN, "no algorithm 'aapc9'");
	run_refused("hypercube:3", permute_once, "aapc2:block=yes", VCUBE_EUNKNOWN, "no option 'block'");
	run_refused("hypercube:3", permute_once, "aapc4:block=yes:width=2", VCUBE_EINVAL, "not both");
	run_refused("full:6", permute_once, NULL, VCUBE_EPRECOND, "a power of two; there are 6");
	run_refused("hypercube:3 heap=4KiB", permute_much, NULL, VCUBE_EHEAP, "heap");
}

static void
test_names(void **state)
{
	(void)state;
	assert_string_equal(vcube_permutation_name(VCUBE_BIT_REVERSAL), "bit-reversal");
	for (int i = 0; i < VCUBE_PERMUTATIONS_COUNT; i++)
		assert_true(vcube_permutation_text(i)[0] != '\0');
	assert_null(vcube_permutation_name(VCUBE_PERMUTATIONS_COUNT));
	assert_null(vcube_permutation_text(-1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_permutations),
		TEST(test_any_permutations),
		TEST(test_cheaper_permutation_is_chosen),
		TEST(test_refusals),
		TEST(test_names),
	};

	return RUN_TESTS(tests);
}

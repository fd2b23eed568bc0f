/* SPDX-License-Identifier: BSD-2-Clause */
#include "uneven.h"
#include <string.h>

enum { GUARD = 64 };

/* The definition. */

static bool
has(int collective, unsigned traits)
{
	return vcube_collective_shape(collective)->traits & traits;
}

bool
combines(int collective)
{
	return has(collective, VCUBE_COMBINES);
}

bool
has_root(int collective)
{
	return has(collective, VCUBE_ROOTED);
}

bool
has_blocks(int collective)
{
	return vcube_collective_shape(collective)->out != VCUBE_BLOCKS_NONE;
}

bool
has_counts(int collective)
{
	return has(collective, VCUBE_COUNTS);
}

const struct element *
element_for(int collective, bool commutes)
{
	for (int e = 0; e < element_count; e++)
		if (!combines(collective) ? elements[e].op == NULL
		    : elements[e].op && !elements[e].op->commutative == !commutes)
			return &elements[e];
	return NULL;
}

/* As many elements are made, and compared, at once. */
enum { AT_ONCE = 64 };

/* Random words, of numbers at this distance */
#define STEP 0x9e3779b97f4a7c15u

static void
make_words(uint64_t number, size_t n, uint64_t *words)
{
	for (size_t i = 0; i < n; i++, number += STEP) {
		uint64_t x = number;

		x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
		x = (x ^ x >> 27) * 0x94d049bb133111ebu;
		words[i] = x ^ x >> 31;
	}
}

void
oracle_input(const struct trial *t, int member, int block, size_t first, size_t n, void *to)
{
	const uint64_t row = t->seed + (uint64_t)member * 0xd1b54a32d192ed03u +
			     (uint64_t)block * 0xaef17502108ef2d9u;
	const size_t each = elements_a_word(t->element);
	uint64_t words[AT_ONCE];
	char *at = to;

	for (size_t part; n > 0; n -= part, first += part, at += part * t->element->size) {
		part = n < AT_ONCE ? n : AT_ONCE;
		make_words(row + first / each * STEP, (part + each - 1) / each, words);
		t->element->make(words, part, at);
	}
}

/* At most AT_ONCE elements of what members 0 .. last have in block `block`, combined. */
static void
combined(const struct trial *t, int last, int block, size_t first, size_t n, void *to)
{
	_Alignas(16) char x[AT_ONCE * ELEMENT_MAX];

	oracle_input(t, 0, block, first, n, to);
	for (int r = 1; r <= last; r++) {
		oracle_input(t, r, block, first, n, x);
		t->element->fold(to, x, n);
	}
}

/* Elements of block `block` of the result of member `me` of p. */
static void
output(const struct trial *t, int p, int me, int block, size_t first, size_t n, void *to)
{
	const struct vcube_shape *const shape = vcube_collective_shape(t->collective);
	const int from = shape->in == VCUBE_BLOCKS_ALL ? me : 0;

	if (shape->traits & VCUBE_COMBINES)
		combined(t, shape->traits & VCUBE_PREFIX ? me : p - 1, from, first, n, to);
	else
		oracle_input(t, shape->traits & VCUBE_IN_AT_ROOT ? t->root : block, from, first, n,
			     to);
}

/* Trials. */

int
oracle_wrong(vcube_node *self, const struct trial *t, const char *what, int p, int me, int block,
	     size_t i)
{
	return vcube_fail(self, "%s.%s of %zu x %s, root %d%s: rank %d of %d: %s, block %d element %zu",
			  vcube_collective_name(t->collective),
			  t->how ? t->how : t->algorithm ? t->algorithm->name : "(chosen)",
			  t->count, t->element->name, t->root, t->in_place ? ", in place" : "",
			  me, p, what, block, i);
}

/* The forms of the functions that programs call. */
typedef int plain(vcube_node *, vcube_group *, const void *, void *, size_t, vcube_type,
		  const char *);
typedef int combining(vcube_node *, vcube_group *, const void *, void *, size_t, vcube_type,
		      const struct vcube_op *, const char *);
typedef int rooted(vcube_node *, vcube_group *, int, const void *, void *, size_t, vcube_type,
		   const char *);
typedef int rooted_combining(vcube_node *, vcube_group *, int, const void *, void *, size_t,
			     vcube_type, const struct vcube_op *, const char *);
typedef int one_buffer(vcube_node *, vcube_group *, int, void *, size_t, vcube_type, const char *);
typedef int counting(vcube_node *, vcube_group *, const void *, const size_t *, const size_t *,
		     void *, const size_t *, const size_t *, vcube_type, const char *);
typedef int without_data(vcube_node *, vcube_group *, const char *);
typedef int unequal(vcube_node *, vcube_group *, const void *, void *, const size_t *, vcube_type,
		    const char *);
typedef int unequal_combining(vcube_node *, vcube_group *, const void *, void *, const size_t *,
			      vcube_type, const struct vcube_op *, const char *);
typedef int unequal_rooted(vcube_node *, vcube_group *, int, const void *, void *, const size_t *,
			   vcube_type, const char *);

enum form { PLAIN, COMBINING, ROOTED, ROOTED_COMBINING, ONE_BUFFER, COUNTING, WITHOUT_DATA, UNEQUAL,
	    UNEQUAL_COMBINING, UNEQUAL_ROOTED };

static const struct {
	enum form form;
	void (*function)(void);
} functions[] = {
#define X(constant, name, ...) [constant] = { \
	_Generic(&vcube_##name, plain *: PLAIN, combining *: COMBINING, rooted *: ROOTED, \
		 rooted_combining *: ROOTED_COMBINING, one_buffer *: ONE_BUFFER, \
		 counting *: COUNTING, without_data *: WITHOUT_DATA, unequal *: UNEQUAL, \
		 unequal_combining *: UNEQUAL_COMBINING, unequal_rooted *: UNEQUAL_ROOTED), \
	(void (*)(void))vcube_##name},
	VCUBE_COLLECTIVES(X)
#undef X
};

int
call_function(vcube_node *self, const struct vcube_call *c, const char *how)
{
	void (*const f)(void) = functions[c->collective].function;

	vcube_at(self, VCUBE_HERE);
	switch (functions[c->collective].form) {
	case PLAIN:
		return ((plain *)f)(self, c->group, c->in, c->out, c->count, c->type, how);
	case COMBINING:
		return ((combining *)f)(self, c->group, c->in, c->out, c->count, c->type, c->op, how);
	case ROOTED:
		return ((rooted *)f)(self, c->group, c->root, c->in, c->out, c->count, c->type, how);
	case ROOTED_COMBINING:
		return ((rooted_combining *)f)(self, c->group, c->root, c->in, c->out, c->count,
					       c->type, c->op, how);
	case ONE_BUFFER:
		return ((one_buffer *)f)(self, c->group, c->root, c->out, c->count, c->type, how);
	case COUNTING:
		return ((counting *)f)(self, c->group, c->in, c->in_counts, c->in_offsets, c->out,
				       c->out_counts, c->out_offsets, c->type, how);
	case WITHOUT_DATA:
		return ((without_data *)f)(self, c->group, how);
	case UNEQUAL:
		return ((unequal *)f)(self, c->group, c->in, c->out, c->in_counts, c->type, how);
	case UNEQUAL_COMBINING:
		return ((unequal_combining *)f)(self, c->group, c->in, c->out, c->in_counts, c->type,
						c->op, how);
	case UNEQUAL_ROOTED:
		return ((unequal_rooted *)f)(self, c->group, c->root, c->in, c->out, c->in_counts,
					     c->type, how);
	}
	return vcube_fail(self, "collective %d has a function of no known form", c->collective);
}

/* The elements of block `block` of `blocks`, at member `me`. */
static size_t
elements_of(const struct trial *t, int p, int me, int blocks, int block)
{
	const int number = blocks == 1 ? me : block;

	return !has(t->collective, VCUBE_UNEQUAL) || t->timed ? t->count : mixed_count(t, p, 0, number);
}

/* Those of the first n blocks. */
static size_t
sum_of(const struct trial *t, int p, int me, int blocks, int n)
{
	size_t sum = 0;

	for (int b = 0; b < n; b++)
		sum += elements_of(t, p, me, blocks, b);
	return sum;
}

/* The counts of all unequal blocks, which the caller frees. */
static size_t *
counts_of(vcube_node *self, vcube_group *group, const struct trial *t)
{
	const int p = vcube_group_size(self, group);
	size_t *const counts = vcube_scratch(self, (size_t)p * sizeof *counts);

	for (int i = 0; counts != NULL && i < p; i++)
		counts[i] = elements_of(t, p, i, 1, 0);
	return counts;
}

static int
call(vcube_node *self, vcube_group *group, const struct trial *t, const void *in, void *out)
{
	size_t *const counts = has(t->collective, VCUBE_UNEQUAL) ? counts_of(self, group, t) : NULL;
	const struct vcube_call c = {
		.collective = t->collective, .group = group, .root = t->root, .in = in, .out = out,
		.count = t->count, .type = t->element->type, .op = t->element->op,
		.in_counts = counts, .out_counts = counts,
	};

	call_function(self, &c, t->how ? t->how : t->algorithm ? t->algorithm->name : NULL);
	vcube_free(self, counts);
	return vcube_failed(self);
}

/* The same, between two moments at which all members have the same clock. */
static int
timed_call(vcube_node *self, vcube_group *group, struct trial *t, const void *in, void *out)
{
	vcube_time start;

	if (!t->timed)
		return call(self, group, t, in, out);
	vcube_align(self, group);
	start = vcube_now(self);
	call(self, group, t, in, out);
	vcube_align(self, group);
	t->took = vcube_now(self) - start;
	return vcube_failed(self);
}

static void
fill(const struct trial *t, int p, int me, int blocks, char *to)
{
	for (int b = 0; b < blocks; b++) {
		const size_t n = elements_of(t, p, me, blocks, b);

		oracle_input(t, me, b, 0, n, to);
		to += n * t->element->size;
	}
}

static int
is_filled(const char *from, const char *to)
{
	while (from < to && (unsigned char)*from == UNTOUCHED)
		from++;
	return from == to;
}

typedef void oracle(const struct trial *t, int p, int me, int block, size_t first, size_t n,
		    void *to);

static size_t
first_difference(const char *a, const char *b, size_t size)
{
	size_t i = 0;

	while (memcmp(a + i * size, b + i * size, size) == 0)
		i++;
	return i;
}

/* The first of n elements of a block that `got` has otherwise than `told`, or n. */
static size_t
differs(const struct trial *t, int p, int me, int block, size_t n, const char *got, oracle *told)
{
	_Alignas(16) char right[AT_ONCE * ELEMENT_MAX];
	const size_t size = t->element->size;

	for (size_t i = 0, part; i < n; i += part, got += part * size) {
		part = n - i < AT_ONCE ? n - i : AT_ONCE;
		told(t, p, me, block, i, part, right);
		if (memcmp(got, right, part * size) != 0)
			return i + first_difference(got, right, size);
	}
	return n;
}

static int
compare(vcube_node *self, const struct trial *t, int p, int me, int blocks, const char *got,
	oracle *told, const char *what)
{
	for (int b = 0; b < blocks; b++) {
		const size_t n = elements_of(t, p, me, blocks, b);
		const size_t i = differs(t, p, me, b, n, got, told);

		if (i < n)
			return oracle_wrong(self, t, what, p, me, b, i);
		got += n * t->element->size;
	}
	return 0;
}

/* The input must be as filled, unless it shares memory with the result. */
static void
input(const struct trial *t, int p, int me, int block, size_t first, size_t n, void *to)
{
	(void)p;
	oracle_input(t, me, block, first, n, to);
}

size_t
oracle_differs(const struct trial *t, int member, int block, size_t n, const char *got)
{
	return differs(t, 0, member, block, n, got, input);
}

/* Where the input lies if it may lie in the output, or NULL. */
static char *
place_in(const struct trial *t, int p, int me, char *out)
{
	if (has(t->collective, VCUBE_ONE_BUFFER))
		return me == t->root ? out : NULL;
	if (!t->in_place)
		return NULL;
	if (has(t->collective, VCUBE_IN_OWN_BLOCK))
		return out + sum_of(t, p, me, p, me) * t->element->size;
	if (has(t->collective, VCUBE_OUT_AT_ROOT) && me != t->root)
		return NULL;
	return has(t->collective, VCUBE_IN_PLACE) ? out : NULL;
}

static int
try_even(vcube_node *self, vcube_group *group, struct trial *t)
{
	const int p = vcube_group_size(self, group), me = vcube_group_rank(self, group);
	const struct vcube_shape *const shape = vcube_collective_shape(t->collective);
	const int many_in = vcube_blocks_of(shape->in, p), many_out = vcube_blocks_of(shape->out, p);
	const size_t size = sum_of(t, p, me, many_out, many_out) * t->element->size;
	const size_t given = sum_of(t, p, me, many_in, many_in) * t->element->size;
	const bool gets = me == t->root || !has(t->collective, VCUBE_OUT_AT_ROOT);
	const bool gives = me == t->root || !has(t->collective, VCUBE_IN_AT_ROOT);
	char *const area = vcube_alloc(self, size + 2 * GUARD), *const out = area + GUARD;
	char *const own = vcube_alloc(self, given);
	char *in;

	if (area == NULL || own == NULL)
		return vcube_fail(self, "%s", vcube_heap_error(self));
	memset(area, UNTOUCHED, size + 2 * GUARD);
	in = place_in(t, p, me, out);
	fill(t, p, me, many_in, in ? in : own);
	if (timed_call(self, group, t, gives && given > 0 ? in ? in : own : NULL,
		       size > 0 ? out : NULL) != 0)
		return vcube_failed(self);
	if (!is_filled(area, out) || !is_filled(out + size, out + size + GUARD))
		return oracle_wrong(self, t, "written beside the result", p, me, -1, 0);
	if (gets && compare(self, t, p, me, many_out, out, output, "wrong result") != 0)
		return vcube_failed(self);
	if (!gets && !is_filled(out, out + size))
		return oracle_wrong(self, t, "written where no result is due", p, me, 0, 0);
	if (in == NULL && compare(self, t, p, me, many_in, own, input, "input changed") != 0)
		return vcube_failed(self);
	vcube_free(self, own);
	vcube_free(self, area);
	return 0;
}

int
try_collective(vcube_node *self, vcube_group *group, struct trial *t)
{
	if (has_counts(t->collective))
		return try_uneven(self, group, t, t->timed ? even_count : mixed_count);
	return try_even(self, group, t);
}

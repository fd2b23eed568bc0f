/* SPDX-License-Identifier: BSD-2-Clause */
#include "uneven.h"
#include <string.h>

enum { GUARD = 64 };

/* The definition. */

bool
combines(int collective)
{
	return collective == VCUBE_REDUCE_SCATTER || collective == VCUBE_ALLREDUCE ||
	       collective == VCUBE_SCAN || collective == VCUBE_REDUCE;
}

bool
has_root(int collective)
{
	return collective == VCUBE_BCAST || collective == VCUBE_REDUCE ||
	       collective == VCUBE_GATHER || collective == VCUBE_SCATTER;
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

/* Element i of block `block` of what `member` puts in. */
void
oracle_input(const struct trial *t, int member, int block, size_t i, void *element)
{
	uint64_t x = t->seed + (uint64_t)member * 0xd1b54a32d192ed03u +
		     (uint64_t)block * 0xaef17502108ef2d9u + i * 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	t->element->make(x ^ x >> 31, element);
}

/* Element i of what members 0 .. last have in block `block`, combined. */
static void
combined(const struct trial *t, int last, int block, size_t i, void *element)
{
	_Alignas(16) char x[ELEMENT_MAX];

	oracle_input(t, 0, block, i, element);
	for (int r = 1; r <= last; r++) {
		oracle_input(t, r, block, i, x);
		t->element->fold(element, x);
	}
}

/* Element i of block `block` of what member `me` of p gets out. */
static void
output(const struct trial *t, int p, int me, int block, size_t i, void *element)
{
	switch (t->collective) {
	case VCUBE_ALLGATHER:
	case VCUBE_GATHER:
		oracle_input(t, block, 0, i, element);
		break;
	case VCUBE_ALLTOALL:
		oracle_input(t, block, me, i, element);
		break;
	case VCUBE_BCAST:
		oracle_input(t, t->root, 0, i, element);
		break;
	case VCUBE_SCATTER:
		oracle_input(t, t->root, me, i, element);
		break;
	case VCUBE_REDUCE_SCATTER:
		combined(t, p - 1, me, i, element);
		break;
	case VCUBE_SCAN:
		combined(t, me, 0, i, element);
		break;
	default:
		combined(t, p - 1, 0, i, element);
	}
}

static int
blocks_in(int collective, int p)
{
	if (collective == VCUBE_BARRIER)
		return 0;
	return collective == VCUBE_ALLTOALL || collective == VCUBE_REDUCE_SCATTER ||
	       collective == VCUBE_SCATTER ? p : 1;
}

static int
blocks_out(int collective, int p)
{
	if (collective == VCUBE_BARRIER)
		return 0;
	return collective == VCUBE_ALLTOALL || collective == VCUBE_ALLGATHER ||
	       collective == VCUBE_GATHER ? p : 1;
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

static int
call(vcube_node *self, vcube_group *group, const struct trial *t, const void *in, void *out)
{
	const char *const how = t->how ? t->how : t->algorithm ? t->algorithm->name : NULL;
	const vcube_type type = t->element->type;
	const struct vcube_op *const op = t->element->op;

	switch (t->collective) {
	case VCUBE_ALLGATHER:
		return vcube_allgather(self, group, in, out, t->count, type, how);
	case VCUBE_REDUCE_SCATTER:
		return vcube_reduce_scatter(self, group, in, out, t->count, type, op, how);
	case VCUBE_ALLREDUCE:
		return vcube_allreduce(self, group, in, out, t->count, type, op, how);
	case VCUBE_SCAN:
		return vcube_scan(self, group, in, out, t->count, type, op, how);
	case VCUBE_ALLTOALL:
		return vcube_alltoall(self, group, in, out, t->count, type, how);
	case VCUBE_BCAST:
		return vcube_bcast(self, group, t->root, out, t->count, type, how);
	case VCUBE_REDUCE:
		return vcube_reduce(self, group, t->root, in, out, t->count, type, op, how);
	case VCUBE_GATHER:
		return vcube_gather(self, group, t->root, in, out, t->count, type, how);
	case VCUBE_SCATTER:
		return vcube_scatter(self, group, t->root, in, out, t->count, type, how);
	case VCUBE_BARRIER:
		return vcube_barrier(self, group, how);
	}
	return vcube_fail(self, "the oracle does not know collective %d", t->collective);
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
fill(const struct trial *t, int me, int blocks, char *to)
{
	for (int b = 0; b < blocks; b++)
		for (size_t i = 0; i < t->count; i++, to += t->element->size)
			oracle_input(t, me, b, i, to);
}

static int
is_filled(const char *from, const char *to)
{
	while (from < to && (unsigned char)*from == UNTOUCHED)
		from++;
	return from == to;
}

/* So many at once: one by one, each comparison would wait for the element that has
 * just been written. */
enum { AT_ONCE = 64 };

typedef void oracle(const struct trial *t, int p, int me, int block, size_t i, void *element);

static size_t
first_difference(const char *a, const char *b, size_t size)
{
	size_t i = 0;

	while (memcmp(a + i * size, b + i * size, size) == 0)
		i++;
	return i;
}

static int
compare(vcube_node *self, const struct trial *t, int p, int me, int blocks, const char *got,
	oracle *told, const char *what)
{
	_Alignas(16) char right[AT_ONCE * ELEMENT_MAX];
	const size_t size = t->element->size;

	for (int b = 0; b < blocks; b++)
		for (size_t i = 0, n; i < t->count; i += n, got += n * size) {
			n = t->count - i < AT_ONCE ? t->count - i : AT_ONCE;
			for (size_t k = 0; k < n; k++)
				told(t, p, me, b, i + k, right + k * size);
			if (memcmp(got, right, n * size) != 0)
				return oracle_wrong(self, t, what, p, me, b,
						    i + first_difference(got, right, size));
		}
	return 0;
}

/* The input must be as it was filled, unless it was lent to the result. */
static void
input(const struct trial *t, int p, int me, int block, size_t i, void *element)
{
	(void)p;
	oracle_input(t, me, block, i, element);
}

/* Where the input lies if it may lie in the output, or NULL. */
static char *
place_in(const struct trial *t, int me, size_t bytes, char *out)
{
	if (t->collective == VCUBE_BCAST)
		return me == t->root ? out : NULL;
	if (!t->in_place)
		return NULL;
	if (t->collective == VCUBE_ALLGATHER)
		return out + bytes * (size_t)me;
	if (t->collective == VCUBE_ALLREDUCE || t->collective == VCUBE_SCAN ||
	    (t->collective == VCUBE_REDUCE && me == t->root))
		return out;
	return NULL;
}

static int
try_even(vcube_node *self, vcube_group *group, struct trial *t)
{
	const int p = vcube_group_size(self, group), me = vcube_group_rank(self, group);
	const int many_in = blocks_in(t->collective, p), many_out = blocks_out(t->collective, p);
	const size_t bytes = t->count * t->element->size, size = bytes * (size_t)many_out;
	const bool gets = me == t->root || (t->collective != VCUBE_REDUCE &&
					    t->collective != VCUBE_GATHER);
	const bool gives = me == t->root || t->collective != VCUBE_SCATTER;
	char *const area = vcube_alloc(self, size + 2 * GUARD), *const out = area + GUARD;
	char *const own = vcube_alloc(self, bytes * (size_t)many_in);
	char *in;

	if (area == NULL || own == NULL)
		return vcube_fail(self, "%s", vcube_heap_error(self));
	memset(area, UNTOUCHED, size + 2 * GUARD);
	in = place_in(t, me, bytes, out);
	fill(t, me, many_in, in ? in : own);
	if (timed_call(self, group, t, gives && bytes > 0 ? in ? in : own : NULL,
		       bytes > 0 ? out : NULL) != 0)
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
	if (t->collective == VCUBE_ALLTOALLV)
		return try_uneven(self, group, t, t->timed ? even_count : mixed_count);
	return try_even(self, group, t);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Test data, by which runs are checked.
 */
#include <complex.h>
#include <string.h>
#include "base/numbers.h"
#include "base/text.h"
#include "run/pattern.h"

static uint64_t
place(int rank, int block)
{
	return splitmix64(((uint64_t)rank << 32 | (uint32_t)block) + UINT64_C(0x9e3779b97f4a7c15));
}

/* Return eight bytes of a moved block. */
static uint64_t
word(uint64_t place, size_t i)
{
	return (place + i) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Return the first eight bytes of a block that has room for them: its node and number, so
 * that an observer of memory sees the origin of each block. */
static uint64_t
origin(int rank, int block)
{
	return (uint64_t)(rank + 1) << 32 | (uint32_t)(block + 1);
}

/* Return eight bytes of a block, from byte i on. */
static uint64_t
bytes_at(int rank, int block, size_t i, size_t bytes)
{
	return i == 0 && bytes >= sizeof(uint64_t) ? origin(rank, block)
						   : word(place(rank, block), i);
}

static void
fill_bytes(int rank, int block, char *to, size_t bytes)
{
	const size_t whole = bytes - bytes % sizeof(uint64_t);
	uint64_t w;

	for (size_t i = 0; i < whole; i += sizeof w) {
		w = bytes_at(rank, block, i, bytes);
		memcpy(to + i, &w, sizeof w);
	}
	if (whole == bytes)
		return;
	w = bytes_at(rank, block, whole, bytes);
	memcpy(to + whole, &w, bytes - whole);
}

static size_t
first_difference(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] == b[i])
		i++;
	return i;
}

static size_t
differs_bytes(int rank, int block, const char *found, size_t bytes)
{
	const size_t whole = bytes - bytes % sizeof(uint64_t);
	uint64_t w, f;

	for (size_t i = 0; i < whole; i += sizeof w) {
		w = bytes_at(rank, block, i, bytes);
		memcpy(&f, found + i, sizeof f);
		if (f != w)
			return i + first_difference(found + i, (const char *)&w);
	}
	if (whole == bytes)
		return bytes;
	w = bytes_at(rank, block, whole, bytes);
	return memcmp(found + whole, &w, bytes - whole) == 0 ? bytes
		: whole + first_difference(found + whole, (const char *)&w);
}

/* Do nodes end with different results of combining? */
static bool
differs_by_node(const struct run_case *c)
{
	return has_block_for_each(c->collective) || has_trait(c->collective, VCUBE_PREFIX);
}

/* A marked element: a bit for each node; above, if there is room, the block's number from 1
 * on; and, of sums, a 1 to count contributions. All three add up. */
enum { MARKED_NODES_MAX = 64, NUMBERED_NODES_MAX = 32, NUMBER = 32, COUNT = 48 };

static uint64_t
marked_element(const struct run_case *c, int rank, int block)
{
	const uint64_t bit = UINT64_C(1) << rank, number = (uint64_t)block + 1;

	if (c->nodes > NUMBERED_NODES_MAX)
		return bit;
	return bit | number << NUMBER | (uint64_t)(c->op == VCUBE_SUM) << COUNT;
}

/*
 * Return an element to combine. Sums and products stay exact in float: sums have at most
 * 16,384 terms of at most 8, products have signs and about one factor of two. For operators
 * that one element can decide (and, or), one node decides, in half of the cases, and the
 * others hold the neutral element.
 */
static int64_t
element(const struct run_case *c, int rank, int block, size_t i)
{
	const uint64_t own = splitmix64(place(rank, block) + i);
	const uint64_t decider = splitmix64(place(-1, block) + i) % (2 * (uint64_t)c->nodes);
	const bool decides = decider == (uint64_t)rank;
	const int64_t value = own & 1 ? (int64_t)(own >> 33) : 0;

	if (c->marked)
		return (int64_t)marked_element(c, rank, block);
	if (c->op == VCUBE_SUM)
		return (int64_t)(own >> 60) - 8;
	if (c->op == VCUBE_PROD)
		return (own & 1 ? 1 : -1) * ((own >> 8) % (uint64_t)c->nodes ? 1 : 2);
	if (c->op == VCUBE_LXOR)
		return own & 1;
	if (c->op == VCUBE_BAND || c->op == VCUBE_LAND)
		return decides ? value : -1;
	if (c->op == VCUBE_BOR || c->op == VCUBE_LOR)
		return decides ? value : 0;
	return (int64_t)(own >> 33);
}

static void
fill_elements(const struct run_case *c, int rank, int block, size_t count, void *to)
{
	switch (c->type) {
#define X(constant, name, ctype) \
	case constant: \
		for (size_t i = 0; i < count; i++) \
			((ctype *)to)[i] = (ctype)element(c, rank, block, i); \
		break;
	VCUBE_INTEGER_TYPES(X)
	VCUBE_REAL_TYPES(X)
#undef X
#define X(constant, name, ctype) \
	case constant: \
		for (size_t i = 0; i < count; i++) { \
			((ctype *)to)[i] = (ctype)element(c, rank, block, i); \
			if (c->op == VCUBE_SUM) \
				((ctype *)to)[i] += I * (ctype)element(c, rank, block, ~i); \
		} \
		break;
	VCUBE_COMPLEX_TYPES(X)
#undef X
	}
}

/* Compare by value: 0 equals -0. */
static size_t
differs_elements(const struct run_case *c, const void *wanted, const void *found, size_t count)
{
	switch (c->type) {
#define X(constant, name, ctype) \
	case constant: \
		for (size_t i = 0; i < count; i++) \
			if (((const ctype *)found)[i] != ((const ctype *)wanted)[i]) \
				return i * sizeof(ctype); \
		break;
	VCUBE_TYPES(X)
#undef X
	}
	return count * vcube_type_size(c->type);
}

void
pattern_fill(const struct run_case *c, int rank, int block, void *to)
{
	const size_t bytes = case_bytes_in(c, rank, block);

	if (c->op)
		fill_elements(c, rank, block, bytes / vcube_type_size(c->type), to);
	else
		fill_bytes(rank, block, to, bytes);
}

/* Combine one block of nodes first .. last - 1 from the left into `into`, which holds the
 * result of the nodes before unless first is 0. */
static void
combine(const struct run_case *c, int first, int last, int block, void *into, void *term)
{
	for (int rank = first; rank < last; rank++) {
		pattern_fill(c, rank, block, rank == 0 ? into : term);
		if (rank > 0)
			vcube_op_apply(c->op, c->type, into, term, into,
				       case_bytes_in(c, rank, block) / vcube_type_size(c->type));
	}
}

void *
pattern_combined(const struct run_case *c)
{
	const int p = c->nodes;
	const bool each = differs_by_node(c);
	char *all, *term;

	if (!c->op)
		return NULL;
	all = grow(NULL, each ? (size_t)p : 1, c->bytes + 1);
	term = grow(NULL, 1, c->bytes + 1);
	for (int i = 0; i < (each ? p : 1); i++) {
		char *into = all + c->bytes * (size_t)i;
		const int number = has_block_for_each(c->collective) ? i : 0;
		const int last = has_trait(c->collective, VCUBE_PREFIX) ? i + 1 : p;
		const bool goes_on = i > 0 && number == 0;

		if (goes_on)
			memcpy(into, into - c->bytes, c->bytes);
		combine(c, goes_on ? i : 0, last, number, into, term);
	}
	discard(term);
	return all;
}

size_t
pattern_check(const struct run_case *c, const void *combined, int rank, int block,
	      const void *found)
{
	const struct vcube_shape *const shape = vcube_collective_shape(c->collective);
	const size_t bytes = case_bytes_out(c, rank, block);

	if (c->op)
		return differs_elements(c, (const char *)combined +
					(differs_by_node(c) ? c->bytes * (size_t)rank : 0),
					found, bytes / vcube_type_size(c->type));
	return differs_bytes(shape->traits & VCUBE_IN_AT_ROOT ? c->root : block,
			     shape->in == VCUBE_BLOCKS_ALL ? rank : 0, found, bytes);
}

bool
pattern_mark(struct run_case *c)
{
	c->marked = (c->op == VCUBE_SUM || c->op == VCUBE_BOR) &&
		    (c->type == VCUBE_INT64 || c->type == VCUBE_UINT64) &&
		    c->nodes <= MARKED_NODES_MAX;
	return c->marked;
}

/* Read the numbers above the bits of nodes. */
static void
read_number(const struct run_case *c, uint64_t element, struct members *m)
{
	const int bits = __builtin_popcountll(m->nodes);
	const int count = c->op == VCUBE_SUM ? (int)(element >> COUNT) : 1;
	const int number = (int)(element >> NUMBER & 0xffff);

	m->once = (c->op != VCUBE_SUM || count == bits) && count > 0 && number % count == 0 &&
		  number / count >= 1 && number / count <= c->nodes;
	if (m->once && has_block_for_each(c->collective))
		m->block = number / count - 1;
}

struct members
pattern_members(const struct run_case *c, uint64_t element)
{
	const bool numbered = c->nodes <= NUMBERED_NODES_MAX;
	const uint64_t nodes = numbered ? (uint32_t)element : element;
	struct members m = { .nodes = nodes, .block = -1, .once = true };

	if (nodes & ~(UINT64_MAX >> (64 - c->nodes)) || (numbered && !(element >> NUMBER)))
		return (struct members) { .block = -1 };
	if (numbered)
		read_number(c, element, &m);
	return m;
}

/* Return the input of splitmix64(). */
static uint64_t
unmixed(uint64_t x)
{
	x = (x ^ x >> 31 ^ x >> 62) * UINT64_C(0x319642b2d24d8ec3);
	x = (x ^ x >> 27 ^ x >> 54) * UINT64_C(0x96de1b173f119089);
	return x ^ x >> 30 ^ x >> 60;
}

static bool
is_source(const struct run_case *c, uint64_t rank, uint64_t block)
{
	const int blocks = vcube_blocks_of(vcube_collective_shape(c->collective)->in, c->nodes);

	return rank < (uint64_t)c->nodes && block < (uint64_t)(blocks > 0 ? blocks : 1);
}

/* Are these the eight bytes at this offset of a block? */
static bool
is_word(const struct run_case *c, uint64_t found, size_t at, struct source *s)
{
	const uint64_t inverse = UINT64_C(0xf1de83e19937733d);  /* of word()'s factor */
	const uint64_t place = unmixed(found * inverse - at) - UINT64_C(0x9e3779b97f4a7c15);

	*s = (struct source) { .rank = (int)(place >> 32), .block = (int)(uint32_t)place, .at = at };
	return is_source(c, place >> 32, (uint32_t)place);
}

bool
pattern_source(const struct run_case *c, const void *eight, size_t likely, struct source *s)
{
	uint64_t found;

	memcpy(&found, eight, sizeof found);
	if (found >> 32 && (uint32_t)found && is_source(c, (found >> 32) - 1, (uint32_t)found - 1)) {
		*s = (struct source) { .rank = (int)(found >> 32) - 1, .block = (int)(uint32_t)found - 1 };
		return true;
	}
	if (likely % sizeof found == 0 && is_word(c, found, likely, s))
		return true;
	for (size_t at = sizeof found; at + sizeof found <= c->bytes; at += sizeof found)
		if (is_word(c, found, at, s))
			return true;
	return false;
}

size_t
pattern_follows(const struct run_case *c, struct source s, const char *data, size_t bytes)
{
	const size_t block = case_bytes_in(c, s.rank, s.block), room = s.at < block ? block - s.at : 0;
	size_t same = 0;

	for (; same < bytes && same < room; same++) {
		const size_t at = s.at + same;
		const uint64_t w = bytes_at(s.rank, s.block, at & ~(size_t)7, block);

		if (data[same] != ((const char *)&w)[at & 7])
			break;
	}
	return same;
}

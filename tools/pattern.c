/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data that runs are checked with.
 */
#include <complex.h>
#include <stdlib.h>
#include <string.h>
#include "mix.h"
#include "pattern.h"
#include "shape.h"
#include "tool.h"

static uint64_t
place(int rank, int block)
{
	return mix(((uint64_t)rank << 32 | (uint32_t)block) + UINT64_C(0x9e3779b97f4a7c15));
}

/* Eight bytes of a block that is moved. */
static uint64_t
word(uint64_t place, size_t i)
{
	return (place + i) * UINT64_C(0x9e3779b97f4a7c15);
}

/* What a block begins with that has room for it: whose it is, and which, so that
 * one who looks into memory sees where its blocks are from. */
static uint64_t
origin(int rank, int block)
{
	return (uint64_t)(rank + 1) << 32 | (uint32_t)(block + 1);
}

/* Eight bytes of a block, from byte i on. */
static uint64_t
bytes_at(int rank, int block, size_t i, size_t bytes)
{
	return i == 0 && bytes >= sizeof(uint64_t) ? origin(rank, block)
						   : word(place(rank, block), i);
}

static void
fill_bytes(int rank, int block, char *to, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
		const uint64_t w = bytes_at(rank, block, i, bytes);

		memcpy(to + i, &w, bytes - i < sizeof w ? bytes - i : sizeof w);
	}
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
	for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
		const uint64_t w = bytes_at(rank, block, i, bytes);
		const size_t length = bytes - i < sizeof w ? bytes - i : sizeof w;

		if (memcmp(found + i, &w, length) != 0)
			return i + first_difference(found + i, (const char *)&w);
	}
	return bytes;
}

/*
 * An element to combine. Sums and products stay exact in float: sums are of
 * 16,384 numbers of at most 8, products of signs and about one factor of two.
 * Of operators that one element can decide (and, or), one node in two cases has
 * the say, and the others what leaves it to that one. Where there is a bit for
 * each node, "or" makes the set of those that were combined.
 */
static int64_t
element(const struct run_case *c, int rank, int block, size_t i)
{
	const uint64_t own = mix(place(rank, block) + i);
	const bool speaks = mix(place(-1, block) + i) % (2 * (uint64_t)c->nodes) == (uint64_t)rank;
	const int64_t said = own & 1 ? (int64_t)(own >> 33) : 0;

	if (c->marked)
		return i % 2 ? block + 1 : INT64_C(1) << rank;
	if (c->op == VCUBE_SUM)
		return (int64_t)(own >> 60) - 8;
	if (c->op == VCUBE_PROD)
		return (own & 1 ? 1 : -1) * ((own >> 8) % (uint64_t)c->nodes ? 1 : 2);
	if (c->op == VCUBE_LXOR)
		return own & 1;
	if (c->op == VCUBE_BAND || c->op == VCUBE_LAND)
		return speaks ? said : -1;
	if (c->op == VCUBE_BOR && c->nodes <= 64 && vcube_type_size(c->type) == 8)
		return (int64_t)(UINT64_C(1) << rank);
	if (c->op == VCUBE_BOR || c->op == VCUBE_LOR)
		return speaks ? said : 0;
	return (int64_t)(own >> 33);
}

static void
fill_elements(const struct run_case *c, int rank, int block, void *to)
{
	switch (c->type) {
#define X(constant, name, ctype) \
	case constant: \
		for (size_t i = 0; i < c->count; i++) \
			((ctype *)to)[i] = (ctype)element(c, rank, block, i); \
		break;
	VCUBE_INTEGER_TYPES(X)
	VCUBE_REAL_TYPES(X)
#undef X
#define X(constant, name, ctype) \
	case constant: \
		for (size_t i = 0; i < c->count; i++) { \
			((ctype *)to)[i] = (ctype)element(c, rank, block, i); \
			if (c->op == VCUBE_SUM) \
				((ctype *)to)[i] += I * (ctype)element(c, rank, block, ~i); \
		} \
		break;
	VCUBE_COMPLEX_TYPES(X)
#undef X
	}
}

/* By value: 0 and -0 are as good as each other. */
static size_t
differs_elements(const struct run_case *c, const void *wanted, const void *found)
{
	switch (c->type) {
#define X(constant, name, ctype) \
	case constant: \
		for (size_t i = 0; i < c->count; i++) \
			if (((const ctype *)found)[i] != ((const ctype *)wanted)[i]) \
				return i * sizeof(ctype); \
		break;
	VCUBE_TYPES(X)
#undef X
	}
	return c->bytes;
}

void
pattern_fill(const struct run_case *c, int rank, int block, void *to)
{
	if (c->op)
		fill_elements(c, rank, block, to);
	else
		fill_bytes(rank, block, to, case_bytes(c, rank, block));
}

/* into = the elements of nodes first, ..., last - 1 of one block, from the left;
 * it starts with what is in `into` if first is not 0. */
static void
combine(const struct run_case *c, int first, int last, int block, void *into, void *term)
{
	for (int rank = first; rank < last; rank++) {
		pattern_fill(c, rank, block, rank == 0 ? into : term);
		if (rank > 0)
			vcube_op_apply(c->op, c->type, into, term, into, c->count);
	}
}

void *
pattern_combined(const struct run_case *c)
{
	const int p = c->nodes;
	const bool each = c->collective == VCUBE_REDUCE_SCATTER || c->collective == VCUBE_SCAN;
	char *all, *term;

	if (!c->op)
		return NULL;
	all = grow(NULL, each ? (size_t)p : 1, c->bytes + 1);
	term = grow(NULL, 1, c->bytes + 1);
	for (int i = 0; i < (each ? p : 1); i++) {
		char *into = all + c->bytes * (size_t)i;

		if (c->collective != VCUBE_SCAN) {
			combine(c, 0, p, i, into, term);
			continue;
		}
		if (i > 0)
			memcpy(into, into - c->bytes, c->bytes);
		combine(c, i, i + 1, 0, into, term);
	}
	free(term);
	return all;
}

size_t
pattern_check(const struct run_case *c, const void *combined, int rank, int block,
	      const void *found)
{
	const bool each = c->collective == VCUBE_REDUCE_SCATTER || c->collective == VCUBE_SCAN;

	if (c->op)
		return differs_elements(c, (const char *)combined + (each ? c->bytes * (size_t)rank : 0),
					found);
	switch (c->collective) {
	case VCUBE_BCAST:
		return differs_bytes(c->root, 0, found, c->bytes);
	case VCUBE_SCATTER:
		return differs_bytes(c->root, rank, found, c->bytes);
	case VCUBE_ALLTOALL:
	case VCUBE_ALLTOALLV:
		return differs_bytes(block, rank, found, case_bytes(c, block, rank));
	default:        /* allgather, gather */
		return differs_bytes(block, 0, found, c->bytes);
	}
}

enum { MARKED_NODES_MAX = 62 };

bool
pattern_mark(struct run_case *c)
{
	c->marked = c->op == VCUBE_SUM && c->type == VCUBE_INT64 && c->nodes <= MARKED_NODES_MAX;
	return c->marked;
}

uint64_t
pattern_members(const struct run_case *c, const void *found, size_t bytes, int *block)
{
	int64_t members = 0, numbers = 0, count;

	memcpy(&members, found, bytes < sizeof members ? bytes : sizeof members);
	if (bytes >= 2 * sizeof members)
		memcpy(&numbers, (const char *)found + sizeof members, sizeof numbers);
	*block = -1;
	if (members <= 0 || members >> c->nodes)
		return 0;
	count = __builtin_popcountll((unsigned long long)members);
	if (numbers > 0 && numbers % count == 0 && numbers / count <= c->nodes)
		*block = (int)(numbers / count) - 1;
	return (uint64_t)members;
}

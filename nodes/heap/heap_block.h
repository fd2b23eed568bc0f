/* SPDX-License-Identifier: BSD-2-Clause */
/* A heap and its blocks, as the files of nodes/heap/ see them; heap.h has the invariants. */
#ifndef VC_HEAP_BLOCK_H
#define VC_HEAP_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VC_HEAP_CLASSES 320     /* a multiple of 64 */

struct vc_heap_block;

struct vc_heap {
	struct vc_heap_block *first;
	char *base, *end;
	size_t size, used, peak;
	uint64_t run;                   /* how often it was reset: in every mark */
	bool strict;
	uint64_t map[VC_HEAP_CLASSES / 64];
	struct vc_heap_block *list[VC_HEAP_CLASSES];    /* where the map has a bit */
};

/*
 * The mark comes first, where it is what an overrun of the block in front hits
 * first. It depends on address and run, so that neither a copy of a head nor a
 * head of an earlier run passes for one.
 */
struct vc_heap_block {
	uint64_t mark : 16;
	uint64_t size : 48;             /* head included, a multiple of 16 */
	uint64_t used : 1;
	uint64_t slack : 15;            /* used: bytes at its end not asked for */
	uint64_t before : 48;           /* size of the block in front; 0: the first */
	struct vc_heap_block *next, *previous;  /* free: in the list of its class */
};

#define VC_HEAP_GRAIN ((size_t)16)
#define VC_HEAP_HEAD offsetof(struct vc_heap_block, next)
#define VC_HEAP_LEAST sizeof(struct vc_heap_block)

/* What strict mode leaves behind the bytes asked for, and how much at least. */
#define VC_HEAP_CANARY 0xa5
#define VC_HEAP_CANARIES ((size_t)16)

_Static_assert(VC_HEAP_HEAD == VC_HEAP_GRAIN, "an aligned block follows an aligned head");

static inline char *
vc_heap_payload(const struct vc_heap_block *b)
{
	return (char *)b + VC_HEAP_HEAD;
}

/* The bytes asked for. */
static inline size_t
vc_heap_asked(const struct vc_heap_block *b)
{
	return b->size - VC_HEAP_HEAD - b->slack;
}

static inline struct vc_heap_block *
vc_heap_next(const struct vc_heap_block *b)
{
	return (struct vc_heap_block *)((char *)b + b->size);
}

static inline unsigned
vc_heap_mark(const struct vc_heap *heap, const struct vc_heap_block *b)
{
	const uint64_t key = (uintptr_t)b / VC_HEAP_GRAIN + (heap->run << 48);

	return (unsigned)(key * 0x9e3779b97f4a7c15u >> 48);
}

/* Whether what lies at b, in the heap, can be a head. */
static inline bool
vc_heap_is_head(const struct vc_heap *heap, const struct vc_heap_block *b)
{
	return b->mark == vc_heap_mark(heap, b) &&
	       b->size >= VC_HEAP_LEAST && b->size % VC_HEAP_GRAIN == 0 &&
	       b->size <= (size_t)(heap->end - (char *)b) &&
	       (!b->used || (b->slack <= b->size - VC_HEAP_HEAD &&
			     b->slack >= (heap->strict ? VC_HEAP_CANARIES : 0)));
}

/*
 * The class of a size: 8 of them to each power of two. Each class is larger
 * than those below it.
 */
static inline unsigned
vc_heap_class(size_t size)
{
	const uint64_t grains = size / VC_HEAP_GRAIN;
	unsigned log;

	if (grains < 8)
		return (unsigned)grains;
	log = 63 - (unsigned)__builtin_clzll(grains);
	return 8 * (log - 2) + (grains >> (log - 3) & 7);
}

/* nodes/heap/heap_free.c */

/* Into the list of its class, and out of it. */
void vc_heap_insert(struct vc_heap *heap, struct vc_heap_block *b);
void vc_heap_withdraw(struct vc_heap *heap, struct vc_heap_block *b);

/* Bytes from the head of a free block to a head whose block is aligned: none,
 * or as many as a block of its own takes. */
size_t vc_heap_gap(const struct vc_heap_block *b, size_t alignment);
/* A free block that holds one of that size behind its gap, or NULL: none does that
 * can be found, since nothing that was written to is followed. */
struct vc_heap_block *vc_heap_find(const struct vc_heap *heap, size_t size, size_t alignment);
/* The largest free block; NULL: there is none. */
struct vc_heap_block *vc_heap_largest(const struct vc_heap *heap);

/* nodes/heap/heap_check.c */

/* Whether what is said to be a free block is one, and its links lead to others that
 * lead back: then it can be withdrawn. */
bool vc_heap_is_free(const struct vc_heap *heap, const struct vc_heap_block *b);

/* Whether both neighbours of a block know of it and, where they are free, can be
 * withdrawn, and in strict mode nothing was written behind it. */
bool vc_heap_is_intact(const struct vc_heap *heap, const struct vc_heap_block *b);

#endif

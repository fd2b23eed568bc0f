/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bounded heap of a node.
 *
 * One thread's own: no locks, no atomics, nothing blocks. A region of memory is
 * cut into blocks that lie one behind the other, each with a head of 16 bytes
 * in front. Free blocks are kept in lists by class of size, with a bitmap of
 * the lists that hold something (Masmano et al., "TLSF: a new dynamic memory
 * allocator for real-time systems", ECRTS 2004): alloc and free take constant
 * time, and a free block is merged with its neighbours at once. Only an alloc
 * that would fail, or just fits, or is to grow, walks one or two of the lists, so
 * that it fails only where no piece is large enough.
 *
 * The region may be a mapping that is populated on touch: the heap touches what
 * it hands out, and heads, the first of them on the region's first page.
 *
 * Addresses are multiples of 16, and of 64 from 1024 bytes on.
 *
 * Invariants, between calls:
 *   H1  blocks fill the region from `first` to `end`, each knows its own size
 *       and that of the one in front of it
 *   H2  of two neighbours, at most one is free
 *   H3  a block is in the list of its class exactly if it is free, and a bit of
 *       `map` is set exactly if its list holds something
 *   H4  used is the sum of the sizes of the blocks that are not free; peak is
 *       the most that it has been since the last reset
 *   H5  strict: what lies between the bytes asked for and the end of a block,
 *       16 bytes at least, is as the heap left it
 * The heap keeps H1 to H4. A program that writes past the end of a block, or to
 * one that it has freed, breaks one of them; then free, resize and check say so
 * with VCUBE_EOVERRUN (H5 by check, and for the block at hand by the others).
 */
#ifndef VC_HEAP_H
#define VC_HEAP_H

#include <vcube/error.h>
#include "heap_block.h"

/* The smallest and the largest region. */
#define VC_HEAP_MIN ((size_t)4096)
#define VC_HEAP_MAX ((size_t)1 << 40)

/* An empty heap in `size` bytes from VC_HEAP_MIN to VC_HEAP_MAX. There is no
 * counterpart: whoever gave the region takes it back. */
void vc_heap_init(struct vc_heap *heap, void *base, size_t size, bool strict);
/* Makes it empty again; its blocks are no longer any. */
void vc_heap_reset(struct vc_heap *heap);

/*
 * A block, its contents undefined; bytes may be 0. NULL, and the heap as
 * before, where there is no room: VCUBE_EHEAP with what was asked and what
 * there was; or VCUBE_EOVERRUN, where a free block that it came across was
 * written to.
 */
void *vc_heap_alloc(struct vc_heap *heap, size_t bytes, struct vcube_error *error);

/* The block in another size, with what fits of its contents, at the same place
 * where that can be; `block` may be NULL. NULL, and the block as before:
 * VCUBE_EHEAP, or what vc_heap_free() says of something that is no block. */
void *vc_heap_resize(struct vc_heap *heap, void *block, size_t bytes,
		     struct vcube_error *error);

/* A block that has as much free space behind it as there is in one piece, to grow
 * into; NULL, and the heap as before: that piece is too small. */
void *vc_heap_alloc_to_grow(struct vc_heap *heap, size_t bytes);

/* The block in another size at the same place; false, and the block as before: the
 * space behind it is too small, or it is no block. */
bool vc_heap_refit(struct vc_heap *heap, void *block, size_t bytes);

/* 0 (also for NULL), or, with nothing freed: VCUBE_EINVAL for what is no block
 * or was freed before, VCUBE_EOVERRUN where memory around it was overwritten. */
int vc_heap_free(struct vc_heap *heap, void *block, struct vcube_error *error);

/* Bytes of the region. */
static inline size_t
vc_heap_size(const struct vc_heap *heap)
{
	return heap->size;
}

/* Bytes in blocks, heads included. */
static inline size_t
vc_heap_used(const struct vc_heap *heap)
{
	return heap->used;
}

static inline size_t
vc_heap_peak(const struct vc_heap *heap)
{
	return heap->peak;
}

/* Bytes that a block takes up, its head included. */
size_t vc_heap_extent(const void *block);

/* Whether the bytes lie in a single block that is not free, within what was
 * asked for. Walks the blocks. */
bool vc_heap_owns(const struct vc_heap *heap, const void *pointer, size_t bytes);

/* 0 if the invariants hold, or VCUBE_EOVERRUN with the first block in the
 * region that was overrun. Walks all blocks and lists. */
int vc_heap_check(const struct vc_heap *heap, struct vcube_error *error);

#endif

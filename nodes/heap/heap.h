/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bounded heap of a node.
 *
 * One thread owns it: no locks, no atomics, nothing blocks. Adjacent blocks fill a region
 * of memory, each with a head of 16 bytes. Free blocks are in lists by class of size, with
 * a bitmap of the lists that are not empty (Masmano et al., "TLSF: a new dynamic memory
 * allocator for real-time systems", ECRTS 2004): alloc and free take constant time, and a
 * free block is merged with its neighbours at once, but for the few that were freed last: what an
 * algorithm needs for the time of a call, the next call needs again. Only an alloc that would
 * fail, that just fits, or whose block will grow walks one or two of the lists, so that it fails
 * only if no piece is large enough.
 *
 * The region may be a mapping that is populated on touch: the heap touches only what it
 * hands out, and heads, the first of them on the region's first page.
 *
 * Addresses are multiples of 16; those of blocks from 1024 bytes on, of 64.
 *
 * Invariants, between calls:
 *   H1  blocks fill the region from `first` to `end`; each head holds the block's own size
 *       and that of the block before it
 *   H2  of two neighbours, at most one is free
 *   H3  a block is in the list of its class exactly if it is free, and a bit of `map` is
 *       set exactly if its list is not empty
 *   H4  `used` is the sum of the sizes of the blocks that are not free; `peak` is its
 *       maximum since the last reset
 *   H5  of the bytes between the size requested and the end of a block the first 8, if there are
 *       as many, are as the heap left them; strict: all of them, at least 16
 *   H6  a heap that is not strict may have a few spare blocks: those freed last. The next alloc of
 *       such a size gets one as it is; one that finds none makes all of them ordinary free blocks,
 *       and so does a free when there are too many. They count as blocks that are not free but in
 *       `used`, and canaries are where their links would be
 * The heap keeps H1 to H4. A program that writes past the end of a block, or to a block
 * that it has freed, breaks one of them; free, resize and check then report
 * VCUBE_EOVERRUN (check tests H5 for all blocks, the others for their block).
 */
#ifndef VC_HEAP_H
#define VC_HEAP_H

#include <vcube/error.h>
#include "heap_block.h"

/* The smallest and the largest region. */
#define VC_HEAP_MIN ((size_t)4096)
#define VC_HEAP_MAX ((size_t)1 << 40)

/* Makes an empty heap of `size` bytes, VC_HEAP_MIN to VC_HEAP_MAX. There is no
 * counterpart: the caller owns the region. */
void vc_heap_init(struct vc_heap *heap, void *base, size_t size, bool strict);
/* Sets the line that allocates, or NULL; strict heaps keep it with each block. */
static inline void
vc_heap_at(struct vc_heap *heap, const char *here)
{
	heap->here = here;
}

/* Empties the heap; all its blocks become invalid. */
void vc_heap_reset(struct vc_heap *heap);

/* Ends the heap until it is made again: the calls below fail (VCUBE_EINVAL) and say so. Its sizes
 * remain. */
void vc_heap_close(struct vc_heap *heap);

/* Returns a block with undefined contents; bytes may be 0. Returns NULL, with the heap
 * unchanged, if there is no room (VCUBE_EHEAP, with the size requested and the free sizes)
 * or if it finds that a free block was written to (VCUBE_EOVERRUN). */
void *vc_heap_alloc(struct vc_heap *heap, size_t bytes, struct vcube_error *error);

/* Calls `each` for the blocks that are not free, with the lines that allocated them, up to the
 * first head that was overwritten. The heap must be strict. */
void vc_heap_each(const struct vc_heap *heap,
		  void (*each)(void *arg, const char *here, size_t bytes), void *arg);
/* Removes all guard pages: after a run. */
void vc_heap_unguard_all(struct vc_heap *heap);
/* Returns whether a place lies in a guard page, and finds the block that it guards. */
struct vc_heap_place {
	size_t past;                    /* bytes from its end to the place */
	size_t bytes;                   /* that were requested, */
	const char *here;               /* and by which line, or NULL */
};
bool vc_heap_is_guard(const struct vc_heap *heap, const void *place, struct vc_heap_place *found);

/* Changes a block's size and keeps the contents that fit; moves the block only if it must.
 * `block` may be NULL. Returns NULL, with the block unchanged, on VCUBE_EHEAP or the errors
 * of vc_heap_free(). */
void *vc_heap_resize(struct vc_heap *heap, void *block, size_t bytes,
		     struct vcube_error *error);

/* Returns a block from the largest free piece, so that it can grow into the rest; NULL,
 * with the heap unchanged, if that piece is too small. */
void *vc_heap_alloc_to_grow(struct vc_heap *heap, size_t bytes);

/* Changes a block's size without moving it. Returns false, with the block unchanged, if
 * the space behind it is too small or it is no block. */
bool vc_heap_refit(struct vc_heap *heap, void *block, size_t bytes);

/* Returns 0 if vc_heap_free() would free the block, or its error. */
int vc_heap_test(const struct vc_heap *heap, const void *block, struct vcube_error *error);

/* Frees a block. Returns 0 (also for NULL) or, with nothing freed, VCUBE_EINVAL if it is no
 * block or already free, VCUBE_EOVERRUN if memory around it was overwritten. */
int vc_heap_free(struct vc_heap *heap, void *block, struct vcube_error *error);

/* Returns the size of the region. */
static inline size_t
vc_heap_size(const struct vc_heap *heap)
{
	return heap->size;
}

/* Returns the bytes in blocks that are not free, heads included. */
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

/* Returns the bytes that a block occupies, its head included. */
size_t vc_heap_extent(const void *block);

/* Do the bytes lie in one block that is not free, within the size requested? Walks the
 * blocks, unless it found that block lately. */
bool vc_heap_owns(struct vc_heap *heap, const void *pointer, size_t bytes);

/* Returns the bytes from there to the end of the size requested of its block; 0: it is in no block
 * that is not free. */
size_t vc_heap_rest(const struct vc_heap *heap, const void *pointer);

/* Returns 0 if the invariants hold, or VCUBE_EOVERRUN with the first overrun block in the
 * region. Walks all blocks and lists. */
int vc_heap_check(const struct vc_heap *heap, struct vcube_error *error);

#endif

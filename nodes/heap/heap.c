/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "error.h"
#include "heap.h"
#include "heap_block.h"

#define LARGE ((size_t)1024)            /* blocks from this size on are aligned to */
#define LARGE_ALIGNMENT ((size_t)64)

typedef struct vc_heap_block block;

static void
set_size(struct vc_heap *heap, block *b, size_t size)
{
	b->size = size;
	if ((char *)b + size < heap->end)
		vc_heap_next(b)->before = size;
}

/* Splits a block; returns the second part, which is in no list yet. */
static block *
split(struct vc_heap *heap, block *b, size_t size)
{
	block *rest = (block *)((char *)b + size);
	const size_t rest_size = b->size - size;

	rest->mark = vc_heap_mark(heap, rest);
	rest->used = 0;
	set_size(heap, b, size);
	set_size(heap, rest, rest_size);
	return rest;
}

static block *
free_behind(const struct vc_heap *heap, const block *b)
{
	block *next = vc_heap_next(b);

	return (char *)next < heap->end && !next->used ? next : NULL;
}

static void
swallow_next(struct vc_heap *heap, block *b)
{
	block *next = vc_heap_next(b);

	vc_heap_withdraw(heap, next);
	set_size(heap, b, b->size + next->size);
}

/* Frees a block that is in no list, and merges it with its free neighbours. */
static void
release(struct vc_heap *heap, block *b)
{
	block *front = (block *)((char *)b - b->before);

	b->used = 0;
	if (free_behind(heap, b))
		swallow_next(heap, b);
	if (b->before && !front->used) {
		vc_heap_withdraw(heap, front);
		set_size(heap, front, front->size + b->size);
		b = front;
	}
	vc_heap_insert(heap, b);
}

/* Spare blocks become ordinary free ones. Returns false if one was written to, or memory around it
 * was overwritten, which vc_heap_check() reports. */
static bool
settle(struct vc_heap *heap)
{
	for (; heap->spares > 0; heap->spares--) {
		block *const b = heap->spare[heap->spares - 1];

		if (!vc_heap_is_spare_intact(b) || !vc_heap_is_head(heap, b) || !vc_heap_is_intact(heap, b))
			return false;
		release(heap, b);
	}
	return true;
}

/* Frees what a block has beyond `size`, if that is enough for a block. */
static void
trim(struct vc_heap *heap, block *b, size_t size)
{
	if (b->size >= size + VC_HEAP_LEAST)
		release(heap, split(heap, b, size));
}

/* Makes room for one more spare block. Returns false as settle() does, or if the last one was
 * written to. */
static inline bool
can_spare(struct vc_heap *heap)
{
	if (heap->spares > 0 && !vc_heap_is_spare_intact(heap->spare[heap->spares - 1]))
		return false;
	return heap->spares < VC_HEAP_SPARES || settle(heap);
}

/* Returns the least size of a block for `bytes`, which must be fewer than the region's. */
static size_t
least_for(const struct vc_heap *heap, size_t bytes)
{
	size_t size = VC_HEAP_HEAD + bytes;

	if (heap->strict)
		size += VC_HEAP_CANARIES + VC_HEAP_SITE;
	size = (size + VC_HEAP_GRAIN - 1) & ~(VC_HEAP_GRAIN - 1);
	return size < VC_HEAP_LEAST ? VC_HEAP_LEAST : size;
}

/* The same with a guard page, which a block does without where there is no room. */
static size_t
size_for(const struct vc_heap *heap, size_t bytes)
{
	return least_for(heap, bytes) + vc_heap_guard_room(heap, bytes);
}

static size_t
alignment_for(size_t bytes)
{
	return bytes < LARGE ? VC_HEAP_GRAIN : LARGE_ALIGNMENT;
}

static bool
is_aligned(const block *b, size_t bytes)
{
	return (uintptr_t)vc_heap_payload(b) % alignment_for(bytes) == 0;
}

/* Marks bytes behind the size requested. */
static void
mark_word(const block *b)
{
	const struct vc_heap_word w = vc_heap_word(b);
	uint64_t had;

	memcpy(&had, w.at, sizeof had);
	had = (had & ~w.mask) | (VC_HEAP_CANARY_WORD & w.mask);
	memcpy(w.at, &had, sizeof had);
}

/* The same for strict heaps. */
static void
mark_all(struct vc_heap *heap, block *b)
{
	char *const end = vc_heap_payload(b) + vc_heap_asked(b);

	vc_heap_guard(heap, b);
	memset(end, VC_HEAP_CANARY, (size_t)(vc_heap_canaries_end(b) - end));
	*vc_heap_site(b) = (struct vc_heap_site){(uintptr_t)heap->here, ~(uintptr_t)heap->here};
}

/* Hands a block to the program, all of it. */
static inline void *
hand_over(struct vc_heap *heap, block *b, size_t bytes)
{
	b->slack = b->size - VC_HEAP_HEAD - bytes;
	b->guarded = b->spare = 0;
	if (heap->strict)
		mark_all(heap, b);
	else if (b->slack > 0)
		mark_word(b);
	heap->used += b->size;
	if (heap->peak < heap->used)
		heap->peak = heap->used;
	return vc_heap_payload(b);
}

/* The same with as much of it as is needed. It must be in no list and large enough. */
static void *
hand_out(struct vc_heap *heap, block *b, size_t bytes)
{
	b->used = 1;
	trim(heap, b, size_for(heap, bytes));
	return hand_over(heap, b, bytes);
}

static void *
refuse(const struct vc_heap *heap, size_t bytes, struct vcube_error *error)
{
	const block *largest = vc_heap_largest(heap);

	if (vc_heap_check(heap, error) != 0)
		return NULL;
	vc_error(error, VCUBE_EHEAP, "no room for %zu bytes in a heap of %zu: %zu are free, the "
		 "largest piece has %zu; heap=SIZE makes it larger", bytes, heap->size,
		 heap->size - heap->used, largest ? largest->size - VC_HEAP_HEAD : 0);
	return NULL;
}

/* Hands out a spare block if one is what so many bytes would get; else returns NULL. */
static void *
reuse(struct vc_heap *heap, size_t bytes)
{
	const size_t size = bytes < heap->size ? least_for(heap, bytes) : SIZE_MAX;

	for (unsigned i = heap->spares; i-- > 0;) {
		block *const b = heap->spare[i];

		if (b->size < size || b->size - size >= VC_HEAP_LEAST || !is_aligned(b, bytes))
			continue;
		if (!vc_heap_is_head(heap, b) || !vc_heap_is_spare_intact(b))
			return NULL;
		heap->spare[i] = heap->spare[--heap->spares];
		return hand_over(heap, b, bytes);
	}
	return NULL;
}

/* Returns the block at a program's pointer, or NULL with the reason. */
static block *
block_at(const struct vc_heap *heap, const void *pointer, struct vcube_error *error)
{
	const uintptr_t at = (uintptr_t)pointer, first = (uintptr_t)vc_heap_payload(heap->first);
	block *b = (block *)(at - VC_HEAP_HEAD);
	const bool inside = at % VC_HEAP_GRAIN == 0 && at >= first && at < (uintptr_t)heap->end &&
			    vc_heap_is_head(heap, b);

	if (inside && vc_heap_is_used(b) && vc_heap_is_intact(heap, b))
		return b;
	if (vc_heap_check(heap, error) != 0)
		return NULL;
	if (inside && !vc_heap_is_used(b))
		vc_error(error, VCUBE_EINVAL, "the block at offset %zu of the heap is already free",
			 (size_t)((const char *)pointer - heap->base));
	else
		vc_error(error, VCUBE_EINVAL, "%p is not the address of a block of the heap", pointer);
	return NULL;
}

void
vc_heap_init(struct vc_heap *heap, void *base, size_t size, bool strict)
{
	const uintptr_t start = (uintptr_t)base;
	const size_t skip = -(start + VC_HEAP_HEAD) & (LARGE_ALIGNMENT - 1);

	heap->base = base;
	heap->size = size;
	heap->strict = strict;
	heap->trusts = false;
	heap->run = 0;
	heap->here = NULL;
	memset(heap->guard, 0, sizeof heap->guard);
	heap->first = (block *)(heap->base + skip);
	heap->end = (char *)heap->first + ((size - skip) & ~(VC_HEAP_GRAIN - 1));
	vc_heap_reset(heap);
}

void
vc_heap_reset(struct vc_heap *heap)
{
	block *b = heap->first;

	vc_heap_unguard_all(heap);
	memset(heap->known, 0, sizeof heap->known);
	heap->next_known = 0;
	heap->run++;
	heap->used = heap->peak = 0;
	heap->spares = 0;
	memset(heap->map, 0, sizeof heap->map);
	b->mark = vc_heap_mark(heap, b);
	b->used = 0;
	b->before = 0;
	b->size = (size_t)(heap->end - (char *)b);
	vc_heap_insert(heap, b);
}

/* It has no block, and none that is free; vc_heap_check() knows it by that. */
void
vc_heap_close(struct vc_heap *heap)
{
	vc_heap_unguard_all(heap);
	memset(heap->map, 0, sizeof heap->map);
	heap->spares = 0;
	heap->end = (char *)heap->first;
}

/* Hands out the aligned part of a free block, which must be large enough. */
static void *
carve(struct vc_heap *heap, block *b, size_t alignment, size_t bytes)
{
	const size_t front = vc_heap_gap(b, alignment);

	vc_heap_withdraw(heap, b);
	if (front > 0) {
		block *rest = split(heap, b, front);

		vc_heap_insert(heap, b);
		b = rest;
	}
	return hand_out(heap, b, bytes);
}

void *
vc_heap_alloc(struct vc_heap *heap, size_t bytes, struct vcube_error *error)
{
	const size_t alignment = alignment_for(bytes);
	void *const again = reuse(heap, bytes);
	block *b = NULL;

	if (again)
		return again;
	if (!settle(heap))
		return refuse(heap, bytes, error);
	if (bytes < heap->size)
		b = vc_heap_find(heap, size_for(heap, bytes), alignment);
	if (!b && bytes < heap->size && vc_heap_guard_room(heap, bytes) > 0)
		b = vc_heap_find(heap, least_for(heap, bytes), alignment);
	return b ? carve(heap, b, alignment, bytes) : refuse(heap, bytes, error);
}

void *
vc_heap_alloc_to_grow(struct vc_heap *heap, size_t bytes)
{
	block *b = settle(heap) ? vc_heap_largest(heap) : NULL;

	if (!b || bytes >= heap->size ||
	    b->size < size_for(heap, bytes) + vc_heap_gap(b, LARGE_ALIGNMENT))
		return NULL;
	return carve(heap, b, LARGE_ALIGNMENT, bytes);
}

/* A block is no longer what it was. */
static void
forget_known(struct vc_heap *heap)
{
	if (heap->strict)
		memset(heap->known, 0, sizeof heap->known);
}

/* Makes a block at least as large as `size` without moving it, if possible. */
static bool
grow(struct vc_heap *heap, block *b, size_t size)
{
	const block *next = free_behind(heap, b);

	if (b->size >= size)
		return true;
	if (!next || b->size + next->size < size)
		return false;
	swallow_next(heap, b);
	return true;
}

/* Changes a block's size without moving it, or leaves it as it was and returns false. */
static bool
refit(struct vc_heap *heap, block *b, size_t bytes)
{
	const size_t had = b->size;

	if (!is_aligned(b, bytes) ||
	    (!grow(heap, b, size_for(heap, bytes)) && !grow(heap, b, least_for(heap, bytes))))
		return false;
	vc_heap_unguard(heap, b);
	forget_known(heap);
	heap->used -= had;
	hand_out(heap, b, bytes);
	return true;
}

static void
drop(struct vc_heap *heap, block *b)
{
	vc_heap_unguard(heap, b);
	forget_known(heap);
	heap->used -= b->size;
	if (heap->strict) {
		release(heap, b);
	} else {
		b->spare = 1;
		b->next = b->previous = (block *)VC_HEAP_CANARY_WORD;
		heap->spare[heap->spares++] = b;
	}
}

void *
vc_heap_resize(struct vc_heap *heap, void *pointer, size_t bytes, struct vcube_error *error)
{
	block *b;
	size_t asked;
	void *moved;

	if (!pointer)
		return vc_heap_alloc(heap, bytes, error);
	if (!settle(heap)) {
		vc_heap_check(heap, error);
		return NULL;
	}
	b = block_at(heap, pointer, error);
	if (!b)
		return NULL;
	if (bytes >= heap->size)
		return refuse(heap, bytes, error);
	asked = vc_heap_asked(b);
	if (refit(heap, b, bytes))
		return pointer;
	moved = vc_heap_alloc(heap, bytes, error);
	if (!moved)
		return NULL;
	memcpy(moved, pointer, asked < bytes ? asked : bytes);
	drop(heap, b);
	return moved;
}

bool
vc_heap_refit(struct vc_heap *heap, void *pointer, size_t bytes)
{
	block *b = settle(heap) ? block_at(heap, pointer, NULL) : NULL;

	return b && bytes < heap->size && refit(heap, b, bytes);
}

int
vc_heap_test(const struct vc_heap *heap, const void *pointer, struct vcube_error *error)
{
	struct vcube_error what;
	struct vcube_error *const why = error ? error : &what;

	return !pointer || block_at(heap, pointer, why) ? 0 : why->code;
}

int
vc_heap_free(struct vc_heap *heap, void *pointer, struct vcube_error *error)
{
	struct vcube_error what;
	struct vcube_error *const why = error ? error : &what;
	block *b;

	if (!pointer)
		return 0;
	if (!can_spare(heap))
		return vc_heap_check(heap, why);
	b = block_at(heap, pointer, why);
	if (!b)
		return why->code;
	drop(heap, b);
	return 0;
}

size_t
vc_heap_extent(const void *pointer)
{
	return ((const block *)((const char *)pointer - VC_HEAP_HEAD))->size;
}

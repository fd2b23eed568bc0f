/* SPDX-License-Identifier: BSD-2-Clause */
/* The free blocks of a heap: lists by class of size, and the search for one that fits. */
#include "heap.h"
#include "heap_block.h"

typedef struct vc_heap_block block;

/* Returns the first class from `class` on that has blocks, or VC_HEAP_CLASSES. */
static unsigned
filled_class(const struct vc_heap *heap, unsigned class)
{
	uint64_t bits;

	if (class >= VC_HEAP_CLASSES)
		return VC_HEAP_CLASSES;
	bits = heap->map[class / 64] >> class % 64;
	if (bits)
		return class + (unsigned)__builtin_ctzll(bits);
	for (unsigned word = class / 64 + 1; word < VC_HEAP_CLASSES / 64; word++)
		if (heap->map[word])
			return 64 * word + (unsigned)__builtin_ctzll(heap->map[word]);
	return VC_HEAP_CLASSES;
}

static block *
first_of(const struct vc_heap *heap, unsigned class)
{
	return heap->map[class / 64] >> class % 64 & 1 ? heap->list[class] : NULL;
}

static bool
fits(const block *b, size_t size, size_t alignment)
{
	return b->size >= size + vc_heap_gap(b, alignment);
}

/* Searches all classes that may hold a block that fits: the last resort. */
static block *
search(const struct vc_heap *heap, size_t size, size_t alignment)
{
	for (unsigned class = filled_class(heap, vc_heap_class(size));
	     class < VC_HEAP_CLASSES; class = filled_class(heap, class + 1))
		for (block *b = heap->list[class]; b && vc_heap_is_free(heap, b); b = b->next)
			if (fits(b, size, alignment))
				return b;
	return NULL;
}

void
vc_heap_insert(struct vc_heap *heap, block *b)
{
	const unsigned class = vc_heap_class(b->size);
	const uint64_t bit = UINT64_C(1) << class % 64;

	b->previous = NULL;
	b->next = heap->map[class / 64] & bit ? heap->list[class] : NULL;
	if (b->next)
		b->next->previous = b;
	heap->list[class] = b;
	heap->map[class / 64] |= bit;
}

void
vc_heap_withdraw(struct vc_heap *heap, block *b)
{
	const unsigned class = vc_heap_class(b->size);

	if (b->next)
		b->next->previous = b->previous;
	if (b->previous)
		b->previous->next = b->next;
	else if (b->next)
		heap->list[class] = b->next;
	else
		heap->map[class / 64] &= ~(UINT64_C(1) << class % 64);
}

size_t
vc_heap_gap(const block *b, size_t alignment)
{
	const size_t bytes = -(uintptr_t)vc_heap_payload(b) & (alignment - 1);

	return bytes == 0 || bytes >= VC_HEAP_LEAST ? bytes : bytes + alignment;
}

/* Returns the block of the same class that was freed last, if it fits: most programs
 * request few sizes again and again. Else one of a class in which all fit. */
static block *
choose(const struct vc_heap *heap, size_t size, size_t alignment)
{
	/* with the largest possible gap */
	const size_t surely = alignment > VC_HEAP_GRAIN ? size + alignment + VC_HEAP_GRAIN : size;
	block *b = first_of(heap, vc_heap_class(size));
	unsigned class;

	if (b && fits(b, size, alignment))
		return b;
	class = filled_class(heap, vc_heap_class(surely - VC_HEAP_GRAIN) + 1);
	return class < VC_HEAP_CLASSES ? heap->list[class] : search(heap, size, alignment);
}

block *
vc_heap_find(const struct vc_heap *heap, size_t size, size_t alignment)
{
	block *b = choose(heap, size, alignment);

	return b && vc_heap_is_free(heap, b) ? b : NULL;
}

block *
vc_heap_largest(const struct vc_heap *heap)
{
	block *largest = NULL;

	for (unsigned class = VC_HEAP_CLASSES; class-- > 0 && !largest;)
		for (block *b = first_of(heap, class); b && vc_heap_is_free(heap, b); b = b->next)
			if (!largest || b->size > largest->size)
				largest = b;
	return largest;
}

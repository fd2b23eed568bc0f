/* SPDX-License-Identifier: BSD-2-Clause */
#include "buffer.h"
#include "node.h"

typedef struct vc_pile_block block;

enum { GRAIN = 8 };

/* More than the heap adds to a block, and rounds it up by. */
enum { OVERHEAD = 64 };

/* A block of at least `least` bytes, or rather of `wanted`, if with those that it has
 * the heap's peak is no higher. */
static size_t
wish(const struct vc_heap *heap, size_t has, size_t least, size_t wanted)
{
	const size_t unused = vc_heap_peak(heap) - vc_heap_used(heap);
	const size_t cheap = unused > OVERHEAD ? has + unused - OVERHEAD : 0;
	const size_t size = wanted < cheap ? wanted : cheap;

	return size > least ? size : least;
}

static bool
resize(vcube_node *self, block *b, size_t size)
{
	if (!vc_heap_refit(&self->heap, b, size))
		return false;
	b->size = size;
	return true;
}

/* By as much as it has, if more comes than was expected. */
static bool
grow(vcube_node *self, block *b, size_t bytes, size_t expected)
{
	const size_t least = b->used + bytes;
	const size_t wanted = least < expected ? expected : 2 * least;
	const size_t size = wish(&self->heap, b->size, least, wanted);

	return resize(self, b, size) || (size > least && resize(self, b, least));
}

/* Takes a block out of the list. */
static block *
take_out(block **at)
{
	block *const b = *at;

	*at = b->older;
	return b;
}

void
vc_pile_trim(vcube_node *self, struct vc_pile *p)
{
	for (block **at = &p->block; *at != NULL;) {
		block *const b = *at;

		if (b->used == sizeof *b) {
			vcube_free(self, take_out(at));
			continue;
		}
		if (b->used < b->size)
			resize(self, b, b->used);
		at = &b->older;
	}
}

/* A block that has so much room, or can have it; NULL: none. */
static block *
find(vcube_node *self, struct vc_pile *p, size_t bytes)
{
	block *b = p->block;

	while (b != NULL && b->size - b->used < bytes)
		b = b->older;
	if (b != NULL)
		return b;
	vc_pile_trim(self, p);
	for (b = p->block; b != NULL && !grow(self, b, bytes, p->expected);)
		b = b->older;
	return b;
}

/* Where it fits best if it holds what is expected, else where it can grow. */
static block *
begin(vcube_node *self, struct vc_pile *p, size_t bytes)
{
	const size_t least = sizeof(block) + bytes;
	size_t size = wish(&self->heap, 0, least, p->expected);
	block *b = NULL;

	if (size < p->expected || (p->block != NULL && size == least))
		b = vc_heap_alloc_to_grow(&self->heap, size);
	else
		b = vc_heap_alloc(&self->heap, size, NULL);
	if (b == NULL)
		b = vc_heap_alloc_to_grow(&self->heap, size = least);
	if (b == NULL)
		b = vcube_scratch(self, least);
	if (b != NULL) {
		*b = (block){.older = p->block, .size = size, .used = sizeof *b};
		p->block = b;
	}
	return b;
}

void *
vc_pile_take(vcube_node *self, struct vc_pile *p, size_t bytes)
{
	const size_t size = (bytes + GRAIN - 1) / GRAIN * GRAIN;
	block *b = NULL;

	if (self->code == 0)
		b = find(self, p, size);
	if (self->code == 0 && b == NULL)
		b = begin(self, p, size);
	if (b == NULL)
		return NULL;
	b->used += size;
	return (char *)b + b->used - size;
}

void
vc_pile_clear(struct vc_pile *p)
{
	for (block *b = p->block; b != NULL; b = b->older)
		b->used = sizeof *b;
}

void
vc_pile_free(vcube_node *self, struct vc_pile *p)
{
	while (p->block != NULL)
		vcube_free(self, take_out(&p->block));
}

/* SPDX-License-Identifier: BSD-2-Clause */
#include "buffer.h"

typedef struct vc_buffer_block block;

enum { GRAIN = 8 };

/* More than the heap adds to a block and rounds it up by. */
enum { OVERHEAD = 64 };

/* Returns `wanted` if a block of `has` bytes can grow to that without raising the heap's
 * peak; otherwise as much as it can, but at least `least`. */
static size_t
size_within_peak(const vcube_node *self, size_t has, size_t least, size_t wanted)
{
	const size_t unused = vcube_heap_peak(self) - vcube_heap_used(self);
	const size_t cheap = unused > OVERHEAD ? has + unused - OVERHEAD : 0;
	const size_t size = wanted < cheap ? wanted : cheap;

	return size > least ? size : least;
}

static bool
resize(vcube_node *self, block *b, size_t size)
{
	if (!vcube_resize_in_place(self, b, size))
		return false;
	b->size = size;
	return true;
}

/* Grows to the expected size; doubles once more than expected has come. */
static bool
grow(vcube_node *self, block *b, size_t bytes, size_t expected)
{
	const size_t least = b->used + bytes;
	const size_t wanted = least < expected ? expected : 2 * least;
	const size_t size = size_within_peak(self, b->size, least, wanted);

	return resize(self, b, size) || (size > least && resize(self, b, least));
}

/* Removes a block from the list. */
static block *
unlink_block(block **at)
{
	block *const b = *at;

	*at = b->older;
	return b;
}

void
vc_buffer_trim(vcube_node *self, struct vc_buffer *buffer)
{
	for (block **at = &buffer->block; *at != NULL;) {
		block *const b = *at;

		if (b->used == sizeof *b) {
			vcube_free(self, unlink_block(at));
			continue;
		}
		if (b->used < b->size)
			resize(self, b, b->used);
		at = &b->older;
	}
}

/* Finds a block that has so much room or can grow to it; NULL: none. */
static block *
find(vcube_node *self, struct vc_buffer *buffer, size_t bytes)
{
	block *b = buffer->block;

	while (b != NULL && b->size - b->used < bytes)
		b = b->older;
	if (b != NULL)
		return b;
	vc_buffer_trim(self, buffer);
	for (b = buffer->block; b != NULL && !grow(self, b, bytes, buffer->expected);)
		b = b->older;
	return b;
}

/* Adds a block: the best fit if it holds all that is expected, otherwise one with room
 * to grow. */
static block *
begin(vcube_node *self, struct vc_buffer *buffer, size_t bytes)
{
	const size_t least = sizeof(block) + bytes;
	size_t size = size_within_peak(self, 0, least, buffer->expected);
	block *b = NULL;

	if (size < buffer->expected || (buffer->block != NULL && size == least))
		b = vcube_alloc_to_grow(self, size);
	else
		b = vcube_alloc(self, size);
	if (b == NULL)
		b = vcube_alloc_to_grow(self, size = least);
	if (b == NULL)
		b = vcube_scratch(self, least);
	if (b != NULL) {
		*b = (block){.older = buffer->block, .size = size, .used = sizeof *b};
		buffer->block = b;
	}
	return b;
}

void *
vc_buffer_take(vcube_node *self, struct vc_buffer *buffer, size_t bytes)
{
	const size_t size = (bytes + GRAIN - 1) / GRAIN * GRAIN;
	block *b = NULL;

	if (vcube_failed(self) == 0)
		b = find(self, buffer, size);
	if (vcube_failed(self) == 0 && b == NULL)
		b = begin(self, buffer, size);
	if (b == NULL)
		return NULL;
	b->used += size;
	return (char *)b + b->used - size;
}

void *
vc_buffer_receive(vcube_node *self, struct vc_buffer *buffer, vcube_group *group, int from,
		  size_t *bytes)
{
	struct vcube_status status = {0};
	char *message = NULL;

	if (vcube_probe(self, group, from, &status) == 0)
		message = vc_buffer_take(self, buffer, status.bytes);
	*bytes = status.bytes;
	if (message == NULL || vcube_recv(self, group, from, message, *bytes, NULL) != 0)
		return NULL;
	return message;
}

void
vc_buffer_clear(struct vc_buffer *buffer)
{
	for (block *b = buffer->block; b != NULL; b = b->older)
		b->used = sizeof *b;
}

void
vc_buffer_free(vcube_node *self, struct vc_buffer *buffer)
{
	while (buffer->block != NULL)
		vcube_free(self, unlink_block(&buffer->block));
}

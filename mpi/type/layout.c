/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "layout.h"

static const struct layout empty = { .kind = LAYOUT_STRIDED };

struct layout
vcm_layout_repeat(int64_t count, int64_t stride, const struct layout *body)
{
	struct layout all = *body;

	if (count <= 0 || body->size == 0)
		return empty;
	if (count == 1)
		return all;
	all.size *= count;
	if (vcm_layout_is_block(body) && stride == body->bytes) {
		all.bytes = all.stride = all.size;
	} else if (vcm_layout_is_block(body)) {
		all.count = count;
		all.stride = stride;
	} else if ((body->kind == LAYOUT_STRIDED || body->kind == LAYOUT_LOOP) &&
		   stride == body->count * body->stride) {
		all.count *= count;
	} else {
		all = (struct layout){ .kind = LAYOUT_LOOP, .basic = body->basic, .count = count,
					  .stride = stride, .bytes = body->size,
					  .size = all.size, .body = body };
	}
	return all;
}

int64_t
vcm_layout_start(const struct layout *layout, int64_t i)
{
	if (layout->kind == LAYOUT_LIST)
		return layout->blocks[i].start - layout->blocks[0].start;
	if (layout->kind == LAYOUT_PARTS)
		return layout->parts[i].start - layout->parts[0].start;
	return i * layout->bytes;
}

int64_t
vcm_layout_find(const struct layout *layout, int64_t position)
{
	int64_t low = 0, high = layout->count;

	if (layout->kind != LAYOUT_LIST && layout->kind != LAYOUT_PARTS)
		return position / layout->bytes;
	while (high - low > 1) {
		const int64_t middle = low + (high - low) / 2;

		if (vcm_layout_start(layout, middle) <= position)
			low = middle;
		else
			high = middle;
	}
	return low;
}

struct layout
vcm_layout_slice(const struct layout *layout, int64_t from, int64_t to)
{
	struct layout slice = *layout;

	if (from >= to)
		return empty;
	slice.count = to - from;
	slice.size = vcm_layout_start(layout, to) - vcm_layout_start(layout, from);
	switch (layout->kind) {
	case LAYOUT_STRIDED:
	case LAYOUT_LOOP:
		slice.offset += from * layout->stride;
		break;
	case LAYOUT_INDEXED:
		slice.offsets += from;
		break;
	case LAYOUT_LIST:
		slice.blocks += from;
		break;
	case LAYOUT_PARTS:
		slice.parts += from;
		break;
	}
	return slice;
}

struct layout
vcm_layout_piece(const struct layout *layout, int64_t i)
{
	const int64_t bytes = vcm_layout_start(layout, i + 1) - vcm_layout_start(layout, i);
	struct layout piece;

	switch (layout->kind) {
	case LAYOUT_STRIDED:
		return vcm_layout_block(layout->offset + i * layout->stride, bytes, layout->basic);
	case LAYOUT_INDEXED:
		return vcm_layout_block(layout->offset + layout->offsets[i], bytes, layout->basic);
	case LAYOUT_LIST:
		return vcm_layout_block(layout->offset + layout->blocks[i].offset, bytes,
				       layout->basic);
	case LAYOUT_LOOP:
		piece = *layout->body;
		piece.offset += layout->offset + i * layout->stride;
		return piece;
	case LAYOUT_PARTS:
	default:
		piece = layout->parts[i].layout;
		piece.offset += layout->offset;
		return piece;
	}
}

bool
vcm_layout_each(const struct layout *layout, int64_t at, int64_t from, int64_t to,
		layout_visit *visit, void *arg)
{
	int64_t i, start;

	if (from >= to)
		return true;
	if (vcm_layout_is_block(layout))
		return visit(arg, layout->basic, at + layout->offset + from, to - from);
	i = vcm_layout_find(layout, from);
	for (start = vcm_layout_start(layout, i); start < to; start = vcm_layout_start(layout, ++i)) {
		const struct layout piece = vcm_layout_piece(layout, i);

		if (!vcm_layout_each(&piece, at, from > start ? from - start : 0,
				     to - start < piece.size ? to - start : piece.size, visit, arg))
			return false;
	}
	return true;
}

struct arena_block {
	struct arena_block *next;
	max_align_t bytes[];
};

void *
vcm_arena_alloc(struct arena *arena, size_t bytes)
{
	struct arena_block *block = malloc(sizeof *block + bytes);

	if (!block) {
		arena->failed = true;
		return NULL;
	}
	block->next = arena->first;
	arena->first = block;
	return block->bytes;
}

void
vcm_arena_free(struct arena *arena)
{
	for (struct arena_block *block = arena->first, *next; block; block = next) {
		next = block->next;
		free(block);
	}
	arena->first = NULL;
}

/* Makes room for one more row; *rows stays if the host refuses. */
static bool
grow(struct arena *arena, void **rows, size_t size, size_t count, size_t *room)
{
	const size_t more = *room ? *room * 2 : 4;
	void *grown;

	if (count < *room)
		return true;
	grown = realloc(*rows, more * size);
	if (!grown) {
		arena->failed = true;
		return false;
	}
	*rows = grown;
	*room = more;
	return true;
}

/* A row of the blocks has its size in `start` until flush() has all of them. */
static void
add_block(struct sequence *s, int64_t offset, int64_t bytes)
{
	if (s->blocks_count > 0) {
		struct layout_block *last = &s->blocks[s->blocks_count - 1];

		if (last->offset + last->start == offset) {
			last->start += bytes;
			return;
		}
	}
	if (grow(s->arena, (void **)&s->blocks, sizeof *s->blocks, s->blocks_count,
		 &s->blocks_room))
		s->blocks[s->blocks_count++] = (struct layout_block){ offset, bytes };
}

static void
add_part(struct sequence *s, const struct layout *layout)
{
	if (grow(s->arena, (void **)&s->parts, sizeof *s->parts, s->parts_count, &s->parts_room))
		s->parts[s->parts_count++] = (struct layout_part){ .layout = *layout };
}

static bool
sizes_are_equal(const struct sequence *s)
{
	for (size_t i = 1; i < s->blocks_count; i++)
		if (s->blocks[i].start != s->blocks[0].start)
			return false;
	return true;
}

static bool
distances_are_equal(const struct sequence *s)
{
	for (size_t i = 2; i < s->blocks_count; i++)
		if (s->blocks[i].offset - s->blocks[i - 1].offset !=
		    s->blocks[1].offset - s->blocks[0].offset)
			return false;
	return true;
}

static struct layout
strided(const struct sequence *s)
{
	struct layout one = vcm_layout_block(s->blocks[0].offset, s->blocks[0].start, s->basic);

	if (s->blocks_count == 1)
		return one;
	return vcm_layout_repeat((int64_t)s->blocks_count,
				s->blocks[1].offset - s->blocks[0].offset, &one);
}

static struct layout
indexed(struct sequence *s)
{
	const int64_t count = (int64_t)s->blocks_count, bytes = s->blocks[0].start;
	int64_t *offsets = vcm_arena_alloc(s->arena, s->blocks_count * sizeof *offsets);

	if (!offsets)
		return empty;
	for (int64_t i = 0; i < count; i++)
		offsets[i] = s->blocks[i].offset;
	return (struct layout){ .kind = LAYOUT_INDEXED, .basic = s->basic, .count = count,
				   .bytes = bytes, .size = count * bytes, .offsets = offsets };
}

static struct layout
list(struct sequence *s)
{
	const size_t rows = s->blocks_count + 1;
	struct layout_block *blocks = vcm_arena_alloc(s->arena, rows * sizeof *blocks);
	int64_t start = 0;

	if (!blocks)
		return empty;
	for (size_t i = 0; i < s->blocks_count; i++) {
		blocks[i] = (struct layout_block){ s->blocks[i].offset, start };
		start += s->blocks[i].start;
	}
	blocks[s->blocks_count] = (struct layout_block){ 0, start };
	return (struct layout){ .kind = LAYOUT_LIST, .basic = s->basic,
				   .count = (int64_t)s->blocks_count, .size = start,
				   .blocks = blocks };
}

/* Turns the blocks that have gathered into a part. */
static void
flush(struct sequence *s)
{
	struct layout layout;

	if (s->blocks_count == 0)
		return;
	if (!sizes_are_equal(s))
		layout = list(s);
	else if (distances_are_equal(s))
		layout = strided(s);
	else
		layout = indexed(s);
	add_part(s, &layout);
	s->blocks_count = 0;
}

void
vcm_sequence_add(struct sequence *s, const struct layout *layout, int64_t displacement)
{
	struct layout moved = *layout;

	if (layout->size == 0)
		return;
	moved.offset += displacement;
	if (!vcm_layout_is_block(layout)) {
		flush(s);
		add_part(s, &moved);
		return;
	}
	if (!s->merge && s->blocks_count > 0 && s->basic != layout->basic)
		flush(s);
	s->basic = s->merge ? 0 : layout->basic;
	add_block(s, moved.offset, moved.bytes);
}

static struct layout
parts(struct sequence *s)
{
	struct layout_part *rows = vcm_arena_alloc(s->arena, (s->parts_count + 1) * sizeof *rows);
	uint32_t basic = s->parts[0].layout.basic;
	int64_t start = 0;

	if (!rows)
		return empty;
	for (size_t i = 0; i < s->parts_count; i++) {
		rows[i] = (struct layout_part){ s->parts[i].layout, start };
		start += rows[i].layout.size;
		if (rows[i].layout.basic != basic)
			basic = 0;
	}
	rows[s->parts_count] = (struct layout_part){ empty, start };
	return (struct layout){ .kind = LAYOUT_PARTS, .basic = basic,
				   .count = (int64_t)s->parts_count, .size = start,
				   .parts = rows };
}

struct layout
vcm_sequence_end(struct sequence *s)
{
	struct layout all = empty;

	flush(s);
	if (s->parts_count == 1)
		all = s->parts[0].layout;
	else if (s->parts_count > 1)
		all = parts(s);
	free(s->blocks);
	free(s->parts);
	return s->arena->failed ? empty : all;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Running layouts: packing and unpacking, whole or from a byte to a byte. */
#include "copy.h"
#include "layout.h"
#include "type.h"

enum direction { PACK, UNPACK };

static inline void
copy_blocks(enum direction d, char *user, int64_t step, char *packed, int64_t packed_step,
	    int64_t bytes, int64_t count)
{
	if (d == PACK)
		vcm_copy_blocks(packed, packed_step, user, step, bytes, count);
	else
		vcm_copy_blocks(user, step, packed, packed_step, bytes, count);
}

static inline void
copy_block(enum direction d, char *user, char *packed, int64_t bytes)
{
	if (d == PACK)
		vcm_copy_block(packed, user, bytes);
	else
		vcm_copy_block(user, packed, bytes);
}

static inline void
copy_indexed(enum direction d, const struct layout *l, char *user, char *packed)
{
	if (d == PACK)
		vcm_copy_gather(packed, user, l->offsets, l->bytes, l->count);
	else
		vcm_copy_scatter(user, packed, l->offsets, l->bytes, l->count);
}

static inline char *
moved(char *user, int64_t offset)
{
	return (char *)((uintptr_t)user + (uintptr_t)offset);
}

/*
 * A loop over a few blocks runs block by block, all passes of one before those of the next:
 * the inner loop is then the long one. In groups of passes, which stay in the cache.
 */
enum { FEW = 16, CACHED = 16 * 1024 };

static bool
is_few_blocks(const struct layout *body)
{
	return (body->kind == LAYOUT_STRIDED || body->kind == LAYOUT_INDEXED ||
		body->kind == LAYOUT_LIST) && body->count <= FEW;
}

static int64_t
passes_cached(const struct layout *loop)
{
	const int64_t stride = loop->stride < 0 ? -loop->stride : loop->stride;

	return CACHED / (stride > loop->bytes ? stride : loop->bytes);
}

static void
copy_columns(enum direction d, const struct layout *loop, char *user, char *packed, int64_t group)
{
	const struct layout *body = loop->body;

	for (int64_t i = 0; i < loop->count; i += group) {
		const int64_t passes = loop->count - i < group ? loop->count - i : group;

		for (int64_t k = 0; k < body->count; k++) {
			const struct layout block = vcm_layout_piece(body, k);

			copy_blocks(d, moved(user, i * loop->stride + block.offset), loop->stride,
				    packed + i * loop->bytes + vcm_layout_start(body, k),
				    loop->bytes, block.bytes, passes);
		}
	}
}

static void copy_all(enum direction d, const struct layout *l, char *user, char *packed);

static void
copy_loop(enum direction d, const struct layout *l, char *user, char *packed)
{
	if (is_few_blocks(l->body)) {
		const int64_t group = passes_cached(l);

		if (group >= l->body->count && l->count > l->body->count) {
			copy_columns(d, l, user, packed, group);
			return;
		}
	}
	for (int64_t i = 0; i < l->count; i++)
		copy_all(d, l->body, moved(user, i * l->stride), packed + i * l->bytes);
}

static void
copy_list(enum direction d, const struct layout *l, char *user, char *packed)
{
	const int64_t start = l->blocks[0].start;

	for (int64_t i = 0; i < l->count; i++)
		copy_block(d, moved(user, l->blocks[i].offset),
			   packed + (l->blocks[i].start - start),
			   l->blocks[i + 1].start - l->blocks[i].start);
}

static void
copy_all(enum direction d, const struct layout *l, char *user, char *packed)
{
	user = moved(user, l->offset);
	switch (l->kind) {
	case LAYOUT_STRIDED:
		if (l->count == 1)
			copy_block(d, user, packed, l->bytes);
		else
			copy_blocks(d, user, l->stride, packed, l->bytes, l->bytes, l->count);
		break;
	case LAYOUT_INDEXED:
		copy_indexed(d, l, user, packed);
		break;
	case LAYOUT_LIST:
		copy_list(d, l, user, packed);
		break;
	case LAYOUT_LOOP:
		copy_loop(d, l, user, packed);
		break;
	case LAYOUT_PARTS:
		for (int64_t i = 0; i < l->count; i++)
			copy_all(d, &l->parts[i].layout, user,
				 packed + (l->parts[i].start - l->parts[0].start));
		break;
	}
}

/* Bytes `from` to `to` of the packed form; `packed` is the place of byte `from`. */
static void
copy_part(enum direction d, const struct layout *l, char *user, int64_t from, int64_t to,
	  char *packed)
{
	struct layout piece;
	int64_t first, last, first_start, last_start;

	if (from >= to)
		return;
	if (from == 0 && to == l->size) {
		copy_all(d, l, user, packed);
		return;
	}
	if (vcm_layout_is_block(l)) {
		copy_block(d, moved(user, l->offset + from), packed, to - from);
		return;
	}
	first = vcm_layout_find(l, from);
	last = vcm_layout_find(l, to - 1);
	first_start = vcm_layout_start(l, first);
	last_start = vcm_layout_start(l, last);
	piece = vcm_layout_piece(l, first);
	if (first == last) {
		copy_part(d, &piece, user, from - first_start, to - first_start, packed);
		return;
	}
	copy_part(d, &piece, user, from - first_start, piece.size, packed);
	packed += first_start + piece.size - from;
	piece = vcm_layout_slice(l, first + 1, last);
	copy_part(d, &piece, user, 0, piece.size, packed);
	packed += piece.size;
	piece = vcm_layout_piece(l, last);
	copy_part(d, &piece, user, 0, to - last_start, packed);
}

static void
copy(enum direction d, const struct datatype *type, int64_t count, const void *buffer,
     int64_t from, int64_t to, const void *packed)
{
	const struct layout all = vcm_layout_repeat(count, type->extent, type->layout);

	copy_part(d, &all, (char *)buffer, from, to, (char *)packed);
}

void
vcm_type_pack(const struct datatype *type, int64_t count, const void *buffer, void *packed)
{
	copy(PACK, type, count, buffer, 0, count * type->size, packed);
}

void
vcm_type_unpack(const struct datatype *type, int64_t count, void *buffer, const void *packed)
{
	copy(UNPACK, type, count, buffer, 0, count * type->size, packed);
}

void
vcm_type_pack_part(const struct datatype *type, int64_t count, const void *buffer,
		   int64_t from, int64_t to, void *packed)
{
	copy(PACK, type, count, buffer, from, to, packed);
}

void
vcm_type_unpack_part(const struct datatype *type, int64_t count, void *buffer,
		     int64_t from, int64_t to, const void *packed)
{
	copy(UNPACK, type, count, buffer, from, to, packed);
}

/* Through a small packed form, if neither side is one piece. */
static void
copy_by_pieces(const struct layout *to_layout, char *to, const struct layout *from_layout,
	       char *from, int64_t bytes)
{
	char packed[4096];

	for (int64_t at = 0; at < bytes; at += (int64_t)sizeof packed) {
		const int64_t rest = bytes - at, end =
			at + (rest < (int64_t)sizeof packed ? rest : (int64_t)sizeof packed);

		copy_part(PACK, from_layout, from, at, end, packed);
		copy_part(UNPACK, to_layout, to, at, end, packed);
	}
}

int64_t
vcm_type_copy(const struct datatype *to_type, int64_t to_count, void *to,
	      const struct datatype *from_type, int64_t from_count, const void *from)
{
	const int64_t room = to_count * to_type->size, there = from_count * from_type->size;
	const int64_t bytes = room < there ? room : there;
	const struct layout to_layout =
		vcm_layout_repeat(to_count, to_type->extent, to_type->layout);
	const struct layout from_layout =
		vcm_layout_repeat(from_count, from_type->extent, from_type->layout);

	if (bytes == 0)
		return 0;
	if (vcm_layout_is_block(&to_layout))
		copy_part(PACK, &from_layout, (char *)from, 0, bytes, moved(to, to_layout.offset));
	else if (vcm_layout_is_block(&from_layout))
		copy_part(UNPACK, &to_layout, to, 0, bytes,
			  moved((char *)from, from_layout.offset));
	else
		copy_by_pieces(&to_layout, to, &from_layout, (char *)from, bytes);
	return bytes;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A layout: the program by which the data of a datatype are copied. It is a tree of loops
 * over blocks of bytes, small where the type is regular whatever its counts.
 *
 * Each committed type has two: one whose blocks are as large as they can be, for copying;
 * and its map, in which a block consists of basic elements of one type, for signatures,
 * counts of elements and conversion. If all basic elements are of one type, they are the
 * same. The pieces of a layout (blocks, passes or parts) are numbered in the order in which
 * the packed form has them.
 *
 * Invariants: an empty layout is LAYOUT_STRIDED with count 0; no other has a piece of size 0.
 * A LAYOUT_STRIDED of one block is not a LAYOUT_LOOP, and one whose blocks touch is one block.
 */
#ifndef VCM_LAYOUT_H
#define VCM_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum layout_kind {
	LAYOUT_STRIDED,     /* equal blocks at equal distances */
	LAYOUT_INDEXED,     /* equal blocks, each at an offset of its own */
	LAYOUT_LIST,        /* blocks of any size at any offset */
	LAYOUT_LOOP,        /* the body, count times, at equal distances */
	LAYOUT_PARTS,       /* other layouts, one after the other */
};

struct layout {
	enum layout_kind kind;
	uint32_t basic;         /* handle of the blocks' basic type; 0: several, or not known */
	int64_t offset;         /* added to all offsets, from the address of the element */
	int64_t count;          /* pieces */
	int64_t stride;         /* LAYOUT_STRIDED, LAYOUT_LOOP: from piece to piece */
	int64_t bytes;          /* of those two and LAYOUT_INDEXED: packed size of a piece */
	int64_t size;           /* packed size of all */
	union {
		const int64_t *offsets;                 /* LAYOUT_INDEXED */
		const struct layout_block *blocks;      /* LAYOUT_LIST: and one more, the end */
		const struct layout *body;              /* LAYOUT_LOOP */
		const struct layout_part *parts;        /* LAYOUT_PARTS: likewise */
	};
};

/* `start` is the place in the packed form; in a slice, the first one's need not be 0. */
struct layout_block {
	int64_t offset, start;
};

struct layout_part {
	struct layout layout;
	int64_t start;
};

/* Returns one block. */
static inline struct layout
vcm_layout_block(int64_t offset, int64_t bytes, uint32_t basic)
{
	return (struct layout){ .kind = LAYOUT_STRIDED, .basic = basic, .offset = offset,
				   .count = bytes > 0, .stride = bytes, .bytes = bytes,
				   .size = bytes };
}

static inline bool
vcm_layout_is_block(const struct layout *layout)
{
	return layout->kind == LAYOUT_STRIDED && layout->count == 1;
}

/* Returns `count` copies of the body, `stride` apart. The result may refer to *body. */
struct layout vcm_layout_repeat(int64_t count, int64_t stride, const struct layout *body);

/* Returns which piece has byte `position` of the packed form, below its size. */
int64_t vcm_layout_find(const struct layout *layout, int64_t position);

/* Returns where piece `i` starts in the packed form; i <= count. */
int64_t vcm_layout_start(const struct layout *layout, int64_t i);

/* Returns piece `i`, or pieces `from` up to `to`, as a layout. */
struct layout vcm_layout_piece(const struct layout *layout, int64_t i);
struct layout vcm_layout_slice(const struct layout *layout, int64_t from, int64_t to);

/*
 * Calls `visit` for each block of bytes `from` up to `to` of the packed form, in order, until it
 * returns false, which is then the result. `at` is the place of the element: an address, or an
 * offset in a file; basic elements may be cut.
 */
typedef bool layout_visit(void *arg, uint32_t basic, int64_t at, int64_t bytes);
bool vcm_layout_each(const struct layout *layout, int64_t at, int64_t from, int64_t to,
		     layout_visit *visit, void *arg);

/* Memory that layouts share, and that is freed at once. */
struct arena {
	struct arena_block *first;
	bool failed;                    /* the host refused memory: all that was built is void */
};

void *vcm_arena_alloc(struct arena *arena, size_t bytes);     /* NULL: refused */
void vcm_arena_free(struct arena *arena);

/*
 * Layouts one after the other, in the order in which they are added. Adjacent blocks become
 * one if `merge` is true or if they are of the same basic type. vcm_sequence_end() returns
 * the whole, in memory of the arena.
 */
struct sequence {
	struct arena *arena;
	bool merge;
	struct layout_block *blocks;        /* those that follow the last of the parts */
	size_t blocks_count, blocks_room;
	uint32_t basic;                 /* of these blocks */
	struct layout_part *parts;
	size_t parts_count, parts_room;
};

void vcm_sequence_add(struct sequence *sequence, const struct layout *layout,
		     int64_t displacement);
struct layout vcm_sequence_end(struct sequence *sequence);

#endif

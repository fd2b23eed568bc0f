/* SPDX-License-Identifier: BSD-2-Clause */
/* A heap and its blocks, for the files of nodes/heap/; heap.h has the invariants. */
#ifndef VC_HEAP_BLOCK_H
#define VC_HEAP_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VC_HEAP_CLASSES 320     /* a multiple of 64 */

#define VC_HEAP_GUARDS 32       /* most guard pages of a heap */
#define VC_HEAP_KNOWN 2
#define VC_HEAP_SPARES 4

struct vc_heap_block;

struct vc_heap_span {
	const char *from, *to;
};

struct vc_heap {
	struct vc_heap_block *first;
	char *base, *end;
	size_t size, used, peak;
	uint64_t run;                   /* number of resets; part of every mark */
	bool strict;
	bool trusts;                    /* the code that allocates: its blocks get no guard pages */
	const char *here;               /* strict: the line that allocates */
	struct vc_heap_span known[VC_HEAP_KNOWN];       /* strict: blocks in use that vc_heap_owns()
							   found last, as requested; or NULL */
	unsigned next_known;
	char *guard[VC_HEAP_GUARDS];    /* pages that nobody may use; NULL: none */
	struct vc_heap_block *spare[VC_HEAP_SPARES];    /* see H6 in heap.h */
	unsigned spares;
	uint64_t map[VC_HEAP_CLASSES / 64];
	struct vc_heap_block *list[VC_HEAP_CLASSES];    /* valid where the map has a bit */
};

/*
 * The mark comes first, so that an overrun of the block before hits it first. It depends
 * on address and run, so that neither a copy of a head nor a head of an earlier run is
 * taken for a head.
 */
struct vc_heap_block {
	uint64_t mark : 16;
	uint64_t size : 47;             /* head included, a multiple of 16 */
	uint64_t guarded : 1;           /* if used: a guard page lies behind its canaries */
	uint64_t used : 1;
	uint64_t slack : 15;            /* if used: bytes at its end beyond the size requested */
	uint64_t spare : 1;             /* if used: it is not, see H6 in heap.h */
	uint64_t before : 47;           /* size of the block before; 0: this is the first */
	struct vc_heap_block *next, *previous;  /* if free: in the list of its class */
};

#define VC_HEAP_GRAIN ((size_t)16)
#define VC_HEAP_HEAD offsetof(struct vc_heap_block, next)
#define VC_HEAP_LEAST sizeof(struct vc_heap_block)

/* What the heap writes behind the size requested. Strict: up to the site, at least 16 bytes; else
 * up to 8, if the size leaves some. */
#define VC_HEAP_CANARY 0xa5
#define VC_HEAP_CANARY_WORD (UINT64_MAX / 0xff * VC_HEAP_CANARY)
#define VC_HEAP_CANARIES ((size_t)16)

/* Strict: at the end of the block, the line that allocated it, and the inverse. */
struct vc_heap_site {
	uintptr_t here, inverse;
};
#define VC_HEAP_SITE sizeof(struct vc_heap_site)

_Static_assert(VC_HEAP_HEAD == VC_HEAP_GRAIN, "an aligned block follows an aligned head");

static inline char *
vc_heap_payload(const struct vc_heap_block *b)
{
	return (char *)b + VC_HEAP_HEAD;
}

/* Returns the size requested. */
static inline size_t
vc_heap_asked(const struct vc_heap_block *b)
{
	return b->size - VC_HEAP_HEAD - b->slack;
}

/* The block's size is a multiple of the site's alignment. */
static inline struct vc_heap_site *
vc_heap_site(const struct vc_heap_block *b)
{
	return (struct vc_heap_site *)((char *)b + b->size - VC_HEAP_SITE);
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

/* Can the bytes at b, in the heap, be a head? */
static inline bool
vc_heap_is_head(const struct vc_heap *heap, const struct vc_heap_block *b)
{
	return b->mark == vc_heap_mark(heap, b) &&
	       b->size >= VC_HEAP_LEAST && b->size % VC_HEAP_GRAIN == 0 &&
	       b->size <= (size_t)(heap->end - (char *)b) &&
	       (!b->used || (b->slack <= b->size - VC_HEAP_HEAD &&
			     b->slack >= (heap->strict ? VC_HEAP_CANARIES + VC_HEAP_SITE : 0)));
}

/* Returns the class of a size: 8 classes for each power of two. Sizes in a class are larger
 * than those in the classes below it. */
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

/* Where the size leaves less than a word, the canaries of heaps that are not strict are the end of
 * the block's last word; else a word behind the size requested. */
struct vc_heap_word {
	char *at;
	uint64_t mask;                  /* its canaries */
};

static inline struct vc_heap_word
vc_heap_word(const struct vc_heap_block *b)
{
	static const unsigned char masks[2 * sizeof(uint64_t)] = {
		[8] = 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff
	};
	const size_t few = b->slack < sizeof(uint64_t) ? b->slack : sizeof(uint64_t);
	struct vc_heap_word w = {.at = vc_heap_payload(b) + vc_heap_asked(b) + few - sizeof w.mask};

	memcpy(&w.mask, masks + few, sizeof w.mask);
	return w;
}

/* Has the program the block? */
static inline bool
vc_heap_is_used(const struct vc_heap_block *b)
{
	return b->used && !b->spare;
}

/* Has nobody written to a spare block, where the links of a free one would be? */
static inline bool
vc_heap_is_spare_intact(const struct vc_heap_block *b)
{
	return (uintptr_t)b->next == VC_HEAP_CANARY_WORD && (uintptr_t)b->previous == VC_HEAP_CANARY_WORD;
}

/* nodes/heap/heap_free.c */

/* Insert a block into the list of its class, and remove it. */
void vc_heap_insert(struct vc_heap *heap, struct vc_heap_block *b);
void vc_heap_withdraw(struct vc_heap *heap, struct vc_heap_block *b);

/* Returns the bytes from the head of a free block to the first head whose block is
 * aligned: 0, or enough for a block. */
size_t vc_heap_gap(const struct vc_heap_block *b, size_t alignment);
/* Returns a free block with room for one of this size behind its gap, or NULL. Does not
 * follow the links of blocks that were written to. */
struct vc_heap_block *vc_heap_find(const struct vc_heap *heap, size_t size, size_t alignment);
/* Returns the largest free block, or NULL. */
struct vc_heap_block *vc_heap_largest(const struct vc_heap *heap);

/* nodes/heap/heap_guard.c */

/* Returns the bytes that a block of this size needs for its guard page; 0: it gets none. */
size_t vc_heap_guard_room(const struct vc_heap *heap, size_t bytes);
/* Puts a guard page behind the canaries of a block, if it is large and the host can; removes it. */
void vc_heap_guard(struct vc_heap *heap, struct vc_heap_block *b);
void vc_heap_unguard(struct vc_heap *heap, struct vc_heap_block *b);
/* Returns where the canaries of a used block of a strict heap end: at its guard page, or its
 * site. */
const char *vc_heap_canaries_end(const struct vc_heap_block *b);

/* nodes/heap/heap_check.c */

/* Is b a free block whose list neighbours link back to it? Then vc_heap_withdraw() is
 * safe. */
bool vc_heap_is_free(const struct vc_heap *heap, const struct vc_heap_block *b);

/* Are the heads of both neighbours consistent with this block, can they be withdrawn if
 * they are free, and in strict mode, is the space behind the size requested unchanged? */
bool vc_heap_is_intact(const struct vc_heap *heap, const struct vc_heap_block *b);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Heaps in regions that end at an unmapped page, and are checked. */
#ifndef HEAPS_H
#define HEAPS_H

#include "heap.h"
#include "support.h"

#define HEAD ((size_t)16)
/* Of strict heaps: behind each block its canaries and its line, and two pages for one that
 * guards. */
#define MARKS ((size_t)32)
#define GUARD ((size_t)2 * 8192)
#define ROOM ((size_t)1 << 20)

/* A region followed by a page that nobody may touch. */
size_t whole_pages(size_t size);
void *map(size_t size);
void unmap(void *region, size_t size);

size_t offset_of(const struct vc_heap *heap, const void *block);
void assert_sound(const struct vc_heap *heap);
/* What an empty heap has for one block. */
size_t whole(const struct vc_heap *heap, bool strict);
void assert_empty(struct vc_heap *heap, bool strict);

/* A new heap of ROOM bytes, for a small test. */
struct world {
	struct vc_heap heap;
	struct vcube_error error;
	void *region;
};

struct world *enter(bool strict);
void leave(struct world *w);
unsigned char *alloc(struct world *w, size_t bytes);
/* The last error is this one. */
void says(const struct world *w, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* What is no block can be neither freed nor resized. */
void refuses_free(struct world *w, void *block, int code);

#endif

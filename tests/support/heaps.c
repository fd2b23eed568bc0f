/* SPDX-License-Identifier: BSD-2-Clause */
/* Heaps for tests; see the header. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "heaps.h"

size_t
whole_pages(size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) / page * page;
}

void *
map(size_t size)
{
	const size_t pages = whole_pages(size), all = whole_pages(pages + 1);
	char *region = mmap(NULL, all, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_true(region != MAP_FAILED);
	assert_int_equal(mprotect(region + pages, all - pages, PROT_NONE), 0);
	return region;
}

void
unmap(void *region, size_t size)
{
	munmap(region, whole_pages(whole_pages(size) + 1));
}

size_t
offset_of(const struct vc_heap *heap, const void *block)
{
	return (size_t)((const char *)block - heap->base);
}

void
assert_sound(const struct vc_heap *heap)
{
	struct vcube_error error = { 0 };

	if (vc_heap_check(heap, &error) != 0)
		fail_msg("%s", error.text);
}

size_t
whole(const struct vc_heap *heap, bool strict)
{
	const size_t lost = (size_t)((char *)heap->first - heap->base);

	assert_in_range(lost, 0, 63);
	assert_int_equal((vc_heap_size(heap) - lost) & ~(size_t)15, heap->end - (char *)heap->first);
	return ((vc_heap_size(heap) - lost) & ~(size_t)15) - HEAD - (strict ? MARKS : 0);
}

void
assert_empty(struct vc_heap *heap, bool strict)
{
	void *all;

	assert_sound(heap);
	assert_int_equal(vc_heap_used(heap), 0);
	all = vc_heap_alloc(heap, whole(heap, strict), NULL);
	assert_non_null(all);
	assert_null(vc_heap_alloc(heap, 0, NULL));
	assert_sound(heap);
	assert_int_equal(vc_heap_free(heap, all, NULL), 0);
}

struct world *
enter(bool strict)
{
	static struct world w;

	memset(&w, 0, sizeof w);
	w.region = map(ROOM);
	vc_heap_init(&w.heap, w.region, ROOM, strict);
	return &w;
}

void
leave(struct world *w)
{
	unmap(w->region, ROOM);
}

unsigned char *
alloc(struct world *w, size_t bytes)
{
	unsigned char *block = vc_heap_alloc(&w->heap, bytes, &w->error);

	assert_non_null(block);
	return block;
}

void
says(const struct world *w, int code, const char *format, ...)
{
	char text[200];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	assert_int_equal(w->error.code, code);
	if (!strstr(w->error.text, text))
		fail_msg("'%s' is not in '%s'", text, w->error.text);
}

void
refuses_free(struct world *w, void *block, int code)
{
	const size_t used = vc_heap_used(&w->heap);

	assert_int_equal(vc_heap_free(&w->heap, block, &w->error), code);
	assert_int_equal(vc_heap_free(&w->heap, block, NULL), code);
	assert_null(vc_heap_resize(&w->heap, block, 10, &w->error));
	assert_int_equal(w->error.code, code);
	assert_int_equal(vc_heap_used(&w->heap), used);
}

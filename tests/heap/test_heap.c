/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node's heap: alignment, growth, exhaustion, empty blocks, and which memory it
 * touches.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "random.h"
#include "heaps.h"

/* Small tests, each with a heap of its own. */

static void
alignment(void **state)
{
	struct world *w = enter(false);

	(void)state;
	for (size_t bytes = 0; bytes < 3000; bytes += bytes < 1100 ? 1 : 37) {
		alloc(w, bytes % 50);
		assert_int_equal((uintptr_t)alloc(w, bytes) % (bytes < 1024 ? 16 : 64), 0);
		if (vc_heap_used(&w->heap) > ROOM / 2)
			vc_heap_reset(&w->heap);
	}
	assert_sound(&w->heap);
	leave(w);
}

static void
used_and_peak(void **state)
{
	struct world *w = enter(false);
	void *a, *b;

	(void)state;
	assert_int_equal(vc_heap_used(&w->heap), 0);
	a = alloc(w, 100);
	assert_int_equal(vc_heap_used(&w->heap), 128);
	b = alloc(w, 1024);
	assert_int_equal(vc_heap_used(&w->heap), 128 + 1040);
	assert_int_equal(vc_heap_free(&w->heap, a, NULL), 0);
	assert_int_equal(vc_heap_used(&w->heap), 1040);
	assert_int_equal(vc_heap_peak(&w->heap), 128 + 1040);
	b = vc_heap_resize(&w->heap, b, 2048, NULL);
	assert_int_equal(vc_heap_used(&w->heap), 2064);
	assert_int_equal(vc_heap_peak(&w->heap), 2064);
	assert_int_equal(vc_heap_free(&w->heap, b, NULL), 0);
	assert_int_equal(vc_heap_peak(&w->heap), 2064);
	vc_heap_reset(&w->heap);
	assert_int_equal(vc_heap_peak(&w->heap), 0);
	leave(w);
}

/* What was freed last is what the next block of that size gets, and belongs to nobody until then;
 * other blocks get its room as well. */
static void
freed_last(void **state)
{
	static const size_t sizes[] = {0, 100, 1500, 70000};

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct world *w = enter(false);
		unsigned char *const a = alloc(w, sizes[i]), *const wall = alloc(w, 100);
		const size_t used = vc_heap_used(&w->heap);

		for (int again = 0; again < 3; again++) {
			assert_int_equal(vc_heap_free(&w->heap, a, NULL), 0);
			assert_int_equal(vc_heap_used(&w->heap), 128);
			assert_sound(&w->heap);
			assert_false(vc_heap_owns(&w->heap, a, 1));
			assert_int_equal(vc_heap_rest(&w->heap, a), 0);
			assert_int_equal(vc_heap_test(&w->heap, a, &w->error), VCUBE_EINVAL);
			says(w, VCUBE_EINVAL, "is already free");
			assert_ptr_equal(alloc(w, sizes[i]), a);
			assert_int_equal(vc_heap_used(&w->heap), used);
			assert_int_equal(vc_heap_peak(&w->heap), used);
			assert_true(vc_heap_rest(&w->heap, a) == sizes[i]);
			assert_sound(&w->heap);
		}
		vc_heap_free(&w->heap, a, NULL);
		vc_heap_free(&w->heap, wall, NULL);
		assert_true(alloc(w, ROOM - 100) <= wall);
		vc_heap_reset(&w->heap);
		vc_heap_free(&w->heap, alloc(w, 100), NULL);
		vc_heap_reset(&w->heap);
		assert_int_equal(vc_heap_used(&w->heap), 0);
		assert_sound(&w->heap);
		leave(w);
	}
}

/* So does each of several, in any order, unless they are too many. */
static void
freed_last_in_turn(size_t several, size_t first)
{
	static const size_t sizes[] = {100, 1500, 300, 70000, 700, 40};
	struct world *w = enter(false);
	unsigned char *at[COUNT(sizes)];
	size_t used;

	for (size_t i = 0; i < several; i++)
		at[i] = alloc(w, sizes[i]);
	used = vc_heap_used(&w->heap);
	for (int again = 0; again < 3; again++) {
		for (size_t i = 0; i < several; i++) {
			assert_int_equal(vc_heap_free(&w->heap, at[i], NULL), 0);
			assert_sound(&w->heap);
		}
		assert_int_equal(vc_heap_used(&w->heap), 0);
		for (size_t i = 0; i < several; i++)
			assert_int_equal(vc_heap_test(&w->heap, at[i], NULL), VCUBE_EINVAL);
		for (size_t i = 0; i < several; i++) {
			const size_t k = (first + i) % several;
			unsigned char *const b = alloc(w, sizes[k]);

			assert_true(b == at[k] || several > VC_HEAP_SPARES);
			at[k] = memset(b, again, sizes[k]);
			assert_sound(&w->heap);
		}
		assert_true(vc_heap_used(&w->heap) == used || several > VC_HEAP_SPARES);
		assert_true(vc_heap_peak(&w->heap) == used || several > VC_HEAP_SPARES);
	}
	for (size_t i = 0; i < several; i++)
		assert_int_equal(vc_heap_free(&w->heap, at[i], NULL), 0);
	assert_empty(&w->heap, false);
	leave(w);
}

static void
freed_last_several(void **state)
{
	(void)state;
	for (size_t several = 2; several <= VC_HEAP_SPARES + 2; several++)
		for (size_t first = 0; first < several; first++)
			freed_last_in_turn(several, first);
}

static void
freed_last_elsewhere(void **state)
{
	struct world *w = enter(false);
	unsigned char *a, *b;

	(void)state;
	/* another alignment */
	alloc(w, 10);
	a = alloc(w, 1020);
	alloc(w, 1);
	assert_true((uintptr_t)a % 64 != 0);
	vc_heap_free(&w->heap, a, NULL);
	b = alloc(w, 1024);
	assert_true(b != a && (uintptr_t)b % 64 == 0);
	/* a block grows into what lies behind it */
	a = alloc(w, 3000);
	b = alloc(w, 3000);
	alloc(w, 500);          /* too long for the gap between them */
	vc_heap_free(&w->heap, b, NULL);
	assert_true(vc_heap_refit(&w->heap, a, 5000));
	assert_sound(&w->heap);
	leave(w);
}

/* A heap that is closed hands out nothing, not even what was freed last. */
static void
closed(void **state)
{
	struct world *w = enter(false);
	unsigned char *const a = alloc(w, 100);

	(void)state;
	vc_heap_free(&w->heap, alloc(w, 1000), NULL);
	vc_heap_close(&w->heap);
	assert_null(vc_heap_alloc(&w->heap, 1000, &w->error));
	says(w, VCUBE_EINVAL, "a node's heap lasts no longer");
	assert_int_equal(vc_heap_free(&w->heap, a, &w->error), VCUBE_EINVAL);
	leave(w);
}

/* Whether space follows depends on where a block lies. */
static void
growing(void **state)
{
	struct world *w = enter(false);
	unsigned char *const a = alloc(w, 5000), *const wall = alloc(w, 100);
	unsigned char *b;

	(void)state;
	assert_false(vc_heap_refit(&w->heap, a, 6000));
	assert_int_equal(vc_heap_free(&w->heap, a, NULL), 0);
	b = vc_heap_alloc_to_grow(&w->heap, 100);
	assert_true(b > wall && alloc(w, 100) < wall);
	b[99] = 7;
	assert_true(vc_heap_refit(&w->heap, b, ROOM / 2));
	assert_int_equal(b[99], 7);
	assert_in_range(vc_heap_peak(&w->heap), ROOM / 2, ROOM / 2 + 5500);
	assert_true(vc_heap_refit(&w->heap, b, 200));
	assert_true(vc_heap_used(&w->heap) < 600);
	assert_false(vc_heap_refit(&w->heap, b, ROOM));
	assert_false(vc_heap_refit(&w->heap, b, SIZE_MAX));
	assert_false(vc_heap_refit(&w->heap, b + 16, 300));
	assert_null(vc_heap_alloc_to_grow(&w->heap, ROOM));
	assert_null(vc_heap_alloc_to_grow(&w->heap, SIZE_MAX));
	assert_true(vc_heap_refit(&w->heap, b, 300));
	assert_sound(&w->heap);
	leave(w);
}

static void
exhaustion(void **state)
{
	static const size_t too_much[] = {
		ROOM - 63, ROOM, ROOM + 1, SIZE_MAX / 2, SIZE_MAX - 100, SIZE_MAX,
	};
	struct world *w = enter(false);
	unsigned char *all;

	(void)state;
	for (size_t i = 0; i < COUNT(too_much); i++) {
		assert_null(vc_heap_alloc(&w->heap, too_much[i], &w->error));
		says(w, VCUBE_EHEAP, "no room for %zu bytes in a heap of 1048576: 1048576 are free, "
		     "the largest piece has 1048512; heap=SIZE makes it larger", too_much[i]);
	}
	all = alloc(w, whole(&w->heap, false));
	memset(all, 1, whole(&w->heap, false));
	assert_null(vc_heap_alloc(&w->heap, 1, NULL));
	assert_null(vc_heap_resize(&w->heap, all, ROOM - 63, &w->error));
	says(w, VCUBE_EHEAP, "the largest piece has 0");
	assert_null(vc_heap_resize(&w->heap, all, SIZE_MAX, &w->error));
	assert_int_equal(all[ROOM - 65], 1);
	all = vc_heap_resize(&w->heap, all, 1, NULL);
	assert_int_equal(vc_heap_free(&w->heap, all, NULL), 0);
	assert_empty(&w->heap, false);
	leave(w);
}

/* Half of the heap is free, in pieces; then all of it is. */
static void
fragmentation(void **state)
{
	struct world *w = enter(false);
	unsigned char *block[ROOM / 128];
	uint64_t random = seed;
	int count = 0;

	(void)state;
	while ((block[count] = vc_heap_alloc(&w->heap, 112, NULL)) != NULL)
		count++;
	assert_int_equal(count, (ROOM - 48) / 128);
	for (int i = 0; i + 1 < count; i += 2)
		assert_int_equal(vc_heap_free(&w->heap, block[i], NULL), 0);
	assert_true(vc_heap_used(&w->heap) <= ROOM / 2);
	assert_null(vc_heap_alloc(&w->heap, 129, &w->error));
	says(w, VCUBE_EHEAP, "the largest piece has 112");
	for (int i = 0; i + 1 < count; i += 2)
		assert_int_equal(offset_of(&w->heap, alloc(w, 112)) % 128, 64);
	for (int left = count; left > 0; left--) {
		const int i = (int)(vc_random(&random) % (unsigned)left);

		assert_int_equal(vc_heap_free(&w->heap, block[i], NULL), 0);
		block[i] = block[left - 1];
	}
	assert_empty(&w->heap, false);
	leave(w);
}

static void
resizing(void **state)
{
	struct world *w = enter(false);
	unsigned char *a = alloc(w, 500), *b, *c;

	(void)state;
	assert_ptr_equal(vc_heap_resize(&w->heap, a, 1000, NULL), a);
	b = alloc(w, 16);
	assert_ptr_equal(vc_heap_resize(&w->heap, a, 100, NULL), a);
	c = alloc(w, 500);
	assert_in_range(offset_of(&w->heap, c), offset_of(&w->heap, a), offset_of(&w->heap, b));
	memset(b, 7, 16);
	b = vc_heap_resize(&w->heap, b, 5000, NULL);
	assert_int_equal((uintptr_t)b % 64, 0);
	assert_int_equal(b[15], 7);
	assert_non_null(vc_heap_resize(&w->heap, NULL, 10, NULL));
	assert_sound(&w->heap);
	leave(w);
}

/* From the very end of the region: the heap reads nothing behind the block. */
static void
resizing_at_the_end(void **state)
{
	struct world *w = enter(false);
	unsigned char *hole = alloc(w, 5000), *last = NULL, *next;

	(void)state;
	while ((next = vc_heap_alloc(&w->heap, 48, NULL)) != NULL)
		last = next;
	memset(last, 9, 48);
	vc_heap_free(&w->heap, hole, NULL);
	assert_ptr_equal(vc_heap_resize(&w->heap, last, 4900, NULL), hole);
	assert_int_equal(hole[47], 9);
	leave(w);
}

static void
blocks_of_nothing(void **state)
{
	struct world *w = enter(true);
	unsigned char *a = alloc(w, 0), *b = alloc(w, 0);

	(void)state;
	assert_ptr_not_equal(a, b);
	assert_int_equal(vc_heap_free(&w->heap, NULL, &w->error), 0);
	a = vc_heap_resize(&w->heap, a, 0, NULL);
	assert_int_equal(vc_heap_free(&w->heap, a, NULL), 0);
	b[0] = 1;
	refuses_free(w, b, VCUBE_EOVERRUN);
	says(w, VCUBE_EOVERRUN, "the block of 0 bytes at offset %zu of the heap was written past its "
	     "end: at byte 0,", offset_of(&w->heap, b));
	leave(w);
}

/* Counts the resident pages of a region. */
static int
populated(char *region, size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *pages = malloc(size / page);
	int count = 0;

	assert_int_equal(mincore(region, size, pages), 0);
	for (size_t i = 0; i < size / page; i++)
		count += pages[i] & 1;
	free(pages);
	return count;
}

static void
touches_little(void **state)
{
	const size_t size = (size_t)64 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
	char *region = map(size);
	struct vc_heap heap;
	char *a, *b;

	(void)state;
	madvise(region, size, MADV_NOHUGEPAGE);
	vc_heap_init(&heap, region, size, true);
	assert_in_range(populated(region, size), 0, 1);
	a = vc_heap_alloc(&heap, page * 1000, NULL);
	b = vc_heap_alloc(&heap, page * 2000, NULL);
	a[0] = b[0] = 0;
	/* a head and a canary for each, and the head of the rest */
	assert_in_range(populated(region, size), 1, 5);
	assert_int_equal(vc_heap_free(&heap, a, NULL), 0);
	assert_int_equal(vc_heap_free(&heap, b, NULL), 0);
	assert_in_range(populated(region, size), 1, 5);
	vc_heap_reset(&heap);
	assert_in_range(populated(region, size), 1, 5);
	unmap(region, size);
}

/* The classes reach to the largest region, of which only a few pages are resident. */
static void
largest_region(void **state)
{
	const size_t size = VC_HEAP_MAX;
	char *region = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct vc_heap heap;
	void *a;

	(void)state;
	if (region == MAP_FAILED)
		skip();
	vc_heap_init(&heap, region, size, false);
	a = vc_heap_alloc(&heap, size / 2, NULL);
	assert_non_null(a);
	assert_null(vc_heap_alloc(&heap, size / 2, NULL));
	assert_non_null(vc_heap_alloc(&heap, size / 4, NULL));
	assert_int_equal(vc_heap_free(&heap, a, NULL), 0);
	assert_sound(&heap);
	vc_heap_reset(&heap);
	assert_empty(&heap, false);
	munmap(region, size);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(alignment),
		TEST(used_and_peak),
		TEST(freed_last),
		TEST(freed_last_several),
		TEST(freed_last_elsewhere),
		TEST(closed),
		TEST(growing),
		TEST(exhaustion),
		TEST(fragmentation),
		TEST(resizing),
		TEST(resizing_at_the_end),
		TEST(blocks_of_nothing),
		TEST(touches_little),
		TEST(largest_region),
	};

	return RUN_TESTS(tests);
}

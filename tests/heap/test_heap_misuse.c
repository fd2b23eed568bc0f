/* SPDX-License-Identifier: BSD-2-Clause */
/* A heap reports misuse by programs. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "heaps.h"

static void
ownership(void **state)
{
	struct world *w = enter(false);
	unsigned char *a = alloc(w, 100), *b = alloc(w, 100), on_stack = 0;

	(void)state;
	assert_true(vc_heap_owns(&w->heap, a, 100));
	assert_true(vc_heap_owns(&w->heap, a + 40, 60));
	assert_true(vc_heap_owns(&w->heap, b + 99, 1));
	assert_false(vc_heap_owns(&w->heap, a + 40, 61));
	assert_false(vc_heap_owns(&w->heap, a + 101, 0));
	assert_false(vc_heap_owns(&w->heap, a - 1, 1));
	assert_false(vc_heap_owns(&w->heap, a, 200));
	assert_false(vc_heap_owns(&w->heap, a, SIZE_MAX));
	assert_false(vc_heap_owns(&w->heap, b + 1000, 1));
	assert_false(vc_heap_owns(&w->heap, w->region, 1));
	assert_false(vc_heap_owns(&w->heap, (char *)w->region + ROOM, 1));
	assert_false(vc_heap_owns(&w->heap, &on_stack, 1));
	assert_false(vc_heap_owns(&w->heap, NULL, 1));
	vc_heap_free(&w->heap, a, NULL);
	assert_false(vc_heap_owns(&w->heap, a, 1));
	assert_true(vc_heap_owns(&w->heap, b, 100));
	leave(w);
}

/* Strict: blocks that were found before they became smaller or were freed. */
static void
ownership_lately(void **state)
{
	struct world *w = enter(true);
	unsigned char *a = alloc(w, 200), *b = alloc(w, 100);

	(void)state;
	assert_true(vc_heap_owns(&w->heap, a, 200));
	assert_true(vc_heap_owns(&w->heap, b, 100));
	assert_false(vc_heap_owns(&w->heap, a, 201));
	assert_ptr_equal(vc_heap_resize(&w->heap, a, 100, NULL), a);
	assert_false(vc_heap_owns(&w->heap, a, 101));
	assert_true(vc_heap_owns(&w->heap, a, 100));
	vc_heap_free(&w->heap, a, NULL);
	assert_false(vc_heap_owns(&w->heap, a, 1));
	assert_true(vc_heap_owns(&w->heap, b, 100));
	leave(w);
}

/* Strict: an overrun of any byte behind the block. */
static void
overruns(void **state)
{
	(void)state;
	for (size_t bytes = 0; bytes < 60; bytes++) {
		for (size_t past = 0; past < 16; past++) {
			struct world *w = enter(true);
			unsigned char *a, *b;

			alloc(w, 10);
			a = alloc(w, bytes);
			b = alloc(w, 20);
			a[bytes + past] ^= 1;
			assert_int_equal(vc_heap_check(&w->heap, &w->error), VCUBE_EOVERRUN);
			assert_int_equal(vc_heap_check(&w->heap, NULL), VCUBE_EOVERRUN);
			refuses_free(w, a, VCUBE_EOVERRUN);
			says(w, VCUBE_EOVERRUN, "the block of %zu bytes at offset %zu of the heap was "
			     "written past its end: at byte %zu,", bytes, offset_of(&w->heap, a),
			     bytes + past);
			assert_int_equal(vc_heap_free(&w->heap, b, NULL), 0);
			a[bytes + past] ^= 1;
			assert_int_equal(vc_heap_free(&w->heap, a, NULL), 0);
			assert_sound(&w->heap);
			leave(w);
		}
	}
}

/* Not strict: overruns that hit the next head. */
static void
overruns_into_a_head(void **state)
{
	(void)state;
	for (size_t past = 1; past < 400; past += 13) {
		struct world *w = enter(false);
		unsigned char *a = alloc(w, 112), *b = alloc(w, 500);

		/* writing the same byte would change nothing */
		for (size_t i = 0; i < past; i++)
			a[112 + i] = (unsigned char)~a[112 + i];
		assert_int_equal(vc_heap_check(&w->heap, &w->error), VCUBE_EOVERRUN);
		says(w, VCUBE_EOVERRUN, "the block of 112 bytes at offset %zu",
		     offset_of(&w->heap, a));
		refuses_free(w, a, VCUBE_EOVERRUN);
		refuses_free(w, b, VCUBE_EOVERRUN);
		says(w, VCUBE_EOVERRUN, "the block of 112 bytes at offset %zu",
		     offset_of(&w->heap, a));
		leave(w);
	}
}

static void
underruns(void **state)
{
	struct world *w = enter(false);
	unsigned char *a = alloc(w, 112), *b = alloc(w, 100);

	(void)state;
	memset(a - 16, 0, 16);
	refuses_free(w, a, VCUBE_EOVERRUN);
	says(w, VCUBE_EOVERRUN, "before the block at offset %zu", offset_of(&w->heap, a));
	vc_heap_reset(&w->heap);
	a = alloc(w, 112);
	b = alloc(w, 100);
	alloc(w, 100);
	vc_heap_free(&w->heap, a, NULL);
	memset(b - 16, 0xff, 16);
	refuses_free(w, b, VCUBE_EOVERRUN);
	says(w, VCUBE_EOVERRUN, "before the block at offset %zu", offset_of(&w->heap, b));
	leave(w);
}

/* Writes to a freed block, whose links are its first 16 bytes. */
static void
writes_after_free(void **state)
{
	(void)state;
	for (int byte = 0; byte < 16; byte++) {
		struct world *w = enter(false);
		unsigned char *a = alloc(w, 112), *c;

		alloc(w, 1);
		c = alloc(w, 112);
		alloc(w, 1);
		vc_heap_free(&w->heap, a, NULL);
		vc_heap_free(&w->heap, c, NULL);
		a[byte] ^= 0x40;
		assert_int_equal(vc_heap_check(&w->heap, &w->error), VCUBE_EOVERRUN);
		says(w, VCUBE_EOVERRUN, "the free block at offset %zu", offset_of(&w->heap, a));
		leave(w);
	}
}

/* ... are not followed: by an alloc of its size, by one that searches for the largest, or
 * by free or resize of a neighbour. */
static void
destroyed_links(void **state)
{
	(void)state;
	for (int how = 0; how < 6; how++) {
		struct world *w = enter(false);
		unsigned char *a = alloc(w, 112), *b = alloc(w, 112);

		alloc(w, 1);
		vc_heap_free(&w->heap, a, NULL);
		memset(a, 0xee, 112);
		if (how == 0)
			assert_null(vc_heap_alloc(&w->heap, 112, &w->error));
		else if (how == 1)
			assert_null(vc_heap_alloc(&w->heap, ROOM - 300, &w->error));
		else if (how == 2)
			refuses_free(w, b, VCUBE_EOVERRUN);
		else if (how == 3)
			assert_null(vc_heap_alloc_to_grow(&w->heap, 10));
		else if (how == 4)
			assert_false(vc_heap_refit(&w->heap, b, 300));
		else
			assert_null(vc_heap_resize(&w->heap, b, 10, &w->error));
		if (how != 3 && how != 4)       /* these two say nothing */
			says(w, VCUBE_EOVERRUN, "the free block at offset %zu", offset_of(&w->heap, a));
		assert_int_equal(vc_heap_check(&w->heap, &w->error), VCUBE_EOVERRUN);
		says(w, VCUBE_EOVERRUN, "the free block at offset %zu", offset_of(&w->heap, a));
		leave(w);
	}
}

/* Nor is a freed block handed out whose head was overwritten, or merged if that of its neighbour
 * was. */
static void
destroyed_heads(void **state)
{
	(void)state;
	for (int how = 0; how < 4; how++) {
		const size_t bytes = how % 2 ? 300 : 100, past = how < 2 ? 4 : 2;
		struct world *w = enter(false);
		unsigned char *front = alloc(w, 112), *a = alloc(w, 100);

		alloc(w, 1);
		vc_heap_free(&w->heap, a, NULL);
		memset(front + 112, 0, past);
		assert_null(vc_heap_alloc(&w->heap, bytes, &w->error));
		says(w, VCUBE_EOVERRUN, "the block of 112 bytes at offset %zu", offset_of(&w->heap, front));
		leave(w);
	}
	for (int behind = 0; behind < 2; behind++) {
		struct world *w = enter(false);
		unsigned char *front = alloc(w, 112), *a = alloc(w, 112);

		alloc(w, 1);
		vc_heap_free(&w->heap, a, NULL);
		memset(behind ? a + 112 : front - 16, 0, 4);
		assert_null(vc_heap_alloc(&w->heap, 500, &w->error));
		assert_int_equal(w->error.code, VCUBE_EOVERRUN);
		leave(w);
	}
}

static void
freed_twice(void **state)
{
	struct world *w = enter(false);
	unsigned char *a = alloc(w, 100), *b = alloc(w, 100), *c = alloc(w, 100);

	(void)state;
	vc_heap_free(&w->heap, b, NULL);
	refuses_free(w, b, VCUBE_EINVAL);
	says(w, VCUBE_EINVAL, "the block at offset %zu of the heap is already free",
	     offset_of(&w->heap, b));
	/* and after a merge with either neighbour */
	vc_heap_free(&w->heap, a, NULL);
	refuses_free(w, b, VCUBE_EINVAL);
	says(w, VCUBE_EINVAL, "is already free");
	vc_heap_free(&w->heap, c, NULL);
	refuses_free(w, c, VCUBE_EINVAL);
	says(w, VCUBE_EINVAL, "is already free");
	refuses_free(w, a, VCUBE_EINVAL);
	assert_empty(&w->heap, false);
	leave(w);
}

static void
never_a_block(void **state)
{
	struct world *w = enter(false);
	unsigned char *a = alloc(w, 1000);
	_Alignas(16) unsigned char on_stack[64] = { 0 };

	(void)state;
	memset(a, 0, 1000);
	for (int i = 1; i < 100; i++)
		refuses_free(w, a + i, VCUBE_EINVAL);
	memcpy(a + 16, a - 16, 16);     /* a copy of a head elsewhere */
	refuses_free(w, a + 32, VCUBE_EINVAL);
	says(w, VCUBE_EINVAL, "is not the address of a block of the heap");
	refuses_free(w, on_stack + 16, VCUBE_EINVAL);
	refuses_free(w, w->region, VCUBE_EINVAL);
	refuses_free(w, (char *)w->region + ROOM, VCUBE_EINVAL);
	refuses_free(w, (void *)16, VCUBE_EINVAL);
	refuses_free(w, (void *)(UINTPTR_MAX - 15), VCUBE_EINVAL);
	assert_sound(&w->heap);
	leave(w);
}

/* Blocks of an earlier run are no blocks, though their heads still exist. */
static void
blocks_of_an_earlier_run(void **state)
{
	struct world *w = enter(true);
	unsigned char *stale[20], *a;

	(void)state;
	for (int i = 0; i < 20; i++)
		stale[i] = alloc(w, 100);
	vc_heap_reset(&w->heap);
	a = alloc(w, ROOM / 2);
	for (int i = 1; i < 20; i++) {
		assert_true(vc_heap_owns(&w->heap, stale[i], 100));
		refuses_free(w, stale[i], VCUBE_EINVAL);
	}
	assert_int_equal(vc_heap_free(&w->heap, a, NULL), 0);
	assert_empty(&w->heap, true);
	leave(w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(ownership),
		TEST(ownership_lately),
		TEST(overruns),
		TEST(overruns_into_a_head),
		TEST(underruns),
		TEST(writes_after_free),
		TEST(destroyed_links),
		TEST(destroyed_heads),
		TEST(freed_twice),
		TEST(never_a_block),
		TEST(blocks_of_an_earlier_run),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node's heap: long random lives against a shadow that knows what every block
 * holds, and what it touches of its region.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/random.h"
#include "tests/heaps.h"

#define SEEDS 40
#define LIVES 4000              /* operations for each of them */
#define BLOCKS 300              /* at the same time */

/* A random life. */

struct shadow {
	unsigned char *at;
	size_t bytes;
	unsigned char first;    /* byte i of the block is first + i */
};

struct life {
	struct vc_heap heap;
	bool strict;
	uint64_t random;
	size_t most;            /* bytes that are asked for */
	struct shadow block[BLOCKS];
	int refused;
};

static void
scribble(struct shadow *s, uint64_t *random)
{
	s->first = (unsigned char)vc_random(random);
	for (size_t i = 0; i < s->bytes; i++)
		s->at[i] = (unsigned char)(s->first + i);
}

static void
assert_holds(const struct shadow *s, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (s->at[i] != (unsigned char)(s->first + i))
			fail_msg("byte %zu of %zu changed", i, s->bytes);
}

static void
assert_place(const struct life *life, const unsigned char *at, size_t bytes)
{
	assert_int_equal((uintptr_t)at % (bytes < 1024 ? 16 : 64), 0);
	assert_true(vc_heap_owns(&life->heap, at, bytes) || bytes == 0);
	assert_false(vc_heap_owns(&life->heap, at, bytes + 1));
}

/* Small sizes often, large ones now and then. */
static size_t
random_size(struct life *life)
{
	const uint64_t dice = vc_random(&life->random);
	const size_t most = dice % 8 == 0 ? life->most : dice % 8 < 3 ? life->most / 16 : 200;

	return (dice >> 8) % (most + 1);
}

/* No room is an answer only where no piece would have done. */
static void
assert_no_room(struct life *life, size_t bytes, const struct vcube_error *error)
{
	size_t asked, size, unused, largest;
	const size_t lost = CANARIES + 16 + (bytes < 1024 ? 0 : 80);

	life->refused++;
	assert_int_equal(error->code, VCUBE_EHEAP);
	assert_int_equal(sscanf(error->text, "%zu bytes were asked of a heap of %zu, of which %zu are "
				"free, the largest piece %zu", &asked, &size, &unused, &largest), 4);
	assert_int_equal(asked, bytes);
	assert_int_equal(size, vc_heap_size(&life->heap));
	assert_int_equal(unused, size - vc_heap_used(&life->heap));
	assert_in_range(largest, 0, unused);
	assert_in_range(largest, 0, bytes + lost);
}

static void
take(struct life *life, struct shadow *s)
{
	struct vcube_error error = { 0 };
	const size_t bytes = random_size(life), used = vc_heap_used(&life->heap);

	/* the one to grow may well be refused where there is room in other pieces */
	s->at = life->random % 8 == 0 ? vc_heap_alloc_to_grow(&life->heap, bytes) : NULL;
	if (!s->at)
		s->at = vc_heap_alloc(&life->heap, bytes, &error);
	if (!s->at) {
		assert_int_equal(vc_heap_used(&life->heap), used);
		assert_no_room(life, bytes, &error);
		return;
	}
	s->bytes = bytes;
	assert_in_range(vc_heap_used(&life->heap) - used, bytes + HEAD, bytes + HEAD + CANARIES + 47);
	assert_place(life, s->at, bytes);
	scribble(s, &life->random);
}

static void
change(struct life *life, struct shadow *s)
{
	struct vcube_error error = { 0 };
	const size_t bytes = random_size(life), had = s->bytes;
	unsigned char *at = vc_heap_resize(&life->heap, s->at, bytes, &error);

	if (!at) {
		assert_true(bytes > had);
		assert_no_room(life, bytes, &error);
		assert_holds(s, had);
		return;
	}
	s->at = at;
	s->bytes = bytes;
	assert_holds(s, bytes < had ? bytes : had);
	assert_place(life, at, bytes);
	scribble(s, &life->random);
}

/* In another size at the same place, or not at all. */
static void
refit(struct life *life, struct shadow *s)
{
	const size_t bytes = random_size(life), had = s->bytes, used = vc_heap_used(&life->heap);

	if (!vc_heap_refit(&life->heap, s->at, bytes)) {
		assert_true(bytes > had || (bytes >= 1024 && (uintptr_t)s->at % 64 != 0));
		assert_int_equal(vc_heap_used(&life->heap), used);
		assert_holds(s, had);
		return;
	}
	s->bytes = bytes;
	assert_holds(s, bytes < had ? bytes : had);
	assert_place(life, s->at, bytes);
	scribble(s, &life->random);
}

static void
give(struct life *life, struct shadow *s)
{
	assert_holds(s, s->bytes);
	assert_int_equal(vc_heap_free(&life->heap, s->at, NULL), 0);
	assert_false(vc_heap_owns(&life->heap, s->at, 1));
	s->at = NULL;
}

static void
step(struct life *life)
{
	const uint64_t dice = vc_random(&life->random);
	struct shadow *s = &life->block[(dice >> 8) % BLOCKS];
	const size_t peak = vc_heap_peak(&life->heap);

	if (!s->at)
		take(life, s);
	else if (dice % 3 == 0)
		change(life, s);
	else if (dice % 16 == 1)
		refit(life, s);
	else
		give(life, s);
	assert_true(vc_heap_peak(&life->heap) >= vc_heap_used(&life->heap));
	assert_true(vc_heap_peak(&life->heap) >= peak);
}

static void
live(uint64_t random, size_t size, bool strict, char *region)
{
	static struct life life;

	memset(&life, 0, sizeof life);
	life.random = random;
	life.strict = strict;
	life.most = size / 8;
	vc_heap_init(&life.heap, region, size, strict);
	assert_int_equal(vc_heap_size(&life.heap), size);
	for (int run = 0; run < 2; run++) {
		for (int i = 0; i < LIVES; i++) {
			step(&life);
			if (i % 64 == 0)
				assert_sound(&life.heap);
		}
		if (run == 0) {
			vc_heap_reset(&life.heap);
			memset(life.block, 0, sizeof life.block);
			assert_int_equal(vc_heap_peak(&life.heap), 0);
			assert_empty(&life.heap, strict);
		}
	}
	for (int i = 0; i < BLOCKS; i++)
		if (life.block[i].at)
			give(&life, &life.block[i]);
	assert_empty(&life.heap, strict);
	if (size <= ROOM / 16)
		assert_true(life.refused > 0);
}

static void
random_lives(void **state)
{
	static const size_t sizes[] = { VC_HEAP_MIN, 4111, 16384, 100000, ROOM };
	char *const region = map(ROOM + 64);

	(void)state;
	for (uint64_t life = seed; life < seed + (uint64_t)up_to(SEEDS, 8); life++)
		for (size_t i = 0; i < COUNT(sizes); i++)
			live(life, sizes[i], life % 2, region + (i % 2 ? life % 64 : 0));
	unmap(region, ROOM + 64);
}

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

/* Space behind it is a matter of where a block lies. */
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
		says(w, VCUBE_EHEAP, "%zu bytes were asked of a heap of 1048576, of which 1048576 are "
		     "free, the largest piece 1048512", too_much[i]);
	}
	all = alloc(w, whole(&w->heap, false));
	memset(all, 1, whole(&w->heap, false));
	assert_null(vc_heap_alloc(&w->heap, 1, NULL));
	assert_null(vc_heap_resize(&w->heap, all, ROOM - 63, &w->error));
	says(w, VCUBE_EHEAP, "the largest piece 0");
	assert_null(vc_heap_resize(&w->heap, all, SIZE_MAX, &w->error));
	assert_int_equal(all[ROOM - 65], 1);
	all = vc_heap_resize(&w->heap, all, 1, NULL);
	assert_int_equal(vc_heap_free(&w->heap, all, NULL), 0);
	assert_empty(&w->heap, false);
	leave(w);
}

/* Half of the heap is free, and not in one piece; then all of it is. */
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
	says(w, VCUBE_EHEAP, "the largest piece 112");
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

/* From the very end of the region: nothing behind the block is read. */
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
	     "end: byte 0,", offset_of(&w->heap, b));
	leave(w);
}

/* Pages of a region that are there. */
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

/* The classes reach to the largest region, of which a few pages exist. */
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
		TEST(random_lives),
		TEST(alignment),
		TEST(used_and_peak),
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A node's heap in long random runs, compared with a shadow that knows the contents of
 * every block.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include "random.h"
#include "heaps.h"

#define SEEDS 40
#define LIVES 4000              /* operations in each of them */
#define BLOCKS 300              /* most blocks at a time */

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
	size_t most;            /* bytes requested */
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
assert_place(struct life *life, const unsigned char *at, size_t bytes)
{
	assert_int_equal((uintptr_t)at % (bytes < 1024 ? 16 : 64), 0);
	assert_true(vc_heap_owns(&life->heap, at, bytes) || bytes == 0);
	assert_false(vc_heap_owns(&life->heap, at, bytes + 1));
}

/* Mostly small sizes, sometimes large ones. */
static size_t
random_size(struct life *life)
{
	const uint64_t dice = vc_random(&life->random);
	const size_t most = dice % 8 == 0 ? life->most : dice % 8 < 3 ? life->most / 16 : 200;

	return (dice >> 8) % (most + 1);
}

/* The heap may refuse only if no piece is large enough. */
static void
assert_no_room(struct life *life, size_t bytes, const struct vcube_error *error)
{
	size_t asked, size, unused, largest;
	const size_t lost = MARKS + 16 + (bytes < 1024 ? 0 : 80);

	life->refused++;
	assert_int_equal(error->code, VCUBE_EHEAP);
	assert_int_equal(sscanf(error->text, "no room for %zu bytes in a heap of %zu: %zu are free, "
				"the largest piece has %zu", &asked, &size, &unused, &largest), 4);
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

	/* a block to grow may be refused though other pieces have room */
	s->at = life->random % 8 == 0 ? vc_heap_alloc_to_grow(&life->heap, bytes) : NULL;
	if (!s->at)
		s->at = vc_heap_alloc(&life->heap, bytes, &error);
	if (!s->at) {
		assert_int_equal(vc_heap_used(&life->heap), used);
		assert_no_room(life, bytes, &error);
		return;
	}
	s->bytes = bytes;
	assert_in_range(vc_heap_used(&life->heap) - used, bytes + HEAD, bytes + HEAD + MARKS + GUARD + 47);
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

/* Changes the size in place, or not at all. */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(random_lives),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages that are copied past the caches: the bytes are right wherever they begin and end, and
 * only long messages are copied so, of algorithms that read what they receive last. Linked so
 * that these copies are counted here.
 */
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include "oracle.h"
#include "stream.h"
#include "support.h"

enum { NODES = 8, PAIRS = NODES * (NODES - 1), LINE = 64, ROOM = 5 * LINE };

static _Atomic(size_t) streamed;        /* bytes */

void __real_vc_stream(void *into, const void *from, size_t bytes);
void __wrap_vc_stream(void *into, const void *from, size_t bytes);

void
__wrap_vc_stream(void *into, const void *from, size_t bytes)
{
	atomic_fetch_add(&streamed, bytes);
	__real_vc_stream(into, from, bytes);
}

/* Copies between any two places of a line, of any length to three lines. */
static void
test_every_byte(void **state)
{
	_Alignas(LINE) char from[ROOM], into[ROOM], wanted[ROOM];

	(void)state;
	fill(from, sizeof from, 0, 0, 0);
	for (size_t to = 0; to < LINE; to++)
		for (size_t of = 0; of < LINE; of += 7)
			for (size_t bytes = 0; bytes <= 3 * LINE; bytes++) {
				memset(into, UNTOUCHED, sizeof into);
				memset(wanted, UNTOUCHED, sizeof wanted);
				memcpy(wanted + to, from + of, bytes);
				vc_stream(into + to, from + of, bytes);
				assert_memory_equal(into, wanted, sizeof wanted);
			}
}

/* A call on two processors. */
struct copied {
	int collective;
	const char *how;
	size_t count;           /* bytes of a block */
	size_t blocks;          /* that are copied past the caches, in all */
};

/* 64 messages of this length are more than two processors' caches keep, or 8 of the longer one; 64
 * of the other one are, if they are combined. The lengths are odd, so that hardly any block begins
 * a line. */
enum { SHORT = (128 << 10) + 13, LONG = (256 << 10) + 61, TO_COMBINE = (512 << 10) + 61,
       LONGER = (2 << 20) + 61 };

static const struct copied cases[] = {
	{VCUBE_ALLTOALL, "direct", LONG, PAIRS},
	{VCUBE_ALLTOALL, "spread", LONG, PAIRS},
	{VCUBE_ALLTOALL, "direct", SHORT, 0},
	{VCUBE_ALLGATHER, "star", LONG, PAIRS},
	{VCUBE_ALLGATHER, "star", SHORT, 0},
	{VCUBE_BCAST, "star", LONGER, NODES - 1},
	{VCUBE_GATHER, "star", LONGER, NODES - 1},
	{VCUBE_SCATTER, "star", LONGER, NODES - 1},
	{VCUBE_REDUCE_SCATTER, "direct", TO_COMBINE, PAIRS},
	{VCUBE_REDUCE_SCATTER, "direct", LONG, 0},
	/* what they receive they may send on, or combine at once */
	{VCUBE_ALLTOALL, "pairwise", LONG, 0},
	{VCUBE_ALLGATHER, "ring", LONGER, 0},
	{VCUBE_ALLREDUCE, "star", LONGER, 0},
	{VCUBE_BCAST, "binomial", LONGER, 0},
};

static int
call(vcube_node *self, void *arg)
{
	const struct copied *const c = arg;
	struct trial trial = {
		.collective = c->collective, .how = c->how, .count = c->count,
		.element = element_for(c->collective, true), .seed = seed,
	};

	trial.algorithm = vcube_algorithm_find(c->collective, c->how, NULL);
	CHECK(self, trial.algorithm != NULL);
	trial.count /= trial.element->size;
	return try_collective(self, NULL, &trial);
}

/* Keeps this program on two processors, or on the one that there is. */
static int
use_two_processors(void)
{
	cpu_set_t all, two;
	int used = 0;

	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	CPU_ZERO(&two);
	for (int i = 0; i < CPU_SETSIZE && used < 2; i++)
		if (CPU_ISSET(i, &all)) {
			CPU_SET(i, &two);
			used++;
		}
	assert_int_equal(sched_setaffinity(0, sizeof two, &two), 0);
	return used;
}

static void
test_only_what_is_kept(void **state)
{
	const int processors = use_two_processors();

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct copied c = cases[i];
		const size_t size = element_for(c.collective, true)->size;

		streamed = 0;
		c.count = c.count * (size_t)processors / 2 / size * size;
		try_well("full:8 heap=64MiB", call, &c);
		if (streamed != c.blocks * c.count)
			fail_msg("%s.%s of %zu bytes: %zu were copied past the caches, %zu blocks should be",
				 vcube_collective_name(c.collective), c.how, c.count, streamed, c.blocks);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_byte),
		TEST(test_only_what_is_kept),
	};

	return RUN_TESTS(tests);
}

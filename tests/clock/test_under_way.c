/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages under way between nodes without threads: those of a pair are taken in the order in
 * which they were put, in whatever order pairs are asked for, few at a time or many.
 */
#include <string.h>
#include "random.h"
#include "support.h"
#include "under_way.h"

enum { NODES = 4, PHASE = 600, STEPS = 200000 };

/* What has to be under way of a pair: the labels from `next` to `end` - 1. */
struct pair {
	uint64_t next, end;
};

static uint64_t
key_of_message(int from, int to)
{
	return vc_key_of_message(from, to);
}

static uint64_t
key_of_awaited(int from, int number)
{
	return vc_key_of_awaited(from, (uint32_t)number);
}

static uint64_t
draw(uint64_t *state, uint64_t below)
{
	return vc_random(state) % below;
}

static void
put(struct vc_under_way *u, struct pair *pair, uint64_t key)
{
	const struct vc_message_under_way message = {.key = key, .label = pair->end++, .bytes = key};

	assert_true(vc_under_way_put(u, &message));
}

static void
take(struct vc_under_way *u, struct pair *pair, uint64_t key)
{
	struct vc_message_under_way message;

	if (pair->next == pair->end) {
		assert_false(vc_under_way_take(u, key, &message));
		return;
	}
	assert_true(vc_under_way_take(u, key, &message));
	assert_true(message.label == pair->next++);
	assert_true(message.key == key && message.bytes == key);
}

static void
count(const struct vc_message_under_way *message, void *arg)
{
	(void)message;
	++*(uint64_t *)arg;
}

static void
check_all_are_seen(const struct vc_under_way *u, struct pair pairs[NODES][NODES])
{
	uint64_t all = 0, seen = 0;

	for (int i = 0; i < NODES * NODES; i++)
		all += pairs[i / NODES][i % NODES].end - pairs[i / NODES][i % NODES].next;
	vc_under_way_each(u, count, &seen);
	assert_true(seen == all);
}

/* Messages between nodes, and those that a node awaits, of which several have one key here. */
static uint64_t (*const keys[])(int from, int to) = {key_of_message, key_of_awaited};

/* Puts and takes at random. Phases in which most are taken and most are put take turns. */
static void
try_at_random(uint64_t (*key_of)(int from, int to))
{
	struct pair pairs[NODES][NODES] = {0};
	struct vc_under_way u = {.nodes = 0};
	uint64_t random = seed;

	assert_true(vc_under_way_open(&u, NODES));
	for (uint64_t i = 0; i < STEPS; i++) {
		const int from = (int)draw(&random, NODES), to = (int)draw(&random, NODES);
		struct pair *const pair = &pairs[from][to];
		const uint64_t wanted = i / PHASE % 2 != 0 ? 3 : 1;

		if (draw(&random, 4) < wanted)
			put(&u, pair, key_of(from, to));
		else
			take(&u, pair, key_of(from, to));
		if (i % PHASE == 0)
			check_all_are_seen(&u, pairs);
	}
	vc_under_way_clear(&u);
	memset(pairs, 0, sizeof pairs);
	check_all_are_seen(&u, pairs);
	vc_under_way_close(&u);
}

static void
test_keys_keep_their_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(keys); i++)
		try_at_random(keys[i]);
}

/* A receiver that takes the newest first finds each of many at once; a sender, too. */
static void
test_the_newest_first(void **state)
{
	enum { MANY = 300000 };

	(void)state;
	for (int awaited = 0; awaited < 2; awaited++) {
		struct vc_under_way u = {.nodes = 0};

		assert_true(vc_under_way_open(&u, MANY));
		for (int i = 0; i < MANY; i++)
			put(&u, &(struct pair){0}, awaited ? key_of_awaited(7, i) : key_of_message(i, 7));
		for (int i = MANY; i-- > 0;) {
			const uint64_t key = awaited ? key_of_awaited(7, i) : key_of_message(i, 7);
			struct pair pair = {.next = 0, .end = 1};

			take(&u, &pair, key);
			take(&u, &pair, key);
		}
		vc_under_way_close(&u);
	}
}

/* Many of one pair are found at once, too. */
static void
test_many_of_a_pair(void **state)
{
	enum { MESSAGES = 300000 };
	struct vc_under_way u = {.nodes = 0};
	struct pair pair = {0};

	(void)state;
	assert_true(vc_under_way_open(&u, NODES));
	for (int i = 0; i < MESSAGES; i++)
		put(&u, &pair, vc_key_of_message(1, 2));
	for (int i = 0; i <= MESSAGES; i++)
		take(&u, &pair, vc_key_of_message(1, 2));
	vc_under_way_close(&u);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_keys_keep_their_order),
		TEST(test_the_newest_first),
		TEST(test_many_of_a_pair),
	};

	return RUN_TESTS(tests);
}

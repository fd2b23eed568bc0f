/* SPDX-License-Identifier: BSD-2-Clause */
/* The queue between two nodes (lib/spsc.h): edges, wrap, growth, and two threads. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include "support.h"

/* Queues of numbers that check their order. */

struct slot {
	_Atomic(uint32_t) stamp;
	uint32_t more;                  /* slots of this message behind this one */
	uint64_t value;
};
#define SPSC q
#define SPSC_SLOT struct slot
#include "spsc.h"

struct queue {
	_Alignas(64) struct q_producer out;
	_Alignas(64) struct q_consumer in;
	uint64_t sent, got;             /* the next value of each side */
	uint64_t random[2];             /* each side's own stream */
};

/* Interesting starts: zero, and just below the wrap. */
static const uint32_t starts[] = {
	0, 1, UINT32_MAX, UINT32_MAX - 1, UINT32_MAX - 2, UINT32_MAX - 7, UINT32_MAX - 1000,
	INT32_MAX, INT32_MAX - 1, (uint32_t)INT32_MAX + 1, (uint32_t)INT32_MAX - 900,
};
enum { STARTS = COUNT(starts) };

static struct q_segment *
segment(uint32_t size)
{
	struct q_segment *s = malloc(sizeof *s);

	assert_non_null(s);
	/* garbage: the queue must clear it */
	s->slots = malloc(size * sizeof *s->slots);
	assert_non_null(s->slots);
	for (uint32_t i = 0; i < size; i++)
		atomic_init(&s->slots[i].stamp, 0x55555555);
	s->size = size;
	return s;
}

static void
drop(struct q_segment *s)
{
	free(s->slots);
	free(s);
}

static void
make(struct queue *q, uint32_t size, uint32_t start)
{
	*q = (struct queue){.random = {seed, seed + 1}};
	q_init(&q->out, &q->in, segment(size), start);
}

static void
destroy(struct queue *q)
{
	for (struct q_segment *s = q->in.first, *next; s != NULL; s = next) {
		next = atomic_load(&s->next);
		drop(s);
	}
}

static bool
put(struct queue *q)
{
	struct slot *slot = q_claim(&q->out, &q->in);

	if (slot == NULL)
		return false;
	slot->more = 0;
	slot->value = q->sent++;
	q_publish(&q->out);
	return true;
}

/* Puts a message of several slots, each with a value that tells its place. */
static bool
put_several(struct queue *q, uint32_t count)
{
	struct slot *slot = q_claim_several(&q->out, &q->in, count);

	if (slot == NULL)
		return false;
	slot->more = count - 1;
	slot->value = q->sent;
	for (uint32_t i = 1; i < count; i++)
		q->out.slots[(q->out.tail + i) & q->out.mask].value = q->sent * 1000 + i;
	q->sent++;
	q_publish_several(&q->out, count);
	return true;
}

/* Returns whether the slots behind the first are those of message `value`. */
static bool
is_whole(const struct queue *q, const struct slot *slot, uint64_t value)
{
	const uint32_t head = atomic_load(&q->in.head);

	for (uint32_t i = 1; i <= slot->more; i++)
		if (q->in.slots[(head + i) & q->in.mask].value != value * 1000 + i)
			return false;
	return true;
}

/* Takes the next value if there is one, following the producer. */
static bool
take(struct queue *q, uint64_t *value)
{
	struct slot *slot;
	struct q_segment *old;

	while ((slot = q_front(&q->in)) == NULL && (old = q_follow(&q->in)) != NULL)
		drop(old);
	if (slot == NULL)
		return false;
	*value = is_whole(q, slot, slot->value) ? slot->value : UINT64_MAX;
	if (slot->more == 0)
		q_release(&q->in);
	else
		q_release_several(&q->in, 1 + slot->more);
	q->got++;
	return true;
}

static void
take_next(struct queue *q)
{
	const uint64_t expected = q->got;
	uint64_t value;

	assert_true(take(q, &value));
	assert_true(value == expected);
}

static void
check(const struct queue *q)
{
	assert_true(q_producer_check(&q->out));
	assert_true(q_consumer_check(&q->in));
}
#include "random.h"

/* --- edges and wrap ---------------------------------------------------------------- */

/* An empty queue gives nothing, a full one takes nothing, at every position of every size. */
static void
test_full_and_empty(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		for (uint32_t size = 1; size <= 16; size *= 2) {
			struct queue q;
			uint64_t value;

			make(&q, size, starts[i]);
			for (uint32_t round = 0; round < 3 * size + 3; round++) {
				assert_false(take(&q, &value));
				for (uint32_t k = 0; k < size; k++)
					assert_true(put(&q));
				check(&q);
				assert_false(put(&q));
				assert_null(q_follow(&q.in));
				for (uint32_t k = 0; k < size; k++)
					take_next(&q);
				assert_false(take(&q, &value));
				check(&q);
				/* the next round starts one slot later */
				assert_true(put(&q));
				take_next(&q);
			}
			destroy(&q);
		}
	}
}

/* A claimed slot that is not published is not visible yet. */
static void
test_publish_shows(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		struct queue q;
		uint64_t value;

		make(&q, 2, starts[i]);
		assert_non_null(q_claim(&q.out, &q.in));
		assert_false(take(&q, &value));
		assert_ptr_equal(q_claim(&q.out, &q.in), q_claim(&q.out, &q.in));
		assert_true(put(&q));
		take_next(&q);
		assert_int_equal(q_taken(&q.in), starts[i] + 1);
		destroy(&q);
	}
}

/* One returned slot makes room for exactly one. */
static void
test_room_for_one(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		struct queue q;

		make(&q, 4, starts[i]);
		while (put(&q))
			;
		for (int k = 0; k < 20; k++) {
			take_next(&q);
			assert_true(put(&q));
			assert_false(put(&q));
			check(&q);
		}
		destroy(&q);
	}
}

/* A message of several slots is there at once or not at all, and a segment takes as many as fit,
 * from every position; one that is longer than the segment never fits. */
static void
test_several(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		for (uint32_t count = 1; count <= 8; count++) {
			struct queue q;
			uint64_t value;

			make(&q, 8, starts[i]);
			assert_false(put_several(&q, 9));
			for (int round = 0; round < 20; round++) {
				for (uint32_t k = 0; k < 8 / count; k++)
					assert_true(put_several(&q, count));
				assert_false(put_several(&q, count));
				if (8 % count != 0)
					assert_true(put_several(&q, 8 % count));
				check(&q);
				while (q.got < q.sent)
					take_next(&q);
				assert_false(take(&q, &value));
				check(&q);
				assert_true(put(&q));
				take_next(&q);
			}
			destroy(&q);
		}
	}
}

/* --- growth, and two threads ------------------------------------------------------- */

static void
grow(struct queue *q, uint32_t factor)
{
	q_grow(&q->out, segment((q->out.mask + 1) * factor));
	assert_true(q_producer_check(&q->out));
}

/* Growing with `left` values in the old segment loses none and keeps order. */
static void
test_growth(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		for (uint32_t left = 0; left <= 4; left++) {
			struct queue q;
			uint64_t value;

			make(&q, 4, starts[i]);
			for (uint32_t k = 0; k < left; k++)
				assert_true(put(&q));
			/* the consumer leaves no message behind, although it found none and
			 * now sees the link to the next segment */
			grow(&q, 2);
			if (left > 0)
				assert_null(q_follow(&q.in));
			for (int generation = 0; generation < 5; generation++) {
				grow(&q, 2);
				while (put(&q))
					;
				assert_int_equal(q.out.limit, q.out.tail);
				check(&q);
			}
			while (q.got < q.sent)
				take_next(&q);
			assert_false(take(&q, &value));
			assert_ptr_equal(q.in.first, q.out.last);
			check(&q);
			/* all of the last segment is free again */
			for (uint32_t k = 0; k < 256; k++)
				assert_true(put(&q));
			assert_false(put(&q));
			destroy(&q);
		}
	}
}

/* A consumer that has not followed yet does not make the new segment look fuller than it
 * is, wherever it stands in the old one. */
static void
test_room_after_growth(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		for (uint32_t behind = 0; behind <= 4; behind++) {
			struct queue q;

			make(&q, 4, starts[i]);
			while (put(&q))
				;
			grow(&q, 2);
			for (uint32_t k = 0; k < behind; k++)
				take_next(&q);
			for (uint32_t k = 0; k < 8; k++)
				assert_true(put(&q));
			assert_false(put(&q));
			check(&q);
			while (q.got < q.sent)
				take_next(&q);
			destroy(&q);
		}
	}
}

/* Puts and takes in random order, compared with a count, growing now and then. */
static void
test_random_walk(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		struct queue q;

		make(&q, 2, starts[i]);
		for (int k = 0; k < 6000; k++) {
			const uint64_t r = vc_random(&q.random[0]) % 100;
			uint64_t value;

			if (r < 50 && !(r % 3 == 0 ? put(&q) : put_several(&q, 1 + r % 5)) && r < 8 &&
			    q.out.mask < 1023)
				grow(&q, r < 4 ? 1 : 2);
			else if (r >= 50 && q.got < q.sent)
				take_next(&q);
			else if (r >= 50)
				assert_false(take(&q, &value));
			check(&q);
		}
		while (q.got < q.sent)
			take_next(&q);
		destroy(&q);
	}
}

enum { STRESS = 200000 };

static void *
produce(void *arg)
{
	struct queue *q = arg;

	while (q->sent < STRESS) {
		const uint32_t count = 1 + (uint32_t)(vc_random(&q->random[0]) % 4);

		if (count == 1 ? put(q) : put_several(q, count))
			continue;
		if (vc_random(&q->random[0]) % 4 == 0 && q->out.mask < 255)
			q_grow(&q->out, segment(2 * (q->out.mask + 1)));
		else
			sched_yield();
	}
	return NULL;
}

/* Counts values out of order; the slot's content must match its stamp. */
static void *
consume(void *arg)
{
	struct queue *q = arg;
	uintptr_t wrong = 0;

	while (q->got < STRESS) {
		const uint64_t expected = q->got;
		uint64_t value;

		if (take(q, &value))
			wrong += value != expected;
		else if (vc_random(&q->random[1]) % 2 == 0)
			sched_yield();
		wrong += !q_consumer_check(&q->in);
	}
	return (void *)wrong;
}

static void
test_two_threads(void **state)
{
	(void)state;
	for (int i = 0; i < STARTS; i++) {
		struct queue q;
		pthread_t producer, consumer;
		void *wrong;

		make(&q, 1u << (i % 4), starts[i]);
		assert_int_equal(pthread_create(&producer, NULL, produce, &q), 0);
		assert_int_equal(pthread_create(&consumer, NULL, consume, &q), 0);
		pthread_join(producer, NULL);
		pthread_join(consumer, &wrong);
		assert_null(wrong);
		check(&q);
		destroy(&q);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_full_and_empty),
		TEST(test_publish_shows),
		TEST(test_room_for_one),
		TEST(test_several),
		TEST(test_growth),
		TEST(test_room_after_growth),
		TEST(test_random_walk),
		TEST(test_two_threads),
	};

	return RUN_TESTS(tests);
}

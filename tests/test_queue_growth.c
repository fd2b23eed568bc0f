/* SPDX-License-Identifier: BSD-2-Clause */
/* The queue (lib/spsc.h) by itself: growth, and two threads. */
#include <pthread.h>
#include <sched.h>
#include "random.h"
#include "queue.h"

static void
grow(struct queue *q, uint32_t factor)
{
	q_grow(&q->out, segment((q->out.mask + 1) * factor));
	assert_true(q_producer_check(&q->out));
}

/* Growing with `left` values in the old segment loses none, and keeps order. */
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
			/* the consumer leaves no message behind, though it has just
			 * found none and now sees the link to the next segment */
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
			/* the room of the last segment is all there again */
			for (uint32_t k = 0; k < 256; k++)
				assert_true(put(&q));
			assert_false(put(&q));
			destroy(&q);
		}
	}
}

/* The consumer that has not followed yet does not make the new segment look
 * fuller than it is, wherever in the old one it stands. */
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

/* Puts and takes in random order against a count, growing now and then. */
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

			if (r < 50 && !put(&q) && r < 8 && q.out.mask < 1023)
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
		if (put(q))
			continue;
		if (vc_random(&q->random[0]) % 4 == 0 && q->out.mask < 255)
			q_grow(&q->out, segment(2 * (q->out.mask + 1)));
		else
			sched_yield();
	}
	return NULL;
}

/* The values that came out of order; the slot's content came with its stamp. */
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
		TEST(test_growth),
		TEST(test_room_after_growth),
		TEST(test_random_walk),
		TEST(test_two_threads),
	};

	return RUN_TESTS(tests);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The queue (lib/spsc.h) by itself: edges and wrap. */
#include "queue.h"

/* Empty gives nothing, full takes nothing, at every position of every size. */
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
				/* so that the next round starts one slot further */
				assert_true(put(&q));
				take_next(&q);
			}
			destroy(&q);
		}
	}
}

/* A slot that was claimed and not published is not there yet. */
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

/* One slot is given back: one, and no more, can be put. */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_full_and_empty),
		TEST(test_publish_shows),
		TEST(test_room_for_one),
	};

	return RUN_TESTS(tests);
}

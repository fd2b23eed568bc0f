/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lib/futex.c, the futex of hosts whose kernel has none, with all words in one row. A deadline
 * may pass at any time. Each program is one that loses a wake if the futex does.
 */
#include "search.h"

/* in place of <pthread.h>, of host.h, and of the shim, which is a futex itself */
#define pthread_condattr_init(attributes) ((void)(attributes))
#define pthread_condattr_setclock(attributes, clock) ((void)(attributes))
#define pthread_condattr_destroy(attributes) ((void)(attributes))
#define VC_HOST_H
#define VC_ALIGNED
#define VC_FUTEX_H
#include "futex.c"

struct base {
	struct row row;
	_Atomic(uint32_t) word[2];
	watched<int> letter[2];

	void before()
	{
		rows = &row;
		row.first = NULL;
		pthread_mutex_init(&row.lock, NULL);
		for (int i = 0; i < 2; i++) {
			word[i].store(0, memory_order_relaxed);
			letter[i] = 0;
		}
	}

	void after()
	{
		RL_ASSERT(row.first == NULL);
		pthread_mutex_destroy(&row.lock);
	}

	void await(int i)
	{
		while (atomic_load_explicit(&word[i], memory_order_acquire) == 0)
			vc_futex_wait(&word[i], 0, -1);
		RL_ASSERT(letter[i] == 5);
	}

	void change(int i)
	{
		letter[i] = 5;
		atomic_store_explicit(&word[i], 1, memory_order_release);
	}
};

/* One waits for each of two words. */
struct two_words : rl::test_suite<two_words, 3>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who < 2) {
			await(who);
			return;
		}
		for (int i = 0; i < 2; i++) {
			change(i);
			vc_futex_wake(&word[i], 1);
		}
	}
	void after() { base::after(); }
};

/* Two wait for one word, and are woken one by one. */
struct one_by_one : rl::test_suite<one_by_one, 3>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who < 2) {
			await(0);
			return;
		}
		change(0);
		vc_futex_wake(&word[0], 1);
		vc_futex_wake(&word[0], 1);
	}
	void after() { base::after(); }
};

/* The first wait may end in vain; then its thread wakes the other, which has woken it. */
struct deadline : rl::test_suite<deadline, 2>, base {
	void before() { base::before(); }
	void thread(unsigned who)
	{
		if (who == 0) {
			vc_futex_wait(&word[0], 0, 1);
			change(1);
			vc_futex_wake(&word[1], 1);
			await(0);
		} else {
			change(0);
			vc_futex_wake(&word[0], 1);
			await(1);
		}
	}
	void after() { base::after(); }
};

const struct named searches[] = {
	{"two_words", search<two_words, 4>},
	{"one_by_one", search<one_by_one, 4>},
	{"deadline", search<deadline, 6>},
	{NULL, NULL},
};

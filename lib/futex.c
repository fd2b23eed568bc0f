/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The futex of hosts whose kernel has none: a table of rows, each with a lock and the threads
 * that sleep there. The address of its word decides a thread's row.
 *
 *   sleeper                              waker
 *   1 lock the row                       1 change the word
 *   2 read the word; if it has another   2 lock the row
 *     value, unlock, and done
 *   3 join the row; unlock, and sleep,   3 take sleepers on the word out of the row, signal
 *     as one act (a condition)             each
 *   4 lock; leave the row, unless taken  4 unlock
 *     out; unlock
 *
 * No wake is lost: if the sleeper locks the row first, the waker finds it there; otherwise the
 * lock carries the change of the word to the sleeper, which does not sleep. Who is taken out is
 * so by one waker alone, so that two wakes of one thread each wake two threads.
 */
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include "futex.h"
#include "host.h"

struct sleeper {
	struct sleeper *next;
	const void *word;               /* NULL: taken out of the row */
	pthread_cond_t woken;
};

struct row {
	VC_ALIGNED pthread_mutex_t lock;
	struct sleeper *first;
};

enum { ROWS = 256 };

static struct row rows[ROWS] = {[0 ... ROWS - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static struct row *
row_of(const void *word)
{
	/* words mostly lie on lines of their own; the factor is 2^32 over the golden ratio */
	return &rows[(uint32_t)((uintptr_t)word >> 2) * 2654435769u >> 24];
}

/* Begins a sleep whose deadline is on the monotonic clock. */
static void
join(struct row *row, struct sleeper *me)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&me->woken, &attributes);
	pthread_condattr_destroy(&attributes);
	me->next = row->first;
	row->first = me;
}

static void
leave(struct row *row, struct sleeper *me)
{
	struct sleeper **at = &row->first;

	if (me->word != NULL) {
		while (*at != me)
			at = &(*at)->next;
		*at = me->next;
	}
	pthread_cond_destroy(&me->woken);
}

void
vc_futex_wait(_Atomic(uint32_t) *word, uint32_t value, int64_t deadline)
{
	const struct timespec at = {deadline / 1000000000, deadline % 1000000000};
	struct row *const row = row_of(word);
	struct sleeper me = {.word = word};

	pthread_mutex_lock(&row->lock);
	/* relaxed: the lock orders it behind the changes of wakers that have looked here */
	if (atomic_load_explicit(word, memory_order_relaxed) == value) {
		join(row, &me);
		if (deadline < 0)
			pthread_cond_wait(&me.woken, &row->lock);
		else
			pthread_cond_timedwait(&me.woken, &row->lock, &at);
		leave(row, &me);
	}
	pthread_mutex_unlock(&row->lock);
}

void
vc_futex_wake(_Atomic(uint32_t) *word, int most)
{
	struct row *const row = row_of(word);
	struct sleeper **at = &row->first, *s;

	pthread_mutex_lock(&row->lock);
	while (most > 0 && (s = *at) != NULL) {
		if (s->word != word) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		s->word = NULL;
		pthread_cond_signal(&s->woken);
		most--;
	}
	pthread_mutex_unlock(&row->lock);
}

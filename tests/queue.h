/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues of numbers (lib/spsc.h), which know what is to come next. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdlib.h>
#include "support.h"

struct slot {
	_Atomic(uint32_t) stamp;
	uint32_t more;
	uint64_t value;
};
#define SPSC q
#define SPSC_SLOT struct slot
#include "spsc.h"

struct queue {
	_Alignas(64) struct q_producer out;
	_Alignas(64) struct q_consumer in;
	uint64_t sent, got;             /* the next value of each side */
	uint64_t random[2];             /* a stream of each side's own */
};

/* Where the interesting starts are: zero, and just below the wrap. */
static const uint32_t starts[] = {
	0, 1, UINT32_MAX, UINT32_MAX - 1, UINT32_MAX - 2, UINT32_MAX - 7, UINT32_MAX - 1000,
	INT32_MAX, INT32_MAX - 1, (uint32_t)INT32_MAX + 1, (uint32_t)INT32_MAX - 900,
};
enum { STARTS = COUNT(starts) };

static inline struct q_segment *
segment(uint32_t size)
{
	struct q_segment *s = malloc(sizeof *s);

	assert_non_null(s);
	/* what is in it is nobody's business: the queue has to blank it */
	s->slots = malloc(size * sizeof *s->slots);
	assert_non_null(s->slots);
	for (uint32_t i = 0; i < size; i++)
		atomic_init(&s->slots[i].stamp, 0x55555555);
	s->size = size;
	return s;
}

static inline void
drop(struct q_segment *s)
{
	free(s->slots);
	free(s);
}

static inline void
make(struct queue *q, uint32_t size, uint32_t start)
{
	*q = (struct queue){.random = {seed, seed + 1}};
	q_init(&q->out, &q->in, segment(size), start);
}

static inline void
destroy(struct queue *q)
{
	for (struct q_segment *s = q->in.first, *next; s != NULL; s = next) {
		next = atomic_load(&s->next);
		drop(s);
	}
}

static inline bool
put(struct queue *q)
{
	struct slot *slot = q_claim(&q->out, &q->in);

	if (slot == NULL)
		return false;
	slot->value = q->sent++;
	q_publish(&q->out);
	return true;
}

/* Takes the next value if there is one, following the producer. */
static inline bool
take(struct queue *q, uint64_t *value)
{
	struct slot *slot;
	struct q_segment *old;

	while ((slot = q_front(&q->in)) == NULL && (old = q_follow(&q->in)) != NULL)
		drop(old);
	if (slot == NULL)
		return false;
	*value = slot->value;
	q_release(&q->in);
	q->got++;
	return true;
}

static inline void
take_next(struct queue *q)
{
	const uint64_t expected = q->got;
	uint64_t value;

	assert_true(take(q, &value));
	assert_true(value == expected);
}

static inline void
check(const struct queue *q)
{
	assert_true(q_producer_check(&q->out));
	assert_true(q_consumer_check(&q->in));
}

#endif

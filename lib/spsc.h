/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spsc: a lock-free queue from one producer to one consumer that can grow.
 *
 * A template: define SPSC as the prefix of its names and SPSC_SLOT as the type
 * of its slots, a struct with a member `_Atomic(uint32_t) stamp`, then include
 * this file. Several instances may live in one file.
 *
 *   who       may call                              promises
 *   --------  ------------------------------------  -----------------------------
 *   producer  claim, publish, both of several,      wait-free; no read-modify-write
 *             grow, taken
 *   consumer  front, release, follow                wait-free; no read-modify-write
 *   owner     init (before the queue is shared)
 *
 * The producer's calls may run at the same time as the consumer's; two calls
 * of one side may not run at the same time.
 *
 * Message number i (counted modulo 2^32) lies in slot i & mask of a segment,
 * and is there once the slot's stamp is i + 1. So one cache line carries
 * message and notification together, and the consumer needs no index of the producer's.
 * `head`, the number of the oldest message not yet released, is all that the
 * consumer tells the producer, which reads it only when its copy of it
 * (in `limit`) says that the segment is full.
 *
 * A full segment is left behind: the producer links a new one and never writes
 * to the old one again; the consumer follows once it has emptied the old one.
 *
 * Invariants:
 *   tail - head <= the slots of all segments from the consumer's to the producer's
 *   a slot's stamp is its message's number + 1, or lies behind that
 *   limit - tail <= free slots in the producer's segment
 *
 * Orders. Each label stands at the two ends of one pair:
 *   SPSC-STAMP  publish releases the message, front acquires it
 *   SPSC-HEAD   release hands back the slot, claim (or taken) acquires it
 *   SPSC-NEXT   grow releases the new segment, follow acquires it
 */
#if !defined SPSC || !defined SPSC_SLOT
#error "define SPSC and SPSC_SLOT before including lib/spsc.h"
#endif

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef VC_PASTE
#define VC_PASTE_(a, b) a##_##b
#define VC_PASTE(a, b) VC_PASTE_(a, b)
#endif
#define SPSC_NAME(name) VC_PASTE(SPSC, name)

/* `size` slots, a power of two, aligned to cache lines, apart from this head. */
struct SPSC_NAME(segment) {
	_Atomic(struct SPSC_NAME(segment) *) next;
	SPSC_SLOT *slots;
	uint32_t size;
};

struct SPSC_NAME(producer) {    /* the producer's own, except `last` */
	SPSC_SLOT *slots;
	struct SPSC_NAME(segment) *last;
	uint32_t mask;
	uint32_t tail;          /* number of the next message */
	uint32_t limit;         /* first number for which the segment has no room */
	uint32_t base;          /* number of the first message in this segment */
};

struct SPSC_NAME(consumer) {    /* the consumer writes, the producer reads `head` */
	SPSC_SLOT *slots;
	struct SPSC_NAME(segment) *first;
	uint32_t mask;
	_Atomic(uint32_t) head;
};

/* A slot is empty while its stamp is not the one that the consumer expects: the number
 * itself, one less than the expected stamp, serves for any start. */
static inline void
SPSC_NAME(blank)(struct SPSC_NAME(segment) *s, uint32_t start)
{
	for (uint32_t i = start; i != start + s->size; i++)
		atomic_store_explicit(&s->slots[i & (s->size - 1)].stamp, i, memory_order_relaxed);
	atomic_store_explicit(&s->next, NULL, memory_order_relaxed);
}

/* An empty queue in segment `s`, whose first message gets number `start`. */
static inline void
SPSC_NAME(init)(struct SPSC_NAME(producer) *p, struct SPSC_NAME(consumer) *c,
		struct SPSC_NAME(segment) *s, uint32_t start)
{
	SPSC_NAME(blank)(s, start);
	p->slots = c->slots = s->slots;
	p->last = c->first = s;
	p->mask = c->mask = s->size - 1;
	p->tail = p->base = start;
	p->limit = start + s->size;
	atomic_store_explicit(&c->head, start, memory_order_relaxed);
}

/* Producer: returns the number of the oldest message not released yet. What the consumer did
 * with earlier ones is visible after this. */
static inline uint32_t
SPSC_NAME(taken)(const struct SPSC_NAME(consumer) *c)
{
	/* acquire: pairs with release() at SPSC-HEAD */
	return atomic_load_explicit(&c->head, memory_order_acquire);
}

/* Reads head again and returns whether there is room now. Messages before `base` lie in older
 * segments and take no room in this one. */
static inline int
SPSC_NAME(refill)(struct SPSC_NAME(producer) *p, const struct SPSC_NAME(consumer) *c)
{
	uint32_t head = SPSC_NAME(taken)(c);

	if ((int32_t)(head - p->base) < 0)
		head = p->base;
	p->limit = head + p->mask + 1;
	return p->limit != p->tail;
}

/* Producer: returns the slot for the next message, to fill and publish; NULL if the segment
 * is full. */
static inline SPSC_SLOT *
SPSC_NAME(claim)(struct SPSC_NAME(producer) *p, const struct SPSC_NAME(consumer) *c)
{
	if (p->tail == p->limit && !SPSC_NAME(refill)(p, c))
		return NULL;
	return &p->slots[p->tail & p->mask];
}

/* Producer: publishes the slot that claim() returned. */
static inline void
SPSC_NAME(publish)(struct SPSC_NAME(producer) *p)
{
	SPSC_SLOT *slot = &p->slots[p->tail & p->mask];

	p->tail++;
	/* release: the message before its stamp, SPSC-STAMP, front() */
	atomic_store_explicit(&slot->stamp, p->tail, memory_order_release);
}

/* Producer: the same for a message that takes `count` slots in a row: returns the first; NULL if
 * the segment has no room for them. All of a slot but its stamp is the message's, which may take
 * fewer than were claimed. */
static inline SPSC_SLOT *
SPSC_NAME(claim_several)(struct SPSC_NAME(producer) *p, const struct SPSC_NAME(consumer) *c,
			 uint32_t count)
{
	if (p->limit - p->tail < count) {
		SPSC_NAME(refill)(p, c);
		if (p->limit - p->tail < count)
			return NULL;
	}
	return &p->slots[p->tail & p->mask];
}

/* Producer: publishes the slots that claim_several() returned. The first stamp comes last: a
 * consumer that sees it sees all slots. It never looks at the other stamps, which only keep the
 * invariant. */
static inline void
SPSC_NAME(publish_several)(struct SPSC_NAME(producer) *p, uint32_t count)
{
	for (uint32_t i = 1; i < count; i++)
		atomic_store_explicit(&p->slots[(p->tail + i) & p->mask].stamp, p->tail + i + 1,
				      memory_order_relaxed);
	SPSC_NAME(publish)(p);
	p->tail += count - 1;
}

/* Producer: continues in segment `s`, whose slots and size are set. */
static inline void
SPSC_NAME(grow)(struct SPSC_NAME(producer) *p, struct SPSC_NAME(segment) *s)
{
	struct SPSC_NAME(segment) *old = p->last;

	SPSC_NAME(blank)(s, p->tail);
	p->slots = s->slots;
	p->last = s;
	p->mask = s->size - 1;
	p->base = p->tail;
	p->limit = p->tail + s->size;
	/* release: the segment, and every stamp in the old one, before the link,
	 * SPSC-NEXT, follow() */
	atomic_store_explicit(&old->next, s, memory_order_release);
}

/* Consumer: returns the oldest message, or NULL if the segment has none. */
static inline SPSC_SLOT *
SPSC_NAME(front)(const struct SPSC_NAME(consumer) *c)
{
	uint32_t head = atomic_load_explicit(&c->head, memory_order_relaxed);
	SPSC_SLOT *slot = &c->slots[head & c->mask];

	/* acquire: pairs with publish() at SPSC-STAMP */
	if (atomic_load_explicit(&slot->stamp, memory_order_acquire) != head + 1)
		return NULL;
	return slot;
}

/* Consumer: gives back the slots of the oldest message. */
static inline void
SPSC_NAME(release_several)(struct SPSC_NAME(consumer) *c, uint32_t count)
{
	uint32_t head = atomic_load_explicit(&c->head, memory_order_relaxed);

	/* release: reads of the slots before their reuse, SPSC-HEAD, taken() */
	atomic_store_explicit(&c->head, head + count, memory_order_release);
}

static inline void
SPSC_NAME(release)(struct SPSC_NAME(consumer) *c)
{
	SPSC_NAME(release_several)(c, 1);
}

/*
 * Consumer, after front() returned NULL: if the producer has moved on and nothing is left
 * here, moves to the next segment and returns the old one, which nobody uses any more.
 * NULL: stay. The second check of the slot is needed: a message may have come between
 * front() and the link.
 */
static inline struct SPSC_NAME(segment) *
SPSC_NAME(follow)(struct SPSC_NAME(consumer) *c)
{
	struct SPSC_NAME(segment) *old = c->first;
	/* acquire: pairs with grow() at SPSC-NEXT */
	struct SPSC_NAME(segment) *next = atomic_load_explicit(&old->next, memory_order_acquire);

	if (next == NULL || SPSC_NAME(front)(c) != NULL)
		return NULL;
	c->slots = next->slots;
	c->first = next;
	c->mask = next->size - 1;
	return old;
}

/* Return whether the invariants hold, as far as one side can see. For tests, and everywhere
 * under --enable-debug. */
static inline int
SPSC_NAME(producer_check)(const struct SPSC_NAME(producer) *p)
{
	return (p->mask & (p->mask + 1)) == 0 && p->mask + 1 == p->last->size &&
	       p->slots == p->last->slots && p->limit - p->tail <= p->mask + 1 &&
	       (int32_t)(p->tail - p->base) >= 0;
}

static inline int
SPSC_NAME(consumer_check)(const struct SPSC_NAME(consumer) *c)
{
	uint32_t head = atomic_load_explicit(&c->head, memory_order_relaxed);
	uint32_t stamp = atomic_load_explicit(&c->slots[head & c->mask].stamp,
					      memory_order_relaxed);

	return (c->mask & (c->mask + 1)) == 0 && c->mask + 1 == c->first->size &&
	       c->slots == c->first->slots && (int32_t)(stamp - (head + 1)) <= 0;
}

#undef SPSC_NAME
#undef SPSC
#undef SPSC_SLOT

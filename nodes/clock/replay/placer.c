/* SPDX-License-Identifier: BSD-2-Clause */
#include "placer.h"
#include "futex.h"
#include "host.h"

/*
 * HAND_OVER: messages at a time; half the ring is under way to the thread while the replay plays the
 * other half. PUBLISHED: the thread tells of so many at a time, since that may wake the replay.
 * WORTHWHILE: messages before a thread starts, for some 20 ms of work. LOOKS: at a word before a
 * thread sleeps until it changes; some 20 us, which is more than most gaps.
 */
enum { HAND_OVER = 16, PUBLISHED = 8, WORTHWHILE = 16384, LOOKS = 1000 };

/* In a message: the thread shall end. */
enum { NOBODY = -1 };

void
vc_placer_reset(struct vc_placer *p, struct vc_network *network, bool threaded)
{
	p->network = network;
	p->may_run = threaded;
	p->put = p->taken = p->alone = 0;
	p->least = VCUBE_TIME_MAX;
}

static struct vc_placing *
at(struct vc_placer *p, uint32_t number)
{
	return &p->ring[number % VC_PLACER_ROOM];
}

/* Waits until a word is no longer `seen`, and returns what it is. */
static uint32_t
wait_for(_Atomic(uint32_t) *word, uint32_t seen)
{
	uint32_t now;

	/* acquire: PLACER-HANDED, PLACER-PLACED, publish() */
	for (int i = 0; i < LOOKS; i++) {
		if ((now = atomic_load_explicit(word, memory_order_acquire)) != seen)
			return now;
		vc_pause();
	}
	while ((now = atomic_load_explicit(word, memory_order_acquire)) == seen)
		vc_futex_wait(word, seen, -1);
	return now;
}

static void
publish(_Atomic(uint32_t) *word, uint32_t number)
{
	/* release: PLACER-HANDED, the messages; PLACER-PLACED, their passages; and the network */
	atomic_store_explicit(word, number, memory_order_release);
	vc_futex_wake(word, 1);
}

static void *
run(void *placer)
{
	struct vc_placer *const p = placer;

	for (uint32_t placed = 0, handed = 0;;) {
		handed = wait_for(&p->handed, handed);
		while (placed != handed) {
			struct vc_placing *const m = at(p, placed + p->alone);

			if (m->rank == NOBODY)
				return NULL;
			vc_placing_pass(p->network, m);
			if (++placed == handed || placed % PUBLISHED == 0)
				publish(&p->placed, placed);
		}
	}
}

/* Starts the thread once; if the host refuses it, the replay places all. */
static void
start(struct vc_placer *p)
{
	p->may_run = false;
	atomic_store_explicit(&p->handed, 0, memory_order_relaxed);
	atomic_store_explicit(&p->placed, 0, memory_order_relaxed);
	p->runs = pthread_create(&p->thread, NULL, run, p) == 0;
}

/* Returns the number of the first message that is not handed over. */
static uint32_t
first_own(const struct vc_placer *p)
{
	return p->alone + (p->runs ? atomic_load_explicit(&p->handed, memory_order_relaxed) : 0);
}

static void
hand_over(struct vc_placer *p)
{
	publish(&p->handed, p->put - p->alone);
}

void
vc_placer_put(struct vc_placer *p, const struct vc_placing *message, vcube_time least)
{
	if (p->least > least)
		p->least = least;
	*at(p, p->put++) = *message;
	if (p->put - first_own(p) < HAND_OVER)
		return;
	if (vc_unlikely(p->may_run && p->put >= WORTHWHILE))
		start(p);
	if (p->runs)
		hand_over(p);
}

/* Waits until the thread has placed this message. */
static void
await(struct vc_placer *p, uint32_t number)
{
	/* acquire: PLACER-PLACED, publish() */
	uint32_t placed = atomic_load_explicit(&p->placed, memory_order_acquire);

	while ((int32_t)(number - p->alone - placed) >= 0)
		placed = wait_for(&p->placed, placed);
}

const struct vc_placing *
vc_placer_take(struct vc_placer *p)
{
	const uint32_t number = p->taken++;

	if (number != first_own(p)) {
		await(p, number);
	} else {
		/* all that was handed over has been taken: the network is not the thread's */
		vc_placing_pass(p->network, at(p, number));
		p->alone++;
	}
	return at(p, number);
}

void
vc_placer_finish(struct vc_placer *p)
{
	if (p->runs) {
		at(p, p->put++)->rank = NOBODY;
		hand_over(p);
		pthread_join(p->thread, NULL);
		p->runs = false;
	}
	p->put = p->taken = p->alone = 0;
}

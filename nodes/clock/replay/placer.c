/* SPDX-License-Identifier: BSD-2-Clause */
#include "placer.h"
#include "fence.h"
#include "futex.h"
#include "host.h"

/*
 * HAND_OVER: messages at a time. WORTHWHILE: messages before a thread starts, for some 20 ms of
 * work. LOOKS: at a number before a thread sleeps until it changes; some 20 us, which is more than
 * most gaps. SLEEP_PART: of the time that the replay may sleep; alone it would take up to twice as
 * long. ALONE: messages that it places itself before it tries the thread again, some 4 ms.
 */
enum { HAND_OVER = 8, WORTHWHILE = 16384, LOOKS = 1000, SLEEP_PART = 4, ALONE = 4096 };

/* In a message: the thread shall end. */
enum { NOBODY = -1 };

void
vc_placer_reset(struct vc_placer *p, struct vc_network *network, bool threaded)
{
	p->network = network;
	p->may_run = threaded;
	p->least = VCUBE_TIME_MAX;
}

static struct vc_placing *
at(struct vc_placer *p, uint32_t number)
{
	return &p->ring[number % VC_PLACER_ROOM];
}

/* Waits until a number is no longer `seen`, and returns what it is; adds to *slept how long it
 * slept, in ns. */
static uint32_t
wait_for(struct vc_placer_count *c, uint32_t seen, int64_t *slept)
{
	int64_t began;
	uint32_t now;

	/* acquire: PLACER-HANDED, PLACER-PLACED, publish() */
	for (int i = 0; i < LOOKS; i++) {
		if ((now = atomic_load_explicit(&c->number, memory_order_acquire)) != seen)
			return now;
		vc_pause();
	}
	began = vc_host_ns();
	atomic_store_explicit(&c->awaited, true, memory_order_relaxed);
	vc_fence();     /* PLACER-AWAITED; the kernel's futex has one of its own */
	while ((now = atomic_load_explicit(&c->number, memory_order_acquire)) == seen)
		vc_futex_wait(&c->number, seen, -1);
	atomic_store_explicit(&c->awaited, false, memory_order_relaxed);
	*slept += vc_host_ns() - began;
	return now;
}

static void
publish(struct vc_placer_count *c, uint32_t number)
{
	/* release: PLACER-HANDED, the messages; PLACER-PLACED, their passages; and the network */
	atomic_store_explicit(&c->number, number, memory_order_release);
	vc_fence();     /* PLACER-AWAITED */
	if (vc_unlikely(atomic_load_explicit(&c->awaited, memory_order_relaxed)))
		vc_futex_wake(&c->number, 1);
}

static void *
run(void *placer)
{
	struct vc_placer *const p = placer;
	int64_t slept = 0;

	for (uint32_t placed = 0, handed = 0;;) {
		handed = wait_for(&p->handed, handed, &slept);
		while (placed != handed) {
			struct vc_placing *const m = at(p, placed + p->alone);

			if (m->rank == NOBODY)
				return NULL;
			vc_placing_pass(p->network, m);
			publish(&p->placed, ++placed);
		}
	}
}

/* Starts the thread once; if the host refuses it, the replay places all. */
static void
start(struct vc_placer *p)
{
	p->may_run = false;
	p->began = vc_host_ns();
	p->runs = p->pays = pthread_create(&p->thread, NULL, run, p) == 0;
}

/* Returns the number of the first message that is not handed over. */
static uint32_t
first_own(const struct vc_placer *p)
{
	return p->alone + atomic_load_explicit(&p->handed.number, memory_order_relaxed);
}

/* Decides whether the thread is of use. On a busy host it is not: while others have its processor,
 * the replay sleeps. */
static void
weigh(struct vc_placer *p)
{
	p->pays = p->slept <= (vc_host_ns() - p->began) / SLEEP_PART;
	p->weighed = p->put;
}

static void
hand_over(struct vc_placer *p)
{
	publish(&p->handed, p->put - p->alone);
}

void
vc_placer_put(struct vc_placer *p, vcube_time least)
{
	if (p->least > least)
		p->least = least;
	p->put++;
	if (p->put - first_own(p) < HAND_OVER)
		return;
	if (vc_unlikely(p->may_run && p->put >= WORTHWHILE))
		start(p);
	if (vc_unlikely(p->runs && !p->pays && p->put - p->weighed >= ALONE))
		weigh(p);
	if (p->pays)
		hand_over(p);
}

/* Waits until the thread has placed this message. */
static void
await(struct vc_placer *p, uint32_t number)
{
	/* acquire: PLACER-PLACED, publish() */
	uint32_t placed = atomic_load_explicit(&p->placed.number, memory_order_acquire);
	const int64_t slept = p->slept;

	while ((int32_t)(number - p->alone - placed) >= 0)
		placed = wait_for(&p->placed, placed, &p->slept);
	if (vc_unlikely(p->slept != slept))
		weigh(p);
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
		p->runs = p->pays = false;
	}
	p->put = p->taken = p->alone = 0;
	p->slept = 0;
	atomic_store_explicit(&p->handed.number, 0, memory_order_relaxed);
	atomic_store_explicit(&p->placed.number, 0, memory_order_relaxed);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locks of windows. Invariant, whenever a target's mutex is free: if requests wait for its
 * lock, the first of them could not be granted.
 */
#include <stdlib.h>
#include "coll.h"
#include "cost.h"
#include "lock.h"

static bool
is_free_for(const struct target *t, bool exclusive)
{
	return exclusive ? t->holders == 0 : t->holders >= 0;
}

static void
hold(struct target *t, bool exclusive)
{
	t->holders = exclusive ? -1 : t->holders + 1;
}

/* Takes the lock if it can be had at once, else leaves the request, which is freed with its
 * grant. Returns whether it is taken. */
static bool
request(struct target *t, struct waiter *waiter)
{
	bool taken;

	pthread_mutex_lock(&t->mutex);
	taken = t->first == NULL && is_free_for(t, waiter->exclusive);
	if (taken)
		hold(t, waiter->exclusive);
	else if (t->first == NULL)
		t->first = t->last = waiter;
	else
		t->last = t->last->next = waiter;
	pthread_mutex_unlock(&t->mutex);
	return taken;
}

/* Returns the requests that are granted now. */
static struct waiter *
release(struct target *t)
{
	struct waiter *granted, **end = &granted;

	pthread_mutex_lock(&t->mutex);
	t->holders = t->holders < 0 ? 0 : t->holders - 1;
	while (t->first != NULL && is_free_for(t, t->first->exclusive)) {
		hold(t, t->first->exclusive);
		*end = t->first;
		end = &t->first->next;
		t->first = t->first->next;
	}
	*end = NULL;
	pthread_mutex_unlock(&t->mutex);
	return granted;
}

/* How long an empty message to the farthest of some members takes. */
static vcube_time
signal_time(struct process *p, struct window *w, int first, int count)
{
	vcube_time longest = 0;

	for (int i = first; w->timed && i < first + count; i++) {
		const vcube_time time = vcm_cost_signal(p, w, i);

		if (time > longest)
			longest = time;
	}
	return longest;
}

/* The requests travel to the targets, and take effect there. */
static void
travel(struct process *p, struct window *w, vcube_time time)
{
	vcm_cost_until(p, w, vcm_cost_now(p, w) + time);
	vcm_turn(p, w);
}

void
vcm_lock(struct process *p, struct window *w, int first, int count, bool exclusive)
{
	const vcube_time time = signal_time(p, w, first, count);
	const int tag = count == 1 ? TAG_GRANT_OF + first : TAG_GRANT;
	struct waiter *waiter = NULL;
	vcube_time back;
	int waiting = 0;

	vcm_note(p, w, first, TAG_NEVER);
	travel(p, w, time);
	back = vcm_cost_now(p, w) + time;
	for (int i = first; i < first + count; i++) {
		if (waiter == NULL)
			waiter = vcm_memory(p, sizeof *waiter);
		*waiter = (struct waiter){w->comm->rank, tag, exclusive, NULL};
		if (!request(vcm_target(w, i), waiter)) {
			waiter = NULL;
			waiting++;
		}
		w->peers[i].lock = LOCKED;
	}
	free(waiter);
	while (waiting-- > 0)
		vcm_await(p, w, VCUBE_ANY, tag);
	vcm_cost_until(p, w, back);
}

/* Tells the process that is granted the lock, when all mutexes are unlocked: it goes on at once. */
static void
tell(struct process *p, struct window *w, struct waiter *granted)
{
	for (struct waiter *next; granted != NULL; granted = next) {
		next = granted->next;
		vcm_signal(p, w, granted->rank, granted->tag);
		free(granted);
	}
}

void
vcm_unlock(struct process *p, struct window *w, int first, int count)
{
	struct waiter *granted = NULL, **end = &granted;

	travel(p, w, signal_time(p, w, first, count));
	for (int i = first; i < first + count; i++) {
		if (w->peers[i].lock == LOCKED)
			*end = release(vcm_target(w, i));
		while (*end != NULL)
			end = &(*end)->next;
		w->peers[i].lock = NOT_LOCKED;
	}
	tell(p, w, granted);
}

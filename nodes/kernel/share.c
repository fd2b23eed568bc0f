/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes that several threads share; the header has the protocol. */
#include <stdlib.h>
#include <string.h>
#include "fiber.h"
#include "futex.h"
#include "quiescence.h"
#include "share.h"

_Thread_local vcube_node *vc_entered;

static void
hand(struct vc_turn *turn)
{
	/* release: SHARE-TURN. The thread may go on, and `turn` with it, before the wake */
	atomic_store_explicit(&turn->given, 1, memory_order_release);
	vc_futex_wake(&turn->given, 1);
}

static void
await(struct vc_turn *turn)
{
	/* acquire: SHARE-TURN */
	while (atomic_load_explicit(&turn->given, memory_order_acquire) == 0)
		vc_futex_wait(&turn->given, 0, -1);
}

static void
queue(struct vc_share *s, struct vc_turn *turn, bool in_front)
{
	if (in_front || s->first == NULL) {
		turn->next = s->first;
		s->first = turn;
		if (turn->next == NULL)
			s->last = turn;
	} else {
		s->last->next = turn;
		s->last = turn;
	}
	atomic_store_explicit(&s->came, true, memory_order_relaxed);
}

static struct vc_turn *
unqueue(struct vc_share *s)
{
	struct vc_turn *const turn = s->first;

	s->first = turn->next;
	if (s->first == NULL) {
		s->last = NULL;
		atomic_store_explicit(&s->came, false, memory_order_relaxed);
	}
	return turn;
}

/* Returns the turn of a thread that waits in a call, or NULL. */
static struct vc_turn *
waiting(const vcube_node *self)
{
	const struct vc_fiber *f = self->fibers.first;

	while (f != NULL && f->turn == NULL)
		f = f->next;
	return f != NULL ? f->turn : NULL;
}

/* The last thread that computed does so no more; under `lock`. Returns whether the machine
 * may be quiescent for good now: then call vc_quiesce(). */
static bool
tighten(vcube_node *self)
{
	struct vc_share *const s = self->share;

	if (!s->loose || s->outside > 0)
		return false;
	s->loose = false;
	atomic_fetch_sub_explicit(&self->machine->loose, 1, memory_order_relaxed);
	return true;
}

/* --- for threads ------------------------------------------------------------- */

int
(vcube_share)(vcube_node *self, int threads, void *own, size_t bytes)
{
	struct vc_share *s;

	if (self->code != 0 || self->share != NULL)
		return self->code;
	/* also where the host has so many processors that the nodes are threads after all */
	if (self->machine->interleave != NULL || self->machine->desc.threads != VCUBE_THREADS_YES)
		return vc_fail(self, VCUBE_EINVAL, "vcube_share: threads share only a node that "
			       "is a thread and takes no turns: it needs threads=yes, fuzz=0, digest=no, explore=no "
			       "and replay=none");
	if (threads < 1)
		return vc_fail(self, VCUBE_EINVAL, "vcube_share: %d threads: there is at least the "
			       "node's own", threads);
	if (bytes > VCUBE_OWN_MOST)
		return vc_fail(self, VCUBE_EINVAL, "vcube_share: a thread has at most %d bytes of "
			       "its own, not %zu", VCUBE_OWN_MOST, bytes);
	s = calloc(1, sizeof *s);
	if (s == NULL)
		return vc_fail(self, VCUBE_EHOST, "vcube_share: no memory");
	pthread_mutex_init(&s->lock, NULL);
	s->held = true;
	s->outside = threads - 1;
	s->own = own;
	s->own_bytes = own != NULL ? bytes : 0;
	self->share = s;
	return 0;
}

/* Adds or subtracts threads that compute outside of calls. */
static void
count(vcube_node *self, int by)
{
	struct vc_share *const s = self->share;
	bool last;

	pthread_mutex_lock(&s->lock);
	if (by < -s->outside)
		vc_fail(self, VCUBE_EINVAL, "vcube_threads: %d threads go, but %d are outside of node %d",
			-by, s->outside, self->rank);
	else
		s->outside += by;
	last = tighten(self);
	pthread_mutex_unlock(&s->lock);
	if (last)
		vc_quiesce(self->machine);
}

/* The node fails: threads do not share it. */
static void
fail_unshared(vcube_node *self, const char *call)
{
	vc_fail(self, VCUBE_EINVAL, "%s: threads do not share node %d: its program calls vcube_share() "
		"first", call, self->rank);
}

void
vcube_threads(vcube_node *self, int by)
{
	if (self->share == NULL)
		fail_unshared(self, "vcube_threads");
	else
		count(self, by);
}

/* Wakes the node, so that its thread sees who came. */
static void
call_in(vcube_node *self)
{
	vcube_machine *const m = self->machine;

	pthread_mutex_lock(&m->resolving);
	vc_unpark(m, self->rank);
	pthread_mutex_unlock(&m->resolving);
}

void
vcube_enter(vcube_node *self)
{
	struct vc_share *const s = self->share;
	struct vc_turn turn = {.next = NULL};
	bool free, open;

	if (s == NULL) {
		fail_unshared(self, "vcube_enter");
		return;
	}
	vc_entered = self;
	pthread_mutex_lock(&s->lock);
	free = !s->held;
	open = s->open;
	s->held = true;
	if (free)
		s->outside--;
	else
		queue(s, &turn, false);
	pthread_mutex_unlock(&s->lock);
	if (free)
		return;
	if (open)
		call_in(self);
	/* it computes no more only now: the machine is not quiescent while it calls */
	count(self, -1);
	await(&turn);
}

void
vcube_leave(vcube_node *self)
{
	struct vc_share *const s = self->share;
	struct vc_turn *next;

	if (s == NULL) {
		fail_unshared(self, "vcube_leave");
		return;
	}
	vc_wake_deferred(self);
	vc_entered = NULL;
	pthread_mutex_lock(&s->lock);
	s->outside++;
	next = s->first != NULL ? unqueue(s) : waiting(self);
	s->held = next != NULL;
	pthread_mutex_unlock(&s->lock);
	if (next != NULL)
		hand(next);
}

void
vc_share_end(vcube_node *n)
{
	if (n->share != NULL)
		pthread_mutex_destroy(&n->share->lock);
	free(n->share);
	n->share = NULL;
}

/* --- for the thread that has the node ---------------------------------------- */

bool
vc_share_called(const vcube_node *self)
{
	return self->share != NULL &&
	       atomic_load_explicit(&self->share->came, memory_order_relaxed);
}

/* Gives the node away and waits until it comes back: with the thread's wait, which others
 * look after meanwhile. */
static bool
step_aside(vcube_node *self, struct vc_turn *mine, struct vc_turn *next, struct vc_wait *wait,
	   int *code)
{
	const struct vc_share *const s = self->share;
	struct vc_fiber me = {.wait = wait, .turn = mine};
	char own[VCUBE_OWN_MOST];

	if (s->own_bytes > 0)
		memcpy(own, s->own, s->own_bytes);
	if (wait != NULL)
		vc_fiber_join(self, &me);
	vc_course_swap(self, &me.course);
	hand(next);
	await(mine);
	if (s->own_bytes > 0)
		memcpy(s->own, own, s->own_bytes);
	vc_course_swap(self, &me.course);
	if (wait != NULL)
		vc_fiber_part(self, &me);
	*code = self->code != 0 ? self->code : me.code;
	return mine->over;
}

bool
vc_share_yield(vcube_node *self, struct vc_wait *wait, int *code)
{
	struct vc_share *const s = self->share;

	for (;;) {
		struct vc_turn mine = {.next = NULL}, *next = NULL;

		pthread_mutex_lock(&s->lock);
		if (s->first != NULL)
			next = unqueue(s);
		s->open = next == NULL;
		pthread_mutex_unlock(&s->lock);
		if (next == NULL)
			return false;
		if (step_aside(self, &mine, next, wait, code))
			return true;
	}
}

void
vc_share_close(vcube_node *self)
{
	pthread_mutex_lock(&self->share->lock);
	self->share->open = false;
	pthread_mutex_unlock(&self->share->lock);
}

bool
vc_share_pass(vcube_node *self, struct vc_fiber *to, struct vc_wait *wait, int *code)
{
	struct vc_share *const s = self->share;
	struct vc_turn mine = {.next = NULL};

	if (wait == NULL) {
		pthread_mutex_lock(&s->lock);
		queue(s, &mine, true);
		pthread_mutex_unlock(&s->lock);
	}
	to->turn->over = true;
	return step_aside(self, &mine, to->turn, wait, code);
}

void
vc_share_sleep(vcube_node *self)
{
	struct vc_share *const s = self->share;

	pthread_mutex_lock(&s->lock);
	s->loose = s->outside > 0;
	/* relaxed: the resolver reads it behind the count of `running`, which park.c takes
	 * down next */
	if (s->loose)
		atomic_fetch_add_explicit(&self->machine->loose, 1, memory_order_relaxed);
	pthread_mutex_unlock(&s->lock);
}

void
vc_share_woken(vcube_node *self)
{
	struct vc_share *const s = self->share;

	pthread_mutex_lock(&s->lock);
	if (s->loose)
		atomic_fetch_sub_explicit(&self->machine->loose, 1, memory_order_relaxed);
	s->loose = false;
	pthread_mutex_unlock(&s->lock);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Copies of the memory of windows. */
#include <string.h>
#include <stdlib.h>
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#include "conflict.h"
#include "layout.h"
#include "watch.h"
#include "wrong.h"

enum { NOTED_MOST = 64 << 10 };        /* bytes of a window whose stores are noted */

/* A look at some of a target's memory */
struct look {
	struct target *target;
	bool take;              /* it is right as it is */
	bool same;
};

/* Has a window memory that can be watched? */
static bool
is_watched(const struct window *w)
{
	const struct target *t = vcm_target(w, w->comm->rank);

	return t->base != NULL && t->size > 0 && w->flavor != MPI_WIN_FLAVOR_SHARED;
}

/* Does a part of `a` lie in any member's memory of `b`? Other ranks' is in reach if it is
 * shared. */
static bool
share_memory(const struct window *a, const struct window *b)
{
	const struct target *t = vcm_target(a, a->comm->rank);

	for (int i = 0; i < b->comm->size; i++) {
		const struct target *other = vcm_target(b, i);

		if (other->base != NULL && t->base < other->base + other->size
		    && other->base < t->base + t->size)
			return true;
	}
	return false;
}

/* A change of memory that is in another window, too, may be an access to that. */
static bool
is_of_another(struct process *p, const struct window *w)
{
	struct window *other = NULL;
	bool found = false;

	while ((other = vcm_object_next(p, KIND_WIN, other)) != NULL)
		if (other != w && other->members != NULL && share_memory(w, other)) {
			vcm_watch_unlist(p, other);
			found = true;
		}
	return found;
}

void
vcm_watch_list(struct process *p, struct window *w)
{
	if (!p->strict || !is_watched(w) || w->size > NOTED_MOST || is_of_another(p, w))
		return;
	w->next = p->noted;
	p->noted = w;
	vcm_watch_begin(p, w, true);
}

void
vcm_watch_unlist(struct process *p, const struct window *w)
{
	struct window **place = &p->noted;

	while (*place != NULL && *place != w)
		place = &(*place)->next;
	if (*place != NULL)
		*place = w->next;
}

/* The memory is right as it is. Under its mutex */
static void
take_all(struct target *t)
{
	memcpy(t->was, t->base, (size_t)t->size);
#ifdef VALGRIND_MAKE_MEM_DEFINED
	VALGRIND_MAKE_MEM_DEFINED(t->was, (size_t)t->size);
#endif
}

void
vcm_watch_begin(struct process *p, struct window *w, bool idle)
{
	struct target *t = vcm_target(w, w->comm->rank);

	if (!p->strict || !is_watched(w))
		return;
	(void)vcm_race_heard(p);
	pthread_mutex_lock(&t->watch);
	if (t->was == NULL)
		t->was = malloc((size_t)t->size);
	if (t->was != NULL)
		take_all(t);
	t->watches++;
	pthread_mutex_unlock(&t->watch);
	w->idle = idle && t->was != NULL;
}

void
vcm_watch_note(struct process *p)
{
	for (struct window *w = p->noted; w != NULL; w = w->next)
		if (w->idle)
			(void)vcm_records_note(p, w);
}

void
vcm_watch_excuse(struct process *p, struct window *w)
{
	struct target *t = vcm_target(w, w->comm->rank);

	if (!p->strict || !w->idle)
		return;
	pthread_mutex_lock(&t->watch);
	take_all(t);
	pthread_mutex_unlock(&t->watch);
}

int
vcm_watch_end(struct process *p, struct window *w)
{
	/* without the lock: all accesses have ended, and an error may end this process */
	return p->strict && vcm_target(w, w->comm->rank)->was != NULL ? vcm_records_compare(p, w)
		: MPI_SUCCESS;
}

static bool
look(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	struct look *l = arg;
	char *now = (char *)(intptr_t)at, *was = l->target->was + (now - l->target->base);

	(void)basic;
	if (l->take)
		memcpy(was, now, (size_t)bytes);
	else if (memcmp(was, now, (size_t)bytes) != 0)
		l->same = false;
	return true;
}

static bool
is_inside(const struct target *t, const struct block *b)
{
	int64_t first;
	const int64_t bytes = vcm_type_span(b->type, b->count, &first);
	const char *const from = (const char *)b->buffer + first;

	return bytes > 0 && t->was != NULL && from >= t->base && from + bytes <= t->base + t->size;
}

/* Looks at the data of a block. Returns whether they are all in the memory and the same there. */
static bool
look_at(struct target *t, const struct block *b, bool take)
{
	struct look l = {t, take, true};
	struct layout whole;

	if (!is_inside(t, b))
		return true;
	whole = vcm_layout_repeat(b->count, b->type->extent, b->type->layout);
	vcm_layout_each(&whole, (int64_t)(intptr_t)b->buffer, 0, whole.size, look, &l);
	return l.same;
}

void
vcm_watch_hold(struct access *a)
{
	struct target *t = vcm_target(a->w, a->rank);

	if (!a->p->strict)
		return;
	pthread_mutex_lock(&t->watch);
	if (look_at(t, &a->place, false))
		return;
	vcm_record_changed(a->p, t);
	if (a->op != NULL || a->result.type != NULL)    /* which reads that, too */
		look_at(t, &a->place, true);
}

bool
vcm_watch_copy(const struct access *a, struct block *copy)
{
	const struct target *t = vcm_target(a->w, a->rank);

	if (!a->p->strict || !is_inside(t, &a->place))
		return false;
	*copy = a->place;
	copy->buffer = t->was + ((const char *)a->place.buffer - t->base);
	return true;
}

/* What an access fetches may lie in the window, too. */
static void
take_own(struct access *a, const struct block *b)
{
	struct target *t = vcm_target(a->w, a->w->comm->rank);

	if (b->type == NULL)
		return;
	pthread_mutex_lock(&t->watch);
	look_at(t, b, true);
	pthread_mutex_unlock(&t->watch);
}

void
vcm_watch_release(struct access *a)
{
	struct target *t = vcm_target(a->w, a->rank);

	if (!a->p->strict)
		return;
	pthread_mutex_unlock(&t->watch);
	if (a->fetches)
		take_own(a, &a->origin);
	take_own(a, &a->result);
	if (a->fetches || a->result.type != NULL)
		a->p->heard = true;
}

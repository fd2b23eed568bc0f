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

/* A look at some of a target's memory */
struct look {
	struct target *target;
	bool take;              /* it is right as it is */
	bool same;
};

void
vcm_watch_begin(struct process *p, struct window *w)
{
	struct target *t = vcm_target(w, w->comm->rank);

	if (!p->strict || t->base == NULL || t->size == 0 || w->flavor == MPI_WIN_FLAVOR_SHARED)
		return;
	(void)vcm_race_heard(p);
	pthread_mutex_lock(&t->watch);
	if (t->was == NULL)
		t->was = malloc((size_t)t->size);
	if (t->was != NULL)
		memcpy(t->was, t->base, (size_t)t->size);
#ifdef VALGRIND_MAKE_MEM_DEFINED
	if (t->was != NULL)
		VALGRIND_MAKE_MEM_DEFINED(t->was, (size_t)t->size);
#endif
	t->watches++;
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

/* Looks at the data of a block. Returns whether they are all in the memory and the same there. */
static bool
look_at(struct target *t, const struct block *b, bool take)
{
	struct look l = {t, take, true};
	struct layout whole;
	int64_t first;
	const int64_t bytes = vcm_type_span(b->type, b->count, &first);
	const char *const from = (const char *)b->buffer + first;

	if (bytes == 0 || t->was == NULL || from < t->base || from + bytes > t->base + t->size)
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
	if (!look_at(t, &a->place, false))
		vcm_record_changed(a->p, t);
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
	look_at(t, &a->place, true);
	pthread_mutex_unlock(&t->watch);
	if (a->fetches)
		take_own(a, &a->origin);
	take_own(a, &a->result);
	if (a->fetches || a->result.type != NULL)
		a->p->heard = true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Schedules that the nodes of a machine share: a list that only grows, at its
 * head, while the machine is open. A node looks at it without a lock; who does
 * not find what it wants builds it under the lock, after another look.
 */
#include <pthread.h>
#include <stdlib.h>
#include <vcube/aapc.h>
#include "nodes/engine/shared.h"

struct vc_shared {
	struct vcube_schedule_plan plan;        /* as asked for */
	vcube_schedule *schedule;
	struct vc_shared *next;
};

static bool
is_same(const struct vcube_schedule_plan *a, const struct vcube_schedule_plan *b)
{
	return a->algorithm == b->algorithm && a->dimensions == b->dimensions &&
	       a->addresses == b->addresses && a->width == b->width && a->block == b->block &&
	       a->successive == b->successive && a->delay == b->delay;
}

static const vcube_schedule *
find(vcube_machine *m, const struct vcube_schedule_plan *plan)
{
	/* acquire: SHARED-HEAD, add() */
	const struct vc_shared *at = atomic_load_explicit(&m->shared, memory_order_acquire);

	while (at != NULL && !is_same(&at->plan, plan))
		at = at->next;
	return at != NULL ? at->schedule : NULL;
}

/* Under the lock. */
static const vcube_schedule *
add(vcube_node *self, const struct vcube_schedule_plan *plan)
{
	vcube_machine *const m = self->machine;
	struct vc_shared *const new = malloc(sizeof *new);
	struct vcube_error error;

	if (new == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for a schedule");
		return NULL;
	}
	new->plan = *plan;
	new->schedule = vcube_schedule_build(plan, &error);
	if (new->schedule == NULL) {
		free(new);
		vc_fail(self, error.code, "%s", error.text);
		return NULL;
	}
	new->next = atomic_load_explicit(&m->shared, memory_order_relaxed);
	/* release: SHARED-HEAD, what is in the new one, find() */
	atomic_store_explicit(&m->shared, new, memory_order_release);
	return new->schedule;
}

const vcube_schedule *
vcube_schedule_shared(vcube_node *self, const struct vcube_schedule_plan *plan)
{
	vcube_machine *const m = self->machine;
	const vcube_schedule *s = find(m, plan);

	if (self->code != 0)
		return NULL;
	if (s != NULL)
		return s;
	pthread_mutex_lock(&m->sharing);
	s = find(m, plan);
	if (s == NULL)
		s = add(self, plan);
	pthread_mutex_unlock(&m->sharing);
	return s;
}

void
vc_shared_free(vcube_machine *m)
{
	struct vc_shared *at = atomic_load_explicit(&m->shared, memory_order_relaxed), *next;

	for (; at != NULL; at = next) {
		next = at->next;
		vcube_schedule_free(at->schedule);
		free(at);
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables that the nodes of a machine share, in a list that grows only at its head while
 * the machine is open. A node searches it without a lock; if it finds no table, it locks,
 * searches again and builds one.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "error.h"
#include "shared.h"

struct vc_shared {
	const struct vc_shared_kind *kind;
	void *table;
	struct vc_shared *next;
	_Alignas(max_align_t) char key[];       /* what the table is built from */
};

static const void *
find(vcube_machine *m, const struct vc_shared_kind *kind, const void *key)
{
	/* acquire: SHARED-HEAD, add() */
	const struct vc_shared *at = atomic_load_explicit(&m->shared, memory_order_acquire);

	while (at != NULL && (at->kind != kind || !kind->is_same(at->key, key)))
		at = at->next;
	return at != NULL ? at->table : NULL;
}

/* Builds a table; the caller holds the lock. */
static const void *
add(vcube_node *self, const struct vc_shared_kind *kind, const void *key)
{
	vcube_machine *const m = self->machine;
	struct vc_shared *const new = malloc(sizeof *new + kind->key_size);
	struct vcube_error error;

	if (new == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for a table that nodes share");
		return NULL;
	}
	memcpy(new->key, key, kind->key_size);
	new->kind = kind;
	new->table = kind->build(key, &error);
	if (new->table == NULL) {
		free(new);
		vc_fail(self, error.code, "%s", error.text);
		return NULL;
	}
	new->next = atomic_load_explicit(&m->shared, memory_order_relaxed);
	/* release: SHARED-HEAD, what is in the new one, find() */
	atomic_store_explicit(&m->shared, new, memory_order_release);
	return new->table;
}

const void *
vc_share(vcube_node *self, const struct vc_shared_kind *kind, const void *key)
{
	vcube_machine *const m = self->machine;
	const void *table = find(m, kind, key);

	if (self->code != 0)
		return NULL;
	if (table != NULL)
		return table;
	pthread_mutex_lock(&m->sharing);
	table = find(m, kind, key);
	if (table == NULL)
		table = add(self, kind, key);
	pthread_mutex_unlock(&m->sharing);
	return table;
}

/* Schedules. */

static bool
is_same_plan(const void *key, const void *other)
{
	const struct vcube_schedule_plan *const a = key, *const b = other;

	return a->algorithm == b->algorithm && a->dimensions == b->dimensions &&
	       a->addresses == b->addresses && a->width == b->width && a->block == b->block &&
	       a->successive == b->successive && a->delay == b->delay;
}

static void *
build_schedule(const void *key, struct vcube_error *error)
{
	return vcube_schedule_build(key, error);
}

static void
release_schedule(void *table)
{
	vcube_schedule_free(table);
}

static const struct vc_shared_kind schedules = {
	sizeof(struct vcube_schedule_plan), is_same_plan, build_schedule, release_schedule,
};

/* A plan with the orders of its exchanges. */
struct ordered_plan {
	struct vcube_schedule_plan plan;
	int orders[VCUBE_SCHEDULE_SUCCESSIVE_MAX];
};

static bool
is_same_ordered_plan(const void *key, const void *other)
{
	const struct ordered_plan *const a = key, *const b = other;

	return is_same_plan(&a->plan, &b->plan) &&
	       memcmp(a->orders, b->orders, sizeof a->orders) == 0;
}

static void *
build_ordered_schedule(const void *key, struct vcube_error *error)
{
	const struct ordered_plan *const ordered = key;

	return vcube_schedule_build_orders(&ordered->plan, ordered->orders, error);
}

static const struct vc_shared_kind ordered_schedules = {
	sizeof(struct ordered_plan), is_same_ordered_plan, build_ordered_schedule, release_schedule,
};

const vcube_schedule *
vcube_schedule_shared_orders(vcube_node *self, const struct vcube_schedule_plan *plan,
			     const int *orders)
{
	struct ordered_plan key = {.plan = *plan};

	if (key.plan.successive == 0)
		key.plan.successive = 1;
	for (int axis = 0; axis < key.plan.successive && axis < VCUBE_SCHEDULE_SUCCESSIVE_MAX; axis++)
		key.orders[axis] = orders[axis];
	return vc_share(self, &ordered_schedules, &key);
}

const vcube_schedule *
vcube_schedule_shared(vcube_node *self, const struct vcube_schedule_plan *plan)
{
	return vc_share(self, &schedules, plan);
}

/* Orders of gatherings. Of the share, only whether it is positive matters. */

static bool
is_same_order(const void *key, const void *other)
{
	const struct vcube_gathering *const a = key, *const b = other;

	return a->d == b->d && a->rest == b->rest && a->apart == b->apart &&
	       (a->share > 0) == (b->share > 0);
}

static void *
build_order(const void *key, struct vcube_error *error)
{
	const struct vcube_gathering *const g = key;
	uint32_t *const order = malloc(((size_t)2 << g->d) * sizeof *order);

	if (order != NULL)
		vcube_gathering_order(g, order);
	else
		vc_error(error, VCUBE_EHOST, "no memory for the order of a gathering");
	return order;
}

static const struct vc_shared_kind orders = {
	sizeof(struct vcube_gathering), is_same_order, build_order, free,
};

const uint32_t *
vcube_gathering_shared(vcube_node *self, const struct vcube_gathering *g)
{
	return vc_share(self, &orders, g);
}

static void
close_shared(vcube_machine *m)
{
	struct vc_shared *at = atomic_load_explicit(&m->shared, memory_order_relaxed), *next;

	for (; at != NULL; at = next) {
		next = at->next;
		if (at->kind->release != NULL)
			at->kind->release(at->table);
		free(at);
	}
}

const struct vc_part vc_part_shared = {
	.close = close_shared,
};

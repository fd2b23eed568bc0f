/* SPDX-License-Identifier: BSD-2-Clause */
/* The shared part of a window: its beginning and its end. */
#include <stdlib.h>
#include <string.h>
#include "conflict.h"
#include "members.h"

_Static_assert(sizeof(struct target) % 64 == 0, "targets share no cache line");

void *
vcm_window_memory(size_t bytes)
{
	return bytes < SIZE_MAX - 64 ? aligned_alloc(64, (bytes + 64) / 64 * 64) : NULL;
}

struct members *
vcm_members_new(int count, size_t bytes)
{
	const size_t room = sizeof(struct members) + (size_t)count * sizeof(struct target);
	struct members *s = vcm_window_memory(room);
	char *memory = bytes > 0 ? vcm_window_memory(bytes) : NULL;

	if (s == NULL || (bytes > 0 && memory == NULL)) {
		free(memory);
		free(s);
		return NULL;
	}
	memset(s, 0, room);
	s->memory = memory;
	pthread_mutex_init(&s->mutex, NULL);
	s->references = s->count = count;
	for (int i = 0; i < count; i++)
		pthread_mutex_init(&s->targets[i].mutex, NULL), pthread_mutex_init(&s->targets[i].watch, NULL);
	return s;
}

static void
free_target(struct target *t)
{
	for (struct waiter *w = t->first, *next; w != NULL; w = next) {
		next = w->next;
		free(w);
	}
	for (struct region *r = t->regions, *next; r != NULL; r = next) {
		next = r->next;
		free(r);
	}
	vcm_records_free(t);
	pthread_mutex_destroy(&t->mutex);
	pthread_mutex_destroy(&t->watch);
	free(t->was);
	free(t->own);
}

void
vcm_members_drop(struct members *s)
{
	int left;

	if (s == NULL)
		return;
	pthread_mutex_lock(&s->mutex);
	left = --s->references;
	pthread_mutex_unlock(&s->mutex);
	if (left > 0)
		return;
	for (int i = 0; i < s->count; i++)
		free_target(&s->targets[i]);
	pthread_mutex_destroy(&s->mutex);
	free(s->memory);
	free(s);
}

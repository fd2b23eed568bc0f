/* SPDX-License-Identifier: BSD-2-Clause */
#include "under_way.h"
#include <stdlib.h>

enum { ENTRIES_MIN = 1024 };

static void
put(struct vc_under_way *t, const struct vc_message_under_way *message)
{
	size_t i = vc_under_way_place(t, message->key);

	while (t->entry[i].key != 0)
		i = (i + 1) & t->mask;
	t->entry[i] = *message;
	t->used++;
}

/* Doubles the table. Begins behind a free entry, so that entries of one key keep their order. */
static bool
enlarge(struct vc_under_way *t)
{
	const struct vc_under_way old = *t;
	const size_t entries = old.entry != NULL ? 2 * (old.mask + 1) : ENTRIES_MIN;
	struct vc_message_under_way *entry = calloc(entries, sizeof *entry);
	size_t first = 0;

	if (entry == NULL)
		return false;
	*t = (struct vc_under_way){.entry = entry, .mask = entries - 1};
	while (old.used > 0 && old.entry[first].key != 0)
		first++;
	for (size_t i = 0; old.used > 0 && i <= old.mask; i++) {
		const struct vc_message_under_way *e = &old.entry[(first + i) & old.mask];

		if (e->key != 0)
			put(t, e);
	}
	free(old.entry);
	return true;
}

bool
vc_under_way_put(struct vc_under_way *t, const struct vc_message_under_way *message)
{
	if ((t->entry == NULL || 2 * t->used > t->mask) && !enlarge(t))
		return false;
	put(t, message);
	return true;
}

/* Frees an entry, and moves those behind it that no longer need to lie there. */
static void
release(struct vc_under_way *t, size_t gap)
{
	for (size_t i = (gap + 1) & t->mask; t->entry[i].key != 0; i = (i + 1) & t->mask) {
		const size_t own = vc_under_way_place(t, t->entry[i].key);

		if (((i - own) & t->mask) < ((i - gap) & t->mask))
			continue;
		t->entry[gap] = t->entry[i];
		gap = i;
	}
	t->entry[gap].key = 0;
	t->used--;
}

bool
vc_under_way_take(struct vc_under_way *t, uint64_t key, struct vc_message_under_way *message)
{
	if (t->used == 0)
		return false;
	for (size_t i = vc_under_way_place(t, key); t->entry[i].key != 0; i = (i + 1) & t->mask)
		if (t->entry[i].key == key) {
			*message = t->entry[i];
			release(t, i);
			return true;
		}
	return false;
}

void
vc_under_way_clear(struct vc_under_way *t)
{
	free(t->entry);
	*t = (struct vc_under_way){.used = 0};
}

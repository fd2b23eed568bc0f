/* SPDX-License-Identifier: BSD-2-Clause */
#include "message_table.h"
#include <stdlib.h>
#include "region.h"

enum { ENTRIES_MIN = 1024 };

/* Returns the place where a key belongs. Neighbors that send equally far (to ^ from) come one
 * after the other: eight of them lie side by side, so that most are in the cache. */
static size_t
place_of(const struct vc_message_table *table, uint64_t key)
{
	const uint64_t to = key >> 32, far = (to - 1) ^ (uint32_t)key;
	uint64_t place = far * UINT64_C(0x9e3779b97f4a7c15) + to / 8;

	place = (place ^ place >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	return (size_t)(place >> 32 << 3 | (to & 7)) & table->mask;
}

static void
put(struct vc_message_table *t, const struct vc_message_under_way *message)
{
	size_t i = place_of(t, message->key);

	while (t->entry[i].key != 0)
		i = (i + 1) & t->mask;
	t->entry[i] = *message;
	t->used++;
}

/* Doubles the table. Begins behind a free entry, so that entries of one key keep their order. */
static bool
enlarge(struct vc_message_table *t)
{
	const struct vc_message_table old = *t;
	const size_t entries = old.entry != NULL ? 2 * (old.mask + 1) : ENTRIES_MIN;
	struct vc_message_under_way *entry = calloc(entries, sizeof *entry);
	size_t first = 0;

	if (entry == NULL)
		return false;
	vc_region_dense(entry, entries * sizeof *entry);
	*t = (struct vc_message_table){.entry = entry, .mask = entries - 1};
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
vc_message_table_put(struct vc_message_table *t, const struct vc_message_under_way *message)
{
	if ((t->entry == NULL || 2 * t->used > t->mask) && !enlarge(t))
		return false;
	put(t, message);
	return true;
}

/* Frees an entry, and moves those behind it that no longer need to lie there. */
static void
release(struct vc_message_table *t, size_t gap)
{
	for (size_t i = (gap + 1) & t->mask; t->entry[i].key != 0; i = (i + 1) & t->mask) {
		const size_t own = place_of(t, t->entry[i].key);

		if (((i - own) & t->mask) < ((i - gap) & t->mask))
			continue;
		t->entry[gap] = t->entry[i];
		gap = i;
	}
	t->entry[gap].key = 0;
	t->used--;
}

bool
vc_message_table_take(struct vc_message_table *t, uint64_t key,
		      struct vc_message_under_way *message)
{
	if (t->used == 0)
		return false;
	for (size_t i = place_of(t, key); t->entry[i].key != 0; i = (i + 1) & t->mask)
		if (t->entry[i].key == key) {
			*message = t->entry[i];
			release(t, i);
			return true;
		}
	return false;
}

void
vc_message_table_clear(struct vc_message_table *t)
{
	free(t->entry);
	*t = (struct vc_message_table){.used = 0};
}

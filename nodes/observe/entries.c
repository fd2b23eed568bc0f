/* SPDX-License-Identifier: BSD-2-Clause */
#include "entries.h"
#include <stdlib.h>

bool
vc_entries_init(struct vc_entries *h, size_t room)
{
	*h = (struct vc_entries){.list = malloc(room * sizeof *h->list), .room = room};
	return h->list != NULL;
}

void
vc_entries_free(struct vc_entries *h)
{
	free(h->list);
}

static bool
is_before(const struct vc_entry *a, const struct vc_entry *b)
{
	if (a->m.event.time != b->m.event.time)
		return a->m.event.time < b->m.event.time;
	if (a->m.rank != b->m.rank)
		return a->m.rank < b->m.rank;
	if (a->stream != b->stream)
		return a->stream < b->stream;
	if (a->from != b->from)
		return a->from < b->from;
	return a->number < b->number;
}

bool
vc_entries_push(struct vc_entries *h, const struct vc_entry *e)
{
	size_t i = h->used, up;

	if (h->used == h->room) {
		struct vc_entry *larger = realloc(h->list, 2 * h->room * sizeof *larger);

		if (larger == NULL)
			return false;
		h->list = larger;
		h->room *= 2;
	}
	h->used++;
	for (; i > 0 && is_before(e, &h->list[up = (i - 1) / 2]); i = up)
		h->list[i] = h->list[up];
	h->list[i] = *e;
	return true;
}

struct vc_entry
vc_entries_pop(struct vc_entries *h)
{
	const struct vc_entry first = h->list[0], last = h->list[--h->used];
	size_t i = 0, down;

	while ((down = 2 * i + 1) < h->used) {
		if (down + 1 < h->used && is_before(&h->list[down + 1], &h->list[down]))
			down++;
		if (!is_before(&h->list[down], &last))
			break;
		h->list[i] = h->list[down];
		i = down;
	}
	h->list[i] = last;
	return first;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Turns overrides of links, sorted and without superseded ones, into a table. */
#include <stdlib.h>
#include <string.h>
#include "override_table.h"

/* By link, then time, then order of arrival. */
static int
compare(const void *one, const void *other)
{
	const struct vc_override *a = one, *b = other;

	if (a->link != b->link)
		return a->link < b->link ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* Returns the order of the last override of this parameter that took effect at once:
 * it supersedes all before it. */
static uint64_t
superseded(const struct vc_override *overrides, size_t count, unsigned what)
{
	uint64_t until = 0;

	for (size_t i = 0; i < count; i++)
		if (overrides[i].from == VC_AT_ONCE && (overrides[i].sets & what) && overrides[i].order > until)
			until = overrides[i].order;
	return until;
}

/* Drops the superseded among one link's sorted overrides. Returns how many remain. */
static size_t
tidy_link(struct vc_override *overrides, size_t count)
{
	size_t kept = 0;

	for (unsigned what = 1; what <= VC_SETS_DOWN; what <<= 1) {
		const uint64_t until = superseded(overrides, count, what);

		for (size_t i = 0; i < count; i++)
			if (overrides[i].order < until)
				overrides[i].sets &= ~what;
	}
	for (size_t i = 0; i + 1 < count; i++)
		if (overrides[i].from == overrides[i + 1].from && overrides[i].of_run >= overrides[i + 1].of_run)
			overrides[i].sets &= ~overrides[i + 1].sets;
	for (size_t i = 0; i < count; i++)
		if (overrides[i].sets != 0)
			overrides[kept++] = overrides[i];
	return kept;
}

size_t
vc_links_tidy(struct vc_override *overrides, size_t count)
{
	size_t kept = 0;

	if (count > 0)
		qsort(overrides, count, sizeof *overrides, compare);
	for (size_t i = 0, n; i < count; i += n) {
		for (n = 1; i + n < count && overrides[i + n].link == overrides[i].link;)
			n++;
		memmove(&overrides[kept], &overrides[i], n * sizeof *overrides);
		kept += tidy_link(&overrides[kept], n);
	}
	return kept;
}

static void
apply(struct vc_link_state *state, const struct vc_override *overrides)
{
	if (overrides->sets & VC_SETS_PER_HOP)
		state->per_hop = overrides->state.per_hop;
	if (overrides->sets & VC_SETS_PER_BYTE)
		state->per_byte = overrides->state.per_byte;
	if (overrides->sets & VC_SETS_DOWN)
		state->down = overrides->state.down;
}

struct vc_link_table *
vc_links_table(const struct vc_links *l, const struct vc_override *overrides, size_t count)
{
	struct vc_link_table *t = malloc(sizeof *t + count * sizeof t->entry[0]);
	struct vc_link_entry *last = NULL;

	if (t == NULL)
		return NULL;
	t->count = 0;
	for (size_t i = 0; i < count; i++) {
		const bool same = last != NULL && last->link == overrides[i].link;
		const struct vc_link_state before = same ? last->state : vc_links_as_described(l);

		if (!same || last->from != overrides[i].from)
			last = &t->entry[t->count++];
		*last = (struct vc_link_entry){overrides[i].link, overrides[i].from, before};
		apply(&last->state, &overrides[i]);
	}
	return t;
}

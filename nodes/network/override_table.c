/* SPDX-License-Identifier: BSD-2-Clause */
/* What was said of links, in order, without what counts no more, as a table. */
#include <stdlib.h>
#include <string.h>
#include "override_table.h"

/* By link, then time, then as it was said. */
static int
compare(const void *one, const void *other)
{
	const struct vc_said *a = one, *b = other;

	if (a->link != b->link)
		return a->link < b->link ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

/* When something was last said of this at once, of the link: the time until which
 * what was said counts no more. */
static uint64_t
superseded(const struct vc_said *said, size_t count, unsigned what)
{
	uint64_t until = 0;

	for (size_t i = 0; i < count; i++)
		if (said[i].from == VC_AT_ONCE && (said[i].says & what) && said[i].order > until)
			until = said[i].order;
	return until;
}

/* Of what was said of one link, in order, keeps what counts. Returns how much. */
static size_t
tidy_link(struct vc_said *said, size_t count)
{
	size_t kept = 0;

	for (unsigned what = 1; what <= VC_SAYS_DOWN; what <<= 1) {
		const uint64_t until = superseded(said, count, what);

		for (size_t i = 0; i < count; i++)
			if (said[i].order < until)
				said[i].says &= ~what;
	}
	for (size_t i = 0; i + 1 < count; i++)
		if (said[i].from == said[i + 1].from && said[i].of_run >= said[i + 1].of_run)
			said[i].says &= ~said[i + 1].says;
	for (size_t i = 0; i < count; i++)
		if (said[i].says != 0)
			said[kept++] = said[i];
	return kept;
}

size_t
vc_links_tidy(struct vc_said *said, size_t count)
{
	size_t kept = 0;

	if (count > 0)
		qsort(said, count, sizeof *said, compare);
	for (size_t i = 0, n; i < count; i += n) {
		for (n = 1; i + n < count && said[i + n].link == said[i].link;)
			n++;
		memmove(&said[kept], &said[i], n * sizeof *said);
		kept += tidy_link(&said[kept], n);
	}
	return kept;
}

static void
apply(struct vc_link_state *state, const struct vc_said *said)
{
	if (said->says & VC_SAYS_PER_HOP)
		state->per_hop = said->state.per_hop;
	if (said->says & VC_SAYS_PER_BYTE)
		state->per_byte = said->state.per_byte;
	if (said->says & VC_SAYS_DOWN)
		state->down = said->state.down;
}

struct vc_link_table *
vc_links_table(const struct vc_links *l, const struct vc_said *said, size_t count)
{
	struct vc_link_table *t = malloc(sizeof *t + count * sizeof t->entry[0]);
	struct vc_link_entry *last = NULL;

	if (t == NULL)
		return NULL;
	t->count = 0;
	for (size_t i = 0; i < count; i++) {
		const bool same = last != NULL && last->link == said[i].link;
		const struct vc_link_state before = same ? last->state : vc_links_as_described(l);

		if (!same || last->from != said[i].from)
			last = &t->entry[t->count++];
		*last = (struct vc_link_entry){said[i].link, said[i].from, before};
		apply(&last->state, &said[i]);
	}
	return t;
}

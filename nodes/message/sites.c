/* SPDX-License-Identifier: BSD-2-Clause */
/* Where messages were sent; see the header. */
#include <stdlib.h>
#include "sites.h"

struct vc_site {
	const struct vc_channel *channel;
	uint32_t number;
	const char *here;
};

enum { ROOM_MIN = 64 };

static bool
is_taken(const struct vc_site *s)
{
	return (int32_t)(vc_queue_taken(&s->channel->in) - s->number) > 0;
}

/* Makes room: drops what was taken; grows if half of the list stays. Returns false if there is no
 * memory: then the list forgets. */
static bool
make_room(struct vc_sites *list)
{
	unsigned kept = 0;
	struct vc_site *more;

	for (unsigned i = 0; i < list->used; i++)
		if (!is_taken(&list->site[i]))
			list->site[kept++] = list->site[i];
	list->used = kept;
	if (kept < list->room / 2)
		return true;
	more = realloc(list->site, (list->room * 2 + ROOM_MIN) * sizeof *more);
	if (more == NULL)
		return kept < list->room;
	list->site = more;
	list->room = list->room * 2 + ROOM_MIN;
	return true;
}

void
vc_site_note(vcube_node *self, const struct vc_channel *c, uint32_t number)
{
	struct vc_sites *const list = &self->sites;

	if (self->site.here != NULL && (list->used < list->room || make_room(list)))
		list->site[list->used++] = (struct vc_site){c, number, self->site.here};
}

const char *
vc_site_find(const vcube_machine *m, const struct vc_channel *c, uint32_t number)
{
	const struct vc_sites *const list = &m->node[c->from].sites;

	for (unsigned i = list->used; i-- > 0;)
		if (list->site[i].channel == c && list->site[i].number == number)
			return list->site[i].here;
	return NULL;
}

void
vc_sites_drop(vcube_node *n)
{
	free(n->sites.site);
	n->sites = (struct vc_sites){0};
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Message races; see the header. */
#include <stdlib.h>
#include "races.h"
#include "sites.h"

/* Returns the message of a channel that the receive could take, or NULL. */
static const struct vc_slot *
rival_of(vcube_node *self, struct vc_channel *c, const struct vc_want *want)
{
	const struct vc_slot *const slot = vc_candidate(self, c, want);

	return slot != NULL && vc_accepts(want, slot->label) &&
	       vc_group_find(self, want->group, c->from) >= 0 &&
	       vc_posted(self, c->from, slot->label, want->before) == NULL ? slot : NULL;
}

/* Returns the entry of a line of the program; NULL: there are too many, or no memory. */
static struct vc_race *
entry_of(vcube_node *self, const char *here)
{
	struct vc_races *races = self->races;

	if (races == NULL && (races = self->races = calloc(1, sizeof *races)) == NULL)
		return NULL;
	races->count++;
	for (int i = 0; i < races->used; i++)
		if (races->race[i].here == here)
			return &races->race[i];
	return races->used < VC_RACES_KEPT ? &races->race[races->used++] : NULL;
}

static void
note(vcube_node *self, const char *here, const struct vc_found *found, int other,
     const struct vc_slot *rival)
{
	const vcube_machine *const m = self->machine;
	struct vc_race *const race = entry_of(self, here);

	if (race != NULL && race->count++ == 0)
		*race = (struct vc_race){
			.here = here, .count = 1, .took = found->channel->from, .other = other,
			.took_here = vc_site_of(m, found->channel->from, found->slot),
			.other_here = vc_site_of(m, other, rival),
		};
}

void
vc_race_look(vcube_node *self, const struct vc_want *want, const struct vc_found *found,
	     const char *here)
{
	if (!vc_is_own_code(self))
		return;
	vc_channel_adopt(self);
	for (uint32_t i = 0; i <= self->in.mask; i++) {
		struct vc_channel *const c = self->in.table[i].channel;
		const struct vc_slot *const rival = c != NULL && c != found->channel
			? rival_of(self, c, want) : NULL;

		if (rival == NULL)
			continue;
		note(self, here, found, c->from, rival);
		return;
	}
}

void
vc_races_drop(vcube_node *n)
{
	free(n->races);
	n->races = NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Message races; see the header. */
#include <stdlib.h>
#include "races.h"

/* Returns the entry of a line of the program; NULL: there are too many, or no memory. */
static struct vc_seen_race *
entry_of(vcube_node *self, const char *here)
{
	struct vc_seen_races *races = self->races;

	if (races == NULL && (races = self->races = calloc(1, sizeof *races)) == NULL)
		return NULL;
	races->count++;
	for (int i = 0; i < races->used; i++)
		if (races->race[i].here == here)
			return &races->race[i];
	return races->used < VC_RACES_KEPT ? &races->race[races->used++] : NULL;
}

void
vc_race_add(vcube_node *self, const struct vc_seen_race *race)
{
	struct vc_seen_race *const entry = entry_of(self, race->here);

	if (entry != NULL && entry->count++ == 0) {
		*entry = *race;
		entry->count = 1;
	}
}

void
vc_races_drop(vcube_node *n)
{
	free(n->races);
	n->races = NULL;
}

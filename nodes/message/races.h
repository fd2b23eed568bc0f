/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Message races, on strict machines: a receive from any node took a message while one of another
 * node was there that it could have taken as well. A program may well be right with that, so a
 * race is noted and does not fail.
 */
#ifndef VC_RACES_H
#define VC_RACES_H

#include "match.h"

/* Races that are kept; others are counted. */
enum { VC_RACES_KEPT = 8 };

struct vc_race {
	const char *here;               /* the receive, or NULL; */
	int took, other;                /* the senders */
	const char *took_here, *other_here;     /* and the lines that sent, or NULL */
	uint64_t count;                 /* such receives at this line */
};

struct vc_races {
	uint64_t count;                 /* receives */
	int used;
	struct vc_race race[VC_RACES_KEPT];
};

/* The node takes a message from any node. `here`: the line that receives. */
void vc_race_look(vcube_node *self, const struct vc_want *want, const struct vc_found *found,
		  const char *here);

static inline void
vc_race_note(vcube_node *self, const struct vc_want *want, const struct vc_found *found,
	     const char *here)
{
	if (vc_unlikely(self->strict) && found->slot != NULL)
		vc_race_look(self, want, found, here);
}

/* Before a run, and when the node closes. */
void vc_races_drop(vcube_node *node);

#endif

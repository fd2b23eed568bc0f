/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Message races, on strict machines: a receive from any node took a message while one of another
 * node was there that it could have taken as well. A program may well be right with that, so a
 * race is noted and does not fail.
 */
#ifndef VC_RACES_H
#define VC_RACES_H

#include "node.h"

/* Races that are kept; others are counted. */
enum { VC_RACES_KEPT = 8 };

struct vc_seen_race {
	const char *here;               /* the receive, or NULL; */
	int took, other;                /* the senders */
	const char *took_here, *other_here;     /* and the lines that sent, or NULL */
	uint64_t count;                 /* such receives at this line */
};

struct vc_seen_races {
	uint64_t count;                 /* receives */
	int used;
	struct vc_seen_race race[VC_RACES_KEPT];
};

/* Notes a race, and counts it with those before of the same line. */
void vc_race_add(vcube_node *self, const struct vc_seen_race *race);

/* Before a run, and when the node closes. */
void vc_races_drop(vcube_node *node);

#endif

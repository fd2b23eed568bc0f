/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is kept of a run for those who looked at it at its steps: the ways of all
 * messages, and, in the players, their nodes' clocks after every act.
 *
 * A view of a node says how much it had done; so does each message here. Which
 * messages were sent between two views, and what the clock was, can be told when
 * they have been placed, which may be long after the views were taken.
 *
 * Written by whoever places messages: under the machine's lock `resolving`, under
 * the wall clock under that of its network. Read while nobody does.
 */
#ifndef VC_HISTORY_H
#define VC_HISTORY_H

#include "network.h"
#include "part.h"

/* Of a node. */
struct vc_history {
	struct vc_history_route {
		uint64_t done;          /* what the sender had done after it */
		uint64_t bytes;
		size_t end;             /* its links are those up to there, from the end of the one before */
		int to;
	} *route;
	size_t routes, route_room;
	long *link;
	size_t links, link_room;
};

/* The message that network->route tells of. Where there is no memory, the network has failed. */
void vc_history_add(struct vc_history *history, struct vc_network *network, uint64_t done,
		    int to, size_t bytes, int hops);
extern const struct vc_part vc_part_history;

#endif

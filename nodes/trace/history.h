/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The history of a run, for observers that took views at its steps: the routes of all
 * messages and, in the replayers, each node's clock after every act.
 *
 * A view of a node holds how much the node had done; so does each message here. From
 * these follow the messages that were sent between two views, and the node's clock, once
 * the messages have been placed in the network, possibly long after the views were taken.
 *
 * Whoever places messages writes it, under the machine's lock `resolving`; with the wall
 * clock, under the lock of its network. Read it only while no message is placed.
 */
#ifndef VC_HISTORY_H
#define VC_HISTORY_H

#include "network.h"
#include "part.h"

/* One node's history. */
struct vc_history {
	struct vc_history_route {
		uint64_t done;          /* how much the sender had done after it, as views count it */
		uint64_t bytes;
		size_t end;             /* its links end there in `link`, and begin where the one before ends */
		int to;
	} *route;
	size_t routes, route_room;
	long *link;
	size_t links, link_room;
};

/* Adds a message whose route is in network->route. If memory runs out, sets network->failed. */
void vc_history_add(struct vc_history *history, struct vc_network *network, uint64_t done,
		    int to, size_t bytes, int hops);
extern const struct vc_part vc_part_history;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network: the links of a topology as resources that messages hold.
 *
 * No thread, no lock: the caller places messages one at a time, in the order of their
 * starts, or under the wall clock in the order of their sends. For the rules see vcube(7),
 * "Time".
 */
#ifndef VC_NETWORK_H
#define VC_NETWORK_H

#include "link.h"

/* When and how a message passed. */
struct vc_passage {
	vcube_time waited;              /* time spent waiting for links */
	vcube_time begin;               /* start on its first link */
	vcube_time left;                /* when it left the sender's port */
	vcube_time arrival;
	vcube_time duration;            /* how long it occupies the receiver's port */
	int hops;                       /* length of its route, in network->route */
};

/* Returns 0 or VCUBE_EHOST. */
int vc_network_open(struct vc_network *network, const vcube_topology *topology,
		    const int *position, const struct vcube_desc *desc,
		    struct vc_links *links);
void vc_network_close(struct vc_network *network);
void vc_network_reset(struct vc_network *network);

/* Fills in what a link, by number, has carried. */
void vc_network_link(const struct vc_network *network, long number,
		     struct vcube_link_stats *stats);

/* Places a message from rank `from` to another rank `to`, which enters the network at
 * `start`, not before network->least. Returns false if there is no route, or was none for an
 * earlier message. A message whose arrival exceeds VCUBE_TIME_MAX is not placed. */
bool vc_network_pass(struct vc_network *network, int from, int to, size_t bytes,
		     vcube_time startup, vcube_time start, struct vc_passage *passage);

/* Returns how long a message holds its sender's port at least, on links as described. */
vcube_time vc_network_least(const struct vc_network *network, int hops, size_t bytes,
			    vcube_time startup);

#endif

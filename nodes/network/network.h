/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network: the links of a topology as resources that messages hold.
 *
 * No thread, no lock: whoever places messages does it one at a time, in the
 * order of their starts, or under the wall clock in the order in which they are
 * sent. The rules are in vcube(7), "Time".
 */
#ifndef VC_NETWORK_H
#define VC_NETWORK_H

#include "link.h"

/* How a message passed. */
struct vc_passage {
	vcube_time waited;              /* for links */
	vcube_time begin;               /* on its first link */
	vcube_time left;                /* the sender's port, at this time */
	vcube_time arrival;
	vcube_time duration;            /* for which it occupies the receiver's port */
	int hops;                       /* links of its way, in network->route */
};

/* 0 or VCUBE_EHOST. */
int vc_network_open(struct vc_network *network, const vcube_topology *topology,
		    const int *position, const struct vcube_desc *desc,
		    struct vc_links *links);
void vc_network_close(struct vc_network *network);
void vc_network_reset(struct vc_network *network);

/* A message of rank `from` to rank `to`, another, which enters the network at
 * `start`, not before network->least. False: there is no way, or was none for an
 * earlier one. One whose arrival is after VCUBE_TIME_MAX does not pass. */
bool vc_network_pass(struct vc_network *network, int from, int to, size_t bytes,
		     vcube_time startup, vcube_time start, struct vc_passage *passage);

#endif

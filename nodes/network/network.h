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

#include "reservation.h"
#include "override.h"

/* A link, since the run began. */
struct vc_link {
	struct vc_reservation lane;            /* where it has several, the first of them */
	vcube_time busy, waited;
	uint64_t messages, bytes;
};

/* Of which messages a trace has to be told the links that they held, since these do not
 * follow from the topology, and the start and the arrival of a message. */
enum vc_noting {
	VC_NOTE_NONE,                   /* there is no trace */
	VC_NOTE_UNLIKE,                 /* those from which on links are unlike the others */
	VC_NOTE_ALL,
};

/* Which links the messages of a sender held, and when: of each its links, in their
 * order, and then an entry whose link is -1. */
struct vc_hops {
	uint64_t unnoted;               /* messages that were placed before the first of these */
	struct vc_hop {
		long link;
		vcube_time begin, end;
	} *list;
	size_t used, room;
};

struct vc_network {
	const vcube_topology *topology;
	const int *position;            /* of a rank */
	const struct vcube_desc *desc;
	struct vc_link *link;           /* by number, as in vcube/topology.h */
	struct vc_reservation *lanes;          /* [link][channel], where a link has several */
	long links;
	long *touched;                  /* links that have carried something, in no order */
	size_t touched_used, touched_room;
	long *route;                    /* of the message in hand */
	int longest;                    /* room in it */
	struct vc_links *unlike;         /* links that are unlike the others */
	struct vc_link_state *state;    /* of the route, where they do */
	bool looked;                    /* it is that of the message in hand */
	vcube_time now;                 /* start of the message in hand */
	enum vc_noting noting;
	struct vc_hops *hops;           /* [nodes]: what was noted of each sender's messages */
	struct vc_hops *note;           /* for the links of the message in hand; NULL: not noted */
	vcube_time least;               /* no message starts before that any more */
	vcube_time contention;          /* summed over messages */
	bool failed;                    /* there was no memory to book a link */
	long stuck_at;                  /* a link that is down, and a message finds no way round; */
	int stuck_from, stuck_to;       /* its ranks, if they differ: none was placed after it */
};

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

static inline bool
vc_network_is_stuck(const struct vc_network *n)
{
	return n->stuck_from != n->stuck_to;
}

#endif

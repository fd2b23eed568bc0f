/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The links of a machine as resources, and what is known of them since the run began.
 * Written by whoever places messages, one at a time: nodes/network/network.h.
 */
#ifndef VC_LINK_H
#define VC_LINK_H

#include "override.h"
#include "reservation.h"

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

static inline bool
vc_network_is_stuck(const struct vc_network *n)
{
	return n->stuck_from != n->stuck_to;
}

#endif

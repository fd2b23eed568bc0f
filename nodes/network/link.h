/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The links of a machine as resources, and their statistics since the run began. Written by
 * whoever places messages, one at a time: nodes/network/network.h.
 */
#ifndef VC_LINK_H
#define VC_LINK_H

#include "override.h"
#include "reservation.h"

/* A link, since the run began. */
struct vc_link {
	struct vc_reservation reservation;      /* unless a link has several */
	vcube_time busy, waited;
	uint64_t messages, bytes;
};

/* Which messages' links a trace has to record, since these do not follow from the topology
 * and the start and arrival of the message. */
enum vc_noting {
	VC_NOTE_NONE,                   /* no trace */
	VC_NOTE_UNLIKE,                 /* none until links are overridden, then all */
	VC_NOTE_ALL,
};

/* The links that a sender's messages held, and when: for each message its links in order,
 * then an entry whose link is -1. */
struct vc_hops {
	uint64_t unnoted;               /* messages placed before the first of these */
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
	struct vc_reservation *reservations;    /* [link][channel], if a link has several */
	long links;
	uint64_t *touched;              /* for each 64 links a bit: has one carried messages? */
	long *route;                    /* of the current message */
	int longest;                    /* its capacity in links */
	struct vc_links *unlike;        /* overridden links */
	struct vc_link_state *state;    /* of the route, if links are overridden */
	bool has_states;                /* `state` is that of the current message */
	vcube_time now;                 /* start of the current message */
	enum vc_noting noting;
	struct vc_hops *hops;           /* [nodes]: links noted for each sender's messages */
	struct vc_hops *note;           /* of the current message; NULL: not noted */
	vcube_time least;               /* no later message starts before this */
	vcube_time contention;          /* summed over messages */
	bool failed;                    /* out of memory for reservations */
	long stuck_at;                  /* the link that is down on the route of a message
					   without a detour; */
	int stuck_from, stuck_to;       /* its ranks, if they differ: no message was placed
					   after it */
};

static inline bool
vc_network_is_stuck(const struct vc_network *n)
{
	return n->stuck_from != n->stuck_to;
}

#endif

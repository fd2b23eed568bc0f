/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The links of a machine as resources, and their statistics since the run began. The thread that
 * places messages writes them, one at a time: nodes/network/network.h.
 */
#ifndef VC_LINK_H
#define VC_LINK_H

#include "override.h"
#include "reservation.h"

/* A link, since the run began. A machine of a million nodes has 21 million: they are small.
 * Most carry messages of one kind and never let one wait, so that the kind and their number say
 * all; others have a tally of their own. */
struct vc_link {
	struct vc_reservation reservation;      /* unless a link has several */
	uint32_t kind;                  /* of its messages, from 1; 0: it has carried none */
	union {
		uint32_t messages;
		uint32_t tally;         /* its number, if `kind` is VC_TALLIED */
	};
};

enum { VC_KINDS = 256, VC_TALLIED = VC_KINDS + 1 };

/* Messages of so many bytes that hold a link for so long. */
struct vc_kind {
	bool known;
	vcube_time duration;
	uint64_t bytes;
};

struct vc_tally {
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
	struct vc_link *link;           /* [port][vertex]: neighbors use the same port together */
	struct vc_reservation *reservations;    /* the same, [channel], if a link has several */
	long links;
	int vertices, ports;
	struct vc_kind kind[VC_KINDS];  /* by their hash; what finds its place taken is tallied */
	struct vc_tally *tally;
	uint32_t tallies, tallies_room;
	uint64_t *touched;              /* for each 64 links a bit: has one carried messages? */
	long *route;                    /* of the current message: numbers as in
					   vcube/topology.h */
	struct vc_link **held;          /* its links */
	int longest;                    /* its capacity in links */
	struct vc_links *unlike;        /* overridden links */
	struct vc_link_state *state;    /* of the route, if links are overridden */
	bool has_states;                /* `state` is that of the current message */
	vcube_time now;                 /* start of the current message */
	enum vc_noting noting;
	int noted_first, noted_last;    /* for the messages of which senders */
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

/* Returns the link of a number. */
static inline struct vc_link *
vc_link_of(const struct vc_network *n, long number)
{
	const uint64_t vertex = (uint64_t)number / (uint64_t)n->ports;
	const uint64_t port = (uint64_t)number - vertex * (uint64_t)n->ports;

	return &n->link[port * (uint64_t)n->vertices + vertex];
}

static inline bool
vc_network_is_stuck(const struct vc_network *n)
{
	return n->stuck_from != n->stuck_to;
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Links that are not all alike, and that change.
 *
 * A table says of each link that something has been said of, what it is like from
 * which virtual time on; of all others the description does. Whoever places a
 * message looks up its links at the start of the message.
 *
 * Tables are immutable, published by a pointer, and freed by RCU:
 *
 *   writers   say() and publish, one at a time, under `changing`: the machine's
 *             thread, nodes, threads of the program. Each makes a table, puts it
 *             in the place of the old one, waits until nobody reads that any
 *             more, and frees it.
 *   readers   vc_links_at() and who calls it: senders (routing=none, free
 *             clock), and whoever replays. They are readers for as long as they
 *             look and no longer: never while they wait or run the program. So a
 *             blocked node holds no writer up, and needs not say that it is
 *             blocked; a writer waits for looks, microseconds, not for nodes.
 *
 * On a machine of which nothing was ever said `table` is NULL, nobody becomes a
 * reader, and sends do not look here at all: `stop` of the machine, which they
 * look at anyway, is VC_LOOK where they must.
 */
#ifndef VC_OVERRIDE_H
#define VC_OVERRIDE_H

#include <pthread.h>
#include <stdatomic.h>
#include "override_text.h"
#include "part.h"

struct vc_channel;

/* Sorted by link, then time; of each link and time one entry. */
struct vc_link_table {
	size_t count;
	struct vc_link_entry {
		long link;
		vcube_time from;
		struct vc_link_state state;
	} entry[];
};

/* One thing that was said: of a link, from a time on. */
struct vc_override {
	long link;
	vcube_time from;                /* VC_AT_ONCE: whatever the time is */
	uint64_t order;                 /* later ones are greater */
	unsigned sets;
	bool of_run;                    /* it ends with the run */
	struct vc_link_state state;
};

struct vc_links {
	const vcube_topology *topology;
	const struct vcube_desc *desc;
	_Atomic(struct vc_link_table *) table;  /* LINKS-TABLE; NULL: nothing was said */
	pthread_mutex_t changing;
	struct vc_override *overrides;           /* under it, in the order of compare() in links.c */
	size_t count;
	uint64_t order;
};

extern const struct vc_part vc_part_links;

/* Says what a list of changes has (nodes/config/override_text.h), all of it or nothing. Any thread;
 * waits for readers. `key` is what errors begin with; with `of_run` it is forgotten
 * after the run. */
int vc_links_override(vcube_machine *machine, const char *key, const char *list, bool timed,
		 bool of_run, struct vcube_error *error);

/* Has anything been said? Then the route of a message has to be looked at. */
static inline bool
vc_links_differ(const struct vc_links *links)
{
	return atomic_load_explicit(&links->table, memory_order_relaxed) != NULL;
}

/* What a link is like of which nothing was said. */
static inline struct vc_link_state
vc_links_as_described(const struct vc_links *l)
{
	return (struct vc_link_state){
		.per_hop = l->desc->cost.per_hop, .per_byte = l->desc->cost.per_byte,
	};
}

/* What the links of a route are like at this time: an entry for each in *state.
 * Returns the first that is down, or -1. */
long vc_links_at(struct vc_links *links, const long *route, int hops, vcube_time time,
		 struct vc_link_state *state);

/* The way round links that are down at this time, between vertices: the shortest over
 * the others; of several, the one whose first link has the lowest number, then its
 * second, and so on. At most `room` links of it into *route. Returns how many it has;
 * -1: there is none; VC_NO_MEMORY. */
enum { VC_NO_MEMORY = -2 };
int vc_links_detour(struct vc_links *links, int from, int to, vcube_time time, long *route,
		    int room);

/* The number under which a link is known: of a wire that is half duplex that of the
 * lower of its two. */
long vc_links_resource(const struct vc_links *links, long link);

/* For a sender whose machine keeps no journals: can it send over this channel, after so
 * much overhead, and what is its link like then? 0, or its failure. */
int vc_links_cross(vcube_node *self, const struct vc_channel *channel, vcube_time overhead,
		   struct vc_link_state *state);

/* Sets the error of a message between two ranks that has no route because this link is
 * down. Returns its code. */
int vc_links_no_route(const vcube_machine *machine, int from, int to, vcube_time time, long link,
		      struct vcube_error *error);

#endif

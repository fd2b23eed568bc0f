/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Links that differ from the description, and that change.
 *
 * The table holds each overridden link's parameters and when they take effect. All other
 * links follow the description. Whoever places a message looks up its links at the start of
 * the message.
 *
 * Tables are immutable, published by a pointer, and freed by RCU:
 *
 *   writers   vc_links_override() and publish(), one at a time, under `changing`: the
 *             machine's thread, nodes, threads of the program. Each builds a table, swaps
 *             it for the old one, waits until nobody reads the old one, and frees it.
 *   readers   vc_links_at() and its callers: senders (routing=none, free clock), and the
 *             replay. A thread is a reader only during a lookup, never while it waits or
 *             runs the program. So a blocked node holds up no writer and need not announce
 *             that it blocks; a writer waits for lookups, microseconds, not for nodes.
 *
 * A machine without link overrides has no table and skips the lookup: nobody becomes a
 * reader, and sends only check the machine's `stop`, as they do anyway; it is VC_LOOK if
 * they must look here.
 */
#ifndef VC_OVERRIDE_H
#define VC_OVERRIDE_H

#include <pthread.h>
#include <stdatomic.h>
#include "override_text.h"
#include "part.h"

struct vc_channel;

/* Sorted by link, then time; one entry for each link and time. */
struct vc_link_table {
	size_t count;
	struct vc_link_entry {
		long link;
		vcube_time from;
		struct vc_link_state state;
	} entry[];
};

/* One override: of a link, from a time on. */
struct vc_override {
	long link;
	vcube_time from;                /* VC_AT_ONCE: at any time */
	uint64_t order;                 /* greater for later overrides */
	unsigned sets;
	bool of_run;                    /* dropped after the run */
	struct vc_link_state state;
};

struct vc_links {
	const vcube_topology *topology;
	const struct vcube_desc *desc;
	_Atomic(struct vc_link_table *) table;  /* LINKS-TABLE; NULL: no overrides */
	pthread_mutex_t changing;
	struct vc_override *overrides;           /* under `changing`, in the order of compare()
						    in override_publish.c */
	size_t count;
	uint64_t order;
};

extern const struct vc_part vc_part_links;

/* Applies a list of changes (nodes/config/override_text.h), all of it or nothing. Any thread
 * may call it; it waits for readers. `key` starts error texts; `of_run` drops the overrides
 * after the run. */
int vc_links_override(vcube_machine *machine, const char *key, const char *list, bool timed,
		 bool of_run, struct vcube_error *error);

/* Returns whether there are overrides. Then routes must be looked up. */
static inline bool
vc_links_differ(const struct vc_links *links)
{
	return atomic_load_explicit(&links->table, memory_order_relaxed) != NULL;
}

/* Returns the state of a link without overrides. */
static inline struct vc_link_state
vc_links_as_described(const struct vc_links *l)
{
	return (struct vc_link_state){
		.per_hop = l->desc->cost.per_hop, .per_byte = l->desc->cost.per_byte,
	};
}

/* Looks up the links of a route at this time: one entry each in *state. Returns the first
 * that is down, or -1. */
long vc_links_at(struct vc_links *links, const long *route, int hops, vcube_time time,
		 struct vc_link_state *state);

/* Finds the detour between vertices around links that are down at this time: the shortest
 * over the others; of several, the one whose first link has the lowest number, then its
 * second, and so on. Writes at most `room` of its links to *route. Returns its length; -1 if
 * there is none; or VC_NO_MEMORY. */
enum { VC_NO_MEMORY = -2 };
int vc_links_detour(struct vc_links *links, int from, int to, vcube_time time, long *route,
		    int room);

/* Returns the number of the resource of a link: for a half-duplex wire the lower of its two
 * link numbers. */
long vc_links_resource(const struct vc_links *links, long link);

/* For a sender whose machine keeps no journals: checks that it can send over this channel
 * after `overhead`, and looks up its link at that time. Returns 0, or its failure. */
int vc_links_cross(vcube_node *self, const struct vc_channel *channel, vcube_time overhead,
		   struct vc_link_state *state);

/* Sets the error of a message between two ranks that has no route because this link is
 * down. Returns its code. */
int vc_links_no_route(const vcube_machine *machine, int from, int to, vcube_time time, long link,
		      struct vcube_error *error);

#endif

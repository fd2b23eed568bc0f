/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The channels that a node knows, by the rank at their other end: an open hash
 * table, private to the node's thread. Ranks that follow each other, as in most
 * programs, spread without collision (multiplication by 2^32 over the golden
 * ratio). A table that has an entry for every rank there is need not hash: each
 * rank is its own place.
 *
 * Invariants: less than half of the entries are used, or each has a place of its
 * own, so a search ends; an entry is empty if its channel is NULL.
 */
#ifndef VC_PEERS_H
#define VC_PEERS_H

#include <stddef.h>
#include <stdint.h>
#include <vcube.h>

struct vc_channel;

struct vc_peer {
	struct vc_channel *channel;
	int rank;
};

struct vc_peers {
	struct vc_peer *table;
	uint32_t mask;                  /* entries, a power of two, less one */
	uint32_t factor, shift;         /* by which a rank leads to its place; 1, 0: it is it */
	uint32_t used, nodes;           /* entries in use; ranks that there are */
};

static inline uint32_t
vc_peers_slot(const struct vc_peers *peers, int rank)
{
	return (uint32_t)rank * peers->factor >> peers->shift;
}

/* The channel, or NULL. */
static inline struct vc_channel *
vc_peers_find(const struct vc_peers *peers, int rank)
{
	for (uint32_t i = vc_peers_slot(peers, rank);; i++) {
		const struct vc_peer *p = &peers->table[i & peers->mask];

		if (p->rank == rank || p->channel == NULL)
			return p->channel;
	}
}

/* init and add: 0, or VCUBE_EHOST, with the table as before. */
int vc_peers_init(struct vc_peers *peers, int nodes);
int vc_peers_add(struct vc_peers *peers, int rank, struct vc_channel *channel);
void vc_peers_free(struct vc_peers *peers);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The channels that a node knows, by the rank at their other end: an open hash table,
 * private to the node's thread. Consecutive ranks, as in most programs, spread without
 * collision (multiplication by 2^32 over the golden ratio). A table with an entry for every
 * rank does not hash: each rank is its own index.
 *
 * Invariants: less than half of the entries are used, or every rank has its own, so a
 * search ends; an entry is empty if its channel is NULL.
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
	uint32_t mask;                  /* number of entries, a power of two, minus one */
	uint32_t factor, shift;         /* map a rank to its index; 1, 0: identity */
	uint32_t used, nodes;           /* entries in use; number of ranks */
};

static inline uint32_t
vc_peers_slot(const struct vc_peers *peers, int rank)
{
	return (uint32_t)rank * peers->factor >> peers->shift;
}

/* Returns the channel, or NULL. */
static inline struct vc_channel *
vc_peers_find(const struct vc_peers *peers, int rank)
{
	for (uint32_t i = vc_peers_slot(peers, rank);; i++) {
		const struct vc_peer *p = &peers->table[i & peers->mask];

		if (p->rank == rank || p->channel == NULL)
			return p->channel;
	}
}

/* init and add return 0, or VCUBE_EHOST and leave the table as it was. */
int vc_peers_init(struct vc_peers *peers, int nodes);
int vc_peers_add(struct vc_peers *peers, int rank, struct vc_channel *channel);
void vc_peers_free(struct vc_peers *peers);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The channels that a node knows, by the rank at their other end: an open hash
 * table, private to the node's thread. Ranks that follow each other, as in most
 * programs, spread without collision (multiplication by 2^32 over the golden
 * ratio).
 *
 * Invariants: less than half of the entries are used, so a search ends; an
 * entry is empty if its channel is NULL.
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
	uint32_t mask, shift;           /* 2^(32 - shift) entries, less one */
	uint32_t used;
};

static inline uint32_t
vc_peers_slot(const struct vc_peers *peers, int rank)
{
	return (uint32_t)rank * 0x9e3779b1u >> peers->shift;
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
int vc_peers_init(struct vc_peers *peers);
int vc_peers_add(struct vc_peers *peers, int rank, struct vc_channel *channel);
void vc_peers_free(struct vc_peers *peers);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The channels that a node knows, by the rank at their other end. */
#include <stdlib.h>
#include "lib/debug.h"
#include "nodes/peers.h"

enum { FIRST_ORDER = 4 };

static int
sized(struct vc_peers *peers, unsigned order)
{
	peers->table = calloc((size_t)1 << order, sizeof *peers->table);
	peers->mask = (1u << order) - 1;
	peers->shift = 32 - order;
	return peers->table ? 0 : VCUBE_EHOST;
}

static void
put(struct vc_peers *peers, int rank, struct vc_channel *channel)
{
	uint32_t i = vc_peers_slot(peers, rank);

	while (peers->table[i & peers->mask].channel != NULL)
		i++;
	peers->table[i & peers->mask] = (struct vc_peer){channel, rank};
}

static int
widen(struct vc_peers *peers)
{
	struct vc_peers old = *peers;

	if (sized(peers, 32 - old.shift + 1) != 0) {
		*peers = old;
		return VCUBE_EHOST;
	}
	for (uint32_t i = 0; i <= old.mask; i++)
		if (old.table[i].channel != NULL)
			put(peers, old.table[i].rank, old.table[i].channel);
	free(old.table);
	return 0;
}

int
vc_peers_init(struct vc_peers *peers)
{
	peers->used = 0;
	return sized(peers, FIRST_ORDER);
}

int
vc_peers_add(struct vc_peers *peers, int rank, struct vc_channel *channel)
{
	if (2 * (peers->used + 1) > peers->mask && widen(peers) != 0)
		return VCUBE_EHOST;
	vc_debug(vc_peers_find(peers, rank) == NULL);
	put(peers, rank, channel);
	peers->used++;
	vc_debug(2 * peers->used <= peers->mask && vc_peers_find(peers, rank) == channel);
	return 0;
}

void
vc_peers_free(struct vc_peers *peers)
{
	free(peers->table);
	peers->table = NULL;
}

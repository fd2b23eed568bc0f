/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of channels that a node knows, by the rank at their other end. */
#include <stdbool.h>
#include <stdlib.h>
#include "debug.h"
#include "peers.h"

enum { FIRST = 16 };

static int
sized(struct vc_peers *peers, uint32_t entries)
{
	const bool hashed = entries < peers->nodes;

	peers->table = calloc(entries, sizeof *peers->table);
	peers->mask = entries - 1;
	peers->factor = hashed ? 0x9e3779b1u : 1;
	peers->shift = hashed ? (uint32_t)__builtin_clz(entries) + 1 : 0;
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

	if (sized(peers, 2 * (old.mask + 1)) != 0) {
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
vc_peers_init(struct vc_peers *peers, int nodes)
{
	peers->used = 0;
	peers->nodes = (uint32_t)nodes;
	return sized(peers, FIRST);
}

static bool
is_hashed(const struct vc_peers *peers)
{
	return peers->shift != 0;
}

int
vc_peers_add(struct vc_peers *peers, int rank, struct vc_channel *channel)
{
	if (is_hashed(peers) && 2 * (peers->used + 1) > peers->mask && widen(peers) != 0)
		return VCUBE_EHOST;
	vc_debug(vc_peers_find(peers, rank) == NULL);
	put(peers, rank, channel);
	peers->used++;
	vc_debug((!is_hashed(peers) || 2 * peers->used <= peers->mask) &&
		 vc_peers_find(peers, rank) == channel);
	return 0;
}

void
vc_peers_free(struct vc_peers *peers)
{
	free(peers->table);
	peers->table = NULL;
}

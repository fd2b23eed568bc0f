/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The signatures of collectives.
 */
#include <vcube.h>
#include "sweep/signature.h"

const struct signature signatures[VCUBE_COLLECTIVES_COUNT] = {
	[VCUBE_ALLGATHER] = { BLOCKS_ONE, BLOCKS_ALL, .combines = false },
	[VCUBE_REDUCE_SCATTER] = { BLOCKS_ALL, BLOCKS_ONE, .combines = true },
	[VCUBE_ALLREDUCE] = { BLOCKS_ONE, BLOCKS_ONE, .combines = true },
	[VCUBE_SCAN] = { BLOCKS_ONE, BLOCKS_ONE, .combines = true },
	[VCUBE_ALLTOALL] = { BLOCKS_ALL, BLOCKS_ALL, .combines = false },
	[VCUBE_ALLTOALLV] = { BLOCKS_ALL, BLOCKS_ALL, .varied = true },
	[VCUBE_BCAST] = { BLOCKS_NONE, BLOCKS_ONE, .combines = false },
	[VCUBE_REDUCE] = { BLOCKS_ONE, BLOCKS_ONE, .out_at_root = true, .combines = true },
	[VCUBE_GATHER] = { BLOCKS_ONE, BLOCKS_ALL, .out_at_root = true },
	[VCUBE_SCATTER] = { BLOCKS_ALL, BLOCKS_ONE, .in_at_root = true },
	[VCUBE_BARRIER] = { BLOCKS_NONE, BLOCKS_NONE, .combines = false },
};

bool
signature_rooted(int collective)
{
	return collective == VCUBE_BCAST || signatures[collective].in_at_root ||
	       signatures[collective].out_at_root;
}

int
signature_blocks(enum blocks blocks, int nodes)
{
	return blocks == BLOCKS_NONE ? 0 : blocks == BLOCKS_ONE ? 1 : nodes;
}

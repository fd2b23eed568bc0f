/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory for what is on its way: message bodies, queue segments, channels.
 *
 * Each node has a pool, apart from its bounded heap: "4 MiB a node" means the
 * program's data. take() is for the owner alone. give() is for any thread: a
 * block goes back to its owner over a stack that many push on and the owner
 * alone empties, whole, so that there is neither lock nor ABA.
 *
 * Blocks come in powers of two, aligned to cache lines. Small ones are cut
 * from chunks; all memory goes back to the host in vc_pool_close().
 */
#ifndef VC_POOL_H
#define VC_POOL_H

#include <stdatomic.h>
#include <stddef.h>
#include "host.h"

struct vc_block;

struct vc_pool {
	/* anybody pushes, the owner empties: VC-GIVE */
	VC_ALIGNED _Atomic(struct vc_block *) returned;
	/* the owner's */
	VC_ALIGNED struct vc_block *idle[48];   /* by log2 of the size */
	struct vc_block *chunks;                /* all memory of the host */
	char *spare, *spare_end;                /* the rest of the newest chunk */
	size_t next_chunk;                      /* bytes of the next one */
};

void vc_pool_open(struct vc_pool *pool);
void vc_pool_close(struct vc_pool *pool);

/* At least `bytes` bytes on a cache line, or NULL. */
void *vc_pool_take(struct vc_pool *pool, size_t bytes);
void vc_pool_give(void *block);

/* The same without a way back: what lives as long as the pool, cut to size. */
void *vc_pool_keep(struct vc_pool *pool, size_t bytes);

#endif

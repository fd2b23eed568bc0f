/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory for messages in flight: message bodies, queue segments, channels.
 *
 * Each node has a pool, separate from its bounded heap: "4 MiB a node" means the program's
 * data. Only the owner may call take(); any thread may call give(), which pushes the block
 * onto a stack of its owner. Many push there and only the owner empties it, as a whole, so
 * it needs no lock and has no ABA problem.
 *
 * Block sizes are powers of two, aligned to cache lines. Small ones are cut from chunks;
 * vc_pool_close() returns all memory to the host.
 */
#ifndef VC_POOL_H
#define VC_POOL_H

#include <stdatomic.h>
#include <stddef.h>
#include "host.h"

struct vc_block;

struct vc_pool {
	/* any thread pushes, the owner empties: VC-GIVE */
	VC_ALIGNED _Atomic(struct vc_block *) returned;
	/* the owner's */
	VC_ALIGNED struct vc_block *idle[48];   /* by log2 of the size */
	struct vc_block *chunks;                /* all host memory */
	char *spare, *spare_end;                /* the rest of the newest chunk */
	size_t next_chunk;                      /* size of the next chunk */
};

void vc_pool_open(struct vc_pool *pool);
void vc_pool_close(struct vc_pool *pool);

/* Takes the first chunk from the host, and touches it, unless there is one: then the first messages
 * need not wait for that. It may have no effect. */
void vc_pool_touch(struct vc_pool *pool);

/* Returns at least `bytes` bytes, aligned to a cache line, or NULL. */
void *vc_pool_take(struct vc_pool *pool, size_t bytes);
void vc_pool_give(void *block);

/* The same, cut to size, for memory that lives as long as the pool and is never given back. */
void *vc_pool_keep(struct vc_pool *pool, size_t bytes);

#endif

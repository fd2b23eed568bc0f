/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory for messages in flight; the header has the contract. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "pool.h"
#include "region.h"

/* The line before each block. */
struct vc_block {
	VC_ALIGNED struct vc_pool *owner;
	struct vc_block *next;          /* in `returned`, `idle` or `chunks` */
	int order;                      /* log2 of the bytes, including this line */
};

enum { ORDER_MIN = 7, ORDERS = sizeof ((struct vc_pool *)0)->idle / sizeof(struct vc_block *),
       CHUNK_FIRST = 4096, CHUNK_MOST = 2 * VC_LARGE_PAGE };

void
vc_pool_open(struct vc_pool *pool)
{
	*pool = (struct vc_pool){.next_chunk = CHUNK_FIRST};
}

void
vc_pool_close(struct vc_pool *pool)
{
	for (struct vc_block *c = pool->chunks, *next; c != NULL; c = next) {
		next = c->next;
		free(c);
	}
	vc_pool_open(pool);
}

/* Allocates `bytes` of host memory; the first line of them links the chunks. A chunk of the largest
 * size lies in large pages, where there are some. */
static char *
chunk(struct vc_pool *pool, size_t bytes)
{
	struct vc_block *const c = aligned_alloc(bytes == CHUNK_MOST ? VC_LARGE_PAGE : VC_LINE, bytes);

	if (c == NULL)
		return NULL;
	if (bytes == CHUNK_MOST)
		vc_region_dense(c, bytes);
	c->next = pool->chunks;
	pool->chunks = c;
	return (char *)(c + 1);
}

/* Takes the next chunk for small pieces. */
static bool
open_chunk(struct vc_pool *pool)
{
	char *const at = chunk(pool, pool->next_chunk);

	if (at == NULL)
		return false;
	pool->spare = at;
	pool->spare_end = at + pool->next_chunk - sizeof(struct vc_block);
	if (pool->next_chunk < CHUNK_MOST)
		pool->next_chunk *= 2;
	return true;
}

void
vc_pool_touch(struct vc_pool *pool)
{
	if (pool->chunks == NULL && open_chunk(pool))
		memset(pool->spare, 0, (size_t)(pool->spare_end - pool->spare));
}

/* Small pieces come from the newest chunk, large ones get their own. */
void *
vc_pool_keep(struct vc_pool *pool, size_t bytes)
{
	char *at;

	bytes = (bytes + VC_LINE - 1) / VC_LINE * VC_LINE;
	if (bytes > pool->next_chunk - sizeof(struct vc_block))
		return chunk(pool, bytes + sizeof(struct vc_block));
	if ((size_t)(pool->spare_end - pool->spare) < bytes && !open_chunk(pool))
		return NULL;
	at = pool->spare;
	pool->spare += bytes;
	return at;
}

/* Sorts returned blocks into the idle lists. */
static void
reclaim(struct vc_pool *pool)
{
	/* acquire: VC-GIVE, the giver is done with the block */
	struct vc_block *b = atomic_exchange_explicit(&pool->returned, NULL, memory_order_acquire);

	for (struct vc_block *next; b != NULL; b = next) {
		next = b->next;
		b->next = pool->idle[b->order];
		pool->idle[b->order] = b;
	}
}

void *
vc_pool_take(struct vc_pool *pool, size_t bytes)
{
	struct vc_block *b;
	int order = ORDER_MIN;

	if (bytes > (size_t)1 << (ORDERS - 2))
		return NULL;
	while (((size_t)1 << order) < bytes + sizeof *b)
		order++;
	if (pool->idle[order] == NULL)
		reclaim(pool);
	b = pool->idle[order];
	if (b != NULL) {
		pool->idle[order] = b->next;
		return b + 1;
	}
	b = vc_pool_keep(pool, (size_t)1 << order);
	if (b == NULL)
		return NULL;
	b->owner = pool;
	b->order = order;
	return b + 1;
}

void
vc_pool_give(void *block)
{
	struct vc_block *b = (struct vc_block *)block - 1;
	struct vc_pool *pool = b->owner;

	b->next = atomic_load_explicit(&pool->returned, memory_order_relaxed);
	/* release: VC-GIVE, reclaim() */
	while (!atomic_compare_exchange_weak_explicit(&pool->returned, &b->next, b,
						      memory_order_release,
						      memory_order_relaxed))
		vc_pause();
}

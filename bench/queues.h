/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The queues that bench/queue.c measures, with the same calls: open, put, get.
 */
#ifndef QUEUES_H
#define QUEUES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <urcu/wfcqueue.h>
#ifdef HAVE_CK
#include <ck_ring.h>
#endif
#include "host.h"

enum {
	ITEMS = 1 << 21,        /* items per measurement of throughput */
	SLOTS = 1024
};

/* --- ours ------------------------------------------------------------------ */

struct item {
	_Atomic(uint32_t) stamp;
	uint64_t value;
};
#define SPSC items
#define SPSC_SLOT struct item
#include "spsc.h"

struct ours {
	VC_ALIGNED struct items_producer out;
	VC_ALIGNED struct items_consumer in;
	VC_ALIGNED struct items_segment segment;
	VC_ALIGNED struct item slots[SLOTS];
};

static void
ours_open(struct ours *q)
{
	q->segment.slots = q->slots;
	q->segment.size = SLOTS;
	items_init(&q->out, &q->in, &q->segment, 0);
}

static inline bool
ours_put(struct ours *q, uint64_t value)
{
	struct item *slot = items_claim(&q->out, &q->in);

	if (slot == NULL)
		return false;
	slot->value = value;
	items_publish(&q->out);
	return true;
}

static inline bool
ours_get(struct ours *q, uint64_t *value)
{
	struct item *slot = items_front(&q->in);

	if (slot == NULL)
		return false;
	*value = slot->value;
	items_release(&q->in);
	return true;
}

/* --- liburcu's: unbounded, linked; the nodes are allocated beforehand ------- */

struct urcu {
	VC_ALIGNED struct __cds_wfcq_head head;
	VC_ALIGNED struct cds_wfcq_tail tail;
	uint32_t next;
	struct urcu_item {
		struct cds_wfcq_node node;
		uint64_t value;
	} *nodes;
};

static void
urcu_open(struct urcu *q)
{
	if (q->nodes == NULL)
		q->nodes = calloc(ITEMS, sizeof *q->nodes);
	if (q->nodes == NULL)
		abort();
	q->next = 0;
	__cds_wfcq_init(&q->head, &q->tail);
}

static inline bool
urcu_put(struct urcu *q, uint64_t value)
{
	struct urcu_item *item = &q->nodes[q->next++ % ITEMS];

	item->value = value;
	cds_wfcq_node_init(&item->node);
	cds_wfcq_enqueue(&q->head, &q->tail, &item->node);
	return true;
}

static inline bool
urcu_get(struct urcu *q, uint64_t *value)
{
	struct cds_wfcq_node *node = __cds_wfcq_dequeue_nonblocking(&q->head, &q->tail);

	if (node == NULL || node == CDS_WFCQ_WOULDBLOCK)
		return false;
	*value = caa_container_of(node, struct urcu_item, node)->value;
	return true;
}

/* --- Concurrency Kit's ------------------------------------------------------ */

#ifdef HAVE_CK
struct ck {
	VC_ALIGNED ck_ring_t ring;
	VC_ALIGNED ck_ring_buffer_t buffer[SLOTS];
};

static void
ck_open(struct ck *q)
{
	ck_ring_init(&q->ring, SLOTS);
}

static inline bool
ck_put(struct ck *q, uint64_t value)
{
	return ck_ring_enqueue_spsc(&q->ring, q->buffer, (void *)(uintptr_t)value);
}

static inline bool
ck_get(struct ck *q, uint64_t *value)
{
	void *item;

	if (!ck_ring_dequeue_spsc(&q->ring, q->buffer, &item))
		return false;
	*value = (uintptr_t)item;
	return true;
}
#endif

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
#include "event_queue.h"
#include <stdlib.h>
#include <string.h>

enum { CHILDREN = 4 };

static bool
is_before(const struct vc_queued *a, const struct vc_queued *b)
{
	return a->key < b->key || (a->key == b->key && a->rank < b->rank);
}

static void
set(struct vc_event_queue *q, int place, struct vc_queued item)
{
	q->item[place] = item;
	q->place[item.rank] = place + 1;
}

/* Moves an item up from a free place, as far as it goes. */
static void
rise(struct vc_event_queue *q, int place, struct vc_queued item)
{
	while (place > 0) {
		const int parent = (place - 1) / CHILDREN;

		if (!is_before(&item, &q->item[parent]))
			break;
		set(q, place, q->item[parent]);
		place = parent;
	}
	set(q, place, item);
}

static int
first_child(const struct vc_event_queue *q, int place)
{
	const int begin = CHILDREN * place + 1;
	const int end = q->count - begin < CHILDREN ? q->count : begin + CHILDREN;
	int first = begin;

	for (int i = begin + 1; i < end; i++)
		if (is_before(&q->item[i], &q->item[first]))
			first = i;
	return first;
}

static void
sink(struct vc_event_queue *q, int place, struct vc_queued item)
{
	while (CHILDREN * place + 1 < q->count) {
		const int child = first_child(q, place);

		if (!is_before(&q->item[child], &item))
			break;
		set(q, place, q->item[child]);
		place = child;
	}
	set(q, place, item);
}

int
vc_event_queue_open(struct vc_event_queue *q, int ranks)
{
	q->item = calloc((size_t)ranks, sizeof *q->item);
	q->place = calloc((size_t)ranks, sizeof *q->place);
	q->count = 0;
	return q->item != NULL && q->place != NULL ? 0 : VCUBE_EHOST;
}

void
vc_event_queue_close(struct vc_event_queue *q)
{
	free(q->item);
	free(q->place);
}

void
vc_event_queue_reset(struct vc_event_queue *q, int ranks)
{
	memset(q->place, 0, (size_t)ranks * sizeof *q->place);
	q->count = 0;
}

void
vc_event_queue_put(struct vc_event_queue *q, int rank, vcube_time when)
{
	rise(q, q->count++, (struct vc_queued){when, rank});
}

void
vc_event_queue_take(struct vc_event_queue *q, int rank)
{
	const int place = q->place[rank] - 1;
	struct vc_queued last;

	if (place < 0)
		return;
	q->place[rank] = 0;
	last = q->item[--q->count];
	if (last.rank == rank)
		return;
	if (place > 0 && is_before(&last, &q->item[(place - 1) / CHILDREN]))
		rise(q, place, last);
	else
		sink(q, place, last);
}

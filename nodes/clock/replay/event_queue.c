/* SPDX-License-Identifier: BSD-2-Clause */
#include "event_queue.h"

enum { CHILDREN = 4 };

static bool
is_before(const struct vc_queued *a, const struct vc_queued *b)
{
	return a->key < b->key || (a->key == b->key && a->rank < b->rank);
}

static void
set(struct vc_replay *r, int place, struct vc_queued item)
{
	r->queue[place] = item;
	r->place[item.rank] = place + 1;
}

/* Moves an item up from a free place, as far as it goes. */
static void
rise(struct vc_replay *r, int place, struct vc_queued item)
{
	while (place > 0) {
		const int parent = (place - 1) / CHILDREN;

		if (!is_before(&item, &r->queue[parent]))
			break;
		set(r, place, r->queue[parent]);
		place = parent;
	}
	set(r, place, item);
}

static int
first_child(const struct vc_replay *r, int place)
{
	const int begin = CHILDREN * place + 1;
	const int end = r->queued - begin < CHILDREN ? r->queued : begin + CHILDREN;
	int first = begin;

	for (int i = begin + 1; i < end; i++)
		if (is_before(&r->queue[i], &r->queue[first]))
			first = i;
	return first;
}

static void
sink(struct vc_replay *r, int place, struct vc_queued item)
{
	while (CHILDREN * place + 1 < r->queued) {
		const int child = first_child(r, place);

		if (!is_before(&r->queue[child], &item))
			break;
		set(r, place, r->queue[child]);
		place = child;
	}
	set(r, place, item);
}

void
vc_event_queue_put(struct vc_replay *r, int rank, vcube_time when)
{
	r->player[rank].key = when;
	rise(r, r->queued++, (struct vc_queued){when, rank});
}

void
vc_event_queue_take(struct vc_replay *r, int rank)
{
	const int place = r->place[rank] - 1;
	struct vc_queued last;

	if (place < 0)
		return;
	r->place[rank] = 0;
	last = r->queue[--r->queued];
	if (last.rank == rank)
		return;
	if (place > 0 && is_before(&last, &r->queue[(place - 1) / CHILDREN]))
		rise(r, place, last);
	else
		sink(r, place, last);
}

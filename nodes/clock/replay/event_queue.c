/* SPDX-License-Identifier: BSD-2-Clause */
#include "event_queue.h"

static bool
is_before(const struct vc_replay *r, int a, int b)
{
	const vcube_time ka = r->player[a].key, kb = r->player[b].key;

	return ka < kb || (ka == kb && a < b);
}

static void
set(struct vc_replay *r, int place, int rank)
{
	r->queue[place] = rank;
	r->player[rank].place = place;
}

/* Moves a rank up from a free place, as far as it goes. */
static void
rise(struct vc_replay *r, int place, int rank)
{
	while (place > 0 && is_before(r, rank, r->queue[(place - 1) / 2])) {
		set(r, place, r->queue[(place - 1) / 2]);
		place = (place - 1) / 2;
	}
	set(r, place, rank);
}

static void
sink(struct vc_replay *r, int place, int rank)
{
	for (int child; (child = 2 * place + 1) < r->queued; place = child) {
		if (child + 1 < r->queued && is_before(r, r->queue[child + 1], r->queue[child]))
			child++;
		if (!is_before(r, r->queue[child], rank))
			break;
		set(r, place, r->queue[child]);
	}
	set(r, place, rank);
}

void
vc_event_queue_put(struct vc_replay *r, int rank, vcube_time when)
{
	r->player[rank].key = when;
	rise(r, r->queued++, rank);
}

void
vc_event_queue_take(struct vc_replay *r, int rank)
{
	const int place = r->player[rank].place;
	int last;

	if (place < 0)
		return;
	r->player[rank].place = -1;
	last = r->queue[--r->queued];
	if (last == rank)
		return;
	if (place > 0 && is_before(r, last, r->queue[(place - 1) / 2]))
		rise(r, place, last);
	else
		sink(r, place, last);
}

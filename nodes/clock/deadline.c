/* SPDX-License-Identifier: BSD-2-Clause */
/* When time itself would end the waits of parked nodes. */
#include "group.h"
#include "wait_graph.h"
#include "replay.h"
#include "deadline.h"

/* When a message arrived; VC_NO_TIME: that is not known yet. */
static vcube_time
arrival_of(const vcube_node *n, const struct vc_slot *slot)
{
	if (!n->journaled)
		return n->timed ? slot->timed.transit.arrival : 0;
	return slot->timed.flight->arrival != VC_NOT_YET ? slot->timed.flight->arrival : VC_NO_TIME;
}

/* Does it wait for messages from there? Where it waits for a named node, the group in
 * which that was named may be gone: an irecv does not hold it. */
static bool
is_meant(const vcube_node *n, const struct vc_wait *w, int from)
{
	return w->peer >= 0 ? from == w->peer : vc_group_find(n, w->group, from) >= 0;
}

struct vc_channel *
vc_earliest(vcube_node *n, const struct vc_wait *w, vcube_time *arrival)
{
	struct vc_channel *best = NULL;

	vc_channel_adopt(n);
	*arrival = VC_NO_TIME;
	for (uint32_t i = 0; i <= n->in.mask; i++) {
		struct vc_channel *c = n->in.table[i].channel;
		const struct vc_slot *slot;
		vcube_time t;

		if (c == NULL || (slot = vc_channel_front(c)) == NULL || !is_meant(n, w, c->from))
			continue;
		t = arrival_of(n, slot);
		if (t == VC_NO_TIME)
			continue;
		if (best == NULL || t < *arrival ||
		    (t == *arrival && c->from < best->from)) {
			best = c;
			*arrival = t;
		}
	}
	return best;
}

vcube_time
vc_wait_end(vcube_node *n, const struct vc_wait *w, struct vc_channel **chosen)
{
	const vcube_time now = vc_clock_of(n->machine, n->rank);
	vcube_time arrival;

	*chosen = NULL;
	if (w->kind == VC_WAIT_POLL)
		return now;
	if (w->kind != VC_WAIT_ANY)
		return w->deadline;
	*chosen = vc_earliest(n, w, &arrival);
	if (*chosen == NULL || arrival > w->deadline) {
		*chosen = NULL;
		return w->deadline;
	}
	return arrival > now ? arrival : now;
}

/* A node that waits to know when a message arrived will go on to that time. */
static vcube_time
after_arrival(const vcube_machine *m, int rank, const struct vc_in_flight *f)
{
	const vcube_time now = vc_clock_of(m, rank);

	return f->arrival == VC_NOT_YET ? VC_NO_TIME : f->arrival > now ? f->arrival : now;
}

vcube_time
vc_end_of_wait(const vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank);
	struct vc_channel *chosen;

	if (w == NULL)
		return VC_NO_TIME;
	if (w->kind == VC_WAIT_STEP || w->kind == VC_WAIT_CLOCK)
		return vc_clock_of(m, rank);
	if (w->kind == VC_WAIT_ARRIVAL)
		return after_arrival(m, rank, w->flight);
	return vc_wait_end(&m->node[rank], w, &chosen);
}

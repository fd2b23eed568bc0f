/* SPDX-License-Identifier: BSD-2-Clause */
/* When time itself would end the waits of parked nodes; see the header. */
#include "deadline.h"
#include "poll.h"
#include "several.h"
#include "quiescence.h"

vcube_time
vc_arrival_stamped(const struct vc_slot *slot)
{
	return slot->timed.transit.arrival;
}

/* Without a clock, a message that is there has arrived. */
static vcube_time
arrived_at_once(const struct vc_slot *slot)
{
	(void)slot;
	return 0;
}

/* Returns whether the wait accepts messages from that rank. If it names a node, the group in
 * which it was named may be gone: an irecv does not hold the group. */
static bool
is_meant(const vcube_node *n, const struct vc_wait *w, int from)
{
	return w->peer >= 0 ? from == w->peer : vc_group_find(n, w->group, from) >= 0;
}

struct vc_channel *
vc_earliest(vcube_node *n, const struct vc_wait *w, vc_arrival_of *arrival_of, vcube_time *arrival)
{
	struct vc_channel *best = NULL;

	vc_channel_adopt(n);
	*arrival = VC_NO_TIME;
	for (uint32_t i = 0; i <= n->in.mask; i++) {
		struct vc_channel *c = n->in.table[i].channel;
		const struct vc_slot *slot;
		vcube_time t;

		if (c == NULL || !is_meant(n, w, c->from) ||
		    (slot = vc_candidate(n, c, &w->want)) == NULL)
			continue;
		t = arrival_of(slot);
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

/* Returns when a request is done, or VC_NO_TIME if that is not known yet. */
static vcube_time
request_end(vcube_node *n, struct vcube_request *r, vc_arrival_of *arrival_of)
{
	struct vc_wait wait = {.kind = VC_WAIT_ANY, .peer = r->peer, .group = r->got.group};
	vcube_time arrival;

	if (r->list == &n->requests.received || r->list == &n->requests.completed_early)
		return 0;
	if (vc_request_is_send(n, r))
		return vc_send_wait_has_room(n, &r->sent) ? n->clock->leaves(&r->sent) : VC_NO_TIME;
	wait.want = vc_request_want(r);
	vc_earliest(n, &wait, arrival_of, &arrival);
	return arrival;
}

/* Returns the first of several requests to be done, and when; NULL: not known yet. */
static struct vcube_request *
first_of(vcube_node *n, const struct vc_several *s, vc_arrival_of *arrival_of, vcube_time *end)
{
	struct vcube_request *first = NULL;

	*end = VC_NO_TIME;
	for (int i = 0; i < s->count; i++) {
		const vcube_time t = s->request[i] != NULL
			? request_end(n, s->request[i], arrival_of) : VC_NO_TIME;

		if (t < *end) {
			*end = t;
			first = s->request[i];
		}
	}
	return first;
}

vcube_time
vc_wait_end(vcube_node *n, const struct vc_wait *w, vc_arrival_of *arrival_of,
	    struct vc_channel **chosen)
{
	const vcube_time now = n->clock->clock_of(n->machine, n->rank);
	vcube_time arrival;

	*chosen = NULL;
	if (w->kind == VC_WAIT_POLL)
		return now;
	if (w->kind == VC_WAIT_SEVERAL) {
		n->machine->parking[n->rank].first = first_of(n, w->subject, arrival_of, &arrival);
		return arrival > now ? arrival : now;
	}
	if (w->kind != VC_WAIT_ANY)
		return w->deadline;
	*chosen = vc_earliest(n, w, arrival_of, &arrival);
	if (*chosen == NULL || arrival > w->deadline) {
		*chosen = NULL;
		return w->deadline;
	}
	return arrival > now ? arrival : now;
}

static int
first(vcube_machine *m, vc_arrival_of *arrival_of)
{
	vcube_time earliest = VC_NO_TIME;
	int who = -1;

	for (int r = 0; r < m->nodes; r++) {
		const struct vc_wait *w = vc_wait_of(m, r);
		struct vc_channel *chosen;
		const vcube_time t = w == NULL ? VC_NO_TIME
			: vc_wait_end(&m->node[r], w, arrival_of, &chosen);

		if (t < earliest) {
			earliest = t;
			who = r;
		}
	}
	return who;
}

void
vc_deadline_tell(vcube_machine *m, int rank, struct vc_channel *chosen)
{
	m->parking[rank].chosen = chosen;
	m->parking[rank].verdict = chosen != NULL || vc_wait_of(m, rank)->kind == VC_WAIT_SEVERAL
		? VC_GO_ON : VC_TIME_IS_UP;
}

static void
grant(vcube_machine *m, int rank, vc_arrival_of *arrival_of)
{
	struct vc_channel *chosen;
	const vcube_time end = vc_wait_end(&m->node[rank], vc_wait_of(m, rank), arrival_of, &chosen);

	if (m->elapsed < end)
		m->elapsed = end;
	vc_deadline_tell(m, rank, chosen);
}

int
vc_deadline_first(vcube_machine *m)
{
	return first(m, arrived_at_once);
}

void
vc_deadline_grant(vcube_machine *m, int rank)
{
	grant(m, rank, arrived_at_once);
}

int
vc_deadline_first_stamped(vcube_machine *m)
{
	return first(m, vc_arrival_stamped);
}

void
vc_deadline_grant_stamped(vcube_machine *m, int rank)
{
	grant(m, rank, vc_arrival_stamped);
}

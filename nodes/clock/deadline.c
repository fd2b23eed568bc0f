/* SPDX-License-Identifier: BSD-2-Clause */
/* When time itself would end the waits of parked nodes; see the header. */
#include "deadline.h"
#include "fiber.h"
#include "match.h"
#include "poll.h"
#include "recv.h"
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

/* The same for a request to receive. */
static struct vc_channel *
earliest_for(vcube_node *n, const struct vcube_request *r, vc_arrival_of *arrival_of,
	     vcube_time *arrival)
{
	const struct vc_wait wait = {.kind = VC_WAIT_ANY, .peer = r->peer, .group = r->got.group,
				     .want = vc_request_want(r)};

	return vc_earliest(n, &wait, arrival_of, arrival);
}

/* Returns when a request is done, or VC_NO_TIME if that is not known yet. */
static vcube_time
request_end(vcube_node *n, struct vcube_request *r, vc_arrival_of *arrival_of)
{
	vcube_time arrival;

	if (r->list == &n->requests.received || r->list == &n->requests.completed_early)
		return 0;
	if (r->list == &n->requests.beside)
		return VC_NO_TIME;
	if (vc_request_is_send(n, r))
		return vc_send_wait_has_room(n, &r->sent) ? n->clock->leaves(&r->sent) : VC_NO_TIME;
	earliest_for(n, r, arrival_of, &arrival);
	return arrival;
}

/* Returns the receive to which the message goes that this request has found: itself, or an older
 * one. Where threads share the node, that may be another thread's, which waits for it. */
static struct vcube_request *
taker_of(vcube_node *n, struct vcube_request *r, vc_arrival_of *arrival_of)
{
	const struct vc_want want = vc_request_want(r);
	struct vcube_request *older;
	struct vc_channel *c;
	vcube_time arrival;

	if (r->list != &n->requests.receives || n->share != NULL)
		return r;
	c = earliest_for(n, r, arrival_of, &arrival);
	older = vc_posted(n, c->from, vc_candidate(n, c, &want)->label, r);
	return older != NULL ? older : r;
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
	return first != NULL ? taker_of(n, first, arrival_of) : NULL;
}

/* The same as vc_wait_end() for a part of a wait: here the resolver also ends those that
 * other nodes would end. */
static vcube_time
part_end(vcube_node *n, struct vc_wait *w, vc_arrival_of *arrival_of, struct vc_ending *ending)
{
	const vcube_time now = n->clock->clock_of(n->machine, n->rank);
	struct vc_wait any = *w;
	vcube_time end;

	switch (w->kind) {
	case VC_WAIT_ROOM:
	case VC_WAIT_ALIGN:
	case VC_WAIT_BESIDE:
		*ending = (struct vc_ending){.part = w};
		if (!w->ready(n, w))
			return VC_NO_TIME;
		end = w->kind == VC_WAIT_ALIGN ? vc_group_latest(n, w->group) : 0;
		return end > now ? end : now;
	case VC_WAIT_RECV:
		any.kind = VC_WAIT_ANY;
		/* fallthrough */
	default:
		*ending = (struct vc_ending){.part = w};
		if (vc_want_is_done(n, &w->want))
			return now;
		end = vc_wait_end(n, &any, arrival_of, ending);
		ending->part = w;
		return end;
	}
}

/* The first of the waits of a program and its fibers; ties to the fibers, oldest first, and last to
 * tests, in turn. */
static vcube_time
together_end(vcube_node *n, const struct vc_together *t, vc_arrival_of *arrival_of,
	     struct vc_ending *ending)
{
	struct vc_wait *const poll = vc_fibers_poll(n, t);
	const vcube_time now = n->clock->clock_of(n->machine, n->rank);
	vcube_time first = VC_NO_TIME;

	*ending = (struct vc_ending){.part = NULL};
	for (struct vc_fiber *f = n->fibers.first;; f = f->next) {
		struct vc_wait *const w = f != NULL ? f->wait : t->program;
		struct vc_ending its;
		const vcube_time end = w != NULL && w->kind != VC_WAIT_POLL
			? part_end(n, w, arrival_of, &its) : VC_NO_TIME;

		if (end < first) {
			first = end;
			*ending = its;
		}
		if (f == NULL)
			break;
	}
	if (poll == NULL || first <= now)
		return first;
	*ending = (struct vc_ending){.part = poll};
	return now;
}

vcube_time
vc_wait_end(vcube_node *n, const struct vc_wait *w, vc_arrival_of *arrival_of,
	    struct vc_ending *ending)
{
	const vcube_time now = n->clock->clock_of(n->machine, n->rank);
	vcube_time arrival;

	*ending = (struct vc_ending){.channel = NULL};
	switch (w->kind) {
	case VC_WAIT_POLL:
		return now;
	case VC_WAIT_TOGETHER:
		return together_end(n, w->subject, arrival_of, ending);
	case VC_WAIT_SEVERAL:
		ending->request = first_of(n, w->subject, arrival_of, &arrival);
		return arrival > now ? arrival : now;
	case VC_WAIT_ANY:
		ending->channel = vc_earliest(n, w, arrival_of, &arrival);
		if (ending->channel != NULL && arrival <= w->deadline)
			return arrival > now ? arrival : now;
		ending->channel = NULL;
		/* fallthrough */
	default:
		return w->deadline;
	}
}

int
vc_deadline_first_by(vcube_machine *m, vc_arrival_of *arrival_of)
{
	vcube_time earliest = VC_NO_TIME;
	int who = -1;

	for (int r = 0; r < m->nodes; r++) {
		const struct vc_wait *w = vc_wait_of(m, r);
		struct vc_ending ending;
		const vcube_time t = w == NULL ? VC_NO_TIME
			: vc_wait_end(&m->node[r], w, arrival_of, &ending);

		if (t < earliest) {
			earliest = t;
			who = r;
		}
	}
	return who;
}

bool
vc_has_come(const struct vc_wait *w, const struct vc_ending *ending)
{
	const struct vc_wait *const part = ending->part != NULL ? ending->part : w;

	return ending->channel != NULL || ending->request != NULL ||
	       (part != w && part->deadline == VC_NO_TIME);
}

void
vc_deadline_tell(vcube_machine *m, int rank, const struct vc_ending *ending)
{
	const struct vc_wait *const w = vc_wait_of(m, rank);

	m->parking[rank].chosen = ending->channel;
	m->parking[rank].first = ending->request;
	if (w->kind == VC_WAIT_TOGETHER)
		((struct vc_together *)w->subject)->over = ending->part;
	m->parking[rank].verdict = vc_has_come(w, ending) ? VC_GO_ON : VC_TIME_IS_UP;
}

void
vc_deadline_grant_by(vcube_machine *m, int rank, vc_arrival_of *arrival_of)
{
	struct vc_ending ending;
	const vcube_time end = vc_wait_end(&m->node[rank], vc_wait_of(m, rank), arrival_of, &ending);

	if (m->elapsed < end)
		m->elapsed = end;
	vc_deadline_tell(m, rank, &ending);
}

int
vc_deadline_first(vcube_machine *m)
{
	return vc_deadline_first_by(m, arrived_at_once);
}

void
vc_deadline_grant(vcube_machine *m, int rank)
{
	vc_deadline_grant_by(m, rank, arrived_at_once);
}

int
vc_deadline_first_stamped(vcube_machine *m)
{
	return vc_deadline_first_by(m, vc_arrival_stamped);
}

void
vc_deadline_grant_stamped(vcube_machine *m, int rank)
{
	vc_deadline_grant_by(m, rank, vc_arrival_stamped);
}

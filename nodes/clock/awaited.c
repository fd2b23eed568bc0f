/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages for posted receives whose senders wait until they are taken; see the header. */
#include "awaited.h"
#include "poll.h"
#include "quiescence.h"

/* Returns when a message has come for a posted receive, if its sender waits until it is taken, and
 * the oldest receive that accepts it; VC_NO_TIME if there is none. */
static vcube_time
arrival_for(vcube_node *n, const struct vcube_request *r, vc_arrival_of *arrival_of,
	    struct vcube_request **oldest)
{
	struct vc_wait wait = {.kind = VC_WAIT_ANY, .peer = r->peer, .group = r->got.group,
			       .want = vc_request_want(r)};
	struct vc_channel *c = NULL;
	const struct vc_slot *slot;
	vcube_time arrival;

	if (r->peer >= 0)
		c = vc_channel_in(n, r->peer);
	else if (n->share == NULL)      /* vc_message_for() */
		c = vc_earliest(n, &wait, arrival_of, &arrival);
	slot = vc_candidate(n, c, &wait.want);
	if (slot == NULL || !vc_label_wants_ack(slot->label))
		return VC_NO_TIME;
	*oldest = vc_posted(n, c->from, slot->label, NULL);
	return *oldest != NULL ? arrival_of(slot) : VC_NO_TIME;
}

/* Returns whether the node waits for others, or has polled in vain. */
static bool
may_take(const vcube_machine *m, int rank)
{
	const struct vc_wait *const w = vc_wait_of(m, rank);

	if (w == NULL || m->node[rank].code != 0 || !m->clock->is_known(m, rank))
		return false;
	return w->kind == VC_WAIT_POLL ? w->mark == VC_POLL_TURN
				       : w->kind == VC_WAIT_TOGETHER || vc_wait_is_shared(w->kind);
}

/* Returns whether the wait itself is for that receive, or ends before. */
static bool
is_for(vcube_node *n, const struct vcube_request *r, vcube_time end, vc_arrival_of *arrival_of)
{
	const struct vc_wait *const w = vc_wait_of(n->machine, n->rank);
	struct vc_ending ending;

	return w->kind != VC_WAIT_POLL &&
	       (w->want.before == r || vc_wait_end(n, w, arrival_of, &ending) <= end);
}

/* Returns the first receive that the node can complete by `until`, and sets that to when. */
static struct vcube_request *
first_awaited(vcube_node *n, vc_arrival_of *arrival_of, vcube_time *until)
{
	const vcube_time now = n->clock->clock_of(n->machine, n->rank);
	struct vcube_request *first = NULL, *oldest = NULL;

	for (struct vcube_request *r = n->requests.receives.first; r != NULL; r = r->next) {
		const vcube_time arrival = arrival_for(n, r, arrival_of, &oldest);
		const vcube_time end = arrival > now ? arrival : now;

		if (end > *until || (first != NULL && end == *until) ||
		    is_for(n, oldest, end, arrival_of))
			continue;
		*until = end;
		first = oldest;
	}
	return first;
}

int
vc_awaited_by(vcube_machine *m, vcube_time until, vc_arrival_of *arrival_of)
{
	int who = -1;

	if (!atomic_load_explicit(&m->confirms, memory_order_relaxed))
		return -1;
	/* relaxed: nodes that wake read it */
	atomic_store_explicit(&m->takes_turns, true, memory_order_relaxed);
	for (int rank = 0; rank < m->nodes; rank++) {
		vcube_time end = who < 0 ? until : until - 1;
		struct vcube_request *const r = may_take(m, rank)
			? first_awaited(&m->node[rank], arrival_of, &end) : NULL;

		if (r == NULL)
			continue;
		m->parking[rank].posted = r;
		until = end;
		who = rank;
	}
	return who;
}

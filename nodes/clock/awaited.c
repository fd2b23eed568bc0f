/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages for posted receives whose senders wait until they are taken; see the header. */
#include "awaited.h"
#include "fiber.h"
#include "poll.h"
#include "quiescence.h"
#include "several.h"

/* A message that has come. */
struct come {
	const struct vc_channel *channel;
	uint32_t number;
};

/* Returns whether `number` is that of the message, or of one behind it. */
static bool
is_at_or_behind(const struct come *come, uint32_t number)
{
	return (int32_t)(number - come->number) >= 0;
}

/* --- does its sender wait for that? ----------------------------------------------- */

/* Returns whether a send waits for room that the message has. */
static bool
wants_room(vcube_node *sender, const struct vc_send_wait *sent, const struct come *come)
{
	return sent != NULL && sent->channel == come->channel && is_at_or_behind(come, sent->number) &&
	       !vc_send_wait_has_room(sender, sent);
}

static bool
waits_for_room(vcube_node *sender, const struct vc_wait *w, const struct come *come)
{
	const struct vc_several *const s = w->kind == VC_WAIT_SEVERAL ? w->subject : NULL;

	for (int i = 0; s != NULL && i < s->count; i++)
		if (s->request[i] != NULL && vc_request_is_send(sender, s->request[i]) &&
		    wants_room(sender, &s->request[i]->sent, come))
			return true;
	return wants_room(sender, w->sent, come);
}

/* The same for all that a parked node waits for, with calls beside its program. */
static bool
waits_anywhere(vcube_node *sender, const struct vc_wait *w, const struct come *come)
{
	const struct vc_together *const t = w->kind == VC_WAIT_TOGETHER ? w->subject : NULL;
	const struct vc_wait *const own = t != NULL ? t->program : w;

	for (const struct vc_fiber *f = sender->fibers.first; f != NULL; f = f->next)
		if (f->wait != NULL && waits_for_room(sender, f->wait, come))
			return true;
	return own != NULL && waits_for_room(sender, own, come);
}

/* Returns whether the sender has sent it, or one behind it, synchronously: then it has posted a
 * receive for the confirmation. */
static bool
is_to_be_confirmed(const vcube_node *sender, const struct come *come)
{
	const struct vcube_request *r = sender->requests.receives.first;

	/* relaxed: all nodes are parked */
	if (!atomic_load_explicit(&sender->machine->confirms, memory_order_relaxed))
		return false;
	for (; r != NULL; r = r->next)
		if (r->peer == come->channel->to && vc_label_is_ack(r->got.label) &&
		    vc_label_acks_since(r->got.label, come->number))
			return true;
	return false;
}

/* Returns whether the sender of a message waits until it, or one behind it, is taken. */
static bool
is_awaited(vcube_machine *m, struct vc_channel *c, const struct vc_slot *slot)
{
	vcube_node *const sender = &m->node[c->from];
	const struct vc_wait *const w = vc_wait_of(m, c->from);
	const struct come come = {c, vc_number_of(c, slot)};

	return vc_label_wants_ack(slot->label) || is_to_be_confirmed(sender, &come) ||
	       (c->credits != NULL && w != NULL && waits_anywhere(sender, w, &come));
}

/* The same for all messages that a receive from any could take: the first one is taken first. */
static bool
one_is_awaited(vcube_node *n, const struct vc_wait *any)
{
	for (uint32_t i = 0; i <= n->in.mask; i++) {
		struct vc_channel *const c = n->in.table[i].channel;
		const struct vc_slot *const slot = c != NULL && vc_group_find(n, any->group, c->from) >= 0
			? vc_candidate(n, c, &any->want) : NULL;

		if (slot != NULL && is_awaited(n->machine, c, slot))
			return true;
	}
	return false;
}

/* --- can a receive take it? ------------------------------------------------------- */

/* Returns when a posted receive can take a message for which, or for one behind it, the sender
 * waits, and the oldest receive that accepts it; VC_NO_TIME if there is none. */
static vcube_time
arrival_for(vcube_node *n, const struct vcube_request *r, vc_arrival_of *arrival_of,
	    struct vcube_request **oldest)
{
	struct vc_wait any = {.kind = VC_WAIT_ANY, .peer = r->peer, .group = r->got.group,
			      .want = vc_request_want(r)};
	struct vc_channel *c = NULL;
	const struct vc_slot *slot;
	vcube_time arrival;

	if (r->peer >= 0)
		c = vc_channel_in(n, r->peer);
	else if (n->share == NULL)      /* vc_message_for() */
		c = vc_earliest(n, &any, arrival_of, &arrival);
	slot = vc_candidate(n, c, &any.want);
	*oldest = slot != NULL ? vc_posted(n, c->from, slot->label, NULL) : NULL;
	if (*oldest == NULL || !(r->peer >= 0 ? is_awaited(n->machine, c, slot) : one_is_awaited(n, &any)))
		return VC_NO_TIME;
	return arrival_of(slot);
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

/* Returns whether the wait itself is for that receive, or ends before; where its time is up then,
 * the receive comes first. */
static bool
is_for(vcube_node *n, const struct vcube_request *r, vcube_time end, vc_arrival_of *arrival_of)
{
	const struct vc_wait *const w = vc_wait_of(n->machine, n->rank);
	struct vc_ending ending;
	vcube_time its;

	if (w->kind == VC_WAIT_POLL || w->want.before == r)
		return w->kind != VC_WAIT_POLL;
	its = vc_wait_end(n, w, arrival_of, &ending);
	return its < end || (its == end && vc_has_come(w, &ending));
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

/* Returns whether a sender waits, or may: a look at all receives takes long. */
static bool
one_may_wait(const vcube_machine *m)
{
	if (atomic_load_explicit(&m->confirms, memory_order_relaxed))
		return true;
	for (int rank = 0; rank < m->nodes && m->limited; rank++) {
		const struct vc_wait *const w = vc_wait_of(m, rank);

		if (w != NULL && (w->sent != NULL || w->kind == VC_WAIT_SEVERAL ||
				  m->node[rank].fibers.first != NULL))
			return true;
	}
	return false;
}

int
vc_awaited_by(vcube_machine *m, vcube_time until, vc_arrival_of *arrival_of)
{
	int who = -1;

	if (!one_may_wait(m))
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

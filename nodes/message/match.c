/* SPDX-License-Identifier: BSD-2-Clause */
/* Matching; see the header. */
#include <string.h>
#include "match.h"
#include "races.h"
#include "request.h"
#include "several_slots.h"
#include "sites.h"

struct vcube_request *
vc_posted(const vcube_node *n, int from, uint64_t label, const struct vcube_request *before)
{
	struct vcube_request *r = n->requests.receives.first;

	for (; r != NULL && r != before; r = r->next)
		if (vc_request_accepts(n, r, from, label))
			return r;
	return NULL;
}

/* --- the list ---------------------------------------------------------------- */

/* Plain receives look into the list only off the fast path. */
static void
count_untagged(vcube_node *n, int by)
{
	n->asides.untagged += by;
	vc_choose_fast_path(n);
}

static void
append(vcube_node *n, struct vcube_message *a)
{
	a->kept = false;
	a->posted = vc_posted(n, a->channel->from, a->slot.label, NULL) != NULL;
	a->next = NULL;
	a->prev = n->asides.last;
	*(n->asides.last ? &n->asides.last->next : &n->asides.first) = a;
	n->asides.last = a;
	/* a log cannot count the messages of this channel any more */
	if (n->log != NULL)
		n->fast_possible = false;
	n->asides.ever = true;
	count_untagged(n, !vc_label_is_tagged(a->slot.label));
}

static void
leave(vcube_node *n, struct vcube_message *a)
{
	if (a->next != NULL)
		a->next->prev = a->prev;
	else if (!a->kept)
		n->asides.last = a->prev;
	*(a->prev ? &a->prev->next : a->kept ? &n->asides.kept : &n->asides.first) = a->next;
	if (!a->kept)
		count_untagged(n, -!vc_label_is_tagged(a->slot.label));
}

void
vc_aside_keep(vcube_node *n, struct vcube_message *a)
{
	leave(n, a);
	a->kept = true;
	a->prev = NULL;
	a->next = n->asides.kept;
	if (a->next != NULL)
		a->next->prev = a;
	n->asides.kept = a;
}

bool
vc_aside_is_kept(const vcube_node *n, const struct vcube_message *a)
{
	const struct vcube_message *kept = n->asides.kept;

	while (kept != NULL && kept != a)
		kept = kept->next;
	return kept != NULL;
}

void
vc_aside_end(vcube_node *n, struct vcube_message *a, bool unread)
{
	leave(n, a);
	if (unread && (a->slot.carriage == VC_BLOCK || a->slot.carriage == VC_HOSTED))
		vc_slot_give_block(&a->slot);
	vc_pool_give(a);
}

/* Copies a message in front that lies in its sender's buffer, or in several slots. Returns false
 * if there is no memory. */
static bool
own(vcube_node *n, struct vc_channel *c, struct vc_slot *slot, struct vc_slot *copy)
{
	void *block = vc_pool_take(&n->pool, slot->bytes);

	if (block == NULL)
		return false;
	if (slot->carriage == VC_SPREAD)
		vc_gather(&c->in, slot, block, slot->bytes);
	else if (!vc_unload_lent(&slot->lent, block, slot->bytes, false))
		return false;
	copy->carriage = VC_BLOCK;
	copy->lent.block = block;
	return true;
}

struct vcube_message *
vc_set_aside(vcube_node *n, struct vc_channel *c)
{
	struct vc_slot *slot = vc_front(c);
	struct vcube_message *a = vc_pool_take(&n->pool, sizeof *a);

	if (a != NULL) {
		a->channel = c;
		a->number = vc_queue_number(&c->in);
		memcpy(&a->slot, slot, sizeof *slot);
	}
	if (a == NULL || ((slot->carriage == VC_LENT || slot->carriage == VC_SPREAD) &&
			  !own(n, c, slot, &a->slot))) {
		vc_fail(n, VCUBE_EHOST, "no memory to keep a message of %llu bytes from node %d",
			(unsigned long long)slot->bytes, c->from);
		return NULL;
	}
	vc_release_front(&c->in, slot);
	append(n, a);
	return a;
}

/* --- what a receive takes ---------------------------------------------------- */

/* Returns whether a receive may leave a message for others: a collective that the sender is
 * in concerns every plain receive from it. */
static bool
may_pass(const struct vc_want *want, uint64_t label)
{
	return !vc_label_is_call(label) || (want->label != 0 && !vc_label_is_call(want->label));
}

/* Returns the receive posted before to which a message goes, or NULL. Where orders are explored,
 * confirmations are in no order with messages: on the way to one, the others are left. */
static struct vcube_request *
older_for(const vcube_node *n, int from, uint64_t label, const struct vc_want *want)
{
	if (vc_likely(n->requests.receives.first == want->before))
		return NULL;
	if (n->machine->explore != NULL && vc_label_is_ack(want->label) != vc_label_is_ack(label))
		return NULL;
	return vc_posted(n, from, label, want->before);
}

static bool
concerns(const vcube_node *n, const struct vcube_message *a, const struct vc_want *want)
{
	return vc_accepts(want, a->slot.label) ||
	       (a->posted && older_for(n, a->channel->from, a->slot.label, want) != NULL);
}

/* Returns the oldest message of a channel in the list that a receive accepts, or that belongs to
 * one posted before it; or NULL. */
static struct vcube_message *
aside_for(const vcube_node *n, const struct vc_channel *c, const struct vc_want *want)
{
	struct vcube_message *a = n->asides.first;

	while (a != NULL && (a->channel != c || !concerns(n, a, want)))
		a = a->next;
	return a;
}

int
vc_complete(vcube_node *self, struct vcube_request *r, const struct vc_found *found,
	    vcube_time deadline)
{
	const struct vc_want want = vc_request_want(r);
	const struct vc_found its = {
		found->channel, found->slot, aside_for(self, found->channel, &want),
	};
	int code = vc_unlikely(self->instrumented)
		? vc_receive_begins(self, &want, r->got.room, true) : 0;

	if (code == 0 && self->clock->in_time != NULL)
		code = self->clock->in_time(self, its.slot, deadline);
	return code != 0 ? code : vc_match(self, r, &want, &its, true);
}

/* The same for the oldest posted receive, to which a message goes that another one has found. */
static int
complete_older(vcube_node *self, struct vcube_request *r, const struct vc_found *found,
	       vcube_time deadline)
{
	return self->clock->complete != NULL && r->peer < 0 ? self->clock->complete(self, r)
							    : vc_complete(self, r, found, deadline);
}

/* Finds the message, or completes one posted receive on the way: then *older is true. */
static int
find_next(vcube_node *self, struct vc_channel *c, const struct vc_want *want, vcube_time deadline,
	  struct vc_found *found, bool *older)
{
	struct vcube_message *const a = vc_unlikely(self->asides.first != NULL) ? aside_for(self, c, want) : NULL;
	struct vc_found here = {c, a != NULL ? &a->slot : NULL, a};

	*found = (struct vc_found){.channel = c};
	*older = false;
	while (a != NULL || (here.slot = vc_front(c)) != NULL) {
		struct vcube_request *const r = older_for(self, c->from, here.slot->label, want);

		if (r != NULL) {
			*older = true;
			return complete_older(self, r, &here, deadline);
		}
		if (vc_accepts(want, here.slot->label)) {
			*found = here;
			return 0;
		}
		if (!may_pass(want, here.slot->label))
			return self->machine->reporter->mismatch(self, here.slot->label, c->from);
		if (vc_set_aside(self, c) == NULL)
			return self->code;
	}
	return 0;
}

int
vc_find(vcube_node *self, struct vc_channel *c, const struct vc_want *want, vcube_time deadline,
	struct vc_found *found)
{
	bool older = true;
	int code = 0;

	while (code == 0 && older)
		code = find_next(self, c, want, deadline, found, &older);
	return code;
}

int
vc_find_told(vcube_node *self, struct vc_channel *c, const struct vc_want *want, vcube_time deadline,
	     struct vc_found *found)
{
	bool older;

	return find_next(self, c, want, deadline, found, &older);
}

struct vc_slot *
vc_candidate(vcube_node *n, struct vc_channel *c, const struct vc_want *want)
{
	struct vcube_message *const a = aside_for(n, c, want);
	struct vc_slot *slot;

	if (a != NULL)
		return &a->slot;
	while ((slot = vc_front(c)) != NULL)
		if (vc_accepts(want, slot->label) || !may_pass(want, slot->label) ||
		    older_for(n, c->from, slot->label, want) != NULL ||
		    vc_set_aside(n, c) == NULL)
			break;
	return slot;
}

/* Returns the message of a channel that the receive could take, or NULL. */
static const struct vc_slot *
rival_of(vcube_node *self, struct vc_channel *c, const struct vc_want *want)
{
	const struct vc_slot *const slot = vc_candidate(self, c, want);

	return slot != NULL && vc_accepts(want, slot->label) &&
	       vc_group_find(self, want->group, c->from) >= 0 &&
	       vc_posted(self, c->from, slot->label, want->before) == NULL ? slot : NULL;
}

void
vc_look_for_rivals(vcube_node *self, const struct vc_want *want, const struct vc_found *found,
		   const char *here)
{
	/* in virtual time the clock decides, and what is there already depends on the host */
	if (!vc_is_own_code(self) || self->machine->desc.clock == VCUBE_CLOCK_VIRTUAL)
		return;
	vc_channel_adopt(self);
	for (uint32_t i = 0; i <= self->in.mask; i++) {
		struct vc_channel *const c = self->in.table[i].channel;
		const struct vc_slot *const rival = c != NULL && c != found->channel
			? rival_of(self, c, want) : NULL;

		if (rival == NULL)
			continue;
		vc_race_add(self, &(struct vc_seen_race){
			.here = here, .took = found->channel->from, .other = c->from,
			.took_here = vc_site_of(self->machine, found->channel->from, found->slot),
			.other_here = vc_site_of(self->machine, c->from, rival),
		});
		return;
	}
}

int
vc_match(vcube_node *self, struct vcube_request *r, const struct vc_want *want,
	 const struct vc_found *found, bool wanted)
{
	vc_note_rivals(self, want, found, r->here);
	return vc_request_take(self, r, found, wanted);
}

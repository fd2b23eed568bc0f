/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clock under which orders are chosen (nodes/explore/explore.h). It is the free clock, with
 * three differences: whatever depends on the order of messages is a question; messages carry a
 * note of what they depend on; and time passes only where a time limit has ended a wait.
 */
#include <stdlib.h>
#include <string.h>
#include "beside.h"
#include "fault_action.h"
#include "free.h"
#include "poll.h"
#include "posted.h"
#include "question.h"
#include "recv.h"
#include "several.h"

/* Returns a note for a message, or NULL if the node has failed. */
static struct vc_note *
new_note(vcube_node *self)
{
	struct vc_explore *const x = self->machine->explore;
	const size_t n = (size_t)x->nodes;
	struct vc_note *note = x->spare;

	if (note != NULL)
		x->spare = note->next;
	else if ((note = malloc(sizeof *note + n * (sizeof *note->known + sizeof *note->past))) != NULL)
		note->past = (uint32_t *)(note->known + n);
	else
		vc_fail(self, VCUBE_EHOST, "no memory for the dependences of a message");
	if (note == NULL)
		return NULL;
	note->next = x->notes;
	return x->notes = note;
}

/* What the label of a message says whatever the run: contexts are numbered as they come. */
static uint64_t
kind_of(uint64_t label)
{
	return vc_label_is_tagged(label) ? (uint64_t)vc_label_tag(label) : UINT64_MAX;
}

/* Notes what the program has done. When calls beside it go on is not its course. */
static void
follow(vcube_node *self, uint64_t number)
{
	struct vc_answers *const l = &self->machine->explore->answers[self->rank];

	if (self->fibers.running == NULL && l->taking == NULL)
		l->course = vc_mix(l->course, number);
}

/* What a message depends on. That a message was taken tells its sender nothing but that: when a
 * posted receive took it does not depend on what the receiver has done since. */
static const uint32_t *
past_of(vcube_node *self, const struct vc_slot *slot)
{
	const struct vc_note *const consumed = self->machine->explore->answers[self->rank].consumed;

	return vc_label_is_ack(slot->label) && consumed != NULL ? consumed->past : vc_past_of(self);
}

/* A confirmation tells that its message was taken, as the taker may not know yet. */
static void
note_known(vcube_node *self, const struct vc_slot *slot, struct vc_note *note)
{
	const struct vc_explore *const x = self->machine->explore;
	const struct vc_beside *const b = x->answers[self->rank].taking;

	note->taker = -1;
	note->knows = x->any_taken;
	if (!note->knows)
		return;
	memcpy(note->known, vc_known_of(self), (size_t)x->nodes * sizeof *note->known);
	if (b != NULL && vc_label_is_ack(slot->label))
		note->known[self->rank] |= b->taken;
}

static bool
send_message(vcube_node *self, struct vc_channel *c, enum vc_startup startup, enum vc_lend lend,
	     const struct vc_fault_action *action, struct vc_slot *slot, struct vc_send_wait *sent)
{
	struct vc_explore *const x = self->machine->explore;
	const uint32_t *const past = past_of(self, slot);
	struct vc_note *note;

	(void)startup, (void)lend;
	/* a confirmation is sent whenever its message is taken: see is_for_posted() */
	if (!vc_label_is_ack(slot->label)) {
		follow(self, (uint64_t)sent->bytes << 16 | (uint32_t)c->to);
		follow(self, kind_of(slot->label));
	}
	if (action != NULL && action->drop)
		return true;
	note = new_note(self);
	if (note == NULL)
		return false;
	note->from = self->rank;
	note->number = ++x->sent[self->rank * x->nodes + c->to];
	for (int r = 0; r < x->nodes; r++)
		note->past[r] = past[r];
	note_known(self, slot, note);
	slot->timed.flight = (void *)note;
	if (x->tree != NULL)
		vc_tree_sent(x, c->to, slot->label, note);
	return true;
}

/* The node has seen a message: it, and those before it, have arrived. A confirmation is in no order
 * with messages, since the receive may have been posted long ago. */
static void
see(vcube_node *self, const struct vc_slot *slot)
{
	const struct vc_note *const note = (const void *)slot->timed.flight;
	struct vc_explore *const x = self->machine->explore;
	uint32_t *const past = vc_past_of(self);
	uint32_t *const seen = &vc_seen_of(self)[note->from];

	for (int r = 0; r < x->nodes; r++)
		if (past[r] < note->past[r])
			past[r] = note->past[r];
	if (*seen < note->number && !vc_label_is_ack(slot->label))
		*seen = note->number;
	if (note->knows)
		vc_known_join(vc_known_of(self), note->known, x->nodes);
}

static void
follow_message(vcube_node *self, size_t bytes, int from)
{
	follow(self, (uint64_t)bytes << 16 | (uint32_t)from);
}

/* Is a message taken for a posted receive? When that happens depends on what others have done by
 * then: it is in the node's course once the program learns of it. */
static bool
is_for_posted(const vcube_node *self, const struct vc_slot *slot)
{
	const struct vc_note *const note = (const void *)slot->timed.flight;

	/* in the list, if it is kept; else the address is of none */
	return !vc_aside_is_kept(self, caa_container_of(slot, struct vcube_message, slot)) &&
	       vc_posted(self, note->from, slot->label, NULL) != NULL;
}

/* What a node knew when it called for a message is known to a sender that waited until it was
 * taken. */
static void
tell_known(vcube_node *self, struct vc_note *note)
{
	const struct vc_explore *const x = self->machine->explore;

	if (!x->any_taken)
		return;
	if (!note->knows)
		memset(note->known, 0, (size_t)x->nodes * sizeof *note->known);
	note->knows = true;
	vc_known_join(note->known, vc_known_of(self), x->nodes);
}

static vcube_time
consume(vcube_node *self, struct vc_slot *slot, bool asked)
{
	struct vc_answers *const l = &self->machine->explore->answers[self->rank];
	struct vc_note *const note = (void *)slot->timed.flight;

	(void)asked;
	see(self, slot);
	l->consumed = note;
	if (l->taking != NULL) {
		note->taker = self->rank;
		note->taken = l->taking->taken;
		return 0;
	}
	l->nothings = 0;
	l->vains = 0;
	if (is_for_posted(self, slot))
		return 0;
	follow_message(self, slot->bytes, note->from);
	tell_known(self, note);
	return 0;
}

static int
probe(vcube_node *self, struct vc_slot *slot, vcube_time *arrival)
{
	see(self, slot);
	*arrival = 0;
	return self->code;
}

/* A sender that waits until its message is taken then knows that a posted receive has done so, or
 * what the node knew that called for it. */
static void
credit(const struct vc_slot *slot, struct vc_credit *due)
{
	due->flight = slot->timed.flight;
}

static void
room(vcube_node *self, const struct vc_credit *made)
{
	const struct vc_note *const note = (const void *)made->flight;

	if (note != NULL && note->taker >= 0)
		vc_known_of(self)[note->taker] |= note->taken;
	if (note != NULL && note->knows)
		vc_known_join(vc_known_of(self), note->known, self->machine->nodes);
}

static int
complete(vcube_node *self, struct vcube_request *r)
{
	return vc_request_complete(self, r, VC_NO_TIME, true);
}

/* Lets older receives have what is theirs of the messages that a receive was answered with: one
 * from any is asked which message it takes. Returns whether that message is left. */
static bool
is_left(vcube_node *self, const struct vc_want *want, int from)
{
	struct vc_channel *const c = vc_channel_in(self, from);
	struct vc_slot *slot = vc_candidate(self, c, want);
	const struct vc_in_flight *const note = slot != NULL ? slot->timed.flight : NULL;

	while (self->code == 0 && slot != NULL && slot->timed.flight == note) {
		struct vcube_request *const older = vc_posted(self, from, slot->label, want->before);

		if (older == NULL)
			return true;
		if (older->peer < 0)
			complete(self, older);
		else
			vc_complete(self, older, &(struct vc_found){c, slot, NULL}, VC_NO_TIME);
		slot = vc_candidate(self, c, want);
	}
	return false;
}

static int
next(vcube_node *self, struct vc_wait *wait)
{
	const struct vc_answer *a;

	wait->channel = NULL;
	do {
		a = vc_ask(self, wait);
	} while (a != NULL && a->from != VC_NOTHING && !is_left(self, &wait->want, a->from) &&
		 self->code == 0);
	if (a == NULL || self->code != 0)
		return self->code;
	if (a->from == VC_NOTHING)
		return VCUBE_ETIMEDOUT;
	wait->channel = vc_channel_in(self, a->from);
	return 0;
}

/* Has a posted receive taken its message while the node waited for something else? Then a test
 * asks. */
static bool
asks_beside(vcube_node *self, const vcube_request *r)
{
	return vc_settle(self, r) == 0 && vc_beside_is_one(self, r);
}

static void
learn(vcube_node *self, vcube_request *r)
{
	if (r->list == &self->requests.received)
		follow_message(self, r->got.bytes, r->peer);
	vc_beside_learn(self, r);
}

static bool
is_done_beside(vcube_node *self, vcube_request *r)
{
	/* the same question as of a receive that has not taken its message: see is_for_posted() */
	struct vc_wait wait = {.kind = VC_WAIT_POLL, .peer = r->peer, .deadline = VCUBE_TIME_MAX,
			       .want.mask = r->got.mask, .subject = r};
	const struct vc_answer *const a = vc_ask(self, &wait);

	if (a == NULL || a->from == VC_NOTHING)
		return false;
	vc_beside_learn(self, r);
	return true;
}

static bool
is_done(vcube_node *self, vcube_request *r)
{
	const struct vc_answer *a;
	struct vc_wait wait;

	if (vc_beside_is_one(self, r))
		return is_done_beside(self, r);
	if (vc_request_is_send(self, r) && (self->machine->desc.capacity == SIZE_MAX || r->over != VC_NOT_YET))
		return vc_send_wait_done(self, &r->sent);
	vc_poll_begin(self, r, &wait);
	wait.deadline = VCUBE_TIME_MAX; /* it may be answered though its node has failed */
	a = vc_ask(self, &wait);
	if (a == NULL || a->from == VC_NOTHING)
		return false;
	if (vc_request_is_send(self, r)) {
		room(self, &r->sent.channel->credits->made);
		r->over = 0;            /* if it is kept, later tests know */
		return vc_send_wait_done(self, &r->sent);
	}
	if (r->peer < 0)
		self->machine->parking[self->rank].chosen = vc_channel_in(self, a->from);
	return true;
}

/* Lets a request of several have the message of a node. Returns false if that goes to an older
 * one. */
static bool
settle(vcube_node *self, struct vcube_request *r, int from)
{
	const struct vc_want want = vc_request_want(r);

	if (r->list != &self->requests.receives)
		return true;
	if (!is_left(self, &want, from))
		return false;
	if (r->peer < 0) {
		r->peer = from;
		r->named = vc_group_find(self, r->got.group, from);
	}
	return true;
}

static struct vcube_request *
first_of(vcube_node *self, struct vc_wait *wait)
{
	const struct vc_several *const s = wait->subject;
	const struct vc_answer *a;

	do {
		a = vc_ask(self, wait);
	} while (a != NULL && self->code == 0 && !settle(self, s->request[a->which], a->from));
	return a != NULL && self->code == 0 ? s->request[a->which] : NULL;
}

/* The resolver lets the node take a message while it waits for something else. */
static bool
take_posted(vcube_node *self)
{
	struct vc_answers *const l = &self->machine->explore->answers[self->rank];
	struct vc_found found;
	struct vcube_request *const r = vc_posted_find(self, &found);

	if (r == NULL)
		return false;
	l->took += r->peer < 0;
	l->taking = vc_beside_take(self, r);
	vc_complete(self, r, &found, VC_NO_TIME);
	l->taking = NULL;
	return true;
}

const struct vc_clock vc_clock_explore = {
	.poll_parks = true,
	.now = vc_clock_now,
	.deadline = vc_clock_deadline,
	.time_out = vc_clock_time_out,
	.pass = vc_free_pass,
	.send = send_message,
	.left = vc_free_left,
	.room = room,
	.credit = credit,
	.next = next,
	.complete = complete,
	.first_of = first_of,
	.consume = consume,
	.probe = probe,
	.is_done = is_done,
	.begin_beside = vc_beside_begin,
	.asks_beside = asks_beside,
	.learn = learn,
	.take_posted = take_posted,
	.advance = vc_explore_advance,
	.first = vc_explore_first,
	.grant = vc_explore_grant,
	.exhausted = vc_explore_exhausted,
	.clock_of = vc_clock_clock_of,
	.is_known = vc_clock_is_known,
	.done = vc_clock_nothing_done,
	.log_begin = vc_free_log_begin,
	.log_tick = vc_free_log_tick,
	.moment = vc_free_moment,
	.moment_sent = vc_free_moment,
};

/* SPDX-License-Identifier: BSD-2-Clause */
/* Questions; see the header. */
#include <stdlib.h>
#include "beside.h"
#include "fiber.h"
#include "poll.h"
#include "question.h"
#include "recv.h"
#include "several.h"
#include "vain.h"

static struct vc_answers *
list_of(const vcube_node *n)
{
	return &n->machine->explore->answers[n->rank];
}

/* --- what is there ----------------------------------------------------------- */

/* Returns the message of a node that a receive takes, or NULL. */
static const struct vc_slot *
message_of(vcube_node *n, const struct vc_want *want, int from)
{
	if (want->from >= 0 ? from != want->from : vc_group_find(n, want->group, from) < 0)
		return NULL;
	return vc_candidate(n, vc_channel_in(n, from), want);
}

static bool
is_over(const vcube_node *n, const struct vcube_request *r)
{
	return r->list == &n->requests.received || r->list == &n->requests.completed_early;
}

/* Returns whether a request is done once the message of that node is there. */
static bool
ends(vcube_node *n, struct vcube_request *r, int from)
{
	const struct vc_want want = vc_request_want(r);

	if (is_over(n, r))
		return true;
	if (r->list == &n->requests.beside)
		return false;
	if (vc_request_is_send(n, r))
		return vc_send_wait_has_room(n, &r->sent);
	return message_of(n, &want, from) != NULL;
}

static bool
is_there(vcube_node *n, const struct vc_wait *w, const struct vc_answer *a)
{
	const struct vc_several *const s = w->subject;

	switch (w->kind) {
	case VC_WAIT_SEVERAL:
		return a->which < s->count && s->request[a->which] != NULL &&
		       ends(n, s->request[a->which], a->from);
	case VC_WAIT_POLL:
		return ends(n, w->subject, a->from);
	default:
		return message_of(n, &w->want, a->from) != NULL;
	}
}

/* --- asking ------------------------------------------------------------------ */

/* A `ready`, by which the resolver also tells questions from other waits. */
static bool
is_answered(vcube_node *self, struct vc_wait *w)
{
	const struct vc_answers *const l = list_of(self);
	const struct vc_answer *a;

	if (w->kind == VC_WAIT_ANY && vc_want_is_done(self, &w->want))
		return true;
	if (l->taken == l->given)
		return false;
	a = &l->answer[l->taken];
	return a->from == VC_NOTHING ? vc_question_may_fail(w) : is_there(self, w, a);
}

/* Returns whether the node has done the same as when this question was first asked. */
static bool
is_as_before(vcube_node *self)
{
	struct vc_explore *const x = self->machine->explore;
	const struct vc_answers *const l = list_of(self);
	const struct vc_point *p;

	if (x->tree == NULL || l->taken == l->given)
		return true;
	p = &x->tree->point[l->point[l->taken]];
	if (p->course == l->course)
		return true;
	x->odd_node = self->rank;
	x->odd_answer = l->taken + 1;
	vc_fail(self, VCUBE_EPROGRAM, "node %d acted differently than before at step %d: the "
		"program depends on more than its messages", self->rank, l->taken + 1);
	return false;
}

static void
note_question(vcube_node *self, const struct vc_wait *w)
{
	const struct vc_several *const s = w->subject;
	struct vc_answers *const l = list_of(self);

	l->course = vc_mix(l->course, (uint64_t)w->kind << 32 | (uint32_t)w->peer);
	l->course = vc_mix(l->course, w->kind == VC_WAIT_SEVERAL ? (uint64_t)s->count : w->want.mask);
}

static void
note_answer(vcube_node *self, const struct vc_wait *w, bool nothing)
{
	const struct vc_vain it = vc_vain_of(w);
	struct vc_answers *const l = list_of(self);

	l->nothings = nothing ? l->nothings + 1 : 0;
	if (vc_question_may_fail(w) && !vc_vain_note(l, &it, nothing))
		self->machine->explore->left_out |= 1u << VCUBE_LEFT_MEMORY;
}

/* Calls beside the program go on while it waits for an answer, also to a test. */
static int
park(vcube_node *self, struct vc_wait *wait)
{
	return self->fibers.first != NULL && self->fibers.running == NULL ? vc_fiber_park(self, wait)
									    : vc_park(self, wait);
}

static bool
is_settled(vcube_node *self, struct vc_wait *wait)
{
	const struct vcube_request *const one = wait->subject;

	return vc_next_take(self) == NULL || (one != NULL && one->list != &self->requests.receives);
}

int
vc_settle(vcube_node *self, const struct vcube_request *one)
{
	struct vc_wait wait = {.kind = VC_WAIT_POLL, .peer = -1, .deadline = VC_NO_TIME,
			       .ready = is_settled, .subject = (void *)(uintptr_t)one};

	return is_settled(self, &wait) ? self->code : vc_park_alone(self, &wait);
}

const struct vc_answer *
vc_ask(vcube_node *self, struct vc_wait *wait)
{
	struct vc_answers *const l = list_of(self);
	const struct vc_answer *a;

	if (vc_settle(self, wait->kind == VC_WAIT_ANY ? wait->want.before : NULL) != 0 ||
	    (wait->kind == VC_WAIT_ANY && vc_want_is_done(self, &wait->want)))
		return NULL;
	wait->ready = is_answered;
	note_question(self, wait);
	if (self->code != 0 || !is_as_before(self) || park(self, wait) != 0 ||
	    (wait->kind == VC_WAIT_ANY && vc_want_is_done(self, &wait->want)))
		return NULL;
	a = &l->answer[l->taken++];
	note_answer(self, wait, a->from == VC_NOTHING);
	l->course = vc_mix(l->course, (uint64_t)a->which << 32 | (uint32_t)a->from);
	vc_past_of(self)[self->rank] = (uint32_t)l->taken;
	return a;
}

/* --- the resolver ------------------------------------------------------------ */

struct vc_wait *
vc_question_of(vcube_node *n, const struct vc_wait *w)
{
	const struct vc_together *const t = w->subject;

	if (w->ready == is_answered)
		return (struct vc_wait *)(uintptr_t)w;
	if (w->kind != VC_WAIT_TOGETHER)
		return NULL;
	for (struct vc_fiber *f = n->fibers.first; f != NULL; f = f->next)
		if (f->wait != NULL && f->wait->ready == is_answered)
			return f->wait;
	return t->program != NULL && t->program->ready == is_answered ? t->program : NULL;
}

bool
vc_question_is_over(vcube_node *n, struct vc_wait *question)
{
	return is_answered(n, question);
}

bool
vc_question_may_fail(const struct vc_wait *w)
{
	return w->kind == VC_WAIT_POLL || (w->kind == VC_WAIT_ANY && w->deadline != VC_NO_TIME);
}

/* Is it known to have arrived? A node's messages to itself arrive at once. Confirmations are in no
 * order with messages. */
static bool
has_arrived(const vcube_node *n, int from, const struct vc_slot *slot)
{
	const struct vc_explore *const x = n->machine->explore;
	const struct vc_note *const note = (const void *)slot->timed.flight;

	return from == n->rank || (!vc_label_is_ack(slot->label) &&
				   note->number <= x->seen[n->rank * x->nodes + from]);
}

static bool
add_messages(vcube_node *n, const struct vc_want *want, int which, struct vc_point *p, bool *arrived)
{
	bool added = true;

	for (int from = 0; from < n->machine->nodes && added; from++) {
		const struct vc_slot *const slot = message_of(n, want, from);

		if (slot == NULL)
			continue;
		*arrived = *arrived || has_arrived(n, from, slot);
		added = vc_point_add(p, (struct vc_answer){which, from});
	}
	return added;
}

static bool
waits(vcube_node *n, struct vcube_request *r)
{
	return !is_over(n, r) && vc_request_is_send(n, r) && !vc_send_wait_has_room(n, &r->sent);
}

static bool
add_request(vcube_node *n, struct vcube_request *r, int which, struct vc_point *p, bool *arrived)
{
	const struct vc_want want = vc_request_want(r);

	if (r->list == &n->requests.beside || waits(n, r))
		return true;
	if (vc_beside_is_one(n, r))
		*arrived = *arrived || vc_beside_is_known(n, r);
	if (is_over(n, r) || vc_request_is_send(n, r))
		return vc_point_add(p, (struct vc_answer){which, r->peer >= 0 ? r->peer : n->rank});
	return add_messages(n, &want, which, p, arrived);
}

/* That a call beside the program ends, or a send that waits for its receiver, is a guess, as long
 * as it has not. */
static bool
add_guess(vcube_node *n, struct vcube_request *r, int which, struct vc_point *p)
{
	if (waits(n, r))
		return vc_point_add(p, (struct vc_answer){which, r->peer});
	return r->list != &n->requests.beside || !vc_beside_is_one(n, r) ||
	       vc_point_add(p, (struct vc_answer){which, n->rank});
}

bool
vc_question_guesses(vcube_node *n, const struct vc_wait *w, struct vc_point *p)
{
	const struct vc_several *const s = w->subject;
	bool added = true;

	if (w->kind == VC_WAIT_POLL)
		return add_guess(n, w->subject, 0, p);
	for (int i = 0; w->kind == VC_WAIT_SEVERAL && i < s->count && added; i++)
		if (s->request[i] != NULL)
			added = add_guess(n, s->request[i], i, p);
	return added;
}

bool
vc_question_answers(vcube_node *n, const struct vc_wait *w, struct vc_point *p, bool *arrived)
{
	const struct vc_several *const s = w->subject;
	bool added = true;

	*arrived = false;
	if (w->kind == VC_WAIT_POLL)
		return add_request(n, w->subject, 0, p, arrived);
	if (w->kind != VC_WAIT_SEVERAL)
		return add_messages(n, &w->want, 0, p, arrived);
	for (int i = 0; i < s->count && added; i++)
		if (s->request[i] != NULL)
			added = add_request(n, s->request[i], i, p, arrived);
	return added;
}

static bool
add_hope(vcube_node *n, const struct vc_want *want, int which, struct vc_point *p)
{
	struct vc_hope *const more = realloc(p->hope, (size_t)(p->hopes + 1) * sizeof *more);
	struct vc_hope *h;

	if (more == NULL)
		return false;
	p->hope = more;
	h = &p->hope[p->hopes++];
	*h = (struct vc_hope){want->label, want->mask, which, want->from, NULL};
	if (want->from >= 0 || want->group == NULL)
		return true;
	h->member = malloc((size_t)n->machine->nodes * sizeof *h->member);
	for (int r = 0; h->member != NULL && r < n->machine->nodes; r++)
		h->member[r] = vc_group_find(n, want->group, r) >= 0;
	return h->member != NULL;
}

static bool
hope_for(vcube_node *n, struct vcube_request *r, int which, struct vc_point *p)
{
	const struct vc_want want = vc_request_want(r);

	return r->list != &n->requests.receives || add_hope(n, &want, which, p);
}

bool
vc_question_hopes_before(vcube_node *n, const struct vc_wait *w, struct vc_point *p)
{
	const struct vcube_request *r = n->requests.receives.first;
	bool added = true;

	for (; r != NULL && r != w->want.before && w->kind != VC_WAIT_SEVERAL && added; r = r->next) {
		const struct vc_want want = vc_request_want(r);

		added = add_hope(n, &want, 0, p);
	}
	return added;
}

bool
vc_question_hopes(vcube_node *n, const struct vc_wait *w, struct vc_point *p)
{
	const struct vc_explore *const x = n->machine->explore;
	const struct vc_several *const s = w->subject;
	bool added = true;

	p->sent = malloc((size_t)x->nodes * sizeof *p->sent);
	for (int from = 0; p->sent != NULL && from < x->nodes; from++)
		p->sent[from] = x->sent[from * x->nodes + n->rank];
	if (p->sent == NULL)
		return false;
	if (w->kind == VC_WAIT_POLL)
		return hope_for(n, w->subject, 0, p);
	if (w->kind != VC_WAIT_SEVERAL)
		return add_hope(n, &w->want, 0, p);
	for (int i = 0; i < s->count && added; i++)
		if (s->request[i] != NULL)
			added = hope_for(n, s->request[i], i, p);
	return added;
}

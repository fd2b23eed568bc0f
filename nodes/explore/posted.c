/* SPDX-License-Identifier: BSD-2-Clause */
/* Posted receives that others wait for; see the header. */
#include "posted.h"
#include "question.h"
#include "quiescence.h"
#include "recv.h"
#include "several.h"

/* Finds the first message of a node that a receive takes. */
static bool
find_from(vcube_node *n, const struct vcube_request *r, int from, struct vc_found *found)
{
	const struct vc_want want = vc_request_want(r);
	struct vc_channel *const c = vc_channel_in(n, from);
	struct vc_slot *const slot = vc_candidate(n, c, &want);

	*found = (struct vc_found){c, slot, NULL};
	return slot != NULL && vc_posted(n, from, slot->label, NULL) == r;
}

static struct vcube_request *
find_given(vcube_node *n, struct vc_found *found)
{
	const struct vc_taking *const t = vc_next_take(n);
	struct vcube_request *r = t != NULL ? n->requests.receives.first : NULL;

	for (; r != NULL; r = r->next)
		if (r->peer < 0 && vc_group_find(n, r->got.group, t->answer.from) >= 0 &&
		    find_from(n, r, t->answer.from, found) &&
		    vc_label_tag(found->slot->label) == -1 - t->answer.which)
			return r;
	return NULL;
}

struct vcube_request *
vc_posted_find(vcube_node *n, struct vc_found *found)
{
	struct vcube_request *r = find_given(n, found);

	if (r != NULL || !vc_senders_may_wait(n->machine))
		return r;
	for (r = n->requests.receives.first; r != NULL; r = r->next)
		if (r->peer >= 0 && !vc_label_is_ack(r->got.label) && find_from(n, r, r->peer, found))
			return r;
	return NULL;
}

bool
vc_posted_is_given(vcube_node *n)
{
	struct vc_found found;

	return find_given(n, &found) != NULL;
}

/* --- which message ----------------------------------------------------------- */

/* Does the sender of a message wait until it is taken? */
static bool
is_awaited(const vcube_machine *m, const struct vc_slot *slot)
{
	return m->desc.capacity != SIZE_MAX || vc_label_wants_ack(slot->label);
}

/* Does the node wait for an answer that concerns the receive? Then that says what it takes. */
static bool
is_asked_for(vcube_node *n, const struct vcube_request *r)
{
	const struct vc_wait *const w = vc_wait_of(n->machine, n->rank);
	const struct vc_wait *const q = w != NULL ? vc_question_of(n, w) : NULL;
	const struct vc_several *const s = q != NULL ? q->subject : NULL;

	if (q == NULL)
		return false;
	for (int i = 0; q->kind == VC_WAIT_SEVERAL && i < s->count; i++)
		if (s->request[i] == r)
			return true;
	return q->kind == VC_WAIT_POLL ? q->subject == r
				       : q->kind == VC_WAIT_ANY && q->want.before == r;
}

static bool
add_messages(vcube_node *n, const struct vcube_request *r, struct vc_point *p)
{
	struct vc_found found;
	bool awaited = false, added = true;

	for (int pass = 0; pass < 2 && (pass == 0 || awaited); pass++)
		for (int from = 0; from < n->machine->nodes && added; from++) {
			if (vc_group_find(n, r->got.group, from) < 0 || !find_from(n, r, from, &found))
				continue;
			awaited = awaited || is_awaited(n->machine, found.slot);
			if (pass == 1)
				added = vc_point_add(p, (struct vc_answer){
					-1 - vc_label_tag(found.slot->label), from});
		}
	return added;
}

bool
vc_posted_answers(vcube_node *n, struct vc_point *p)
{
	const struct vcube_request *r = vc_senders_may_wait(n->machine) && vc_next_take(n) == NULL
		? n->requests.receives.first : NULL;
	bool added = true;

	for (; r != NULL && added; r = r->next)
		if (r->peer < 0 && !is_asked_for(n, r))
			added = add_messages(n, r, p);
	return added;
}

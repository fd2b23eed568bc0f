/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs with delays, one after the other; see the header. */
#include <stdlib.h>
#include "delay_search.h"
#include "error.h"
#include "fault.h"
#include "tree.h"

struct queue {
	struct vc_delays *at;           /* of runs to come */
	size_t first, count, room;
	struct vc_digests begun;        /* where these and those before lead to */
};

static bool
enqueue(struct queue *w, struct vc_delays delays)
{
	if (w->count == w->room) {
		const size_t room = 2 * w->room + 16;
		struct vc_delays *const more = realloc(w->at, room * sizeof *more);

		if (more == NULL)
			return false;
		w->at = more;
		w->room = room;
	}
	w->at[w->count++] = delays;
	return true;
}

static void
clear(struct queue *w)
{
	for (; w->first < w->count; w->first++)
		free(w->at[w->first].at);
	free(w->at);
	vc_digests_clear(&w->begun);
}

/* Returns whether another answer leads to where no run has led. */
static bool
is_new(struct queue *w, const struct vc_timed_question *q, const struct vc_rival *r)
{
	const size_t had = w->begun.count;
	const int from = r->message != NULL ? r->message->from : VC_NOTHING;
	uint64_t digest = vc_mix(q->state, (uint64_t)q->point.node);

	digest = vc_mix(digest, (uint64_t)r->which << 32 | (uint32_t)from);
	return !vc_digests_add(&w->begun, digest) || w->begun.count > had;
}

/* Plans a run in which the k-th question gets another answer. Returns false if there is no
 * memory. */
static bool
plan(struct queue *w, const struct vc_search *s, size_t k, const struct vc_rival *answer)
{
	struct vc_delays delays;
	int code;

	if (!vc_delays_copy(&delays, s->delays))
		return false;
	code = vc_delays_extend(&delays, s->machine->explore->timed, k, answer);
	if (code == 0 && enqueue(w, delays))
		return true;
	free(delays.at);
	return code == VCUBE_EINVAL;
}

/* Plans runs in which a question gets its other answers. Returns false if there is no memory. */
static bool
plan_others(struct queue *w, const struct vc_search *s, size_t k)
{
	struct vc_explore *const x = s->machine->explore;
	const struct vc_timed_question *const q = &x->timed->question[k];
	struct vc_rival *const rival = malloc(vc_rivals_most(x->timed, q) * sizeof *rival);
	const int rivals = rival != NULL ? vc_rivals_of(x->timed, q, rival) : 0;
	bool planned = rival != NULL;

	for (int i = 0; i < rivals && planned; i++) {
		if (q->receive && rivals > 1)
			vc_races_note(&x->races, vc_place(q->point.here), NULL,
				      rival[i].message->from);
		if (rival[i].message == NULL && q->vain.times >= x->polls)
			x->left_out |= 1u << VCUBE_LEFT_POLLS;
		else if (is_new(w, q, &rival[i]) && !vc_rival_won(q, &rival[i]))
			planned = plan(w, s, k, &rival[i]);
	}
	free(rival);
	return planned;
}

static void
plan_all(struct queue *w, const struct vc_search *s)
{
	struct vc_explore *const x = s->machine->explore;

	for (size_t k = 0; k < x->timed->questions && !x->late; k++)
		if (!plan_others(w, s, k))
			x->left_out |= 1u << VCUBE_LEFT_MEMORY;
}

int
vc_delay_search(struct vc_search *s)
{
	struct queue w = {.at = NULL};
	int code = enqueue(&w, (struct vc_delays){.at = NULL}) ? 0 : VCUBE_EHOST;

	while (code == 0 && w.first < w.count) {
		struct vc_delays delays = w.at[w.first++];

		s->delays = &delays;
		code = vc_fault_delays(s->machine, delays.at, delays.count);
		if (code == 0)
			code = vc_search_run(s);
		if (code == 0)
			plan_all(&w, s);
		s->delays = NULL;
		free(delays.at);
		if (w.first < w.count && vc_search_is_enough(s))
			break;
		vc_search_tell(s);
	}
	clear(&w);
	vc_digests_clear(&s->orders);
	return code == VCUBE_EHOST && s->result->error.code == 0
		? vc_error(&s->result->error, code, "no memory for delays") : code;
}
